import { FormatError } from "../../formats/format-error.ts";
import { recentStartTime } from "../../networks/local.ts";
import type { ChainContext, Network } from "../../networks/network.ts";
import { type BuiltGenesis, buildGenesis } from "../../pchain/genesis/build.ts";
import { type GenesisConfig, parseGenesisConfig } from "../../pchain/genesis/config.ts";
import { genesisChainIDs } from "../../pchain/genesis/genesis.ts";
import { GenesisError } from "../../pchain/genesis/genesis-error.ts";
import { validateGenesisConfig } from "../../pchain/genesis/validate.ts";
import { shapeGenesis } from "../dev/shape-genesis.ts";
import type { LocalGenesis, NodeConfig } from "../node-config.ts";
import { StartError } from "../node-config.ts";
import { readGenesis } from "./genesis-json.ts";

/** The genesis of a network, and the IDs that follow from it. */
export type NodeGenesis = {
  readonly config: GenesisConfig;
  readonly built: BuiltGenesis;
  readonly context: ChainContext;
};

/**
 * Reads and builds the genesis of a node's network. The local genesis, and networks that use it as their template, start
 * at the latest possible start time before `nowSeconds`. Throws StartError.
 */
export async function nodeGenesis(
  config: Pick<NodeConfig, "genesis"> & Partial<Pick<NodeConfig, "local">>,
  network: Network,
  nowSeconds: bigint,
): Promise<NodeGenesis> {
  const { json, origin } = await readGenesis(network.id, config.genesis);
  try {
    const parsed = parseGenesisConfig(json);
    if (origin === "given") checkGiven(parsed, network, nowSeconds);
    const genesis =
      origin === "template"
        ? fillTemplate(parsed, network, nowSeconds, config.local?.genesis)
        : parsed;
    const built = buildGenesis(genesis);
    const { avaxAssetID } = built;
    return {
      config: genesis,
      built,
      context: { network, avaxAssetID, ...genesisChainIDs(built.genesis) },
    };
  } catch (error) {
    if (!(error instanceof GenesisError) && !(error instanceof FormatError)) throw error;
    throw new StartError(`unable to load genesis file: ${error.message}`);
  }
}

function fillTemplate(
  template: GenesisConfig,
  network: Network,
  nowSeconds: bigint,
  local: LocalGenesis | undefined,
): GenesisConfig {
  const shaped = local === undefined ? template : shapeGenesis(template, local);
  return { ...shaped, networkID: network.id, startTime: recentStartTime(nowSeconds) };
}

function checkGiven(genesis: GenesisConfig, network: Network, nowSeconds: bigint): void {
  try {
    validateGenesisConfig(genesis, network, nowSeconds);
  } catch (error) {
    if (!(error instanceof GenesisError)) throw error;
    throw new StartError(
      `unable to load genesis file: genesis config validation failed: ${error.message}`,
    );
  }
}

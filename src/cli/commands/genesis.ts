import { formatId } from "../../formats/id.ts";
import { formatTime } from "../../formats/time.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { configuredNetwork } from "../../node/chain/configured-network.ts";
import { type NodeGenesis, nodeGenesis } from "../../node/chain/genesis.ts";
import { networkOfNewChain } from "../../node/chain/open-chain.ts";
import { machineClock } from "../../node/clock.ts";
import { StartError } from "../../node/node-config.ts";
import { genesisBlock } from "../../pchain/genesis/genesis.ts";
import { loadGenesis } from "../../pchain/genesis/load.ts";
import { MemoryState } from "../../pchain/state/memory-state.ts";
import type { Command } from "../command.ts";
import { readSettings } from "../settings.ts";

/** Prints a summary of the genesis of the configured network as JSON. */
export const genesis: Command = async (args, terminal) => {
  const settings = await readSettings(args, terminal);
  if ("exitCode" in settings) return settings.exitCode;
  try {
    const network = networkOfNewChain(settings.config, configuredNetwork(settings.config));
    const nowSeconds = machineClock.nowNanos() / 1_000_000_000n;
    const found = await nodeGenesis(settings.config, network, nowSeconds);
    terminal.out(`${JSON.stringify(summary(found), undefined, 2)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    terminal.err(`${error.message}\n`);
    return 1;
  }
};

/** Amounts are texts, as in the APIs. */
function summary({ built, context }: NodeGenesis) {
  const { genesis } = built;
  const { network } = context;
  const state = new MemoryState();
  loadGenesis(genesis, state, network);
  return {
    network: network.name,
    networkID: network.id,
    genesisID: formatId(built.id),
    genesisBlockID: formatId(genesisBlock(built.id).id),
    xChainID: formatId(context.xChainID),
    cChainID: formatId(context.cChainID),
    avaxAssetID: formatId(built.avaxAssetID),
    startTime: formatTime(genesis.timestamp),
    initialSupply: genesis.initialSupply.toString(),
    // Includes the potential rewards of the first validators.
    supply: state.currentSupply(primaryNetworkID)?.toString(),
    utxos: genesis.utxos.length,
    validators: genesis.validators.length,
    chains: genesis.chains.length,
    bytes: built.bytes.length,
  };
}

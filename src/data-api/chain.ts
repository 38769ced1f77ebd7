import { formatId } from "../formats/id.ts";
import type { ChainInfo } from "../generated/data-api/types.ts";
import { primaryNetworkID } from "../networks/chains.ts";
import { fujiID, mainnetID, networkName } from "../networks/ids.ts";
import type { ChainContext } from "../networks/network.ts";
import { badRequest } from "./problem.ts";

/** The parameters that name a chain. */
export type ChainParams = { readonly network: string; readonly blockchainId: string };

/** The chain that a path names. Throws Problem with status 400 for another network or chain. */
export function chainInfo(
  { network, blockchainId }: ChainParams,
  context: ChainContext,
): ChainInfo {
  const networks = namesOf(context.network.id);
  if (!networks.includes(network)) throw badRequest("network", oneOf(networks), network);
  const chains = {
    "p-chain": formatId(primaryNetworkID),
    "x-chain": formatId(context.xChainID),
    "c-chain": formatId(context.cChainID),
  } as const;
  const names = Object.keys(chains) as ChainInfo["chainName"][];
  const chainName = names.find((name) => name === blockchainId || chains[name] === blockchainId);
  if (chainName === undefined) {
    throw badRequest("blockchainId", oneOf([...names, ...Object.values(chains)]), blockchainId);
  }
  return { chainName, network };
}

/** The SDK knows only these three networks, so a local one answers to all of them. */
function namesOf(networkID: number): readonly string[] {
  const own = networkName(networkID);
  if (networkID === mainnetID) return [own];
  if (networkID === fujiID) return [own, "testnet"];
  return [own, "mainnet", "fuji", "testnet"];
}

function oneOf(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `one of ${names.join(", ")}`;
}

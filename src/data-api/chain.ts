import { formatId } from "../formats/id.ts";
import type { ChainInfo } from "../generated/data-api/types.ts";
import { primaryNetworkID } from "../networks/chains.ts";
import { fujiID, mainnetID, networkName } from "../networks/ids.ts";
import type { ChainContext } from "../networks/network.ts";
import { badRequest, Problem } from "./problem.ts";

/** The parameters that name a chain. */
export type ChainParams = { readonly network: string; readonly blockchainId: string };

/** The chain that a path names. Throws Problem with status 400 for another network or chain. */
export function chainInfo(
  { network, blockchainId }: ChainParams,
  context: ChainContext,
): ChainInfo {
  requireNetwork(network, context);
  const chains = chainIDs(context);
  const names = Object.keys(chains) as ChainInfo["chainName"][];
  const chainName = names.find((name) => name === blockchainId || chains[name] === blockchainId);
  if (chainName === undefined) {
    throw badRequest("blockchainId", oneOf([...names, ...Object.values(chains)]), blockchainId);
  }
  return { chainName, network };
}

export function chainIDs({
  xChainID,
  cChainID,
}: Pick<ChainContext, "xChainID" | "cChainID">): Readonly<Record<ChainInfo["chainName"], string>> {
  return {
    "p-chain": formatId(primaryNetworkID),
    "x-chain": formatId(xChainID),
    "c-chain": formatId(cChainID),
  };
}

/** For operations that only the X-chain has. Throws Problem with status 400 for another chain. */
export function xChainInfo(params: ChainParams, context: ChainContext): ChainInfo {
  const info = chainInfo(params, context);
  if (info.chainName !== "x-chain") throw badChain("x-chain", params.blockchainId, context);
  return info;
}

/** For an operation that only one chain has. */
export function badChain(
  chainName: ChainInfo["chainName"],
  got: string,
  chain: ChainContext,
): Problem {
  return badRequest("blockchainId", oneOf([chainName, chainIDs(chain)[chainName]]), got);
}

/** Throws Problem with status 400 unless a field names the P-chain. */
export function requirePChain(field: string, chain: string): void {
  const names = ["p-chain", formatId(primaryNetworkID)];
  if (!names.includes(chain)) throw badRequest(field, oneOf(names), chain);
}

/** For what this node has of the P-chain only. */
export function notOfPChain(field: string, chainName: string, what: string): Problem {
  return new Problem(
    404,
    `${field}: this node runs only the P-chain and has no ${what} of ${chainName}`,
  );
}

/** Throws Problem with status 400 for another network. */
export function requireNetwork(network: string, { network: { id } }: ChainContext): void {
  const names = namesOf(id);
  if (!names.includes(network)) throw badRequest("network", oneOf(names), network);
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

import type { ChainInfo } from "../generated/data-api/types.ts";
import { badChain, type ChainParams, chainInfo } from "./chain.ts";
import type { DataContext } from "./operation.ts";

/** For operations that only the X-chain has. Throws Problem with status 400 for another chain. */
export function xChainInfo(params: ChainParams, { chain }: DataContext): ChainInfo {
  const info = chainInfo(params, chain);
  if (info.chainName !== "x-chain") throw badChain("x-chain", params.blockchainId, chain);
  return info;
}

import { equalBytes, type Id } from "../../formats/bytes.ts";
import type { ChainContext } from "../../networks/network.ts";

/**
 * Whether an import from a chain can be verified as on a full node, by the chains that are stored up to the network's tip. Chains beside X and C
 * never export anything to the P-chain: a node that has both knows enough to say why such an import is wrong.
 */
export function knowsExports(
  sourceChain: Id,
  { xChainID, cChainID }: Pick<ChainContext, "xChainID" | "cChainID">,
  bootstrapped: readonly ("X" | "C")[],
): boolean {
  if (equalBytes(sourceChain, xChainID)) return bootstrapped.includes("X");
  if (equalBytes(sourceChain, cChainID)) return bootstrapped.includes("C");
  return bootstrapped.includes("X") && bootstrapped.includes("C");
}

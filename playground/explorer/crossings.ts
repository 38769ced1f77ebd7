import { isObject, type JsonObject } from "../json/parse.ts";
import type { NodeReader } from "./node-reader.ts";

/** What a transaction of the X- or C-chain moved to the P-chain or from it; empty if this node knows no such transaction. */
export async function crossingsOf(
  id: string,
  reader: Pick<NodeReader, "call">,
): Promise<readonly JsonObject[]> {
  const params = { filter: { txID: id } };
  try {
    const { crossings } = await reader.call("/ext/ledger", "ledger.getCrossings", params);
    if (!Array.isArray(crossings)) return [];
    return crossings.filter(isObject).filter(({ txID }) => txID === id);
  } catch {
    // A node without a ledger.
    return [];
  }
}

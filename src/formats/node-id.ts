import type { NodeId } from "./bytes.ts";
import { FormatError } from "./format-error.ts";
import { formatShortId, parseShortId } from "./id.ts";

const prefix = "NodeID-";

/** `NodeID-` and cb58 of the 20 bytes. avalanchego ids/node_id.go @ v1.12.1 */
export function formatNodeId(nodeID: NodeId): string {
  return prefix + formatShortId(nodeID);
}

/** Throws FormatError where the prefix is missing or the rest is not cb58 of 20 bytes. */
export function parseNodeId(text: string): NodeId {
  if (!text.startsWith(prefix)) {
    throw new FormatError(`ID: ${text} is missing the prefix: ${prefix}`);
  }
  return parseShortId(text.slice(prefix.length));
}

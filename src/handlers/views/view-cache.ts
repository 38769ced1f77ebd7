import { type BytesKey, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
import { formatNodeId } from "../formats/node-id.ts";
import { BoundedCache } from "../store/bounded-cache.ts";

/** Base58 costs microseconds and answers name the same IDs again and again. About 5 MB when full. */
const textsMax = 16_384;
const idTexts = new BoundedCache<BytesKey, string>(textsMax);
const nodeIDTexts = new BoundedCache<BytesKey, string>(textsMax);

/** As `formatId`, remembered. For IDs that come up in lists. */
export function idText(id: Id): string {
  return remembered(idTexts, id, formatId);
}

/** As `formatNodeId`, remembered. */
export function nodeIDText(nodeID: NodeId): string {
  return remembered(nodeIDTexts, nodeID, formatNodeId);
}

function remembered(
  texts: BoundedCache<BytesKey, string>,
  bytes: Uint8Array,
  format: (bytes: Uint8Array) => string,
): string {
  const key = keyOf(bytes);
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = format(bytes);
  texts.set(key, text);
  return text;
}

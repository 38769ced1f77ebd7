import { keccak256 } from "../crypto/hash.ts";
import type { Id } from "../formats/bytes.ts";

/** Bytes that are not RLP. */
export class RlpError extends Error {
  override readonly name = "RlpError";
}

/** Whether the bytes are exactly one RLP list, as every C-chain block is. Reads only its length prefix. */
export function isRlpList(bytes: Uint8Array): boolean {
  try {
    const { isList, end } = firstRlpItem(bytes);
    return isList && end === bytes.length;
  } catch (error) {
    if (error instanceof RlpError) return false;
    throw error;
  }
}

/** The height's position among the fields of a header. avalanchego graft/coreth/plugin/evm/customtypes/header_ext.go @ v1.15.0-fuji */
const numberIndex = 8;

/**
 * ID, parent and height of a C-chain block; undefined for other RLP. The first item of a block is its header, and the
 * first item of the header is the parent hash. Throws RlpError.
 */
export function cChainBlockLink(
  bytes: Uint8Array,
): { readonly id: Id; readonly parentID: Id; readonly height: bigint } | undefined {
  const block = firstRlpItem(bytes);
  const items = bytes.subarray(block.start, block.end);
  const header = firstRlpItem(items);
  const parent = firstRlpItem(items.subarray(header.start, header.end));
  if (!header.isList || parent.isList || parent.end - parent.start !== 32) return undefined;
  const height = uint64Item(items.subarray(header.start, header.end), numberIndex);
  if (height === undefined) return undefined;
  const start = header.start + parent.start;
  return {
    id: keccak256(items.subarray(0, header.end)),
    parentID: items.subarray(start, start + 32),
    height,
  };
}

/** The integer at a position of a list's items; undefined if it is not one of up to 64 bits. */
function uint64Item(items: Uint8Array, index: number): bigint | undefined {
  let rest = items;
  for (let skipped = 0; skipped < index; skipped++) rest = rest.subarray(firstRlpItem(rest).end);
  const { isList, start, end } = firstRlpItem(rest);
  if (isList || end - start > 8) return undefined;
  return rest.subarray(start, end).reduce((value, digit) => value * 256n + BigInt(digit), 0n);
}

/** Where the content of an item starts and ends, in the bytes that begin with the item. */
type RlpItem = { readonly isList: boolean; readonly start: number; readonly end: number };

/**
 * Reads one length prefix. A decoder would copy every transaction of the block to get at the header.
 * Ethereum Yellow Paper, appendix B
 */
function firstRlpItem(bytes: Uint8Array): RlpItem {
  const first = bytes[0];
  if (first === undefined) throw new RlpError("no item");
  if (first < 0x80) return { isList: false, start: 0, end: 1 };
  const isList = first >= 0xc0;
  const code = first - (isList ? 0xc0 : 0x80);
  const lengthBytes = Math.max(0, code - 55);
  const start = 1 + lengthBytes;
  const end = start + (lengthBytes === 0 ? code : lengthAt(bytes, lengthBytes));
  if (end > bytes.length) throw new RlpError("an item is longer than its bytes");
  return { isList, start, end };
}

function lengthAt(bytes: Uint8Array, lengthBytes: number): number {
  let length = 0;
  for (let i = 1; i <= lengthBytes; i++) length = length * 256 + (bytes[i] ?? Infinity);
  return length;
}

/** Where an item's content lies within the bytes that begin with it. */
export type RlpItem = { readonly isList: boolean; readonly start: number; readonly end: number };

/** Bytes that are no RLP. */
export class RlpError extends Error {
  override readonly name = "RlpError";
}

/** The item that the bytes begin with. Throws RlpError. Ethereum Yellow Paper, appendix B */
export function firstRlpItem(bytes: Uint8Array): RlpItem {
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

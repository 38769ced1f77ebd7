import { RlpError } from "../c-chain-block.ts";

/** One item of RLP, a view of the bytes that hold it. */
export type RlpItem = {
  readonly isList: boolean;
  /** With its length prefix. */
  readonly encoded: Uint8Array;
  readonly content: Uint8Array;
};

/** The items of a list. Throws RlpError. */
export function rlpItems(list: RlpItem): RlpItem[] {
  if (!list.isList) throw new RlpError("expected input list");
  const items: RlpItem[] = [];
  for (let rest = list.content; rest.length > 0; ) {
    const item = firstItem(rest);
    items.push(item);
    rest = rest.subarray(item.encoded.length);
  }
  return items;
}

/** The bytes are exactly one item. Throws RlpError. */
export function rlpItem(bytes: Uint8Array): RlpItem {
  const item = firstItem(bytes);
  if (item.encoded.length === bytes.length) return item;
  throw new RlpError("input contains more than one value");
}

/** A byte string as RLP. */
export function rlpString(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 1 && bytes[0]! < 0x80) return bytes;
  return prefixed(0x80, [bytes]);
}

/** A list of items that are RLP already. */
export function rlpList(items: readonly Uint8Array[]): Uint8Array {
  return prefixed(0xc0, items);
}

function prefixed(base: number, parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const digits = length < 56 ? [] : bigEndian(BigInt(length));
  const bytes = new Uint8Array(1 + digits.length + length);
  bytes[0] = length < 56 ? base + length : base + 55 + digits.length;
  bytes.set(digits, 1);
  let offset = 1 + digits.length;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** The shortest big-endian form; of 0 no byte. */
export function bigEndian(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  const hex = value.toString(16);
  const digits = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
}

/** Like Go's decoder, refuses every form but the shortest. */
function firstItem(bytes: Uint8Array): RlpItem {
  const first = bytes[0];
  if (first === undefined) throw new RlpError("unexpected end of input");
  if (first < 0x80) return { isList: false, ...part(bytes, 0, 1) };
  const isList = first >= 0xc0;
  const code = first - (isList ? 0xc0 : 0x80);
  if (code < 56) {
    const item = { isList, ...part(bytes, 1, code) };
    if (!isList && code === 1 && item.content[0]! < 0x80) throw notShortest();
    return item;
  }
  const digits = part(bytes, 1, code - 55).content;
  if (digits[0] === 0) throw notShortest();
  const length = digits.reduce((value, digit) => value * 256 + digit, 0);
  if (length < 56) throw notShortest();
  return { isList, ...part(bytes, 1 + digits.length, length) };
}

function part(bytes: Uint8Array, start: number, length: number) {
  const end = start + length;
  if (end > bytes.length) throw new RlpError("value size exceeds available input length");
  return { encoded: bytes.subarray(0, end), content: bytes.subarray(start, end) };
}

function notShortest(): RlpError {
  return new RlpError("non-canonical size information");
}

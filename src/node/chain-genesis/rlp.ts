import { concatBytes } from "../../formats/bytes.ts";

/** A byte string or a list of items. Ethereum yellow paper, appendix B */
export type RlpItem = Uint8Array | readonly RlpItem[];

export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    if (item.length === 1 && item[0]! < 0x80) return item;
    return concatBytes(prefix(item.length, 0x80), item);
  }
  const members = concatBytes(...item.map(encodeRlp));
  return concatBytes(prefix(members.length, 0xc0), members);
}

/** A number without leading zeros; zero is the empty string. */
export function rlpNumber(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  const digits = value.toString(16);
  return Uint8Array.from(Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex"));
}

function prefix(length: number, kind: number): Uint8Array {
  if (length < 56) return Uint8Array.of(kind + length);
  const size = rlpNumber(BigInt(length));
  return concatBytes(Uint8Array.of(kind + 55 + size.length), size);
}

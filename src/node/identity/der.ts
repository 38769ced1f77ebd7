import { concatBytes } from "../../formats/bytes.ts";

/** ASN.1 in DER: the tags that a staking certificate needs. */
const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
} as const;

export function sequence(...parts: readonly Uint8Array[]): Uint8Array {
  return element(tags.sequence, ...parts);
}

/** A member with its number, as `[0]` and `[3]` in X.509. */
export function explicit(number: number, content: Uint8Array): Uint8Array {
  return element(0xa0 | number, content);
}

/** From 0 to 127. */
export function smallInteger(value: number): Uint8Array {
  return element(tags.integer, Uint8Array.of(value));
}

export function bitString(bytes: Uint8Array, unusedBits = 0): Uint8Array {
  return element(tags.bitString, Uint8Array.of(unusedBits), bytes);
}

export function octetString(bytes: Uint8Array): Uint8Array {
  return element(tags.octetString, bytes);
}

export function booleanTrue(): Uint8Array {
  return element(tags.boolean, Uint8Array.of(0xff));
}

/** Of arcs, as `1.2.840.10045.4.3.2`. */
export function objectIdentifier(dotted: string): Uint8Array {
  const [first, second, ...rest] = dotted.split(".").map(Number);
  const arcs = [40 * first! + second!, ...rest];
  return element(tags.objectIdentifier, Uint8Array.from(arcs.flatMap(base128)));
}

/** In whole seconds: UTCTime for the years 1950 to 2049, else GeneralizedTime. */
export function time(unixSeconds: number): Uint8Array {
  const date = new Date(unixSeconds * 1000);
  const year = date.getUTCFullYear();
  const digits = date.toISOString().slice(0, 19).replace(/[-:T]/g, "");
  return year >= 1950 && year < 2050
    ? element(tags.utcTime, ascii(`${digits.slice(2)}Z`))
    : element(tags.generalizedTime, ascii(`${digits}Z`));
}

function element(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(...parts);
  return concatBytes(Uint8Array.of(tag, ...lengthOf(content)), content);
}

function lengthOf(content: Uint8Array): number[] {
  const { length } = content;
  if (length < 0x80) return [length];
  if (length < 0x100) return [0x81, length];
  return [0x82, length >> 8, length & 0xff];
}

function base128(arc: number): number[] {
  const digits = [arc & 0x7f];
  for (let rest = arc >> 7; rest > 0; rest >>= 7) digits.unshift(0x80 | (rest & 0x7f));
  return digits;
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

import { FormatError } from "./format-error.ts";

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const codeOf = new TextEncoder().encode(alphabet);
const zeroDigit = codeOf[0]!;
const notADigit = 255;
const digitOf = new Uint8Array(128).fill(notADigit);
for (let i = 0; i < 58; i++) digitOf[codeOf[i]!] = i;

/** Four digits at a time: 58^4, times the base of a limb below, stays exact in a double. */
const chunkDigits = 4;
const chunkBase = 58 ** chunkDigits;
const limbBytes = 3;
const limbBase = 256 ** limbBytes;

/** Base58 with Bitcoin's alphabet; a leading zero byte is a leading "1". */
export function encodeBase58(bytes: Uint8Array): string {
  const limbs = limbsOf(bytes);
  const codes: number[] = [];
  for (let first = 0; first < limbs.length; ) {
    let remainder = 0;
    for (let i = first; i < limbs.length; i++) {
      const value = remainder * limbBase + limbs[i]!;
      const quotient = Math.floor(value / chunkBase);
      limbs[i] = quotient;
      remainder = value - quotient * chunkBase;
    }
    if (limbs[first] === 0) first++;
    for (let i = 0; i < chunkDigits; i++) {
      const rest = Math.floor(remainder / 58);
      codes.push(codeOf[remainder - rest * 58]!);
      remainder = rest;
    }
  }
  while (codes.at(-1) === zeroDigit) codes.pop();
  for (let i = 0; i < bytes.length && bytes[i] === 0; i++) codes.push(zeroDigit);
  return String.fromCharCode(...codes.reverse());
}

/** Throws FormatError with the texts of github.com/mr-tron/base58 v1.2.0. */
export function decodeBase58(text: string): Uint8Array {
  if (text.length === 0) throw new FormatError("zero length string");
  const bytes = new Uint8Array(Math.ceil(text.length * 0.7329));
  let used = 0;
  let ones = 0;
  while (text.charCodeAt(ones) === zeroDigit) ones++;
  for (let at = ones; at < text.length; ) {
    const end = Math.min(at + chunkDigits, text.length);
    let chunk = 0;
    let base = 1;
    for (; at < end; at++) {
      chunk = chunk * 58 + digit(text, at);
      base *= 58;
    }
    used = multiplyAdd(bytes, used, base, chunk);
  }
  const decoded = new Uint8Array(ones + used);
  decoded.set(bytes.subarray(bytes.length - used), ones);
  return decoded;
}

/** bytes = bytes * factor + addend, big-endian at the end of the array; returns the bytes in use. */
function multiplyAdd(bytes: Uint8Array, used: number, factor: number, addend: number): number {
  let carry = addend;
  let count = 0;
  for (let i = bytes.length - 1; count < used || carry > 0; i--, count++) {
    const value = bytes[i]! * factor + carry;
    bytes[i] = value & 0xff;
    carry = Math.floor(value / 256);
  }
  return count;
}

function limbsOf(bytes: Uint8Array): Float64Array {
  const limbs = new Float64Array(Math.ceil(bytes.length / limbBytes));
  let end = bytes.length;
  for (let i = limbs.length - 1; i >= 0; i--, end -= limbBytes) {
    for (let at = Math.max(0, end - limbBytes); at < end; at++) {
      limbs[i] = limbs[i]! * 256 + bytes[at]!;
    }
  }
  return limbs;
}

function digit(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code > 127) throw new FormatError("high-bit set on invalid digit");
  const value = digitOf[code]!;
  if (value === notADigit) throw new FormatError(`invalid base58 digit (${quoted(code)})`);
  return value;
}

const escapes = new Map([
  [7, "\\a"],
  [8, "\\b"],
  [9, "\\t"],
  [10, "\\n"],
  [11, "\\v"],
  [12, "\\f"],
  [13, "\\r"],
  [39, "\\'"],
  [92, "\\\\"],
]);

/** An ASCII character as Go's %q prints it. */
function quoted(code: number): string {
  const printable = code >= 32 && code < 127;
  const plain = printable ? String.fromCharCode(code) : `\\x${code.toString(16).padStart(2, "0")}`;
  return `'${escapes.get(code) ?? plain}'`;
}

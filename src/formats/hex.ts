import { FormatError } from "./format-error.ts";

const notADigit = 255;
const digitOf = new Uint8Array(128).fill(notADigit);
for (let i = 0; i < 10; i++) digitOf[0x30 + i] = i;
for (let i = 0; i < 6; i++) {
  digitOf[0x41 + i] = 10 + i;
  digitOf[0x61 + i] = 10 + i;
}

/** `0x` and lower-case digits, without a checksum. */
export function formatHex(bytes: Uint8Array): string {
  return `0x${hexSlice.call(bytes, 0, bytes.length)}`;
}

/** Takes any byte array, without a copy. */
const { hexSlice } = Buffer.prototype;

/**
 * The bytes of `0x` and digits of either case. Throws FormatError with the messages of avalanchego
 * utils/formatting/encoding.go @ v1.12.1 and of Go's encoding/hex.
 */
export function parseHex(text: string): Uint8Array {
  if (!text.startsWith("0x")) throw new FormatError("missing 0x prefix to hex encoding");
  return parseHexDigits(text.slice(2));
}

/** The bytes of digits of either case, without a prefix. */
export function parseHexDigits(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (digit(text, 2 * i) << 4) | digit(text, 2 * i + 1);
  }
  if (text.length % 2 === 1) {
    // Like Go, reports an invalid character before an odd length.
    digit(text, text.length - 1);
    throw new FormatError("encoding/hex: odd length hex string");
  }
  return bytes;
}

function digit(text: string, at: number): number {
  const value = digitOf[text.charCodeAt(at)] ?? notADigit;
  if (value === notADigit) {
    throw new FormatError(`encoding/hex: invalid byte: ${unicode(firstByte(text, at))}`);
  }
  return value;
}

/** Go reads bytes of UTF-8, so it complains about the first of them. */
function firstByte(text: string, at: number): number {
  return new TextEncoder().encode(String.fromCodePoint(text.codePointAt(at)!))[0]!;
}

/** Go's %#U. */
function unicode(code: number): string {
  const point = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const printable = (code >= 0x20 && code < 0x7f) || (code > 0xa0 && code !== 0xad);
  return printable ? `${point} '${String.fromCharCode(code)}'` : point;
}

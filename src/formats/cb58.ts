import { base58 } from "@scure/base";
import { appendChecksum, stripChecksum } from "./checksum.ts";
import { FormatError } from "./format-error.ts";

/** Base58 of the bytes and a four-byte checksum. avalanchego utils/cb58/cb58.go @ v1.12.1 */
export function encodeCb58(bytes: Uint8Array): string {
  return encodeBase58(appendChecksum(bytes));
}

/** Throws FormatError for a character outside the alphabet and for a missing or wrong checksum. */
export function decodeCb58(text: string): Uint8Array {
  return stripChecksum(decodeBase58OfCb58(text));
}

/** Like `decodeCb58`, but throws FormatError unless there are `length` bytes. */
export function decodeCb58OfLength(text: string, length: number): Uint8Array {
  return expectLength(decodeCb58(text), length);
}

/** Returns the bytes. Throws FormatError unless there are `length` of them. */
export function expectLength(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) {
    throw new FormatError(`invalid hash length: expected ${length} bytes but got ${bytes.length}`);
  }
  return bytes;
}

function decodeBase58OfCb58(text: string): Uint8Array {
  try {
    return decodeBase58(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError(`base58 decoding error: ${error.message}`, { cause: error });
  }
}

/** Base58 with Bitcoin's alphabet. Each leading zero byte becomes a leading "1". */
export function encodeBase58(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

/** Throws FormatError with the messages of github.com/mr-tron/base58/base58 v1.2.0. */
export function decodeBase58(text: string): Uint8Array {
  if (text.length === 0) throw new FormatError("zero length string");
  const at = text.search(notADigit);
  if (at >= 0) throw invalidDigit(text.charCodeAt(at));
  if (text.length > charactersMax) throw new FormatError("invalid input checksum");
  return base58.decode(text);
}

/**
 * Decoding takes quadratic time, so the library decodes no longer text. No ID or key comes near: what AvalancheGo
 * says of such a text after decoding it is that its checksum is wrong.
 */
const charactersMax = 4096;

const notADigit = /[^1-9A-HJ-NP-Za-km-z]/;

function invalidDigit(code: number): FormatError {
  if (code > 127) return new FormatError("High-bit set on invalid digit");
  return new FormatError(`Invalid base58 digit (${quoted(code)})`);
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

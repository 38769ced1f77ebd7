import { base58 } from "@scure/base";
import { FormatError } from "./format-error.ts";

/** Base58 with Bitcoin's alphabet. Each leading zero byte becomes a leading "1". */
export function encodeBase58(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

/** Throws FormatError with the messages of github.com/mr-tron/base58 v1.2.0. */
export function decodeBase58(text: string): Uint8Array {
  if (text.length === 0) throw new FormatError("zero length string");
  const at = text.search(notADigit);
  if (at >= 0) throw invalidDigit(text.charCodeAt(at));
  return base58.decode(text);
}

const notADigit = /[^1-9A-HJ-NP-Za-km-z]/;

function invalidDigit(code: number): FormatError {
  if (code > 127) return new FormatError("high-bit set on invalid digit");
  return new FormatError(`invalid base58 digit (${quoted(code)})`);
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

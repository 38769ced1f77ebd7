import { appendChecksum, stripChecksum } from "./checksum.ts";
import { FormatError } from "./format-error.ts";
import { formatHex, parseHex } from "./hex.ts";

/** `hex` and `hexc` carry a four-byte checksum behind the bytes, `hexnc` none. */
export type Encoding = "hex" | "hexc" | "hexnc" | "json";

/** The encoding of that name in any letter case. Throws FormatError for another name. */
export function parseEncoding(text: string): Encoding {
  const name = text.toLowerCase();
  if (name === "hex" || name === "hexc" || name === "hexnc" || name === "json") return name;
  throw new FormatError("invalid encoding");
}

/** Throws FormatError for `json`. avalanchego utils/formatting/encoding.go @ v1.12.1 */
export function encodeBytes(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === "json") throw unsupported();
  return formatHex(encoding === "hexnc" ? bytes : appendChecksum(bytes));
}

/** The empty text is no bytes. Throws FormatError for a bad prefix, digit or checksum. */
export function decodeBytes(text: string, encoding: Encoding): Uint8Array {
  if (text === "") return new Uint8Array(0);
  if (encoding === "json") throw unsupported();
  const bytes = parseHex(text);
  return encoding === "hexnc" ? bytes : stripChecksum(bytes);
}

function unsupported(): FormatError {
  return new FormatError("unsupported encoding in method");
}

/** Standard base64 with padding, as Go shows a []byte in JSON. */
export function formatBase64(bytes: Uint8Array): string {
  let binary = "";
  const chunk = 0x8000;
  for (let i = 0; i < bytes.length; i += chunk) {
    binary += String.fromCharCode(...bytes.subarray(i, i + chunk));
  }
  return btoa(binary);
}

import { appendChecksum, stripChecksum } from "./checksum.ts";
import { FormatError } from "./format-error.ts";
import { formatHex, parseHex } from "./hex.ts";

/** `hex` and `hexc` end with a four-byte checksum, `hexnc` does not. */
export type Encoding = "hex" | "hexc" | "hexnc" | "json";

/** The encoding with that name, in any letter case. Throws FormatError for an unknown name. */
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

/** An empty text is zero bytes. Throws FormatError for a bad prefix, digit or checksum. */
export function decodeBytes(text: string, encoding: Encoding): Uint8Array {
  if (text === "") return new Uint8Array(0);
  if (encoding === "json") throw unsupported();
  const bytes = parseHex(text);
  return encoding === "hexnc" ? bytes : stripChecksum(bytes);
}

function unsupported(): FormatError {
  return new FormatError("unsupported encoding in method");
}

/** Standard base64 with padding, as Go writes a []byte in JSON. */
export function formatBase64(bytes: Uint8Array): string {
  let binary = "";
  const chunk = 0x8000;
  for (let i = 0; i < bytes.length; i += chunk) {
    binary += String.fromCharCode(...bytes.subarray(i, i + chunk));
  }
  return btoa(binary);
}

/** Throws FormatError for text that is not standard base64. */
export function parseBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw new FormatError("not base64 with padding");
  }
  const binary = atob(text);
  return Uint8Array.from({ length: binary.length }, (_, i) => binary.charCodeAt(i));
}

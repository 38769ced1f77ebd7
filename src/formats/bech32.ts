import { bech32, bech32m } from "@scure/base";
import { FormatError } from "./format-error.ts";

/** Bech32 (BIP 173) of the bytes with a lower-case human-readable part. */
export function encodeBech32(hrp: string, bytes: Uint8Array): string {
  return bech32.encode(hrp, bech32.toWords(bytes), false);
}

/**
 * Returns the human-readable part in lower case and the bytes. Leftover bits are padded to a full byte. Like
 * github.com/btcsuite/btcd/btcutil v1.1.3, accepts the checksums of bech32 and bech32m.
 * Throws FormatError with the messages of that package.
 */
export function decodeBech32(text: string): { hrp: string; bytes: Uint8Array } {
  const fault = characterFault(text);
  if (fault !== undefined) throw new FormatError(fault);
  const decoded = bech32.decodeUnsafe(text) ?? bech32m.decodeUnsafe(text);
  // The package also takes an empty human-readable part.
  if (decoded === undefined || decoded.prefix === "") throw faultOf(text.toLowerCase());
  return { hrp: decoded.prefix, bytes: bytesOf(decoded.words) };
}

const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const textLengthMin = 8;
const textLengthMax = 90;
const checksumLength = 6;

/** The package rejects leftover bits; whole groups of 8 words (5 bytes) have none. */
function bytesOf(words: readonly number[]): Uint8Array {
  const padding = Array<number>((8 - (words.length % 8)) % 8).fill(0);
  const bytes = bech32.fromWords([...words, ...padding]);
  return bytes.slice(0, Math.ceil((words.length * 5) / 8));
}

function characterFault(text: string): string | undefined {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length < textLengthMin || bytes.length > textLengthMax) {
    return `invalid bech32 string length ${bytes.length}`;
  }
  let hasLower = false;
  let hasUpper = false;
  for (const byte of bytes) {
    if (byte < 33 || byte > 126) {
      return `invalid character in string: '${String.fromCharCode(byte)}'`;
    }
    hasLower ||= byte >= 97 && byte <= 122;
    hasUpper ||= byte >= 65 && byte <= 90;
    if (hasLower && hasUpper) return "string not all lowercase or all uppercase";
  }
  return undefined;
}

/** Why a lower-case text of valid characters does not decode. */
function faultOf(text: string): FormatError {
  const separator = text.lastIndexOf("1");
  if (separator < 1 || separator + 1 + checksumLength > text.length) {
    return new FormatError(`invalid separator index ${separator}`);
  }
  const data = text.slice(separator + 1);
  const words = [...data].map((character) => charset.indexOf(character));
  const foreign = words.indexOf(-1);
  if (foreign >= 0) {
    return new FormatError(`invalid character not part of charset: ${data.charCodeAt(foreign)}`);
  }
  const [expected, expectedM] = [bech32, bech32m].map((variant) =>
    variant
      .encode(text.slice(0, separator), words.slice(0, -checksumLength), false)
      .slice(-checksumLength),
  );
  // btcutil writes its second checksum after the first.
  return new FormatError(
    `invalid checksum (expected (bech32=${expected}, bech32m=${expected}${expectedM}), got ${text.slice(-checksumLength)})`,
  );
}

import { decodeBase58, encodeBase58 } from "./base58.ts";
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

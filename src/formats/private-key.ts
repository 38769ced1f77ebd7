import { decodeCb58, encodeCb58 } from "./cb58.ts";
import { FormatError } from "./format-error.ts";

const prefix = "PrivateKey-";
const privateKeyBytes = 32;

/** `PrivateKey-` and cb58 of the 32 bytes. avalanchego utils/crypto/secp256k1/secp256k1.go @ v1.12.1 */
export function formatPrivateKey(key: Uint8Array): string {
  return prefix + encodeCb58(key);
}

/** Throws FormatError if the prefix is missing or the rest is not cb58 of 32 bytes. */
export function parsePrivateKey(text: string): Uint8Array {
  if (!text.startsWith(prefix)) throw new FormatError(`private key missing ${prefix} prefix`);
  const key = decodeCb58(text.slice(prefix.length));
  if (key.length !== privateKeyBytes) {
    throw new FormatError(`private key has unexpected length, expected ${privateKeyBytes}`);
  }
  return key;
}

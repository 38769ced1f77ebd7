import { aeadNonceBytes, open, seal } from "../crypto/aead.ts";
import { sha256 } from "../crypto/hash.ts";
import { decodeFields, encodeFields, UserDataError } from "./codec.ts";

/** What the values of a user's database are sealed with: the SHA-256 of the password. */
export function sealingKey(password: string): Uint8Array {
  return sha256(new TextEncoder().encode(password));
}

/** Ciphertext and nonce (24 bytes, never used twice) in one value. avalanchego database/encdb/db.go @ v1.12.1 */
export function sealValue(key: Uint8Array, nonce: Uint8Array, plaintext: Uint8Array): Uint8Array {
  return encodeFields((fields) => {
    fields.bytes(seal(key, nonce, plaintext));
    fields.bytes(nonce);
  });
}

/** Throws UserDataError where the value is not whole or was sealed with another key. */
export function openValue(key: Uint8Array, value: Uint8Array): Uint8Array {
  if (value.length > valueBytesMax) {
    throw new UserDataError(
      `byte array exceeds maximum length: ${value.length} > ${valueBytesMax}`,
    );
  }
  const { ciphertext, nonce } = decodeFields(value, (fields) => ({
    ciphertext: fields.bytes(),
    nonce: fields.bytes(),
  }));
  if (nonce.length !== aeadNonceBytes) {
    throw new UserDataError("chacha20poly1305: bad nonce length passed to Open");
  }
  const plaintext = open(key, nonce, ciphertext);
  if (plaintext === undefined) {
    throw new UserDataError("chacha20poly1305: message authentication failed");
  }
  return plaintext;
}

const valueBytesMax = 256 * 1024;

import { requireLazily } from "./native.ts";

export const aeadNonceBytes = 24;

/** XChaCha20-Poly1305: the ciphertext followed by its tag. Key 32 bytes, nonce 24 bytes. */
export function seal(key: Uint8Array, nonce: Uint8Array, plaintext: Uint8Array): Uint8Array {
  return cipher(key, nonce).encrypt(plaintext);
}

/** Undefined if the key is wrong or the ciphertext was changed. */
export function open(
  key: Uint8Array,
  nonce: Uint8Array,
  ciphertext: Uint8Array,
): Uint8Array | undefined {
  try {
    return cipher(key, nonce).decrypt(ciphertext);
  } catch {
    return undefined;
  }
}

function cipher(key: Uint8Array, nonce: Uint8Array) {
  const { xchacha20poly1305 } = requireLazily<typeof import("@noble/ciphers/chacha.js")>(
    "@noble/ciphers/chacha.js",
  );
  return xchacha20poly1305(key, nonce);
}

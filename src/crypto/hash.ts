import { getHashes, hash } from "node:crypto";
import { requireLazily } from "./native.ts";

export function sha256(bytes: Uint8Array): Uint8Array {
  return digest("sha256", bytes);
}

export function ripemd160(bytes: Uint8Array): Uint8Array {
  return nodeHasRipemd160() ? digest("ripemd160", bytes) : nobleRipemd160()(bytes);
}

/**
 * ripemd160(sha256(bytes)): the address of a compressed public key, the node ID of a certificate.
 * avalanchego utils/hashing/hashing.go @ v1.12.1
 */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

/** Node hands over a text of one character a byte in half the time of a Buffer. */
function digest(algorithm: string, bytes: Uint8Array): Uint8Array {
  const text = hash(algorithm, bytes, "binary");
  const digested = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) digested[i] = text.charCodeAt(i);
  return digested;
}

/** OpenSSL builds may leave ripemd160 out. */
let hasRipemd160: boolean | undefined;
function nodeHasRipemd160(): boolean {
  hasRipemd160 ??= getHashes().includes("ripemd160");
  return hasRipemd160;
}

const nobleRipemd160 = () =>
  requireLazily<typeof import("@noble/hashes/legacy.js")>("@noble/hashes/legacy.js").ripemd160;

/** Ethereum's hash: Keccak-256 with the padding from before SHA-3. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return requireLazily<typeof import("@noble/hashes/sha3.js")>("@noble/hashes/sha3.js").keccak_256(
    bytes,
  );
}

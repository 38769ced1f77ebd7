import { requireLazily } from "./native.ts";

/** Ethereum's hash: Keccak-256 with the padding from before SHA-3. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return requireLazily<typeof import("@noble/hashes/sha3.js")>("@noble/hashes/sha3.js").keccak_256(
    bytes,
  );
}

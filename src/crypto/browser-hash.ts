import { ripemd160 as nobleRipemd160 } from "@noble/hashes/legacy.js";
import { sha256 as nobleSha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";

/** What hash.ts exports, without Node: the page at /docs is built with it in its place. */

export function sha256(bytes: Uint8Array): Uint8Array {
  return nobleSha256(bytes);
}

export function ripemd160(bytes: Uint8Array): Uint8Array {
  return nobleRipemd160(bytes);
}

export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

export function keccak256(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes);
}

import { hash160 } from "./hash.ts";
import { type RecoveryFailure, recoverPublicKey } from "./secp256k1.ts";

/**
 * The address (20 bytes) of the key that signed a hash, or why there is none. Caches the latest: a
 * transaction is verified when it arrives, when a block is built and when the block is accepted.
 */
export function recoverSigner(
  hash: Uint8Array,
  signature: Uint8Array,
): Uint8Array | RecoveryFailure {
  const key = `${text(hash)}${text(signature)}`;
  const known = latest.get(key) ?? earlier.get(key);
  if (known !== undefined) return known;
  const publicKey = recoverPublicKey(hash, signature);
  if (typeof publicKey === "string") return publicKey;
  const address = hash160(publicKey);
  remember(key, address);
  return address;
}

const generationMax = 4096;
let latest = new Map<string, Uint8Array>();
let earlier = new Map<string, Uint8Array>();

function remember(key: string, address: Uint8Array): void {
  if (latest.size === generationMax) {
    earlier = latest;
    latest = new Map();
  }
  latest.set(key, address);
}

/** One character per byte. */
function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

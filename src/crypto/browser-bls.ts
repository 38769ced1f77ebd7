import { bls12_381 } from "@noble/curves/bls12-381.js";
import type { BlsFault } from "./bls-backend.ts";

/** What the codec needs of bls.ts, without Node: the page at /docs is built with it in its place. */

/** What is wrong with a compressed public key (48 bytes). */
export function publicKeyFault(publicKey: Uint8Array): BlsFault | undefined {
  try {
    const point = bls12_381.G1.Point.fromBytes(publicKey);
    point.assertValidity();
    return point.is0() ? "invalid public key" : undefined;
  } catch {
    return "couldn't decompress public key";
  }
}

/** The page decodes and does not verify. */
export function proofOfPossessionFault(): never {
  throw new Error("proofs of possession are not verified in browsers");
}

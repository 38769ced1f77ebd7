import { aggregateSignatures, sign } from "../../crypto/bls.ts";
import type { Release } from "../../networks/release.ts";
import { encodeUnsignedMessage, encodeWarpMessage, type UnsignedMessage } from "./message.ts";
import { canonicalSet, type WarpValidator } from "./verify.ts";

export type SignedMessage = {
  /** The message with its signature; undefined if no key is known. */
  readonly bytes: Uint8Array | undefined;
  readonly signedWeight: bigint;
  readonly totalWeight: bigint;
};

/**
 * Signs a message with the keys of its source's validators that are known. Throws a Rejection if the weights overflow.
 */
export function signWarpMessage(
  message: UnsignedMessage,
  validators: readonly WarpValidator[],
  release: Release,
  secretKeyOf: (publicKey: Uint8Array) => Uint8Array | undefined,
): SignedMessage {
  const { signable, totalWeight } = canonicalSet(validators, release);
  const signed = encodeUnsignedMessage(message);
  const signatures: Uint8Array[] = [];
  const indices: number[] = [];
  let signedWeight = 0n;
  for (const [index, { publicKey, weight }] of signable.entries()) {
    const secretKey = secretKeyOf(publicKey);
    if (secretKey === undefined) continue;
    signatures.push(sign(secretKey, signed));
    indices.push(index);
    signedWeight += weight;
  }
  if (signatures.length === 0) return { bytes: undefined, signedWeight, totalWeight };
  const signature = aggregateSignatures(signatures);
  const signers = bitSet(indices);
  const bytes = encodeWarpMessage({
    ...message,
    signature: { kind: "BitSetSignature", signers, signature },
  });
  return { bytes, signedWeight, totalWeight };
}

/** A big-endian bit set without leading zeros, which a verifier refuses. The indices rise. */
function bitSet(indices: readonly number[]): Uint8Array {
  const bits = new Uint8Array((indices.at(-1)! >> 3) + 1);
  for (const index of indices) bits[bits.length - 1 - (index >> 3)]! |= 1 << (index & 7);
  return bits;
}

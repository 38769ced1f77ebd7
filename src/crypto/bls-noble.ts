import type { WeierstrassPoint } from "@noble/curves/abstract/weierstrass.js";
import type { BlsBackend } from "./bls-backend.ts";
import { requireLazily } from "./native.ts";

const tagOfSignatures = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const tagOfProofs = "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/** The reference backend, and the only one with the domain tag of proofs of possession. */
export function nobleBls(): BlsBackend {
  const { G1, G2, longSignatures: bls } = curve();
  const { Point } = G1;
  const { Signature } = bls;
  return {
    publicKey: (secretKey) => bls.getPublicKey(secretKey).toBytes(true),
    sign: (secretKey, message) => signTagged(secretKey, message, tagOfSignatures),
    publicKeyFault: (bytes) => {
      const key = pointOrFault(() => Point.fromBytes(bytes));
      if (key === "undecodable") return "couldn't decompress public key";
      return key === "outside the group" || key.is0() ? "invalid public key" : undefined;
    },
    signatureFault: (bytes) => {
      const signature = pointOrFault(() => Signature.fromBytes(bytes));
      if (signature === "undecodable") return "couldn't decompress signature";
      return signature === "outside the group" ? "invalid signature" : undefined;
    },
    uncompress: (publicKey) => Point.fromBytes(publicKey).toBytes(false),
    uncompressSignature: (signature) => Signature.fromBytes(signature).toBytes(false),
    compress: (publicKey) => Point.fromBytes(publicKey).toBytes(true),
    aggregatePublicKeys: (all) =>
      sum(
        all.map((key) => Point.fromBytes(key)),
        Point.ZERO,
      ),
    aggregateSignatures: (all) =>
      sum(
        all.map((one) => Signature.fromBytes(one)),
        G2.Point.ZERO,
      ),
    verify: (all, message, signature) =>
      falseIfThrown(() => {
        const key = bls.aggregatePublicKeys(all.map((one) => Point.fromBytes(one)));
        return bls.verify(Signature.fromBytes(signature), bls.hash(message, tagOfSignatures), key);
      }),
  };
}

export function nobleSignProof(secretKey: Uint8Array, message: Uint8Array): Uint8Array {
  return signTagged(secretKey, message, tagOfProofs);
}

/**
 * Whether e(key, hash(message)) = e(generator, proof); a proof of possession signs the compressed key. Both points are
 * uncompressed and already known to be in their groups and not zero: checking again would take a seventh of the time.
 */
export function nobleVerifyProof(
  signed: Uint8Array,
  points: { readonly publicKey: Uint8Array; readonly proof: Uint8Array },
): boolean {
  const { G1, G2, fields, longSignatures, pairingBatch } = curve();
  const [keyX, keyY] = coordinates(points.publicKey);
  const [x1, x0, y1, y0] = coordinates(points.proof);
  const key = G1.Point.fromAffine({ x: keyX!, y: keyY! });
  const proof = G2.Point.fromAffine({ x: { c0: x0!, c1: x1! }, y: { c0: y0!, c1: y1! } });
  const message = longSignatures.hash(signed, tagOfProofs);
  const product = pairingBatch([
    { g1: key, g2: message },
    { g1: G1.Point.BASE.negate(), g2: proof },
  ]);
  return fields.Fp12.eql(product, fields.Fp12.ONE);
}

/** The coordinates of an uncompressed point: numbers of 48 bytes, the greater degree first. */
function coordinates(point: Uint8Array): bigint[] {
  const numbers: bigint[] = [];
  for (let at = 0; at < point.length; at += 48) {
    const digits = Buffer.from(point.subarray(at, at + 48)).toString("hex");
    numbers.push(BigInt(`0x${digits}`));
  }
  return numbers;
}

function signTagged(secretKey: Uint8Array, message: Uint8Array, tag: string): Uint8Array {
  const { longSignatures: bls } = curve();
  return bls.Signature.toBytes(bls.sign(bls.hash(message, tag), secretKey));
}

/** The bytes of a sum. The library can serialize only one of its forms of zero. */
function sum<Coordinate>(
  points: readonly WeierstrassPoint<Coordinate>[],
  zero: WeierstrassPoint<Coordinate>,
): Uint8Array {
  const total = points.reduce((partial, point) => partial.add(point), zero);
  return (total.is0() ? zero : total).toBytes(true);
}

function curve(): typeof import("@noble/curves/bls12-381.js")["bls12_381"] {
  return requireLazily<typeof import("@noble/curves/bls12-381.js")>("@noble/curves/bls12-381.js")
    .bls12_381;
}

function pointOrFault<Point>(decode: () => Point): Point | "undecodable" | "outside the group" {
  try {
    return decode();
  } catch (error) {
    // The library decodes and checks in one step; only its error message distinguishes the failures.
    return String(error).includes("prime-order subgroup") ? "outside the group" : "undecodable";
  }
}

function falseIfThrown(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

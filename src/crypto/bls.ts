import { randomBytes } from "node:crypto";
import type { BlsBackend, BlsFault } from "./bls-backend.ts";
import { nativeBls } from "./bls-native.ts";
import { nobleBls, nobleSignProof, nobleVerifyProof } from "./bls-noble.ts";
import { loadProofEquation, type Proof, type ProofEquation } from "./proof-equation.ts";

const blsSecretKeyBytes = 32;
const blsPublicKeyBytes = 48;
const blsSignatureBytes = 96;

/** The compressed public key (48 bytes) of a secret key (32 bytes, big-endian). */
export function blsPublicKey(secretKey: Uint8Array): Uint8Array {
  return backend().publicKey(secretKey);
}

/** True for 32 bytes that are a secret key: from 1 to the order of the groups, exclusive. */
export function isBlsSecretKey(bytes: Uint8Array): boolean {
  if (bytes.length !== blsSecretKeyBytes) return false;
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return value > 0n && value < groupOrder;
}

export function generateBlsSecretKey(): Uint8Array {
  for (;;) {
    const candidate = new Uint8Array(randomBytes(blsSecretKeyBytes));
    // The order has 255 bits. Values that are still too large are drawn again, so that all keys
    // are equally likely.
    candidate[0]! &= 0x7f;
    if (isBlsSecretKey(candidate)) return candidate;
  }
}

/** A signature (96 bytes) over a message, as in Warp. */
export function sign(secretKey: Uint8Array, message: Uint8Array): Uint8Array {
  return backend().sign(secretKey, message);
}

/** The signature over the compressed public key of the same secret key, with the tag of proofs. */
export function signProofOfPossession(secretKey: Uint8Array): Uint8Array {
  return nobleSignProof(secretKey, blsPublicKey(secretKey));
}

/** A signature (96 bytes) over any message under the tag of proofs: what peers sign their addresses with. */
export function signInProofSuite(secretKey: Uint8Array, message: Uint8Array): Uint8Array {
  return nobleSignProof(secretKey, message);
}

/** Whether a compressed public key signed a message under the tag of proofs. */
export function isProofSuiteSignature(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (faultOfPoints({ publicKey, proof: signature }) !== undefined) return false;
  if (isZeroSignature(signature)) return false;
  const points = {
    publicKey: backend().uncompress(publicKey),
    proof: backend().uncompressSignature(signature),
  };
  return nobleVerifyProof(message, points);
}

/**
 * What is wrong with a compressed public key (48 bytes); undefined if it is a point of the group
 * and not zero.
 */
export function publicKeyFault(publicKey: Uint8Array): BlsFault | undefined {
  if (publicKey.length !== blsPublicKeyBytes) return "couldn't decompress public key";
  return backend().publicKeyFault(publicKey);
}

/**
 * What is wrong with a signature (96 bytes); undefined if it is a point of the group, which may be
 * zero.
 */
export function signatureFault(signature: Uint8Array): BlsFault | undefined {
  if (signature.length !== blsSignatureBytes) return "couldn't decompress signature";
  return backend().signatureFault(signature);
}

/** The fault of a proof of possession, or undefined for a valid one. */
export function proofOfPossessionFault(
  publicKey: Uint8Array,
  proof: Uint8Array,
): BlsFault | undefined {
  const given = { publicKey, proof };
  const fault = faultOfPoints(given);
  if (fault !== undefined) return fault;
  return allProve([given]) ? undefined : "invalid proof of possession";
}

export function verifyProofOfPossession(publicKey: Uint8Array, proof: Uint8Array): boolean {
  return proofOfPossessionFault(publicKey, proof) === undefined;
}

/** Returns which proofs are valid. Verifying many together takes less time than one by one. */
export function verifyProofs(proofs: readonly Proof[]): boolean[] {
  const haveSoundPoints = proofs.map((proof) => faultOfPoints(proof) === undefined);
  if (allProve(proofs.filter((_, i) => haveSoundPoints[i]))) return haveSoundPoints;
  return proofs.map(
    ({ publicKey, proof }, i) => haveSoundPoints[i]! && verifyProofOfPossession(publicKey, proof),
  );
}

export function proofKey({ publicKey, proof }: Proof): string {
  return Buffer.concat([publicKey, proof]).toString("latin1");
}

/** Makes later proofs four times as fast. Verifying the first proof starts this in any case. */
export function warmProofs(): Promise<void> {
  warming ??= loadProofEquation().then((equation) => {
    wasmEquation = equation;
  });
  return warming;
}

/**
 * The uncompressed 96 bytes of a public key of 48 bytes, by which validators in a Warp set are
 * sorted.
 */
export function uncompressPublicKey(publicKey: Uint8Array): Uint8Array {
  return backend().uncompress(publicKey);
}

/** The compressed 48 bytes of a public key of 96 bytes. */
export function compressPublicKey(publicKey: Uint8Array): Uint8Array {
  return backend().compress(publicKey);
}

/** The sum (48 bytes) of valid public keys of 48 or 96 bytes each. Throws for an empty list. */
export function aggregatePublicKeys(publicKeys: readonly Uint8Array[]): Uint8Array {
  if (publicKeys.length === 0) throw new Error("no public keys");
  return backend().aggregatePublicKeys(publicKeys);
}

/** The sum of valid signatures. Throws for an empty list. */
export function aggregateSignatures(signatures: readonly Uint8Array[]): Uint8Array {
  if (signatures.length === 0) throw new Error("no signatures");
  return backend().aggregateSignatures(signatures);
}

/**
 * True if the owners of all public keys (48 or 96 bytes each, valid) have signed the message. False
 * for an empty list, for keys that sum to zero, and for a malformed signature.
 */
export function verifyAggregate(
  publicKeys: readonly Uint8Array[],
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (publicKeys.length === 0 || signature.length !== blsSignatureBytes) return false;
  return backend().verify(publicKeys, message, signature);
}

const groupOrder = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;

let warming: Promise<void> | undefined;
let wasmEquation: ProofEquation | undefined;

/** Assumes that the points are in their groups. */
function allProve(proofs: readonly Proof[]): boolean {
  if (proofs.some(({ proof }) => isZeroSignature(proof))) return false;
  if (wasmEquation !== undefined) return wasmEquation(proofs);
  void warmProofs();
  return proofs.every(({ publicKey, proof }) => {
    const points = {
      publicKey: backend().uncompress(publicKey),
      proof: backend().uncompressSignature(proof),
    };
    return nobleVerifyProof(publicKey, points);
  });
}

function faultOfPoints({ publicKey, proof }: Proof): BlsFault | undefined {
  return publicKeyFault(publicKey) ?? signatureFault(proof);
}

/** Zero is a point of the group, but proves nothing. */
function isZeroSignature(signature: Uint8Array): boolean {
  return (signature[0]! & 0x40) !== 0;
}

let loaded: BlsBackend | undefined;

function backend(): BlsBackend {
  loaded ??= nativeBls() ?? nobleBls();
  return loaded;
}

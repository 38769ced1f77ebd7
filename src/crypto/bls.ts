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
    // The order has 255 bits; what is still too large is drawn again, so that no key is likelier.
    candidate[0]! &= 0x7f;
    if (isBlsSecretKey(candidate)) return candidate;
  }
}

/** A signature (96 bytes) over a message, as Warp has them. */
export function sign(secretKey: Uint8Array, message: Uint8Array): Uint8Array {
  return backend().sign(secretKey, message);
}

/** The signature over one's own compressed public key, under the tag of proofs. */
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

/** Of a compressed public key (48 bytes): undefined where it is a point of the group, not zero. */
export function publicKeyFault(publicKey: Uint8Array): BlsFault | undefined {
  if (publicKey.length !== blsPublicKeyBytes) return "couldn't decompress public key";
  return backend().publicKeyFault(publicKey);
}

/** Of a signature (96 bytes): undefined where it is a point of the group; zero is one. */
export function signatureFault(signature: Uint8Array): BlsFault | undefined {
  if (signature.length !== blsSignatureBytes) return "couldn't decompress signature";
  return backend().signatureFault(signature);
}

/** What is wrong with a proof of possession; undefined: nothing. Good ones are remembered. */
export function proofOfPossessionFault(
  publicKey: Uint8Array,
  proof: Uint8Array,
): BlsFault | undefined {
  const given = { publicKey, proof };
  if (isRememberedProof(given)) return undefined;
  const fault = faultOfPoints(given);
  if (fault !== undefined) return fault;
  if (!allProve([given])) return "invalid proof of possession";
  rememberProof(given);
  return undefined;
}

export function verifyProofOfPossession(publicKey: Uint8Array, proof: Uint8Array): boolean {
  return proofOfPossessionFault(publicKey, proof) === undefined;
}

/** Which proofs are good. Many take less time each than one. */
export function verifyProofs(proofs: readonly Proof[]): boolean[] {
  const sound = proofs.filter((proof) => faultOfPoints(proof) === undefined);
  if (allProve(sound)) for (const proof of sound) rememberProof(proof);
  return proofs.map(({ publicKey, proof }) => verifyProofOfPossession(publicKey, proof));
}

/** Remembers a proof that another thread has verified. */
export function rememberProof(proof: Proof): void {
  if (goodProofs.size === goodProofsMax) goodProofs.delete(goodProofs.values().next().value!);
  goodProofs.add(proofKey(proof));
}

export function isRememberedProof(proof: Proof): boolean {
  return goodProofs.has(proofKey(proof));
}

export function proofKey({ publicKey, proof }: Proof): string {
  return Buffer.concat([publicKey, proof]).toString("latin1");
}

/** Makes proofs four times as fast from then on. The first one that is verified starts it in any case. */
export function warmProofs(): Promise<void> {
  warming ??= loadProofEquation().then((equation) => {
    wasmEquation = equation;
  });
  return warming;
}

/** The 96 bytes of a public key of 48 bytes: the order of validators in a Warp set is theirs. */
export function uncompressPublicKey(publicKey: Uint8Array): Uint8Array {
  return backend().uncompress(publicKey);
}

/** The 48 bytes of a public key of 96 bytes. */
export function compressPublicKey(publicKey: Uint8Array): Uint8Array {
  return backend().compress(publicKey);
}

/** The sum (48 bytes) of valid public keys, of 48 or 96 bytes each; of none it throws. */
export function aggregatePublicKeys(publicKeys: readonly Uint8Array[]): Uint8Array {
  if (publicKeys.length === 0) throw new Error("no public keys");
  return backend().aggregatePublicKeys(publicKeys);
}

/** The sum of valid signatures; of none it throws. */
export function aggregateSignatures(signatures: readonly Uint8Array[]): Uint8Array {
  if (signatures.length === 0) throw new Error("no signatures");
  return backend().aggregateSignatures(signatures);
}

/**
 * True where the owners of all the public keys (48 or 96 bytes each, valid) have signed the message.
 * No keys, keys that sum to zero and malformed signatures are false.
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

/** Of points that are in their groups. */
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

/** Zero is a point of the group and proves nothing. */
function isZeroSignature(signature: Uint8Array): boolean {
  return (signature[0]! & 0x40) !== 0;
}

/** A proof takes 5 to 20 ms and comes back in mempool, block and restart. */
const goodProofs = new Set<string>();
const goodProofsMax = 4096;

let loaded: BlsBackend | undefined;

function backend(): BlsBackend {
  loaded ??= nativeBls() ?? nobleBls();
  return loaded;
}

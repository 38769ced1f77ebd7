import { proofKey, proofOfPossessionFault, verifyProofs } from "./bls.ts";
import type { BlsFault } from "./bls-backend.ts";
import { hash160 } from "./hash.ts";
import type { Proof } from "./proof-equation.ts";
import { type RecoveryFailure, recoverPublicKey } from "./secp256k1.ts";

const generationMax = 4096;
const proofsMax = 4096;

/**
 * What a chain has verified lately. A transaction is verified when it arrives and again in its block, and a proof of
 * possession takes 5 to 20 ms each time.
 */
export class VerifiedSignatures {
  #latest = new Map<string, Uint8Array>();
  #earlier = new Map<string, Uint8Array>();
  readonly #proofs = new Set<string>();

  /** The address (20 bytes) of the key that made a signature over a hash, or why there is none. */
  signerOf(hash: Uint8Array, signature: Uint8Array): Uint8Array | RecoveryFailure {
    const key = `${text(hash)}${text(signature)}`;
    const known = this.#latest.get(key) ?? this.#earlier.get(key);
    if (known !== undefined) return known;
    const publicKey = recoverPublicKey(hash, signature);
    if (typeof publicKey === "string") return publicKey;
    const address = hash160(publicKey);
    this.#remember(key, address);
    return address;
  }

  /** The fault of a proof of possession, or undefined for a valid one. */
  proofFault(publicKey: Uint8Array, proof: Uint8Array): BlsFault | undefined {
    const given = { publicKey, proof };
    if (this.hasProof(given)) return undefined;
    const fault = proofOfPossessionFault(publicKey, proof);
    if (fault === undefined) this.addProof(given);
    return fault;
  }

  /** Verifies many proofs, which takes less time than one by one. */
  verifyProofs(proofs: readonly Proof[]): void {
    const verdicts = verifyProofs(proofs);
    for (const [i, proof] of proofs.entries()) if (verdicts[i] === true) this.addProof(proof);
  }

  hasProof(proof: Proof): boolean {
    return this.#proofs.has(proofKey(proof));
  }

  /** Adds a proof that another thread has verified. */
  addProof(proof: Proof): void {
    if (this.#proofs.size === proofsMax) this.#proofs.delete(this.#proofs.values().next().value!);
    this.#proofs.add(proofKey(proof));
  }

  #remember(key: string, address: Uint8Array): void {
    if (this.#latest.size === generationMax) {
      this.#earlier = this.#latest;
      this.#latest = new Map();
    }
    this.#latest.set(key, address);
  }
}

/** One character per byte. */
function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

import { setImmediate as turn } from "node:timers/promises";
import { warmProofs } from "../crypto/bls.ts";
import type { VerifiedSignatures } from "../crypto/verified-signatures.ts";
import type { ProofOfPossession } from "../pchain/components/signer.ts";
import type { Tx } from "../pchain/txs/tx.ts";

/**
 * Verifies the proofs of possession of transactions that have many before the transaction is executed, one in each pass
 * of the event loop: each takes 5 to 30 ms, and a ConvertSubnetToL1Tx of 20 KB has a hundred. Transactions take turns.
 */
export class ProofsInTurn {
  readonly #verified: VerifiedSignatures;
  readonly #jobs: Job[] = [];

  constructor(verified: VerifiedSignatures) {
    this.#verified = verified;
  }

  /**
   * Runs `issue` at once, or after the proofs if there are several that this chain has not verified yet. Rejects with an
   * AbortError if `isWanted` returns false before that.
   */
  before<T>(
    tx: Tx,
    issue: () => T | Promise<T>,
    isWanted: () => boolean = () => true,
  ): T | Promise<T> {
    const proofs = proofsOf(tx).filter(
      ({ publicKey, proofOfPossession: proof }) => !this.#verified.hasProof({ publicKey, proof }),
    );
    if (proofs.length < 2) return issue();
    return new Promise<void>((done, reject) => {
      const drop = () => reject(new DOMException("nobody waits for the result", "AbortError"));
      this.#jobs.push({ proofs, done, drop, isWanted });
      if (this.#jobs.length === 1) void this.#run();
    }).then(issue);
  }

  async #run(): Promise<void> {
    // Without this, the first proof takes more than 100 ms.
    await warmProofs();
    for (let at = 0; this.#jobs.length > 0; at++) {
      await turn();
      const index = at % this.#jobs.length;
      const { proofs, done, drop, isWanted } = this.#jobs[index]!;
      if (!isWanted()) {
        this.#jobs.splice(index, 1);
        drop();
        continue;
      }
      const { publicKey, proofOfPossession } = proofs.shift()!;
      // Execution rejects the transaction at its first invalid proof.
      const isInvalid = this.#verified.proofFault(publicKey, proofOfPossession) !== undefined;
      if (!isInvalid && proofs.length > 0) continue;
      this.#jobs.splice(index, 1);
      done();
    }
  }
}

type Job = {
  readonly proofs: ProofOfPossession[];
  readonly done: () => void;
  readonly drop: () => void;
  readonly isWanted: () => boolean;
};

function proofsOf({ unsigned }: Tx): ProofOfPossession[] {
  if (unsigned.kind !== "ConvertSubnetToL1Tx") return [];
  return unsigned.validators.map(({ signer }) => signer);
}

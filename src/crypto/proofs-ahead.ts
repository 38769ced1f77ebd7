import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { proofKey, warmProofs } from "./bls.ts";
import type { Proof } from "./proof-equation.ts";
import type { ProofBatch, ProofVerdicts } from "./proof-worker.ts";
import type { VerifiedSignatures } from "./verified-signatures.ts";

/** A larger batch takes less time per proof, but longer until the first result. */
const batchMax = 16;

/** So that a thread does not idle while this one is busy. */
const batchesOfThreadMax = 2;

/**
 * Verifies proofs of possession before execution needs them: many at once, and in other threads. Valid ones are added
 * to the chain's verified signatures; execution itself verifies all others.
 */
export class ProofsAhead {
  readonly #threads: Thread[];
  readonly #verified: VerifiedSignatures;
  readonly #waiting = new Map<string, Proof>();
  /** Keys of the proofs that threads are verifying. */
  readonly #sent = new Set<string>();

  constructor(threadCount: number, verified: VerifiedSignatures) {
    this.#verified = verified;
    this.#threads = Array.from({ length: threadCount }, () => this.#start());
    // This thread verifies proofs too, and should not wait at its first one.
    void warmProofs();
  }

  /** Schedules the verification of a proof. */
  expect(proof: Proof): void {
    const key = proofKey(proof);
    if (this.#sent.has(key) || this.#verified.hasProof(proof)) return;
    this.#waiting.set(key, proof);
    if (this.#waiting.size >= batchMax) this.#send();
  }

  /** Resolves once no thread is verifying the proof. Verifies other proofs meanwhile. */
  async settle(proof: Proof): Promise<void> {
    const key = proofKey(proof);
    if (!this.#waiting.has(key) && !this.#sent.has(key)) return;
    await warmProofs();
    while (this.#sent.has(key) || this.#waiting.has(key)) {
      // They wait in the order in which they will be asked for.
      this.#verified.verifyProofs(this.#take(batchMax / 2).map(([, one]) => one));
      await turn();
    }
  }

  close(): void {
    for (const { worker } of this.#threads) void worker.terminate();
  }

  #start(): Thread {
    const thread: Thread = { worker: new Worker(executable), batches: [] };
    thread.worker.unref();
    thread.worker.on("message", (verdicts: ProofVerdicts) => {
      for (const [index, [key, proof]] of thread.batches.shift()!.entries()) {
        this.#sent.delete(key);
        if (verdicts[index] === true) this.#verified.addProof(proof);
      }
      this.#send();
    });
    // Execution verifies what a lost thread did not.
    thread.worker.on("error", () => {
      for (const [key] of thread.batches.flat()) this.#sent.delete(key);
      this.#threads.splice(this.#threads.indexOf(thread), 1);
    });
    return thread;
  }

  #send(): void {
    for (const { worker, batches } of this.#threads) {
      while (batches.length < batchesOfThreadMax && this.#waiting.size > 0) {
        const taken = this.#take(batchMax);
        for (const [key] of taken) this.#sent.add(key);
        batches.push(taken);
        const batch: ProofBatch = taken.map(([, proof]) => proof);
        worker.postMessage(batch);
      }
    }
  }

  #take(max: number): (readonly [key: string, proof: Proof])[] {
    const taken = [...this.#waiting].slice(0, max);
    for (const [key] of taken) this.#waiting.delete(key);
    return taken;
  }
}

type Thread = {
  readonly worker: Worker;
  /** The batches without a response, in the order in which they were sent. */
  readonly batches: (readonly (readonly [key: string, proof: Proof])[])[];
};

/** The executable runs the bundle or the sources, and `main.ts` knows what a thread does. */
const executable = new URL("../../bin/couloir", import.meta.url);

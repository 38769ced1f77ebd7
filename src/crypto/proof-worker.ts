import { parentPort } from "node:worker_threads";
import { verifyProofs, warmProofs } from "./bls.ts";
import type { Proof } from "./proof-equation.ts";

/** What a thread that verifies proofs is sent; it answers, in the same order, which are good. */
export type ProofBatch = readonly Proof[];
export type ProofVerdicts = readonly boolean[];

await warmProofs();
parentPort?.on("message", (batch: ProofBatch) => {
  const verdicts: ProofVerdicts = verifyProofs(batch);
  parentPort?.postMessage(verdicts);
});

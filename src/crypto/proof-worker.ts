import { parentPort } from "node:worker_threads";
import { verifyProofs, warmProofs } from "./bls.ts";
import type { Proof } from "./proof-equation.ts";

/**
 * A message to a thread that verifies proofs. It responds with a verdict for each, in the same
 * order.
 */
export type ProofBatch = readonly Proof[];
export type ProofVerdicts = readonly boolean[];

await warmProofs();
parentPort?.on("message", (batch: ProofBatch) => {
  const verdicts: ProofVerdicts = verifyProofs(batch);
  parentPort?.postMessage(verdicts);
});

import type { Metadata } from "../metadata.ts";

const key = "ledgerProblem";

/** Why the gaps of a ledger are not filled, as its store notes it: readers know it, too. Undefined while filling continues. */
export function readFillingProblem(metadata: Pick<Metadata, "getText">): string | undefined {
  return metadata.getText(key);
}

/** Notes why the gaps are not filled, or that filling continues. */
export function noteFillingProblem(
  metadata: Pick<Metadata, "delete" | "getText" | "setText">,
  problem: string | undefined,
): void {
  if (readFillingProblem(metadata) === problem) return;
  if (problem === undefined) metadata.delete(key);
  else metadata.setText(key, problem);
}

import { setTimeout as sleep } from "node:timers/promises";

/** What a checker has found. */
export type CheckReport = {
  readonly calls: number;
  readonly committed: number;
  readonly height: bigint;
  /** Responses that contradict earlier ones. */
  readonly failures: readonly string[];
  /** Calls without a response, by reason. */
  readonly unanswered: ReadonlyMap<string, number>;
};

/** Waits for something that happens sooner or later, however slow the machine is. */
export async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(`waited too long for ${isTrue}`);
    await sleep(10);
  }
}

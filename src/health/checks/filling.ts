import type { Check } from "../check.ts";

/** How far the ledger is filled. */
export type FillingState = {
  /** Blocks without rows. */
  readonly missing: number;
  readonly nextHeight: number | undefined;
  readonly blocksPerSecond: number;
  /** Undefined while it cannot be estimated. */
  readonly remainingSeconds: number | undefined;
  /** Why it cannot be filled. */
  readonly problem: string | undefined;
};

/** Reports how far the ledger is filled. Never fails: a node whose ledger is incomplete does everything else. */
export function fillingCheck(state: () => FillingState): Check {
  return () => {
    const { missing, nextHeight, blocksPerSecond, remainingSeconds, problem } = state();
    if (missing === 0) return { detail: "the ledger is complete" };
    const rest = `the ledger lacks ${missing} blocks, the next at height ${nextHeight}`;
    if (problem !== undefined) return { detail: `${rest}, and cannot be filled: ${problem}` };
    const rate = `filling ${Math.round(blocksPerSecond)} blocks per second`;
    const end =
      remainingSeconds === undefined ? "" : `, about ${Math.round(remainingSeconds)} s left`;
    return { detail: `${rest}; ${rate}${end}` };
  };
}

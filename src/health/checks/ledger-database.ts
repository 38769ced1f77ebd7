import type { Check } from "../check.ts";
import { responding } from "./responding.ts";

/** How far the ledger is copied to the database. */
export type LedgerCopying = {
  readonly state: () => {
    /** The last height in the database; undefined before it answered. */
    readonly height: number | undefined;
    readonly blocksBehind: number;
    readonly problem: { readonly reason: string; readonly since: Date } | undefined;
    /** Whether the ledger of the store must be filled first. */
    readonly isWaiting: boolean;
  };
  /** Resolves when the database server answers; rejects when it does not. */
  readonly ping: () => Promise<void>;
};

/**
 * Passes while the ledger can be copied to the database, and read there. A failure loses no row. A server that hangs is noticed
 * before the statement that waits for it fails, and when there is nothing to copy.
 */
export function ledgerDatabaseCheck(
  copying: LedgerCopying,
  {
    answerMs,
    now = () => new Date(),
  }: { readonly answerMs?: number; readonly now?: () => Date } = {},
): Check {
  const unreachable = responding(() => copying.ping(), answerMs);
  let silentSince: Date | undefined;
  return async () => {
    const silence = await unreachable();
    silentSince = silence === undefined ? undefined : (silentSince ?? now());
    const { height, blocksBehind, problem, isWaiting } = copying.state();
    const reached =
      height === undefined || height < 0 ? "no rows" : `the rows up to height ${height}`;
    const detail = `the database has ${reached}, ${blocksBehind} blocks behind`;
    const since = problem?.since ?? silentSince;
    if (since !== undefined) {
      return { detail, error: `since ${since.toISOString()}: ${problem?.reason ?? silence}` };
    }
    return { detail: isWaiting ? `${detail}: the ledger of the store is filled first` : detail };
  };
}

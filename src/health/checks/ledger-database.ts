import type { Check } from "../check.ts";

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
};

/** Passes while the ledger can be copied to the database. A failure loses no row. */
export function ledgerDatabaseCheck(copying: LedgerCopying): Check {
  return () => {
    const { height, blocksBehind, problem, isWaiting } = copying.state();
    const reached =
      height === undefined || height < 0 ? "no rows" : `the rows up to height ${height}`;
    const detail = `the database has ${reached}, ${blocksBehind} blocks behind`;
    if (problem !== undefined) {
      const error = `since ${problem.since.toISOString()}: ${problem.reason}`;
      return { detail, error };
    }
    return { detail: isWaiting ? `${detail}: the ledger of the store is filled first` : detail };
  };
}

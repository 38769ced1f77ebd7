import { completeRanges, tipOf } from "../handlers/past/coverage.ts";
import type { HeightBounds, LedgerQueries } from "../store/ledger/queries/ledger-queries.ts";
import type { DataContext } from "./operation.ts";
import { notYet } from "./problem.ts";

/** The complete ledger, and the last height. */
export type WholeLedger = { readonly ledger: LedgerQueries; readonly tip: number };

/** Throws Problem with status 503 unless the ledger has the rows of all heights. */
export function wholeLedger({ queries }: Pick<DataContext, "queries">): WholeLedger {
  const ledger = queries.ledgerQueries;
  const coverage = ledger.coverage();
  const tip = tipOf({ queries });
  const ranges = completeRanges(coverage, tip);
  const [only] = ranges;
  if (only?.from === 0 && only.to === tip) return { ledger, tip };
  throw notYet(`The ledger is filling: ${rangesText(ranges)} of ${tip} are complete`);
}

function rangesText(ranges: readonly HeightBounds[]): string {
  if (ranges.length === 0) return "no heights";
  return `heights ${ranges.map(({ from, to }) => `${from} to ${to}`).join(", ")}`;
}

/** The heights of the blocks between two times, in Unix seconds, both included; `from` is greater than `to` if there are none. */
export function heightsBetween(
  {
    startTimestamp: start,
    endTimestamp: end,
  }: { readonly startTimestamp?: number; readonly endTimestamp?: number },
  { ledger, tip }: WholeLedger,
): HeightBounds {
  const from = start === undefined ? 0 : ledger.firstBlockFrom(start)?.height;
  const to = end === undefined ? tip : ledger.lastBlockBy(end)?.height;
  return { from: from ?? tip + 1, to: to ?? -1 };
}

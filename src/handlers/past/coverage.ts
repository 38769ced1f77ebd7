import { errors } from "../../generated/errors.ts";
import {
  fillingWords,
  type HeightBounds,
  type LedgerCoverage,
} from "../../store/ledger/queries/ledger-queries.ts";
import type { HandlerContext } from "../context.ts";

export type PastContext = Pick<HandlerContext, "chain" | "clock" | "queries" | "views">;

/** Throws LedgerOff. */
export function ledgerOf({ queries }: Pick<PastContext, "queries">) {
  const { ledgerQueries: ledger } = queries;
  const coverage = ledger.coverage();
  if (coverage.offSince !== undefined) throw errors.ledgerOff({ height: coverage.offSince });
  return { ledger, coverage, tip: tipOf({ queries }) };
}

export function tipOf({ queries }: Pick<PastContext, "queries">): number {
  return Number(queries.blocks.lastAccepted().height);
}

/** The heights up to the tip that have all their rows, ascending. */
export function completeRanges({ offSince, gaps }: LedgerCoverage, tip: number): HeightBounds[] {
  const last = offSince === undefined ? tip : Math.min(tip, offSince - 1);
  const ranges: HeightBounds[] = [];
  let from = 0;
  for (const gap of gaps) {
    if (gap.from > from) ranges.push({ from, to: Math.min(gap.from - 1, last) });
    from = gap.to + 1;
  }
  if (from <= last) ranges.push({ from, to: last });
  return ranges;
}

/** Throws LedgerFilling unless all heights have their rows. */
export function requireHeights(
  { from, to }: HeightBounds,
  coverage: LedgerCoverage,
  { field, tip }: { readonly field: string; readonly tip: number },
): void {
  const gap = coverage.gaps.find((each) => each.from <= to && each.to >= from);
  if (gap === undefined) return;
  const ranges = completeRanges(coverage, tip).map((range) => `${range.from} to ${range.to}`);
  const complete = ranges.length === 0 ? "no heights yet" : `heights ${ranges.join(", ")}`;
  const state = fillingWords(coverage);
  throw errors.ledgerFilling({ field, state, height: Math.max(gap.from, from), complete });
}

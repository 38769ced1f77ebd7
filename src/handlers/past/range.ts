import { errors } from "../../generated/errors.ts";
import type { HeightBounds, LedgerQueries } from "../../store/ledger/queries/ledger-queries.ts";
import { ledgerOf, type PastContext, requireHeights } from "./coverage.ts";
import { firstHeightFrom, heightArgument, lastHeightBy, timeArgument } from "./moment.ts";

/** The members of a filter that restrict heights. */
export const rangeMembers = [
  "fromHeight",
  "toHeight",
  "fromTime",
  "toTime",
] as const satisfies readonly (keyof RangeParams)[];

export type RangeParams = {
  readonly fromHeight?: bigint;
  readonly toHeight?: bigint;
  readonly fromTime?: string;
  readonly toTime?: string;
};

export type Range = {
  readonly ledger: LedgerQueries;
  readonly tip: number;
  /** `from` is greater than `to` if no block is between two times. */
  readonly heights: HeightBounds;
};

/**
 * The heights that a filter selects; without a range, all. Throws LedgerOff, LedgerHeightAndTime, LedgerHeightNotReached,
 * LedgerTimeTooEarly, LedgerTimeInFuture, InvalidParams and, unless `mayLackRows`, LedgerFilling.
 */
export function rangeOf(
  params: RangeParams,
  context: PastContext,
  { mayLackRows = false }: { readonly mayLackRows?: boolean } = {},
): Range {
  const { ledger, coverage, tip } = ledgerOf(context);
  const heights = { from: fromOf(params, tip, context), to: toOf(params, tip, context) };
  requireOrder(params);
  if (!mayLackRows) {
    const field = rangeMembers.find((name) => params[name] !== undefined);
    requireHeights(heights, coverage, {
      field: field === undefined ? "filter" : `filter.${field}`,
      tip,
    });
  }
  return { ledger, tip, heights };
}

function fromOf({ fromHeight, fromTime }: RangeParams, tip: number, context: PastContext): number {
  requireOne("filter.fromHeight", fromHeight, "filter.fromTime", fromTime);
  if (fromHeight !== undefined) return heightArgument("filter.fromHeight", fromHeight, tip);
  if (fromTime === undefined) return 0;
  const time = timeArgument("filter.fromTime", fromTime, context);
  lastHeightBy(time, "filter.fromTime", context);
  return firstHeightFrom(time, context);
}

function toOf({ toHeight, toTime }: RangeParams, tip: number, context: PastContext): number {
  requireOne("filter.toHeight", toHeight, "filter.toTime", toTime);
  if (toHeight !== undefined) return heightArgument("filter.toHeight", toHeight, tip);
  if (toTime === undefined) return tip;
  return lastHeightBy(timeArgument("filter.toTime", toTime, context), "filter.toTime", context);
}

function requireOne(height: string, heightGiven: unknown, time: string, timeGiven: unknown): void {
  if (heightGiven === undefined || timeGiven === undefined) return;
  throw errors.ledgerHeightAndTime({ height, time });
}

/** Throws InvalidParams for an end before the start. */
function requireOrder({ fromHeight, toHeight, fromTime, toTime }: RangeParams): void {
  if (fromHeight !== undefined && toHeight !== undefined && fromHeight > toHeight) {
    const expected = `a height of at least filter.fromHeight, ${fromHeight}`;
    throw errors.invalidParams({ field: "filter.toHeight", expected, got: toHeight.toString() });
  }
  if (fromTime !== undefined && toTime !== undefined && Date.parse(fromTime) > Date.parse(toTime)) {
    const expected = `a time not before filter.fromTime, ${fromTime}`;
    throw errors.invalidParams({ field: "filter.toTime", expected, got: toTime });
  }
}

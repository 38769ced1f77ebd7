import { FormatError } from "../../formats/format-error.ts";
import { formatId } from "../../formats/id.ts";
import { formatTime, parseTime } from "../../formats/time.ts";
import { errors } from "../../generated/errors.ts";
import { describeValue } from "../../generated/issue.ts";
import type { HeightBounds, LedgerQueries } from "../../store/ledger/queries/ledger-queries.ts";
import { ledgerOf, type PastContext, requireHeights } from "./coverage.ts";

/** A block after which to look. */
export type Moment = {
  readonly ledger: LedgerQueries;
  readonly height: number;
  /** Unix seconds at which locks are judged. */
  readonly judgedAt: bigint;
  /** How results describe it. */
  readonly view: { readonly height: string; readonly time: string; readonly blockID: string };
};

export type MomentParams = { readonly height?: bigint; readonly time?: string };

/**
 * The block that `height` or `time` selects; without both, the last accepted one, and locks are judged by the clock. Throws
 * LedgerOff, LedgerHeightAndTime, LedgerHeightNotReached, LedgerTimeTooEarly, LedgerTimeInFuture and LedgerFilling.
 */
export function momentOf({ height, time }: MomentParams, context: PastContext): Moment {
  const { ledger, coverage, tip } = ledgerOf(context);
  if (height !== undefined && time !== undefined) {
    throw errors.ledgerHeightAndTime({ height: "height", time: "time" });
  }
  const now = context.clock.nowSeconds();
  const at = time === undefined ? undefined : timeArgument("time", time, context);
  const found =
    at === undefined
      ? heightArgument("height", height ?? BigInt(tip), tip)
      : lastHeightBy(at, "time", context);
  requireHeights({ from: 0, to: found }, coverage, {
    field: time === undefined ? "height" : "time",
    tip,
  });
  const block = ledger.block(found)!;
  const judgedAt = at ?? (height === undefined ? now : BigInt(block.time));
  const view = {
    height: found.toString(),
    time: formatTime(BigInt(block.time)),
    blockID: formatId(block.id),
  };
  return { ledger, height: found, judgedAt, view };
}

/** Throws LedgerHeightNotReached. */
export function heightArgument(field: string, height: bigint, tip: number): number {
  if (height > BigInt(tip)) throw errors.ledgerHeightNotReached({ field, height, tip });
  return Number(height);
}

/** Unix seconds. Throws InvalidParams and LedgerTimeInFuture. */
export function timeArgument(
  field: string,
  text: string,
  { clock }: Pick<PastContext, "clock">,
): bigint {
  const time = readTime(field, text);
  const now = clock.nowSeconds();
  if (time > now) throw errors.ledgerTimeInFuture({ field, time: text, now: formatTime(now) });
  return time;
}

/** The height of the last block at or before a time. Throws LedgerTimeTooEarly. */
export function lastHeightBy(time: bigint, field: string, context: PastContext): number {
  const { blockTimes } = context.queries;
  const genesis = blockTimes.of(0n);
  if (time < genesis) {
    const texts = { time: formatTime(time), genesis: formatTime(genesis) };
    throw errors.ledgerTimeTooEarly({ field, ...texts });
  }
  return lastHeight((height) => blockTimes.of(height) <= time, context);
}

/** The height of the first block at or after a time, or the one after the last block. */
export function firstHeightFrom(time: bigint, context: Pick<PastContext, "queries">): number {
  const { blockTimes } = context.queries;
  if (blockTimes.of(0n) >= time) return 0;
  return lastHeight((height) => blockTimes.of(height) < time, context) + 1;
}

/** The chain times after the blocks of two heights, in Unix seconds; above the last block, its time. */
export function timesAfter(
  { from, to }: HeightBounds,
  { queries }: Pick<PastContext, "queries">,
): HeightBounds {
  const last = queries.blocks.lastAccepted().height;
  const timeOf = (height: number) =>
    Number(queries.blockTimes.after(height > last ? last : BigInt(height)));
  return { from: timeOf(from), to: timeOf(to) };
}

/** Block times never go back. `holds` is true for the genesis and up to some height. */
function lastHeight(
  holds: (height: bigint) => boolean,
  { queries }: Pick<PastContext, "queries">,
): number {
  let low = 0n;
  let high = queries.blocks.lastAccepted().height;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (holds(middle)) low = middle;
    else high = middle - 1n;
  }
  return Number(low);
}

export function readTime(field: string, text: string): bigint {
  try {
    return parseTime(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const expected = "an RFC 3339 time such as 2026-11-21T00:00:00Z";
    throw errors.invalidParams({ field, expected, got: describeValue(text) });
  }
}

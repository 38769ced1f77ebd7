import type { EventsQuery } from "../generated/events.ts";
import {
  fillingWords,
  type HeightBounds,
  type LedgerCoverage,
} from "../store/ledger/queries/ledger-queries.ts";
import { QueryError } from "./query.ts";
import { topicsOf } from "./topics.ts";

/** Throws QueryError for a query of the ledger's topics if the ledger is off or lacks a height from `begin` to `tip`. */
export function verifyLedger(
  query: EventsQuery,
  coverage: LedgerCoverage,
  { begin, tip }: { readonly begin: bigint; readonly tip: bigint },
): void {
  const { offSince, gaps, localFrom } = coverage;
  const topics = JSON.stringify(topicsOf(query).join(","));
  if (offSince !== undefined) {
    const expected =
      "block, transaction or validator, because the ledger is off: to receive the others, start the node with --ledger=true";
    throw new QueryError("topics", expected, topics);
  }
  const isWanted = ({ from, to }: HeightBounds) => BigInt(to) >= begin && BigInt(from) <= tip;
  const removed = { from: 0, to: localFrom - 1 };
  const lacking = gaps.findLast(isWanted) ?? (isWanted(removed) ? removed : undefined);
  if (lacking === undefined) return;
  const { after, fromHeight } = query;
  const words =
    lacking === removed
      ? "has the rows of older heights in the database of --db-url only"
      : fillingWords(coverage);
  const why = `the ledger ${words} and lacks heights ${lacking.from} to ${lacking.to}`;
  if (fromHeight !== undefined) {
    throw new QueryError(
      "fromHeight",
      `a height from ${lacking.to + 1} on, because ${why}`,
      fromHeight,
    );
  }
  if (after !== undefined) {
    throw new QueryError(
      "after",
      `a cursor of a height from ${lacking.to + 1} on, because ${why}`,
      after,
    );
  }
  throw new QueryError("topics", `block, transaction or validator, because ${why}`, topics);
}

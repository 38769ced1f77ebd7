import type { HeightBounds } from "../../store/ledger/queries/ledger-queries.ts";
import type { Handler } from "../handler.ts";
import { blockTotalsView, dayTotalsView } from "../past/block-view.ts";
import { ledgerOf, type PastContext, requireHeights } from "../past/coverage.ts";
import { firstHeightFrom } from "../past/moment.ts";
import { pageOf, selectedMembers } from "../past/page.ts";
import { rangeOf } from "../past/range.ts";

const secondsOfDay = 86_400n;

/** Sums and states per day or block, page by page. */
export const getTotals: Handler<"ledger.getTotals", "chain" | "clock" | "queries" | "views"> = (
  params,
  context,
) => {
  const { filter = {}, fields, per } = params;
  const range = rangeOf(filter, context);
  const { heights, ledger } = range;
  const method = "ledger.getTotals";
  const selection = { per, filter };
  const { page, cursor } = pageOf(
    params,
    { method, selection, isDescending: false, form: ["n"] },
    range,
  );
  if (per === "day") requireWholeDays(heights, context);
  const { rows: totals, next } =
    per === "day"
      ? mapped(ledger.days(heights, page), dayTotalsView)
      : mapped(ledger.blocks({ heights }, page), blockTotalsView);
  if (fields === undefined) return { totals, ...cursor(next) };
  return { totals: selectedMembers(totals, fields), fields, ...cursor(next) };
};

function mapped<Row, View, Next>(
  { rows, next }: { readonly rows: readonly Row[]; readonly next: Next },
  view: (row: Row) => View,
) {
  return { rows: rows.map(view), next };
}

/** The sums of a day need all of its blocks. Throws LedgerFilling. */
function requireWholeDays({ from, to }: HeightBounds, context: PastContext): void {
  if (from > to) return;
  const { coverage, tip } = ledgerOf(context);
  const dayOf = (height: number) => context.queries.blockTimes.of(BigInt(height)) / secondsOfDay;
  const first = firstHeightFrom(dayOf(from) * secondsOfDay, context);
  const last = firstHeightFrom((dayOf(to) + 1n) * secondsOfDay, context) - 1;
  requireHeights({ from: first, to: last }, coverage, { field: "filter", tip });
}

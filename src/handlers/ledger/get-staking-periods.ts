import type { Handler } from "../handler.ts";
import { ledgerOf, requireHeights } from "../past/coverage.ts";
import { filterAddresses, filterID, filterNodeID } from "../past/filter-ids.ts";
import { heightArgument, timesAfter } from "../past/moment.ts";
import { observationOf, wantedHours } from "../past/observation-view.ts";
import { pageOf, selectedMembers } from "../past/page.ts";
import { periodView } from "../past/period-view.ts";
import { rangeMembers, rangeOf } from "../past/range.ts";

/** Periods of validators and delegators that meet a filter, page by page. */
export const getStakingPeriods: Handler<
  "ledger.getStakingPeriods",
  "blockchains" | "chain" | "clock" | "queries" | "views"
> = (params, context) => {
  const { filter = {}, fields } = params;
  const { coverage } = ledgerOf(context);
  const { ledger, tip, heights } = rangeOf(filter, context, { mayLackRows: true });
  const { runningAt, role, status } = filter;
  const conditions = {
    addresses: filterAddresses(filter.addresses, context),
    nodeID: filterNodeID("nodeID", filter.nodeID),
    subnetID: filterID("subnetID", filter.subnetID),
    txID: filterID("txID", filter.txID),
    validatorTxID: filterID("validatorTxID", filter.validatorTxID),
    role,
    status,
    runningAt:
      runningAt === undefined ? undefined : heightArgument("filter.runningAt", runningAt, tip),
    began: rangeMembers.some((name) => filter[name] !== undefined)
      ? { heights, times: timesAfter(heights, context) }
      : undefined,
  };
  requireHeights({ from: 0, to: tip }, coverage, { field: "filter", tip });
  const method = "ledger.getStakingPeriods";
  const list = { method, selection: filter, isDescending: true, form: ["n", "b"] } as const;
  const { page, cursor } = pageOf(params, list, { ledger, tip });
  const { rows, next } = ledger.stakingPeriods(conditions, page);
  const wanted = wantedHours(params.observedHours);
  const wantsObserved = fields === undefined || fields.includes("observed");
  const periods = rows.map((row) => ({
    ...periodView(row, context),
    ...(wantsObserved && observationOf(row, wanted, context)),
  }));
  if (fields === undefined) return { periods, ...cursor(next) };
  return { periods: selectedMembers(periods, fields), fields, ...cursor(next) };
};

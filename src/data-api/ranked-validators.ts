import type { DataParams, ValidatorPage } from "../generated/data-api/types.ts";
import type { LedgerPlace, PeriodRecord } from "../store/ledger/queries/ledger-queries.ts";
import { eachRead } from "../store/ledger/queries/unread.ts";
import { delegationCapacity, uptimePercent } from "./active-validator.ts";
import { wholeLedger } from "./ledger.ts";
import type { DataContext } from "./operation.ts";
import { requestedPage } from "./page.ts";
import { periodList } from "./period-list.ts";
import { amountBytes, pageOfSorted } from "./sorted-page.ts";
import type { ValidatorFilter } from "./validator-page.ts";
import { validatorView } from "./validator-view.ts";

type Params = DataParams["listValidators"];

/** More than a network has at a time. */
const activeMax = 1_000_000;

/** What ranges and orders are about. */
type Rank = {
  readonly delegationCapacity: bigint;
  readonly timeRemaining: number;
  readonly delegationFee: number;
  readonly uptimePerformance: number;
};

/** A page of current validators within ranges, in an order of what they have now. */
export function rankedValidators(
  params: Params,
  filter: ValidatorFilter,
  selection: readonly (string | undefined)[],
  context: DataContext,
): ValidatorPage {
  const { sortBy, sortOrder } = params;
  const whole = wholeLedger(context);
  const isDescending = sortOrder === "desc";
  const { page, token } = requestedPage(
    params,
    {
      selection: ["ranked", sortBy, ...selection, rangesText(params)],
      isDescending,
      form: ["b", "b"],
    },
    whole,
  );
  const all = periodList(whole.ledger, { ...filter, role: "validator", status: "running" });
  const { rows } = all({ limit: activeMax, after: undefined, isDescending: false });
  const ranked = rows
    .map((row) => ({ row, rank: rankOf(row, context) }))
    .filter(({ rank }) => isWithin(rank, params));
  const { entries, next } = pageOfSorted(ranked, page, ({ row, rank }) =>
    placeOf(row, rank, sortBy),
  );
  const validators = eachRead(entries, ({ row }) => validatorView(row, whole.ledger, context));
  return { ...token(next), validators };
}

/** Whether a request needs current validators only. */
export function isRanked(params: Params): boolean {
  return params.sortBy !== "blockIndex" || rangesText(params) !== "";
}

const ranges = [
  ["delegationCapacity", "minDelegationCapacity", "maxDelegationCapacity"],
  ["timeRemaining", "minTimeRemaining", "maxTimeRemaining"],
  ["delegationFee", "minFeePercentage", "maxFeePercentage"],
  ["uptimePerformance", "minUptimePerformance", "maxUptimePerformance"],
] as const;

function rangesText(params: Params): string {
  return ranges
    .flatMap(([, least, most]) => [least, most])
    .flatMap((name) => (params[name] === undefined ? [] : `${name}=${params[name]}`))
    .join();
}

function rankOf(row: PeriodRecord, context: DataContext): Rank {
  return {
    delegationCapacity: delegationCapacity(row, context),
    timeRemaining: row.end_time - Number(context.state.timestamp()),
    delegationFee: (row.delegation_shares ?? 0) / 10_000,
    uptimePerformance: uptimePercent(row, context),
  };
}

function isWithin(rank: Rank, params: Params): boolean {
  return ranges.every(([name, least, most]) => {
    const value = rank[name];
    const [min, max] = [params[least], params[most]];
    return (
      (min === undefined || value >= toNumber(min)) && (max === undefined || value <= toNumber(max))
    );
  });
}

function toNumber(limit: string | number): bigint | number {
  return typeof limit === "string" ? BigInt(limit) : limit;
}

function placeOf(row: PeriodRecord, rank: Rank, sortBy: Params["sortBy"]): LedgerPlace {
  if (sortBy === "blockIndex") return [amountBytes(BigInt(row.start_time)), row.tx_id];
  if (sortBy === "delegationCapacity") return [amountBytes(rank.delegationCapacity), row.tx_id];
  // The order of a rank does not depend on its decimal places beyond these.
  const scaled = BigInt(Math.max(0, Math.round(rank[sortBy] * 1_000_000)));
  return [amountBytes(scaled), row.tx_id];
}

import type { Id } from "../../formats/bytes.ts";
import { errors } from "../../generated/errors.ts";
import type { LedgerGetRewardsParams, LedgerReward } from "../../generated/types.ts";
import type {
  LedgerList,
  LedgerPage,
  RewardFilter,
} from "../../store/ledger/queries/ledger-queries.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";
import { filterAddresses, filterID, filterNodeID } from "../past/filter-ids.ts";
import { pageOf, selectedMembers } from "../past/page.ts";
import { pendingRewardView } from "../past/pending-reward-view.ts";
import { type Range, rangeMembers, rangeOf } from "../past/range.ts";
import { paidRewardView } from "../past/reward-view.ts";

type Context = Pick<
  HandlerContext,
  "blockchains" | "chain" | "clock" | "queries" | "state" | "views"
>;

/** Rewards that were paid, or that running periods would pay. */
export const getRewards: Handler<
  "ledger.getRewards",
  "blockchains" | "chain" | "clock" | "queries" | "state" | "views"
> = (params, context) => {
  const { filter = {}, fields } = params;
  const isPending = filter.status === "pending";
  if (isPending) requireNoRange(filter);
  const range = rangeOf(filter, context);
  const conditions = {
    addresses: filterAddresses(filter.addresses, context),
    nodeID: filterNodeID("nodeID", filter.nodeID),
    subnetID: filterID("subnetID", filter.subnetID),
    ...ofTx(filterID("txID", filter.txID), range),
  };
  const { page, cursor } = pageOf(
    params,
    {
      method: "ledger.getRewards",
      selection: filter,
      isDescending: !isPending,
      form: isPending ? ["n", "b", "n"] : ["n", "n", "n"],
    },
    range,
  );
  const read = isPending ? pending : paid;
  const { rows: rewards, next } = read(conditions, page, range, context);
  if (fields === undefined) return { rewards, ...cursor(next) };
  return { rewards: selectedMembers(rewards, fields), fields, ...cursor(next) };
};

type Read = (
  conditions: RewardFilter,
  page: LedgerPage,
  range: Range,
  context: Context,
) => LedgerList<LedgerReward>;

const paid: Read = (conditions, page, { ledger }, context) => {
  const { rows, next } = ledger.rewards(conditions, page);
  return { rows: rows.map((row) => paidRewardView(row, context)), next };
};

const pending: Read = (conditions, page, { ledger }, context) => {
  const { rows, next } = ledger.pendingRewards(conditions, page);
  return { rows: rows.map((row) => pendingRewardView(row, context)), next };
};

/** Rewards of a staking transaction, or those that a reward transaction paid. */
function ofTx(
  txID: Id | undefined,
  { ledger, heights }: Range,
): Pick<RewardFilter, "heights" | "stakingTxID"> {
  const [row] = txID === undefined ? [] : ledger.txsByID(txID);
  if (!row?.kind.startsWith("Reward") || row.staking_tx_id === null) {
    return { heights, stakingTxID: txID };
  }
  const from = Math.max(heights.from, row.height);
  const to = Math.min(heights.to, row.height);
  return { heights: { from, to }, stakingTxID: row.staking_tx_id };
}

/** Throws InvalidParams. */
function requireNoRange(filter: NonNullable<LedgerGetRewardsParams["filter"]>): void {
  for (const name of rangeMembers) {
    if (filter[name] === undefined) continue;
    const expected = 'no range with status "pending": these rewards are not paid yet';
    throw errors.invalidParams({ field: `filter.${name}`, expected, got: String(filter[name]) });
  }
}

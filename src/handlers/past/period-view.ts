import { formatFloat4 } from "../../formats/float.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatTime } from "../../formats/time.ts";
import type { LedgerStakingPeriod } from "../../generated/types.ts";
import type { PeriodRecord } from "../../store/ledger/queries/ledger-queries.ts";
import type { HandlerContext } from "../context.ts";
import { percentOfShares } from "../validators/staker-view.ts";
import { ownerColumnsView } from "./owners-view.ts";

type Context = Pick<HandlerContext, "chain" | "views">;

/** A staking period as results show it. */
export function periodView(row: PeriodRecord, context: Context): LedgerStakingPeriod {
  const { views } = context;
  const isPermissioned = row.role === "validator" && row.delegation_shares === null;
  return {
    txID: views.id(row.tx_id),
    role: row.role as LedgerStakingPeriod["role"],
    subnetID: views.id(row.subnet_id),
    nodeID: views.nodeID(row.node_id),
    weight: row.weight.toString(),
    startTime: timeText(row.start_time),
    endTime: timeText(row.end_time),
    status: statusOf(row),
    autoRenewed: row.is_auto_renewed === 1,
    addedHeight: row.added_height.toString(),
    ...beginning(row),
    ...ending(row, context),
    potentialReward: row.potential_reward.toString(),
    ...(!isPermissioned && { rewardOwner: rewardOwnerView(row, context) }),
    ...(row.reward !== null && { reward: row.reward.toString() }),
    ...(row.delegatee_reward !== null && { delegateeReward: row.delegatee_reward.toString() }),
    ...(row.restaked !== null && { restaked: row.restaked.toString() }),
    ...(row.delegation_shares !== null && {
      delegateeOwner: delegateeOwnerView(row, context),
      delegationFee: percentOfShares(row.delegation_shares),
    }),
    ...(row.public_key !== null && { publicKey: formatHex(row.public_key) }),
    ...(row.validator_tx_id !== null && { validatorTxID: views.id(row.validator_tx_id) }),
    ...(row.uptime !== null && { uptime: formatFloat4(Math.fround(row.uptime * 100)) }),
  };
}

function beginning({ began_height, began_time }: PeriodRecord) {
  if (began_height === null || began_time === null) return {};
  return { beganHeight: began_height.toString(), beganTime: timeText(began_time) };
}

function ending(row: PeriodRecord, { views }: Pick<Context, "views">) {
  if (row.ended_height === null || row.ended_time === null) return {};
  return {
    endedHeight: row.ended_height.toString(),
    endedTime: timeText(row.ended_time),
    ...(row.ended_by !== null && { endedBy: views.id(row.ended_by) }),
    endReason: row.end_reason as NonNullable<LedgerStakingPeriod["endReason"]>,
  };
}

function statusOf({ began_height, ended_height }: PeriodRecord): LedgerStakingPeriod["status"] {
  if (ended_height !== null) return "ended";
  return began_height === null ? "pending" : "running";
}

/** Owner of the reward. The columns of a permissioned validator, which has none, are those of an owner without addresses. */
export function rewardOwnerView(row: PeriodRecord, { chain }: Pick<Context, "chain">) {
  const { reward_threshold: threshold, reward_locktime: locktime, reward_addresses } = row;
  return ownerColumnsView({ threshold, locktime, addresses: reward_addresses }, chain);
}

function delegateeOwnerView(row: PeriodRecord, { chain }: Pick<Context, "chain">) {
  const { delegatee_threshold: threshold, delegatee_locktime: locktime } = row;
  return ownerColumnsView({ threshold, locktime, addresses: row.delegatee_addresses }, chain);
}

export function timeText(unixSeconds: number): string {
  return formatTime(BigInt(unixSeconds));
}

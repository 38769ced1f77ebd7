import type {
  ActiveValidator,
  CompletedValidator,
  PendingValidator,
  RemovedValidator,
} from "../generated/data-api/types.ts";
import { percentOfShares } from "../handlers/validators/staker-view.ts";
import type { LedgerQueries, PeriodRecord } from "../store/ledger/queries/ledger-queries.ts";
import { activeMembers } from "./active-validator.ts";
import type { DataContext } from "./operation.ts";
import { columnAddresses } from "./owners.ts";
import { credentials } from "./tx-content.ts";

export type ValidatorView =
  | ActiveValidator
  | PendingValidator
  | CompletedValidator
  | RemovedValidator;

export type ValidationStatus = ValidatorView["validationStatus"];

export function validationStatusOf({
  began_height,
  ended_height,
  end_reason,
}: PeriodRecord): ValidationStatus {
  if (ended_height === null) return began_height === null ? "pending" : "active";
  return end_reason === "removed" ? "removed" : "completed";
}

/** A period of a validator. */
export function validatorView(
  row: PeriodRecord,
  ledger: LedgerQueries,
  context: DataContext,
): ValidatorView {
  const members = termMembers(row, context);
  const validationStatus = validationStatusOf(row);
  switch (validationStatus) {
    case "active":
      return { ...members, ...activeMembers(row, context), validationStatus };
    case "pending":
      return { ...members, validationStatus };
    case "completed":
      return { ...members, ...completedMembers(row, ledger, context), validationStatus };
    case "removed":
      return { ...members, ...removedMembers(row, context), validationStatus };
  }
}

function termMembers(row: PeriodRecord, { queries, views }: DataContext) {
  const unsigned = queries.txs.byID(row.tx_id)?.tx.unsigned;
  return {
    txHash: views.id(row.tx_id),
    nodeId: views.nodeID(row.node_id),
    subnetId: views.id(row.subnet_id),
    amountStaked: row.weight.toString(),
    ...(row.delegation_shares !== null && {
      delegationFee: percentOfShares(row.delegation_shares),
    }),
    startTimestamp: row.start_time,
    endTimestamp: row.end_time,
    ...(unsigned !== undefined && "signer" in unsigned && credentials(unsigned.signer)),
    couloirAutoRenewed: row.is_auto_renewed === 1,
  };
}

function completedMembers(row: PeriodRecord, ledger: LedgerQueries, context: DataContext) {
  const beganAt = { from: row.began_height!, to: row.ended_height! };
  const { count, weight } = ledger.delegationsTo(row.tx_id, beganAt);
  const isWithheld = row.end_reason === "not rewarded" && row.potential_reward > 0n;
  return {
    delegatorCount: count,
    amountDelegated: weight.toString(),
    rewards: {
      validationRewardAmount: (row.reward ?? 0n).toString(),
      delegationRewardAmount: (row.delegatee_reward ?? 0n).toString(),
      ...(row.reward_addresses.length > 0 && {
        rewardAddresses: columnAddresses(row.reward_addresses, context),
      }),
      ...(row.ended_by !== null && { rewardTxHash: context.views.id(row.ended_by) }),
    },
    couloirEndReason: row.end_reason!,
    couloirEndedTimestamp: row.ended_time!,
    ...(isWithheld && { couloirWithheldReward: row.potential_reward.toString() }),
    ...(row.restaked !== null && { couloirRestaked: row.restaked.toString() }),
    ...(row.uptime !== null && { couloirUptime: row.uptime * 100 }),
  };
}

function removedMembers({ ended_by, ended_time }: PeriodRecord, { views }: DataContext) {
  return { removeTxHash: views.id(ended_by!), removeTimestamp: ended_time! };
}

import type {
  ActiveDelegator,
  CompletedDelegator,
  PendingDelegator,
} from "../generated/data-api/types.ts";
import { percentOfShares } from "../handlers/validators/staker-view.ts";
import { splitReward } from "../pchain/rewards/calculator.ts";
import type { PeriodRecord } from "../store/ledger/queries/ledger-queries.ts";
import type { DataContext } from "./operation.ts";
import { columnAddresses } from "./owners.ts";

/** A delegation. */
export function delegatorView(
  row: PeriodRecord,
  context: DataContext,
): ActiveDelegator | PendingDelegator | CompletedDelegator {
  const { views } = context;
  const shares = sharesOf(row, context);
  const members = {
    txHash: views.id(row.tx_id),
    nodeId: views.nodeID(row.node_id),
    rewardAddresses: columnAddresses(row.reward_addresses, context),
    amountDelegated: row.weight.toString(),
    delegationFee: percentOfShares(shares),
    startTimestamp: row.start_time,
    endTimestamp: row.end_time,
  };
  if (row.ended_height === null) {
    return {
      ...members,
      estimatedGrossReward: row.potential_reward.toString(),
      estimatedNetReward: splitReward(row.potential_reward, shares).remainder.toString(),
      delegationStatus: row.began_height === null ? "pending" : "active",
    };
  }
  const net = row.reward ?? 0n;
  return {
    ...members,
    grossReward: (net + (row.delegatee_reward ?? 0n)).toString(),
    netReward: net.toString(),
    delegationStatus: "completed",
    couloirEndReason: row.end_reason!,
    couloirEndedTimestamp: row.ended_time!,
  };
}

/** The validator's part. A pending delegation is not linked to its validator yet. */
function sharesOf(row: PeriodRecord, { queries, state }: DataContext): number {
  if (row.validator_shares !== null) return row.validator_shares;
  const validator =
    state.currentValidator(row.subnet_id, row.node_id) ??
    state.pendingValidator(row.subnet_id, row.node_id);
  const unsigned = validator && queries.txs.byID(validator.txID)?.tx.unsigned;
  if (unsigned === undefined) return 0;
  if ("shares" in unsigned) return unsigned.shares;
  return "delegationShares" in unsigned ? unsigned.delegationShares : 0;
}

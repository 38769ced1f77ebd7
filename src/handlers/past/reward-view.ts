import { formatTime } from "../../formats/time.ts";
import type { LedgerReward } from "../../generated/types.ts";
import type { RewardRecord } from "../../store/ledger/queries/ledger-queries.ts";
import type { HandlerContext } from "../context.ts";
import { ownerColumnsView } from "./owners-view.ts";

/** A reward that was paid. */
export function paidRewardView(
  row: RewardRecord,
  { chain, views }: Pick<HandlerContext, "chain" | "views">,
): LedgerReward {
  return {
    status: "paid",
    kind: row.kind as LedgerReward["kind"],
    stakingTxID: views.id(row.staking_tx_id),
    subnetID: views.id(row.subnet_id),
    nodeID: views.nodeID(row.node_id),
    assetID: views.id(row.asset_id),
    amount: row.amount.toString(),
    owner: ownerColumnsView(row, chain),
    txID: views.id(row.tx_id),
    outputIndex: row.output_index,
    rewardTxID: views.id(row.reward_tx_id),
    height: row.height.toString(),
    time: formatTime(BigInt(row.time)),
  };
}

import { equalBytes, type Id } from "../../formats/bytes.ts";
import type { LedgerReward } from "../../generated/types.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { splitReward } from "../../pchain/rewards/calculator.ts";
import type { PeriodRecord } from "../../store/ledger/queries/ledger-queries.ts";
import type { HandlerContext } from "../context.ts";
import { rewardOwnerView, timeText } from "./period-view.ts";

type Context = Pick<HandlerContext, "chain" | "state" | "views">;

/** What a running period pays if it ends with a reward. */
export function pendingRewardView(row: PeriodRecord, context: Context): LedgerReward {
  const { views } = context;
  const { own, delegatee } = amountsOf(row, context);
  return {
    status: "pending",
    kind: row.role as LedgerReward["kind"],
    stakingTxID: views.id(row.tx_id),
    subnetID: views.id(row.subnet_id),
    nodeID: views.nodeID(row.node_id),
    assetID: views.id(assetOf(row.subnet_id, context)),
    amount: own.toString(),
    owner: rewardOwnerView(row, context),
    endTime: timeText(row.end_time),
    delegateeAmount: delegatee.toString(),
  };
}

function amountsOf(row: PeriodRecord, { state }: Pick<Context, "state">) {
  if (row.role === "validator") {
    const delegatee = state.delegateeReward(row.subnet_id, row.node_id);
    return { own: row.potential_reward, delegatee };
  }
  const split = splitReward(row.potential_reward, row.validator_shares ?? 0);
  return { own: split.remainder, delegatee: split.fromShares };
}

/** What a subnet stakes. */
function assetOf(subnetID: Id, { chain, state }: Pick<Context, "chain" | "state">): Id {
  if (equalBytes(subnetID, primaryNetworkID)) return chain.avaxAssetID;
  const transformation = state.subnetTransformation(subnetID)?.unsigned;
  return transformation?.kind === "TransformSubnetTx" ? transformation.assetID : chain.avaxAssetID;
}

import { primaryNetworkID } from "../../networks/chains.ts";
import { utxoID } from "../../pchain/components/utxo.ts";
import type {
  LedgerPlace,
  LedgerQueries,
  PeriodRecord,
  RewardRecord,
} from "../../store/ledger/queries/ledger-queries.ts";
import { eachRead } from "../../store/ledger/queries/unread.ts";
import { assetAmount } from "../assets.ts";
import { requireNetwork } from "../chain.ts";
import { addressesParam, nodeIDsParam } from "../ids.ts";
import { wholeLedger } from "../ledger.ts";
import { type List, merged } from "../lists.ts";
import type { DataContext, Operation } from "../operation.ts";
import { columnAddresses } from "../owners.ts";
import { requestedPage } from "../page.ts";
import { rewardType } from "../utxo-view.ts";

/** Rewards of the primary network that were paid. */
export const listHistoricalPrimaryNetworkRewards: Operation<
  "listHistoricalPrimaryNetworkRewards"
> = (params, context) => {
  requireNetwork(params.network, context.chain);
  const { addresses, nodeIds, sortOrder } = params;
  const conditions = {
    addresses:
      addresses === undefined ? undefined : addressesParam("addresses", addresses, context),
    subnetID: primaryNetworkID,
  };
  const nodeIDs = nodeIds === undefined ? [undefined] : nodeIDsParam("nodeIds", nodeIds);
  const whole = wholeLedger(context);
  const { ledger, tip } = whole;
  const selection = ["rewards", addresses, nodeIds] as const;
  const isDescending = sortOrder === "desc";
  const form = ["n", "n", "n"] as const;
  const { page, token } = requestedPage(params, { selection, isDescending, form }, whole);
  const heights = { from: 0, to: tip };
  const lists = nodeIDs.map(
    (nodeID): List<RewardRecord> =>
      (each) =>
        ledger.rewards({ heights, ...conditions, nodeID }, each),
  );
  const { rows, next } = merged(lists, placeOf)(page);
  return {
    ...token(next),
    historicalRewards: eachRead(rows, (row) => rewardView(row, ledger, context)),
  };
};

function placeOf({ height, position, output_index }: RewardRecord): LedgerPlace {
  return [height, position, output_index];
}

function rewardView(row: RewardRecord, ledger: LedgerQueries, context: DataContext) {
  const { views } = context;
  const period = periodOf(row, ledger);
  const { tx_id: txID, output_index: outputIndex } = row;
  return {
    addresses: columnAddresses(row.addresses, context),
    txHash: views.id(row.staking_tx_id),
    amountStaked: period.weight.toString(),
    nodeId: views.nodeID(row.node_id),
    startTimestamp: period.start_time,
    endTimestamp: period.end_time,
    rewardType: rewardType(row.kind),
    utxoId: views.id(utxoID({ txID, outputIndex })),
    outputIndex,
    reward: assetAmount(row.asset_id, row.amount, context),
    rewardTxHash: views.id(row.reward_tx_id),
    couloirTimestamp: row.time,
  };
}

/** An auto-renewed validator has several periods: the one whose end paid the reward. */
function periodOf({ staking_tx_id: txID, height }: RewardRecord, ledger: LedgerQueries) {
  let after: LedgerPlace | undefined;
  let last: PeriodRecord | undefined;
  do {
    const page = { limit: 100, after, isDescending: true };
    const { rows, next } = ledger.stakingPeriods({ txID }, page);
    const found = rows.find(({ ended_height }) => ended_height === height);
    if (found !== undefined) return found;
    last = rows.at(-1) ?? last;
    after = next;
  } while (after !== undefined);
  if (last === undefined) throw new Error("a reward has no staking period");
  return last;
}

import { formatHex } from "../formats/hex.ts";
import type { Transaction } from "../generated/data-api/types.ts";
import { percentOfShares } from "../handlers/validators/staker-view.ts";
import type { UnsignedTx } from "../pchain/txs/unsigned-tx.ts";
import type {
  LedgerQueries,
  PeriodRecord,
  TxDetails,
  TxRecord,
} from "../store/ledger/queries/ledger-queries.ts";
import { eachRead } from "../store/ledger/queries/unread.ts";
import { AssetTotals, avaxAmounts } from "./assets.ts";
import { l1Change } from "./l1-change.ts";
import type { BlockContext, DataContext } from "./operation.ts";
import { columnAddresses } from "./owners.ts";
import { txContent } from "./tx-content.ts";
import { typeMembers } from "./tx-types.ts";
import { importedUtxoView, utxoView } from "./utxo-view.ts";

export type TxViewOptions = {
  /** Whether types that the SDK does not know are named. */
  readonly namesAllTypes: boolean;
  /** Whether the genesis of a new blockchain is shown. */
  readonly showsGenesis: boolean;
};

/** As `txView`, kept for other answers. Transactions of a height keep their positions. */
export function txPart(
  row: TxRecord,
  ledger: LedgerQueries,
  context: BlockContext & Pick<DataContext, "parts">,
  options: TxViewOptions,
): Transaction {
  const { namesAllTypes, showsGenesis } = options;
  const key = `tx ${row.height} ${row.position} ${namesAllTypes} ${showsGenesis}`;
  return context.parts.get(key, () => txView(row, ledger, context, options));
}

/** A transaction with what it consumed and created. */
export function txView(
  row: TxRecord,
  ledger: LedgerQueries,
  context: BlockContext,
  { namesAllTypes, showsGenesis }: TxViewOptions,
): Transaction {
  const unsigned = unsignedOf(row, context);
  const inputs = "baseTx" in unsigned ? unsigned.baseTx.inputs : [];
  const details = ledger.txDetails(row, inputs);
  return {
    txHash: context.views.id(row.id),
    ...typeMembers(row.kind, namesAllTypes),
    couloirStatus: row.status as Transaction["couloirStatus"],
    ...placeMembers(row, ledger, context),
    ...outputMembers(row, details, ledger, context),
    ...idMembers(row, context),
    ...l1Members(row, details, ledger, context),
    ...(row.staking_tx_id === null && stakingMembers(details, context)),
    ...(row.memo !== null && { memo: formatHex(row.memo) }),
    ...txContent(unsigned, showsGenesis, context),
  };
}

function unsignedOf({ id }: TxRecord, { queries }: BlockContext): UnsignedTx {
  const accepted = queries.txs.byID(id);
  if (accepted === undefined) throw new Error("a transaction of the ledger is not in the store");
  return accepted.tx.unsigned;
}

/** The block that contains it: of a proposal, not its option, at whose height it was decided. */
function placeMembers(row: TxRecord, ledger: LedgerQueries, { views }: BlockContext) {
  const { height, block_height: blockHeight, time: blockTimestamp } = row;
  const blockID = blockHeight === height ? row.block_id : ledger.block(blockHeight)!.id;
  return { blockTimestamp, blockNumber: blockHeight.toString(), blockHash: views.id(blockID) };
}

function outputMembers(
  row: TxRecord,
  { inputs, imports, outputs }: TxDetails,
  ledger: LedgerQueries,
  context: BlockContext,
) {
  const value = new AssetTotals();
  const staked = new AssetTotals();
  for (const each of outputs) {
    const isNew = each.created_height === row.height && each.created_position === row.position;
    if (!isNew) continue;
    value.add(each.asset_id, each.amount);
    if (each.origin === "stake") staked.add(each.asset_id, each.amount);
  }
  return {
    consumedUtxos: [
      ...eachRead(inputs, (each) => utxoView(each, ledger, context)),
      ...imports.map((each) => importedUtxoView(each, row, context)),
    ],
    emittedUtxos: eachRead(outputs, (each) => utxoView(each, ledger, context)),
    value: value.amounts(context),
    amountBurned: avaxAmounts(row.burned, context),
    amountStaked: staked.amounts(context),
  };
}

function idMembers(row: TxRecord, { views }: BlockContext) {
  return {
    ...(row.source_chain !== null && { sourceChain: views.id(row.source_chain) }),
    ...(row.destination_chain !== null && { destinationChain: views.id(row.destination_chain) }),
    ...(row.node_id !== null && { nodeId: views.nodeID(row.node_id) }),
    ...(row.subnet_id !== null && { subnetId: views.id(row.subnet_id) }),
    ...(row.staking_tx_id !== null && { stakingTxHash: views.id(row.staking_tx_id) }),
  };
}

function l1Members(
  { height }: TxRecord,
  { l1Events }: TxDetails,
  ledger: LedgerQueries,
  context: BlockContext,
) {
  let added = 0n;
  for (const { change } of l1Events) if (change > 0n) added += change;
  return {
    amountL1ValidatorBalanceBurned: avaxAmounts(added, context),
    ...(l1Events.length > 0 && {
      l1ValidatorDetails: l1Events.map((event) =>
        l1Change(ledger.l1Validator(event.validation_id, height)!, event, context),
      ),
    }),
  };
}

/** Of the first period of a staking transaction. */
function stakingMembers({ periods: [period] }: TxDetails, context: BlockContext) {
  if (period === undefined) return {};
  return {
    startTimestamp: period.start_time,
    endTimestamp: period.end_time,
    ...(period.delegation_shares !== null && {
      delegationFeePercent: percentOfShares(period.delegation_shares),
    }),
    estimatedReward: period.potential_reward.toString(),
    ...endMember(period, context),
    ...(period.reward_addresses.length > 0 && {
      rewardAddresses: columnAddresses(period.reward_addresses, context),
    }),
  };
}

function endMember({ ended_by }: PeriodRecord, { views }: BlockContext) {
  return ended_by === null ? {} : { rewardTxHash: views.id(ended_by) };
}

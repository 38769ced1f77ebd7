import { formatHex } from "../formats/hex.ts";
import type { Transaction, Utxo } from "../generated/data-api/types.ts";
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
  const { views } = context;
  const { txType, couloirTxType } = typeMembers(row.kind, namesAllTypes);
  // Assigned, not spread, as in `utxoView`.
  const view: Writable<Transaction> = {
    txHash: views.id(row.id),
    txType,
    couloirStatus: row.status as Transaction["couloirStatus"],
    blockTimestamp: row.time,
    blockNumber: row.block_height.toString(),
    blockHash: views.id(containingBlockID(row, ledger)),
    consumedUtxos: consumed(row, details, ledger, context),
    emittedUtxos: eachRead(details.outputs, (each) => utxoView(each, ledger, context)),
    value: created(row, details, false).amounts(context),
    amountBurned: avaxAmounts(row.burned, context),
    amountStaked: created(row, details, true).amounts(context),
    amountL1ValidatorBalanceBurned: avaxAmounts(addedToL1s(details), context),
  };
  if (couloirTxType !== undefined) view.couloirTxType = couloirTxType;
  if (row.source_chain !== null) view.sourceChain = views.id(row.source_chain);
  if (row.destination_chain !== null) view.destinationChain = views.id(row.destination_chain);
  if (row.node_id !== null) view.nodeId = views.nodeID(row.node_id);
  if (row.subnet_id !== null) view.subnetId = views.id(row.subnet_id);
  if (row.staking_tx_id !== null) view.stakingTxHash = views.id(row.staking_tx_id);
  if (row.memo !== null) view.memo = formatHex(row.memo);
  const { l1Events, periods } = details;
  if (l1Events.length > 0) {
    view.l1ValidatorDetails = l1Events.map((event) =>
      l1Change(ledger.l1Validator(event.validation_id, row.height)!, event, context),
    );
  }
  // Of the first period of a staking transaction.
  if (row.staking_tx_id === null && periods[0] !== undefined) {
    Object.assign(view, stakingMembers(periods[0], context));
  }
  return Object.assign(view, txContent(unsigned, showsGenesis, context));
}

function unsignedOf({ id }: TxRecord, { queries }: BlockContext): UnsignedTx {
  const accepted = queries.txs.byID(id);
  if (accepted === undefined) throw new Error("a transaction of the ledger is not in the store");
  return accepted.tx.unsigned;
}

/** Of a proposal, not of its option, at whose height it was decided. */
function containingBlockID(row: TxRecord, ledger: LedgerQueries) {
  const { height, block_height: blockHeight } = row;
  return blockHeight === height ? row.block_id : ledger.block(blockHeight)!.id;
}

function consumed(
  row: TxRecord,
  { inputs, imports }: TxDetails,
  ledger: LedgerQueries,
  context: BlockContext,
): Utxo[] {
  const views = eachRead(inputs, (each) => utxoView(each, ledger, context));
  for (const each of imports) views.push(importedUtxoView(each, row, context));
  return views;
}

/** What it created, or what of that it staked. */
function created(row: TxRecord, { outputs }: TxDetails, isStaked: boolean): AssetTotals {
  const totals = new AssetTotals();
  for (const each of outputs) {
    const isNew = each.created_height === row.height && each.created_position === row.position;
    if (isNew && (!isStaked || each.origin === "stake")) totals.add(each.asset_id, each.amount);
  }
  return totals;
}

/** What it added to balances of L1 validators. */
function addedToL1s({ l1Events }: TxDetails): bigint {
  let added = 0n;
  for (const { change } of l1Events) if (change > 0n) added += change;
  return added;
}

function stakingMembers(period: PeriodRecord, context: BlockContext): Partial<Transaction> {
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

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

function endMember({ ended_by }: PeriodRecord, { views }: BlockContext) {
  return ended_by === null ? {} : { rewardTxHash: views.id(ended_by) };
}

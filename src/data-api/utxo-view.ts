import { equalBytes } from "../formats/bytes.ts";
import type { Utxo } from "../generated/data-api/types.ts";
import { platformChainID } from "../networks/chains.ts";
import { utxoID } from "../pchain/components/utxo.ts";
import type {
  LedgerQueries,
  OutputRecord,
  PeriodRecord,
  TxRecord,
} from "../store/ledger/queries/ledger-queries.ts";
import type { LedgerRow } from "../store/ledger/schema.ts";
import { assetAmount } from "./assets.ts";
import type { DataContext } from "./operation.ts";
import { columnAddresses } from "./owners.ts";

type Context = Pick<DataContext, "chain" | "views">;

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** An output that the P-chain created. */
export function utxoView(row: OutputRecord, ledger: LedgerQueries, context: Context): Utxo {
  const { views } = context;
  const chain = views.id(platformChainID);
  const { tx_id: txID, output_index: outputIndex } = row;
  const asset = assetAmount(row.asset_id, row.amount, context);
  // Assigned, not spread: a page has a hundred of them, and each spread takes a microsecond.
  const view: Writable<Utxo> = {
    utxoId: views.id(utxoID({ txID, outputIndex })),
    txHash: views.id(txID),
    outputIndex,
    asset,
    assetId: asset.assetId,
    amount: asset.amount,
    addresses: columnAddresses(row.addresses, context),
    threshold: row.threshold,
    createdOnChainId: chain,
    consumedOnChainId: row.exported_to === null ? chain : views.id(row.exported_to),
    blockNumber: row.created_height.toString(),
    blockTimestamp: known(row.created_time),
    utxoType: row.origin === "stake" ? "STAKE" : "TRANSFER",
    couloirOrigin: row.origin,
  };
  if (row.spent_by !== null && row.spent_height !== null) {
    view.consumingTxHash = views.id(row.spent_by);
    view.consumingBlockNumber = row.spent_height.toString();
    view.consumingBlockTimestamp = known(row.spent_time);
  }
  if (row.locktime !== 0n) view.platformLocktime = row.locktime;
  if (row.stake_locktime !== 0n) view.stakeableLocktime = row.stake_locktime;
  if (row.origin === "stake") {
    view.staked = row.spendable_height === null;
    const period = lastPeriod(row, ledger);
    if (period !== undefined) {
      view.utxoStartTimestamp = period.start_time;
      view.utxoEndTimestamp = period.end_time;
    }
  }
  if (row.origin === "reward") view.rewardType = rewardTypeOf(row, ledger);
  return view;
}

/** What an ImportTx consumed. The ledger has no owners of what another chain created. */
export function importedUtxoView(row: LedgerRow<"imports">, tx: TxRecord, context: Context): Utxo {
  const { views } = context;
  const { tx_id: txID, output_index: outputIndex } = row;
  const asset = assetAmount(row.asset_id, row.amount, context);
  return {
    utxoId: views.id(utxoID({ txID, outputIndex })),
    txHash: views.id(txID),
    outputIndex,
    asset,
    assetId: asset.assetId,
    amount: asset.amount,
    addresses: [],
    createdOnChainId: views.id(row.source_chain),
    consumedOnChainId: views.id(platformChainID),
    blockNumber: tx.height.toString(),
    blockTimestamp: tx.time,
    consumingTxHash: views.id(tx.id),
    consumingBlockNumber: tx.height.toString(),
    consumingBlockTimestamp: tx.time,
    utxoType: "TRANSFER",
  };
}

function lastPeriod(
  { tx_id: txID }: OutputRecord,
  ledger: LedgerQueries,
): PeriodRecord | undefined {
  const page = { limit: 1, after: undefined, isDescending: true };
  return ledger.stakingPeriods({ txID }, page).rows[0];
}

const rewardTypes = {
  validator: "VALIDATOR",
  delegator: "DELEGATOR",
  delegatee: "VALIDATOR_FEE",
} as const;

export function rewardType(kind: string): (typeof rewardTypes)[keyof typeof rewardTypes] {
  return rewardTypes[kind as keyof typeof rewardTypes];
}

function rewardTypeOf(row: OutputRecord, ledger: LedgerQueries) {
  const { created_height: height, tx_id, output_index } = row;
  const page = { limit: 1000, after: undefined, isDescending: false };
  const { rows } = ledger.rewards({ heights: { from: height, to: height } }, page);
  const reward = rows.find(
    (each) => each.output_index === output_index && equalBytes(each.tx_id, tx_id),
  );
  if (reward === undefined) throw new Error(`no reward has the output of height ${height}`);
  return rewardType(reward.kind);
}

/** The ledger is complete, so it has each block. */
function known(time: number | null): number {
  if (time === null) throw new Error("an output is of a block that the ledger does not have");
  return time;
}

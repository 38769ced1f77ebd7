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

/** An output that the P-chain created. */
export function utxoView(row: OutputRecord, ledger: LedgerQueries, context: DataContext): Utxo {
  const { views } = context;
  const chain = views.id(platformChainID);
  return {
    ...keyMembers(row, context),
    addresses: columnAddresses(row.addresses, context),
    threshold: row.threshold,
    createdOnChainId: chain,
    consumedOnChainId: row.exported_to === null ? chain : views.id(row.exported_to),
    blockNumber: row.created_height.toString(),
    blockTimestamp: timeAt(row.created_height, ledger),
    ...consumption(row, ledger, context),
    ...(row.locktime !== 0n && { platformLocktime: row.locktime }),
    ...(row.stake_locktime !== 0n && { stakeableLocktime: row.stake_locktime }),
    ...stakeMembers(row, ledger),
    ...(row.origin === "reward" && { rewardType: rewardTypeOf(row, ledger) }),
    utxoType: row.origin === "stake" ? "STAKE" : "TRANSFER",
    couloirOrigin: row.origin,
  };
}

/** What an ImportTx consumed. The ledger has no owners of what another chain created. */
export function importedUtxoView(
  row: LedgerRow<"imports">,
  tx: TxRecord,
  context: DataContext,
): Utxo {
  const { views } = context;
  return {
    ...keyMembers(row, context),
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

function keyMembers(
  row: Pick<LedgerRow<"outputs">, "tx_id" | "output_index" | "asset_id" | "amount">,
  context: DataContext,
) {
  const { tx_id: txID, output_index: outputIndex, asset_id, amount } = row;
  const asset = assetAmount(asset_id, amount, context);
  return {
    utxoId: context.views.id(utxoID({ txID, outputIndex })),
    txHash: context.views.id(txID),
    outputIndex,
    asset,
    assetId: asset.assetId,
    amount: asset.amount,
  };
}

function consumption(row: OutputRecord, ledger: LedgerQueries, { views }: DataContext) {
  if (row.spent_by === null || row.spent_height === null) return {};
  return {
    consumingTxHash: views.id(row.spent_by),
    consumingBlockNumber: row.spent_height.toString(),
    consumingBlockTimestamp: timeAt(row.spent_height, ledger),
  };
}

function stakeMembers(row: OutputRecord, ledger: LedgerQueries) {
  if (row.origin !== "stake") return {};
  const period = lastPeriod(row, ledger);
  return {
    staked: row.spendable_height === null,
    ...(period !== undefined && {
      utxoStartTimestamp: period.start_time,
      utxoEndTimestamp: period.end_time,
    }),
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

/** Chain time after a block, in Unix seconds. */
export function timeAt(height: number, ledger: LedgerQueries): number {
  const time = ledger.timeAt(height);
  if (time === undefined) throw new Error(`no block at height ${height}`);
  return time;
}

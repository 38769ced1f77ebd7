import type { LedgerInput, LedgerOutput } from "../../generated/types.ts";
import { utxoID } from "../../pchain/components/utxo.ts";
import type { OutputRecord, TxDetails } from "../../store/ledger/queries/ledger-queries.ts";
import type { LedgerRow } from "../../store/ledger/schema.ts";
import type { HandlerContext } from "../context.ts";
import { crossedByView, crossingOwner } from "./crossing-view.ts";
import { ownerColumnsView } from "./owners-view.ts";

type Context = Pick<HandlerContext, "chain" | "queries" | "views">;

/** What a transaction consumed: its inputs, then imported ones. */
export function inputViews({ inputs, imports }: TxDetails, context: Context): LedgerInput[] {
  const { views } = context;
  const own = inputs.map((row, index) => ({
    inputIndex: row.spent_input ?? index,
    ...utxoMembers(row, context),
    ...ownedMembers(row, context),
    origin: row.origin as NonNullable<LedgerInput["origin"]>,
    createdHeight: row.created_height.toString(),
  }));
  const imported = imports.map((row) => ({
    inputIndex: inputs.length + row.input_index,
    ...utxoMembers(row, context),
    sourceChain: views.id(row.source_chain),
    ...exportMembers(row, context),
  }));
  return [...own, ...imported];
}

/** What a transaction created or made spendable, and its status. */
export function outputView(row: OutputRecord, context: Context): LedgerOutput {
  const { views } = context;
  return {
    ...utxoMembers(row, context),
    ...ownedMembers(row, context),
    origin: row.origin as LedgerOutput["origin"],
    status: statusOf(row),
    ...(row.exported_to !== null && { exportedTo: views.id(row.exported_to) }),
    ...importMembers(row, context),
    ...(row.spent_by !== null && { spentBy: views.id(row.spent_by) }),
    ...(row.spent_height !== null && { spentHeight: row.spent_height.toString() }),
    ...(row.spent_input !== null && { spentInputIndex: row.spent_input }),
  };
}

/** What this node knows of the transaction that exported it on another chain. */
function exportMembers(utxo: UtxoColumns, context: Context) {
  const crossing = crossingOf(utxo, context);
  const owner = crossing && crossingOwner(crossing);
  return {
    ...(owner !== undefined && { owner: ownerColumnsView(owner, context.chain) }),
    ...(crossing !== undefined && { exportedBy: crossedByView(crossing, context) }),
  };
}

function importMembers(row: OutputRecord, context: Context) {
  const crossing = row.exported_to === null ? undefined : crossingOf(row, context);
  return { ...(crossing !== undefined && { importedBy: crossedByView(crossing, context) }) };
}

function crossingOf(
  { tx_id: txID, output_index: outputIndex }: UtxoColumns,
  { queries }: Pick<Context, "queries">,
) {
  return queries.ledgerQueries.crossing({ txID, outputIndex });
}

type UtxoColumns = Pick<LedgerRow<"outputs">, "tx_id" | "output_index">;

function statusOf(row: OutputRecord): LedgerOutput["status"] {
  if (row.exported_to !== null) return "exported";
  if (row.spent_height !== null) return "spent";
  return row.spendable_height === null ? "staked" : "unspent";
}

function utxoMembers(
  row: Pick<LedgerRow<"outputs">, "tx_id" | "output_index" | "asset_id" | "amount">,
  { views }: Pick<Context, "views">,
) {
  const { tx_id: txID, output_index: outputIndex } = row;
  return {
    utxoID: views.id(utxoID({ txID, outputIndex })),
    txID: views.id(txID),
    outputIndex,
    assetID: views.id(row.asset_id),
    amount: row.amount.toString(),
  };
}

function ownedMembers(row: LedgerRow<"outputs">, { chain }: Pick<Context, "chain">) {
  return {
    owner: ownerColumnsView(row, chain),
    ...(row.stake_locktime !== 0n && { stakeLocktime: row.stake_locktime.toString() }),
  };
}

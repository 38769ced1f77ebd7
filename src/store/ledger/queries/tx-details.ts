import type { Compilable } from "kysely";
import type { LedgerRow } from "../schema.ts";
import type { AnyQuery } from "./keyset.ts";
import type {
  OutputKey,
  OutputRecord,
  PeriodRecord,
  TxDetails,
  TxRecord,
} from "./ledger-queries.ts";
import type { LedgerTables, Selects } from "./selects.ts";
import { periodRows } from "./staking-periods.ts";
import { outputRows } from "./utxos.ts";

/** Everything that the ledger has about a transaction, given the UTXOs that its inputs name. */
export function txDetails(selects: Selects, tx: TxRecord, inputs: readonly OutputKey[]): TxDetails {
  return {
    inputs: inputs.flatMap((input) => consumed(selects, tx, input)),
    imports: ofPlace(selects, "ledger_imports", tx, "input_index"),
    outputs: outputsOf(selects, tx),
    rewards: ofPlace(selects, "ledger_rewards", tx, "output_index"),
    periods: periodsOf(selects, tx),
    l1Events: ofPlace(selects, "ledger_l1_events", tx, "ordinal"),
  };
}

function ofPlace<Name extends "ledger_imports" | "ledger_rewards" | "ledger_l1_events">(
  selects: Selects,
  table: Name,
  { height, position }: TxRecord,
  order: string,
): LedgerTables[Name][] {
  const query: AnyQuery = selects.compose.selectFrom(table as "ledger_imports").selectAll();
  return selects.all<LedgerTables[Name]>(
    query.where("height", "=", height).where("position", "=", position).orderBy(order) as AnyQuery &
      Compilable<LedgerTables[Name]>,
  );
}

/** The output that an input spent; none if the transaction was aborted. */
function consumed(
  selects: Selects,
  { height, position }: TxRecord,
  { txID, outputIndex }: OutputKey,
): LedgerRow<"outputs">[] {
  return selects.all(
    selects.compose
      .selectFrom("ledger_outputs as o")
      .selectAll("o")
      .where("o.tx_id", "=", txID)
      .where("o.output_index", "=", outputIndex)
      .where("o.spent_height", "=", height)
      .where("o.spent_position", "=", position),
  );
}

function outputsOf(selects: Selects, { height, position, id, staking_tx_id }: TxRecord) {
  return selects.all<OutputRecord>(
    outputRows(selects)
      .where("o.tx_id", "in", [id, staking_tx_id ?? id])
      .where((eb) =>
        eb.or([
          eb.and([eb("o.created_height", "=", height), eb("o.created_position", "=", position)]),
          eb.and([
            eb("o.spendable_height", "=", height),
            eb("o.spendable_position", "=", position),
          ]),
        ]),
      )
      .orderBy("o.tx_id")
      .orderBy("o.output_index"),
  );
}

/** All periods of a staking transaction, or those that another transaction began or ended. */
function periodsOf(selects: Selects, { height, position, id, staking_tx_id }: TxRecord) {
  const query = periodRows(selects).orderBy("p.start_time");
  if (staking_tx_id === null) return selects.all<PeriodRecord>(query.where("p.tx_id", "=", id));
  return selects.all<PeriodRecord>(
    query
      .where("p.tx_id", "=", staking_tx_id)
      .where((eb) =>
        eb.or([
          eb.and([eb("p.ended_height", "=", height), eb("p.ended_position", "=", position)]),
          eb.and([eb("p.added_height", "=", height), eb("p.added_position", "=", position)]),
        ]),
      ),
  );
}

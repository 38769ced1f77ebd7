import type { Id } from "../../../formats/bytes.ts";
import type {
  OutputKey,
  OutputRecord,
  PeriodRecord,
  TxDetails,
  TxRecord,
} from "./ledger-queries.ts";
import { outputRows } from "./outputs.ts";
import { type LedgerTables, type Selects, slot } from "./selects.ts";
import { periodRows } from "./staking-periods.ts";
import { allRead, eachRead } from "./unread.ts";

/** Everything that the ledger has about a transaction, given the UTXOs that its inputs name. */
export function txDetails(selects: Selects, tx: TxRecord, inputs: readonly OutputKey[]): TxDetails {
  // A transfer is asked for most often, and only has inputs and outputs.
  const isImport = tx.source_chain !== null;
  const isReward = tx.staking_tx_id !== null;
  const isStaking = isReward || tx.node_id !== null;
  // Every L1 validator belongs to one.
  const isOfSubnet = tx.subnet_id !== null;
  const [consumedOutputs, imports, outputs, rewards, periods, l1Events] = allRead(
    () => eachRead(inputs, (input) => consumed(selects, tx, input)).flat(),
    () => (isImport ? ofPlace(selects, "ledger_imports", tx, "input_index") : []),
    () => outputsOf(selects, tx),
    () => (isReward ? ofPlace(selects, "ledger_rewards", tx, "output_index") : []),
    () => (isStaking ? periodsOf(selects, tx) : []),
    () => (isOfSubnet ? ofPlace(selects, "ledger_l1_events", tx, "ordinal") : []),
  );
  return { inputs: consumedOutputs, imports, outputs, rewards, periods, l1Events };
}

function ofPlace<Name extends "ledger_imports" | "ledger_rewards" | "ledger_l1_events">(
  selects: Selects,
  table: Name,
  { height, position }: TxRecord,
  order: string,
): LedgerTables[Name][] {
  const query = () =>
    selects.compose
      .selectFrom(table as "ledger_imports")
      .selectAll()
      .where("height", "=", slot<number>("height"))
      .where("position", "=", slot<number>("position"))
      .orderBy(order as "input_index");
  const read = selects.fixed(`${table} of a transaction`, query);
  return read({ height, position }) as unknown as LedgerTables[Name][];
}

/** The output that an input spent; none if the transaction was aborted. */
function consumed(
  selects: Selects,
  { height, position, id, time }: TxRecord,
  { txID, outputIndex }: OutputKey,
): OutputRecord[] {
  const query = () =>
    selects.compose
      .selectFrom("ledger_outputs as o")
      .leftJoin("ledger_blocks as c", "c.height", "o.created_height")
      .selectAll("o")
      .select("c.time as created_time")
      .where("o.tx_id", "=", slot<Id>("txID"))
      .where("o.output_index", "=", slot<number>("outputIndex"))
      .where("o.spent_height", "=", slot<number>("height"))
      .where("o.spent_position", "=", slot<number>("position"));
  const read = selects.fixed<Omit<OutputRecord, "spent_by" | "spent_time">>(
    "consumed output",
    query,
  );
  const rows = read({ txID, outputIndex, height, position });
  return rows.map((row) => Object.assign(row, { spent_by: id, spent_time: time }));
}

function outputsOf(selects: Selects, { height, position, id, staking_tx_id }: TxRecord) {
  const [atHeight, atPosition] = [slot<number>("height"), slot<number>("position")];
  // A list of IDs makes SQLite sort.
  const isOfOne = staking_tx_id === null;
  const query = () =>
    outputRows(selects)
      .where((eb) =>
        isOfOne
          ? eb("o.tx_id", "=", slot<Id>("id"))
          : eb("o.tx_id", "in", [slot<Id>("id"), slot<Id>("stakingTxID")]),
      )
      .where((eb) =>
        eb.or([
          eb.and([
            eb("o.created_height", "=", atHeight),
            eb("o.created_position", "=", atPosition),
          ]),
          eb.and([
            eb("o.spendable_height", "=", atHeight),
            eb("o.spendable_position", "=", atPosition),
          ]),
        ]),
      )
      .orderBy("o.tx_id")
      .orderBy("o.output_index");
  const form = isOfOne ? "outputs of a transaction" : "outputs of a reward";
  const read = selects.fixed<OutputRecord>(form, query);
  return read({ height, position, id, stakingTxID: staking_tx_id });
}

/** All periods of a staking transaction, or those that another transaction began or ended. */
function periodsOf(selects: Selects, { height, position, id, staking_tx_id }: TxRecord) {
  const [atHeight, atPosition] = [slot<number>("height"), slot<number>("position")];
  const all = () =>
    periodRows(selects).where("p.tx_id", "=", slot<Id>("txID")).orderBy("p.start_time");
  if (staking_tx_id === null) {
    return selects.fixed<PeriodRecord>("periods of a transaction", all)({ txID: id });
  }
  const changed = () =>
    all().where((eb) =>
      eb.or([
        eb.and([eb("p.ended_height", "=", atHeight), eb("p.ended_position", "=", atPosition)]),
        eb.and([eb("p.added_height", "=", atHeight), eb("p.added_position", "=", atPosition)]),
      ]),
    );
  const read = selects.fixed<PeriodRecord>("periods that a transaction changed", changed);
  return read({ txID: staking_tx_id, height, position });
}

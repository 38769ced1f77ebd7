import { type Id, keyOf } from "../../formats/bytes.ts";
import type { SqliteDatabase, SqliteStatement } from "../sqlite.ts";
import type { OutputChange } from "./block-changes.ts";
import { HoldingWriter } from "./holding-writer.ts";
import type { LedgerRow } from "./schema.ts";
import { RowInsert } from "./statements.ts";
import type { Writable } from "./tx-rows.ts";

type Output = LedgerRow<"outputs">;
type Known = Pick<Output, "created_height" | "spendable_height" | "spent_height">;
type WaitingChange = {
  readonly key: string;
  readonly change: OutputChange;
  readonly heightOf: HeightOf;
};

/** The height at which a UTXO came to be, for an output that is not filled yet. */
export type HeightOf = (utxoID: Id) => number;

/**
 * Writes outputs, and who holds them. What happens to an output before it is written becomes part of its row, so that an
 * output that is spent soon is written once. Heights may come in any order: a change of an output that is not filled yet
 * creates its row, and what fills it later keeps the change.
 */
export class OutputWriter {
  readonly #created = new Map<string, Writable<Output>>();
  readonly #changed: WaitingChange[] = [];
  readonly #holdings: HoldingWriter;
  readonly #insert: RowInsert<"outputs">;
  readonly #insertUnknown: RowInsert<"outputs">;
  readonly #find: SqliteStatement;
  readonly #fill: SqliteStatement;
  readonly #release: SqliteStatement;
  readonly #spend: SqliteStatement;

  constructor(database: SqliteDatabase) {
    const output = "tx_id = ? AND output_index = ?";
    const known = "created_height, spendable_height, spent_height";
    this.#holdings = new HoldingWriter(database);
    this.#insert = new RowInsert(database, "outputs");
    this.#insertUnknown = new RowInsert(database, "outputs", "ON CONFLICT DO NOTHING");
    this.#find = database.prepare(`SELECT ${known} FROM ledger_outputs WHERE ${output}`);
    this.#fill = database.prepare(
      `UPDATE ledger_outputs SET origin = ?, created_height = ?, created_position = ?,
        spendable_height = coalesce(spendable_height, ?),
        spendable_position = iif(spendable_position = -1, ?, spendable_position)
      WHERE ${output}`,
    );
    this.#release = database.prepare(
      `UPDATE ledger_outputs SET spendable_height = ?, spendable_position = ? WHERE ${output}`,
    );
    this.#spend = database.prepare(
      `UPDATE ledger_outputs SET spent_height = ?, spent_position = ?, spent_input = ?
      WHERE ${output}`,
    );
  }

  /** How many rows wait. */
  get waiting(): number {
    return this.#created.size + this.#changed.length;
  }

  add(change: OutputChange, heightOf: HeightOf): void {
    const { row } = change;
    const key = `${keyOf(row.tx_id)}${row.output_index}`;
    if (change.kind === "created") {
      this.#created.set(key, row);
      return;
    }
    const created = this.#created.get(key);
    if (created === undefined) this.#changed.push({ key, change, heightOf });
    else if (change.kind === "released") {
      created.spendable_height = row.spendable_height;
      created.spendable_position = row.spendable_position;
    } else {
      created.spent_height = row.spent_height;
      created.spent_position = row.spent_position;
      created.spent_input = row.spent_input;
    }
  }

  /** `isPartial`: changes of later heights may be written already. */
  flush(isPartial: boolean): void {
    const insert = isPartial ? this.#insertUnknown : this.#insert;
    for (const [, row] of sortedByKey(this.#created)) {
      if (insert.run(row)) this.#holdings.addAll(row);
      else this.#fillKnown(row);
    }
    this.#holdings.flush();
    this.#changed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
    for (const { change, heightOf } of this.#changed) {
      if (change.kind === "released") this.#releaseStake(change.row);
      else if (change.kind === "spent") this.#spendOutput(change.row, change.utxoID, heightOf);
    }
    this.#holdings.flush();
    this.clear();
  }

  clear(): void {
    this.#created.clear();
    this.#changed.length = 0;
    this.#holdings.clear();
  }

  /** What happened to it later was written first. */
  #fillKnown(row: Output): void {
    const known = this.#known(row)!;
    this.#fill.run(
      row.origin,
      row.created_height,
      row.created_position,
      row.spendable_height,
      row.spendable_position,
      row.tx_id,
      row.output_index,
    );
    // While it was a UTXO is written with the change.
    this.#holdings.addStaked(row, known.spendable_height);
  }

  #releaseStake(row: Output): void {
    const { spendable_height: height, spendable_position: position } = row;
    const known = this.#known(row);
    if (known === undefined) this.#insert.run({ ...row, created_position: -1 });
    else {
      this.#release.run(height, position, row.tx_id, row.output_index);
      this.#holdings.end(row, true, known.created_height, height!);
    }
    const spent = known?.spent_height ?? null;
    if (spent === null) this.#holdings.insert(row, false, height!);
    // The spend was written first, while it was not known when the output became a UTXO.
    else if (known!.spendable_height === null) {
      this.#holdings.insert(row, false, height!, spent - 1);
    }
  }

  #spendOutput(row: Output, utxoID: Id, heightOf: HeightOf): void {
    const { spent_height: height, spent_position: position, spent_input: input } = row;
    const known = this.#known(row);
    if (known !== undefined) {
      this.#spend.run(height, position, input, row.tx_id, row.output_index);
      const { spendable_height: from } = known;
      if (from !== null) this.#holdings.end(row, false, from, height!);
      return;
    }
    const from = heightOf(utxoID);
    const spendable = { spendable_height: from, spendable_position: -1 };
    this.#insert.run({ ...row, created_height: from, ...spendable });
    this.#holdings.insert(row, false, from, height! - 1);
  }

  #known({ tx_id, output_index }: Output): Known | undefined {
    return this.#find.get(tx_id, output_index) as Known | undefined;
  }
}

/** In the order of the table, so that neighbours are written together. */
function sortedByKey<T>(entries: Map<string, T>): [string, T][] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

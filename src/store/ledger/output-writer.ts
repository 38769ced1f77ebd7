import { keyOf } from "../../formats/bytes.ts";
import type { SqliteDatabase, SqliteStatement } from "../sqlite.ts";
import type { OutputChange } from "./block-changes.ts";
import { HoldingWriter } from "./holding-writer.ts";
import { insertionOrder } from "./insertion-order.ts";
import type { LedgerRow } from "./schema.ts";
import { RowInsert, rowsAtOnce } from "./statements.ts";
import type { Writable } from "./tx-rows.ts";

type Output = LedgerRow<"outputs">;
type Known = Pick<
  Output,
  "created_height" | "created_position" | "spendable_height" | "spent_height"
>;
type WaitingChange = {
  readonly change: Exclude<OutputChange, { readonly kind: "created" }>;
  /** When the UTXO that is spent came to be. */
  readonly from: number;
};

/** The height at which a UTXO of the state before a block came to be. */
export type HeightOf = (output: Pick<Output, "tx_id" | "output_index">) => number;

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
    const known = "created_height, created_position, spendable_height, spent_height";
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
    if (created === undefined) {
      const from = change.kind === "spent" ? heightOf(row) : 0;
      this.#changed.push({ change, from });
    } else if (change.kind === "released") {
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
    const created = insertionOrder([...this.#created.values()], ({ tx_id }) => tx_id);
    if (isPartial) this.#insertPartlyKnown(created);
    else {
      this.#insert.runAll(created);
      for (const row of created) this.#holdings.addAll(row);
    }
    this.#holdings.flush();
    // Changes of one output stay in their order.
    const changed = insertionOrder(this.#changed, ({ change }) => change.row.tx_id);
    for (const { change, from } of changed) {
      if (change.kind === "released") this.#releaseStake(change.row);
      else if (isPartial) this.#spendPartlyKnown(change.row, from);
      else this.#spendOutput(change.row, from);
    }
    this.#holdings.flush();
    this.clear();
  }

  clear(): void {
    this.#created.clear();
    this.#changed.length = 0;
    this.#holdings.clear();
  }

  /** Changes of later heights have created some of the rows already. */
  #insertPartlyKnown(rows: readonly Output[]): void {
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const some = rows.slice(from, from + rowsAtOnce);
      const areNew = this.#insertUnknown.runAll(some);
      for (const row of some) {
        if (areNew || this.#known(row)!.created_position !== -1) this.#holdings.addAll(row);
        else this.#fillKnown(row);
      }
    }
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

  #spendOutput(row: Output, from: number): void {
    if (this.#markSpent(row)) this.#holdings.end(row, false, from, row.spent_height!);
    else this.#insertSpent(row, from);
  }

  /** The row may say that it was spent, but not since when it could be. */
  #spendPartlyKnown(row: Output, from: number): void {
    const known = this.#known(row);
    if (known === undefined) {
      this.#insertSpent(row, from);
      return;
    }
    this.#markSpent(row);
    const { spendable_height: since } = known;
    if (since !== null) this.#holdings.end(row, false, since, row.spent_height!);
  }

  /** Returns whether it has a row. */
  #markSpent(row: Output): boolean {
    const { spent_height, spent_position, spent_input, tx_id, output_index } = row;
    const place = [spent_height, spent_position, spent_input];
    return this.#spend.run(...place, tx_id, output_index).changes > 0;
  }

  #insertSpent(row: Output, from: number): void {
    const spendable = { spendable_height: from, spendable_position: -1 };
    this.#insert.run({ ...row, created_height: from, ...spendable });
    this.#holdings.insert(row, false, from, row.spent_height! - 1);
  }

  #known({ tx_id, output_index }: Output): Known | undefined {
    return this.#find.get(tx_id, output_index) as Known | undefined;
  }
}

import { deserialize, serialize } from "node:v8";
import type { TableModule } from "../migrations.ts";
import { limitParameter, type SqliteDatabase, type SqliteStatement } from "../sqlite.ts";
import type { LedgerChanges } from "./block-changes.ts";
import type { LedgerRow } from "./schema.ts";

export const ledgerOutboxTables: TableModule = {
  name: "ledger-outbox",
  migrations: [
    `CREATE TABLE ledger_outbox (
      sequence INTEGER PRIMARY KEY,
      from_height INTEGER NOT NULL,
      height INTEGER NOT NULL,
      changes BLOB NOT NULL
    ) STRICT;`,
  ],
};

/** What one acceptance changed: rows that never change again, and the keys of others. */
export type OutboxChanges = {
  readonly rows: LedgerChanges["rows"];
  readonly outputs: readonly (readonly [txID: Uint8Array, outputIndex: number])[];
  readonly periods: readonly (readonly [txID: Uint8Array, startTime: number])[];
  readonly subnets: readonly Uint8Array[];
  readonly l1Validators: readonly LedgerRow<"l1_validators">[];
  readonly days: readonly number[];
};

export type OutboxEntry = {
  readonly sequence: number;
  /** The first block, which is above `height` for a change of a dev node. */
  readonly from: number;
  readonly height: number;
  readonly changes: OutboxChanges;
};

/** How many bytes of changes are read at once, unless one entry has more. */
const readBytes = 1024 * 1024;

/**
 * Remembers what each block changed until another database has it, in the transaction of the block. It has nothing while
 * it is off.
 */
export class LedgerOutbox {
  readonly #insert: SqliteStatement;
  readonly #read: SqliteStatement;
  readonly #places: SqliteStatement;
  readonly #last: SqliteStatement;
  readonly #forget: SqliteStatement;
  #isOn = false;
  #acknowledged = 0;
  #onAdded: () => void = () => {};
  #forgotten = 0;

  constructor(database: SqliteDatabase) {
    this.#insert = database.prepare(
      "INSERT INTO ledger_outbox (from_height, height, changes) VALUES (?, ?, ?)",
    );
    this.#read = database.prepare(
      `SELECT sequence, from_height AS "from", height, changes FROM ledger_outbox
      WHERE sequence > ? ORDER BY sequence ${limitParameter}`,
    );
    this.#places = database
      .prepare("SELECT sequence, from_height, height FROM ledger_outbox ORDER BY sequence")
      .raw();
    this.#last = database.prepare("SELECT max(sequence) FROM ledger_outbox").pluck();
    this.#forget = database.prepare("DELETE FROM ledger_outbox WHERE sequence < ?");
  }

  /** Call it in a transaction. What is off must not have a gap when it is on again. */
  turn(isOn: boolean): void {
    this.#isOn = isOn;
    if (!isOn) this.#forget.run(Number.MAX_SAFE_INTEGER);
  }

  /** Calls a function with each entry, within its transaction. */
  onAdded(added: () => void): void {
    this.#onAdded = added;
  }

  /** Call it in the transaction of the block. */
  add({ rows, outputs, stakers, subnets, l1Validators, days, height }: LedgerChanges): void {
    if (!this.#isOn) return;
    const changes: OutboxChanges = {
      rows,
      outputs: outputs.map(({ row }) => [row.tx_id, row.output_index]),
      periods: stakers.map(({ row }) => [row.tx_id, row.start_time]),
      subnets: subnets.map(({ row }) => row.subnet_id),
      l1Validators,
      days: days.map(({ day }) => day),
    };
    this.#insert.run(rows.blocks[0]?.height ?? height + 1, height, serialize(changes));
    this.#onAdded();
    // The last one stays, so that its number is not used again.
    if (this.#acknowledged <= this.#forgotten) return;
    this.#forget.run(this.#acknowledged);
    this.#forgotten = this.#acknowledged;
  }

  /** The entries after one, as many as are read at once. */
  after(sequence: number, limit: number): readonly OutboxEntry[] {
    const entries: OutboxEntry[] = [];
    let bytes = 0;
    const rows = this.#read.all(sequence, limit) as (Omit<OutboxEntry, "changes"> & {
      readonly changes: Uint8Array;
    })[];
    for (const { changes, ...place } of rows) {
      bytes += changes.length;
      if (entries.length > 0 && bytes > readBytes) break;
      entries.push({ ...place, changes: deserialize(changes) as OutboxChanges });
    }
    return entries;
  }

  /** The entry after which all blocks above a height follow, up to the tip; undefined if some are missing. */
  followsFrom(height: number, tip: number): number | undefined {
    let sequence = 0;
    let reached = height;
    for (const [each, from, to] of this.#places.all() as [number, number, number][]) {
      if (to <= height) sequence = each;
      else if (from !== reached + 1) return undefined;
      else reached = to;
    }
    return reached === tip ? sequence : undefined;
  }

  /** The number of the last entry; 0 without one. */
  last(): number {
    return (this.#last.get() as number | null) ?? 0;
  }

  /** The other database has all up to this entry, which may be forgotten with the next block. */
  acknowledge(sequence: number): void {
    this.#acknowledged = sequence;
  }
}

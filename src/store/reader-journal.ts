import { deserialize, serialize } from "node:v8";
import type { Id, ShortId } from "../formats/bytes.ts";
import type { ChangeSet, HotChanges } from "../pchain/state/changes.ts";
import type { TableModule } from "./migrations.ts";
import { lockedOutput } from "./outputs.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";

/**
 * What the last transactions changed, for other processes that read the same file. The rows are written in the same
 * transaction as the changes, so a reader that sees a block also sees how to bring its memory to it. Empty while one
 * process has the store to itself.
 */
export const readerJournalTables: TableModule = {
  name: "reader-journal",
  migrations: [
    `CREATE TABLE reader_journal (
      number INTEGER PRIMARY KEY,
      entry BLOB
    ) STRICT;
    CREATE TABLE reader_hold (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1)
    ) STRICT;`,
  ],
};

/** A reader that is farther behind reads everything again. */
const keptEntries = 256;

/** One transaction of the writer. */
export type JournalEntry = {
  readonly height: bigint;
  readonly hot: HotChanges;
  /** The owners of UTXOs that were added or deleted. */
  readonly addresses: readonly ShortId[];
  readonly utxoIDs: readonly Id[];
  readonly txIDs: readonly Id[];
};

/** The writer's side. */
export class JournalWriter {
  readonly #insert: SqliteStatement;
  readonly #prune: SqliteStatement;
  readonly #hold: SqliteStatement;
  readonly #release: SqliteStatement;
  readonly #clear: SqliteStatement;
  #last: number;
  #isReleaseDue = false;

  constructor(database: SqliteDatabase) {
    this.#insert = database.prepare("INSERT INTO reader_journal VALUES (?, ?)");
    this.#prune = database.prepare("DELETE FROM reader_journal WHERE number <= ?");
    this.#hold = database.prepare("INSERT OR IGNORE INTO reader_hold VALUES (1)");
    this.#release = database.prepare("DELETE FROM reader_hold");
    this.#clear = database.prepare("DELETE FROM reader_journal");
    const last = database.prepare("SELECT max(number) FROM reader_journal").pluck().get();
    this.#last = (last ?? 0) as number;
    // What an earlier process held is over.
    this.begin();
  }

  append(changes: ChangeSet, height: bigint, deletedOwners: readonly ShortId[]): void {
    // Their transactions are objects that only parsing can make.
    if (changes.subnetTransformations.length > 0) this.reset();
    else this.#put(serialize(entryOf(changes, height, deletedOwners)));
  }

  /** Makes readers read everything again. */
  reset(): void {
    this.#clear.run();
    this.#put(null);
  }

  /** Makes readers leave every query to the writer, because they cannot see what it has written. */
  hold(): void {
    this.#hold.run();
  }

  release(): void {
    this.#release.run();
  }

  /** Makes readers read everything again, and answer queries. */
  begin(): void {
    this.reset();
    this.release();
  }

  /** The same after something was undone. If it throws, it is due until it succeeds. */
  beginAgain(): void {
    this.#isReleaseDue = true;
    this.begin();
    this.#isReleaseDue = false;
  }

  /** Whether readers still leave every query to the writer because `beginAgain` failed. */
  get isReleaseDue(): boolean {
    return this.#isReleaseDue;
  }

  #put(entry: Buffer | null): void {
    this.#last += 1;
    this.#prune.run(this.#last - keptEntries);
    this.#insert.run(this.#last, entry);
  }
}

/** What a reader must do to come from an entry to the last one. */
export type JournalStep =
  | { readonly kind: "entries"; readonly entries: readonly JournalEntry[] }
  | { readonly kind: "reload" };

/** A reader's side. */
export class JournalReader {
  readonly #lastNumber: SqliteStatement;
  readonly #after: SqliteStatement;
  readonly #isHeld: SqliteStatement;
  #last: number | undefined;

  constructor(database: SqliteDatabase) {
    this.#lastNumber = database.prepare("SELECT max(number) FROM reader_journal").pluck();
    this.#after = database
      .prepare("SELECT number, entry FROM reader_journal WHERE number > ? ORDER BY number")
      .raw();
    this.#isHeld = database.prepare("SELECT 1 FROM reader_hold").pluck();
  }

  isHeld(): boolean {
    return this.#isHeld.get() !== undefined;
  }

  /** Everything since the last call. */
  next(): JournalStep {
    const from = this.#last;
    if (from === undefined) {
      this.#last = (this.#lastNumber.get() ?? 0) as number;
      return { kind: "reload" };
    }
    const rows = this.#after.all(from) as [number: number, entry: Buffer | null][];
    const last = rows.at(-1);
    if (last === undefined) return { kind: "entries", entries: [] };
    this.#last = last[0];
    const hasAll = rows[0]![0] === from + 1 && rows.every(([, entry]) => entry !== null);
    if (!hasAll) return { kind: "reload" };
    return {
      kind: "entries",
      entries: rows.map(([, entry]) => deserialize(entry!) as JournalEntry),
    };
  }
}

function entryOf(
  changes: ChangeSet,
  height: bigint,
  deletedOwners: readonly ShortId[],
): JournalEntry {
  const { subnets, chains, txs, addedUtxos, deletedUtxos, rewardUtxos, outcomes, ...hot } = changes;
  const added = addedUtxos.flatMap(({ utxo }) => lockedOutput(utxo.output).addresses);
  return {
    height,
    hot,
    addresses: [...added, ...deletedOwners],
    utxoIDs: [...deletedUtxos, ...addedUtxos.map(({ utxoID }) => utxoID)],
    txIDs: txs.map(({ tx }) => tx.id),
  };
}

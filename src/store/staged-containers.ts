import { existsSync, rmSync } from "node:fs";
import type { Id } from "../formats/bytes.ts";
import { limitParameter, openSqlite, type SqliteDatabase, type SqliteStatement } from "./sqlite.ts";

/** A container that was fetched and is not executed yet. */
export type StagedContainer = {
  readonly height: bigint;
  readonly id: Id;
  readonly parentID: Id;
  readonly bytes: Uint8Array;
};

/** The lower end of a run of staged containers: its parent is still to be fetched. */
export type MissingParent = { readonly parentID: Id; readonly childHeight: bigint };

type Row = [height: number, id: Uint8Array, parentID: Uint8Array, bytes: Uint8Array];

const walBytesMax = 32 * 1024 * 1024;

/**
 * Containers that are not executed yet, by height, in a file of their own that is deleted when it is empty. They
 * survive a crash of the process at any moment; containers lost in a crash of the machine are fetched again.
 */
export class StagedContainers {
  readonly #database: SqliteDatabase;
  readonly #path: string;
  readonly #put: SqliteStatement;
  readonly #at: SqliteStatement;
  readonly #has: SqliteStatement;
  readonly #from: SqliteStatement;
  readonly #deleteThrough: SqliteStatement;
  readonly #deleteFrom: SqliteStatement;
  readonly #ends: SqliteStatement;
  readonly #highest: SqliteStatement;
  #count: number;

  /** `:memory:` for staging that ends with the process. */
  constructor(path: string) {
    this.#path = path;
    const database = openSqlite(path);
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    database.pragma(`journal_size_limit = ${walBytesMax}`);
    database.exec(
      `CREATE TABLE IF NOT EXISTS staged (
        height INTEGER PRIMARY KEY, id BLOB NOT NULL, parent_id BLOB NOT NULL, bytes BLOB NOT NULL
      ) STRICT`,
    );
    // Millions of containers may be staged: counting them and finding their gaps must not read their bytes.
    database.exec("CREATE INDEX IF NOT EXISTS staged_heights ON staged (height)");
    database.exec("CREATE INDEX IF NOT EXISTS staged_ids ON staged (id)");
    this.#database = database;
    this.#put = database.prepare("INSERT INTO staged VALUES (?, ?, ?, ?)");
    const columns = "SELECT height, id, parent_id, bytes FROM staged";
    this.#at = database.prepare(`${columns} WHERE height = ?`).raw();
    this.#has = database.prepare("SELECT 1 FROM staged WHERE id = ?").pluck();
    this.#from = database
      .prepare(`${columns} WHERE height >= ? ORDER BY height ${limitParameter}`)
      .raw();
    this.#deleteThrough = database.prepare("DELETE FROM staged WHERE height <= ?");
    this.#deleteFrom = database.prepare("DELETE FROM staged WHERE height >= ?");
    this.#ends = database
      .prepare(
        `SELECT height, parent_id FROM staged WHERE height IN (
          SELECT height FROM staged AS child INDEXED BY staged_heights WHERE height > ? AND NOT EXISTS
            (SELECT 1 FROM staged AS parent INDEXED BY staged_heights WHERE height = child.height - 1))
          ORDER BY height`,
      )
      .raw();
    this.#highest = database.prepare("SELECT max(height) FROM staged").pluck();
    this.#count = database.prepare("SELECT count(height) FROM staged").pluck().get() as number;
  }

  /** Writes containers of heights that are not staged yet, all or none. */
  put(containers: readonly StagedContainer[]): void {
    this.#database.transaction(() => {
      for (const { height, id, parentID, bytes } of containers) {
        this.#put.run(height, id, parentID, bytes);
      }
    })();
    this.#count += containers.length;
  }

  at(height: bigint): StagedContainer | undefined {
    const row = this.#at.get(height) as Row | undefined;
    return row && stagedOf(row);
  }

  has(id: Id): boolean {
    return this.#has.get(id) !== undefined;
  }

  /** Consecutive containers from a height on, at most `count`; none if that height is not staged. */
  runFrom(height: bigint, count: number): readonly StagedContainer[] {
    const rows = this.#from.all(height, count) as Row[];
    const gap = rows.findIndex((row, i) => BigInt(row[0]) !== height + BigInt(i));
    return (gap === -1 ? rows : rows.slice(0, gap)).map(stagedOf);
  }

  /** Forgets what was executed. */
  deleteThrough(height: bigint): void {
    this.#count -= this.#deleteThrough.run(height).changes;
  }

  /** Deletes containers that turned out not to belong to the chain. */
  deleteFrom(height: bigint): void {
    this.#count -= this.#deleteFrom.run(height).changes;
  }

  /** The lower ends of all runs above a height, except the run that begins right above it. */
  missingParents(height: bigint): readonly MissingParent[] {
    const rows = this.#ends.all(height + 1n) as [height: number, parentID: Uint8Array][];
    return rows.map(([childHeight, parentID]) => ({
      parentID: new Uint8Array(parentID),
      childHeight: BigInt(childHeight),
    }));
  }

  /** The greatest staged height; undefined if nothing is staged. */
  highest(): bigint | undefined {
    const height = this.#highest.get() as number | null;
    return height === null ? undefined : BigInt(height);
  }

  count(): number {
    return this.#count;
  }

  /** Frees the disk space of staged containers when none are left. */
  shrink(): void {
    if (this.#count === 0) this.#database.exec("VACUUM");
  }

  /** Closes the file, and deletes it if nothing is staged. */
  close(): void {
    const isEmpty = this.count() === 0;
    this.#database.close();
    if (!isEmpty || this.#path === ":memory:") return;
    for (const suffix of ["", "-wal", "-shm"]) {
      if (existsSync(this.#path + suffix)) rmSync(this.#path + suffix);
    }
  }
}

function stagedOf([height, id, parentID, bytes]: Row): StagedContainer {
  return {
    height: BigInt(height),
    id: new Uint8Array(id),
    parentID: new Uint8Array(parentID),
    bytes: new Uint8Array(bytes),
  };
}

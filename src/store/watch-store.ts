import { openSqlite, type SqliteDatabase, type SqliteStatement } from "./sqlite.ts";

/** A watch as it is stored. What the store does not search is JSON that its owner writes. */
export type WatchRow = {
  readonly id: string;
  /** Which API it belongs to. */
  readonly api: string;
  readonly definition: string;
  readonly progress: string;
};

/** A secret that signs deliveries, sealed. */
export type WatchKeyRow = {
  readonly id: string;
  readonly kind: string;
  readonly nonce: Uint8Array;
  readonly sealed: Uint8Array;
  /** Unix milliseconds after which it no longer signs; null while it is the current one. */
  readonly until_ms: number | null;
};

/** An event that no block contains and that waits for its delivery. */
export type WatchOutboxRow = {
  readonly watch_id: string;
  /** Increases within a watch. */
  readonly number: number;
  readonly event: string;
};

/** What changed since the last write. */
export type WatchWrites = {
  /** The watches whose progress changed. */
  readonly progress: Iterable<Pick<WatchRow, "id" | "progress">>;
  /** Up to where all blocks were looked at, as JSON. */
  readonly scanned: string;
  readonly added: Iterable<WatchOutboxRow>;
  readonly removed: Iterable<Pick<WatchOutboxRow, "watch_id" | "number">>;
};

const walBytesMax = 8 * 1024 * 1024;

/**
 * The watches of a node, in a file of their own: what is undone of the chain, such as by a dev snapshot, undoes no watch. Every
 * commit waits for the disk.
 */
export class WatchStore {
  readonly #database: SqliteDatabase;
  readonly #putWatch: SqliteStatement;
  readonly #putProgress: SqliteStatement;
  readonly #putScanned: SqliteStatement;
  readonly #putOutbox: SqliteStatement;
  readonly #deleteOutbox: SqliteStatement;
  readonly #putKey: SqliteStatement;
  readonly #deleteKeys: SqliteStatement;
  #isOpen = true;

  /** `:memory:` for watches that end with the process. */
  constructor(path: string) {
    const database = openSqlite(path);
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.pragma("trusted_schema = OFF");
    database.pragma(`journal_size_limit = ${walBytesMax}`);
    database.exec(schema);
    this.#database = database;
    this.#putWatch = database.prepare(
      `INSERT INTO watches VALUES (:id, :api, :definition, :progress) ON CONFLICT DO UPDATE SET
        definition = excluded.definition, progress = excluded.progress`,
    );
    this.#putProgress = database.prepare("UPDATE watches SET progress = :progress WHERE id = :id");
    this.#putScanned = database.prepare("INSERT OR REPLACE INTO scanned VALUES (1, ?)");
    this.#putOutbox = database.prepare("INSERT INTO outbox VALUES (:watch_id, :number, :event)");
    this.#deleteOutbox = database.prepare(
      "DELETE FROM outbox WHERE watch_id = :watch_id AND number = :number",
    );
    this.#deleteKeys = database.prepare("DELETE FROM keys WHERE id = ?");
    this.#putKey = database.prepare(
      "INSERT OR REPLACE INTO keys VALUES (:id, :kind, :nonce, :sealed, :until_ms)",
    );
  }

  watches(): readonly WatchRow[] {
    return this.#database.prepare("SELECT * FROM watches ORDER BY rowid").all() as WatchRow[];
  }

  outbox(): readonly WatchOutboxRow[] {
    const rows = this.#database.prepare("SELECT * FROM outbox ORDER BY watch_id, number").all();
    return rows as WatchOutboxRow[];
  }

  /** All keys with their IDs, the current one of each ID last. */
  keys(): readonly WatchKeyRow[] {
    const rows = this.#database
      .prepare("SELECT * FROM keys ORDER BY id, until_ms IS NULL, until_ms")
      .all();
    return rows as WatchKeyRow[];
  }

  /** Undefined in a new file. */
  scanned(): string | undefined {
    return this.#database.prepare("SELECT position FROM scanned").pluck().get() as
      | string
      | undefined;
  }

  /** Writes everything that a change of a caller needs, at once. */
  put(watches: readonly WatchRow[], keys: readonly WatchKeyRow[] = []): void {
    this.#database.transaction(() => {
      for (const { id } of keys) this.#deleteKeys.run(id);
      for (const row of keys) this.#putKey.run(row);
      for (const row of watches) this.#putWatch.run(row);
    })();
  }

  /** Replaces all secrets of a key. */
  putKeys(id: string, rows: readonly WatchKeyRow[]): void {
    this.#database.transaction(() => {
      this.#deleteKeys.run(id);
      for (const row of rows) this.#putKey.run(row);
    })();
  }

  delete(ids: readonly string[], keyIDs: readonly string[]): void {
    this.#database.transaction(() => {
      for (const id of ids) {
        this.#database.prepare("DELETE FROM watches WHERE id = ?").run(id);
        this.#database.prepare("DELETE FROM outbox WHERE watch_id = ?").run(id);
      }
      for (const id of keyIDs) this.#deleteKeys.run(id);
    })();
  }

  write({ progress, scanned, added, removed }: WatchWrites): void {
    this.#database.transaction(() => {
      for (const row of progress) this.#putProgress.run(row);
      // A row that was changed is in both.
      for (const row of removed) this.#deleteOutbox.run(row);
      for (const row of added) this.#putOutbox.run(row);
      this.#putScanned.run(scanned);
    })();
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#database.close();
  }
}

const schema = `
  CREATE TABLE IF NOT EXISTS watches (
    id TEXT PRIMARY KEY, api TEXT NOT NULL, definition TEXT NOT NULL, progress TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS keys (
    id TEXT NOT NULL, kind TEXT NOT NULL, nonce BLOB NOT NULL, sealed BLOB NOT NULL, until_ms INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS keys_by_id ON keys (id);
  CREATE TABLE IF NOT EXISTS outbox (
    watch_id TEXT NOT NULL, number INTEGER NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (watch_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS scanned (one INTEGER PRIMARY KEY, position TEXT NOT NULL) STRICT;
`;

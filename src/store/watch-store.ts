import { existsSync } from "node:fs";
import { openSqlite, type SqliteDatabase } from "./sqlite.ts";

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
  /** Up to where all blocks were read. */
  readonly scanned: string;
  readonly added: Iterable<WatchOutboxRow>;
  readonly removed: Iterable<Pick<WatchOutboxRow, "watch_id" | "number">>;
};

const walBytesMax = 8 * 1024 * 1024;

/**
 * The watches of a node, in a file of their own: what is undone of the chain, such as by a dev snapshot, undoes no watch. Every
 * commit waits for the disk. The file is created with the first watch.
 */
export class WatchStore {
  readonly #path: string;
  #opened: Opened | undefined;

  /** `:memory:` for watches that end with the process. */
  constructor(path: string) {
    this.#path = path;
    if (path !== ":memory:" && existsSync(path)) this.#opened = openFile(path);
  }

  watches(): readonly WatchRow[] {
    return this.#all("SELECT * FROM watches ORDER BY rowid") as WatchRow[];
  }

  outbox(): readonly WatchOutboxRow[] {
    return this.#all("SELECT * FROM outbox ORDER BY watch_id, number") as WatchOutboxRow[];
  }

  /** All secrets, the current one of each key last. */
  keys(): readonly WatchKeyRow[] {
    return this.#all("SELECT * FROM keys ORDER BY id, until_ms IS NULL, until_ms") as WatchKeyRow[];
  }

  /** Undefined before the first watch. */
  scanned(): string | undefined {
    const [row] = this.#all("SELECT position FROM scanned") as { readonly position: string }[];
    return row?.position;
  }

  /** Writes everything that a change of a caller needs, at once. The secrets replace all of their keys; those of others end. */
  put(
    watches: readonly WatchRow[],
    keys: readonly WatchKeyRow[] = [],
    unusedKeyIDs: readonly string[] = [],
  ): void {
    this.#inTransaction(({ putWatch, putKey, deleteKeys }) => {
      for (const id of unusedKeyIDs) deleteKeys.run(id);
      for (const { id } of keys) deleteKeys.run(id);
      for (const row of keys) putKey.run(row);
      for (const row of watches) putWatch.run(row);
    });
  }

  /** Replaces all secrets of a key. */
  putKeys(id: string, rows: readonly WatchKeyRow[]): void {
    this.#inTransaction(({ putKey, deleteKeys }) => {
      deleteKeys.run(id);
      for (const row of rows) putKey.run(row);
    });
  }

  delete(ids: readonly string[], keyIDs: readonly string[]): void {
    this.#inTransaction(({ deleteWatch, deleteWaiting, deleteKeys }) => {
      for (const id of ids) {
        deleteWatch.run(id);
        deleteWaiting.run(id);
      }
      for (const id of keyIDs) deleteKeys.run(id);
    });
  }

  write({ progress, scanned, added, removed }: WatchWrites): void {
    this.#inTransaction(({ putProgress, putScanned, putOutbox, deleteOutbox }) => {
      for (const row of progress) putProgress.run(row);
      // A row that was changed is in both.
      for (const row of removed) deleteOutbox.run(row);
      for (const row of added) putOutbox.run(row);
      putScanned.run(scanned);
    });
  }

  close(): void {
    this.#opened?.database.close();
    this.#opened = undefined;
  }

  #all(sql: string): unknown[] {
    return this.#opened?.database.prepare(sql).all() ?? [];
  }

  #inTransaction(write: (statements: Statements) => void): void {
    this.#opened ??= openFile(this.#path);
    const { database, statements } = this.#opened;
    database.transaction(write)(statements);
  }
}

type Opened = { readonly database: SqliteDatabase; readonly statements: Statements };
type Statements = ReturnType<typeof prepare>;

function openFile(path: string): Opened {
  const database = openSqlite(path);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("trusted_schema = OFF");
  database.pragma(`journal_size_limit = ${walBytesMax}`);
  database.exec(schema);
  return { database, statements: prepare(database) };
}

function prepare(database: SqliteDatabase) {
  return {
    putWatch: database.prepare(
      `INSERT INTO watches VALUES (:id, :api, :definition, :progress) ON CONFLICT DO UPDATE SET
        definition = excluded.definition, progress = excluded.progress`,
    ),
    deleteWatch: database.prepare("DELETE FROM watches WHERE id = ?"),
    putProgress: database.prepare("UPDATE watches SET progress = :progress WHERE id = :id"),
    putScanned: database.prepare("INSERT OR REPLACE INTO scanned VALUES (1, ?)"),
    putOutbox: database.prepare("INSERT INTO outbox VALUES (:watch_id, :number, :event)"),
    deleteOutbox: database.prepare(
      "DELETE FROM outbox WHERE watch_id = :watch_id AND number = :number",
    ),
    deleteWaiting: database.prepare("DELETE FROM outbox WHERE watch_id = ?"),
    putKey: database.prepare("INSERT INTO keys VALUES (:id, :kind, :nonce, :sealed, :until_ms)"),
    deleteKeys: database.prepare("DELETE FROM keys WHERE id = ?"),
  };
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

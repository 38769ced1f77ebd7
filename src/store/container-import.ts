import type { Id } from "../formats/bytes.ts";
import { type IndexPath, indexPaths, type NewContainer } from "./container-log.ts";
import type { Containers } from "./containers.ts";
import type { SqliteDatabase } from "./sqlite.ts";

/** How many bytes of one index are appended together. */
const groupBytes = 256 * 1024;

/** The hex digits in one transaction: how much an interrupted import has to repeat. */
const usualTransactionBytes = 128 * 1024 * 1024;

/** IDs are random, so every transaction touches most of the pages of their table. */
const pageCacheKibibytes = 128 * 1024;

/** The archive of an index: an import looks for known containers there too. */
export type ImportArchive = {
  readonly indicesOf: (
    path: IndexPath,
    ids: readonly Id[],
  ) => Promise<readonly (bigint | undefined)[]>;
  /** Called after every transaction. */
  readonly moveAll: () => Promise<void>;
};

export type LogEnd = { readonly count: bigint; readonly lastID: Id | undefined };

/** Imports many containers into the logs of a store. Nothing else may write to the store meanwhile. */
export class ContainerImport {
  readonly #database: SqliteDatabase;
  readonly #logs: Readonly<Record<IndexPath, Containers>>;
  readonly #ends = new Map<IndexPath, LogEnd>();
  readonly #waiting: Readonly<Record<IndexPath, NewContainer[]>>;
  readonly #waitingBytes = new Map<IndexPath, number>();
  readonly #waitingIndices: Readonly<Record<IndexPath, Map<string, bigint>>>;
  readonly #transactionBytes: number;
  readonly #archive: ImportArchive | undefined;
  readonly #archivedIndices = new Map<IndexPath, ReadonlyMap<string, bigint>>();
  #bytes = 0;

  constructor(
    database: SqliteDatabase,
    logs: Readonly<Record<IndexPath, Containers>>,
    options: {
      readonly transactionBytes?: number;
      readonly archive?: ImportArchive | undefined;
    } = {},
  ) {
    this.#archive = options.archive;
    this.#transactionBytes = options.transactionBytes ?? usualTransactionBytes;
    this.#database = database;
    this.#logs = logs;
    this.#waiting = { "P/block": [], "X/block": [], "X/tx": [], "X/vtx": [], "C/block": [] };
    this.#waitingIndices = {
      "P/block": new Map(),
      "X/block": new Map(),
      "X/tx": new Map(),
      "X/vtx": new Map(),
      "C/block": new Map(),
    };
    database.pragma(`cache_size = -${pageCacheKibibytes}`);
    // A WAL would write everything twice, and an import only appends.
    database.pragma("journal_mode = TRUNCATE");
  }

  end(path: IndexPath): LogEnd {
    let end = this.#ends.get(path);
    if (end === undefined) {
      end = { count: this.#logs[path].count(), lastID: this.#logs[path].lastID() };
      this.#ends.set(path, end);
    }
    return end;
  }

  /** Looks containers up in the archive. Call it before `indexOf`. */
  async lookUp(
    lines: readonly { readonly path: IndexPath; readonly container: NewContainer }[],
  ): Promise<void> {
    this.#archivedIndices.clear();
    if (this.#archive === undefined) return;
    for (const path of indexPaths) {
      if (this.#logs[path].first() === 0n) continue;
      const ids = lines.filter((line) => line.path === path).map(({ container }) => container);
      const indices = await this.#archive.indicesOf(
        path,
        ids.map(({ id }) => id),
      );
      const found = ids.flatMap(({ idText }, i) =>
        indices[i] === undefined ? [] : ([[idText, indices[i]]] as const),
      );
      this.#archivedIndices.set(path, new Map(found));
    }
  }

  indexOf(path: IndexPath, { id, idText }: NewContainer): bigint | undefined {
    return (
      this.#waitingIndices[path].get(idText) ??
      this.#logs[path].indexOf(id) ??
      this.#archivedIndices.get(path)?.get(idText)
    );
  }

  append(path: IndexPath, container: NewContainer): void {
    const { count } = this.end(path);
    this.#ends.set(path, { count: count + 1n, lastID: container.id });
    this.#waiting[path].push(container);
    this.#waitingIndices[path].set(container.idText, count);
    const bytes = (this.#waitingBytes.get(path) ?? 0) + container.bytesText.length;
    this.#waitingBytes.set(path, bytes);
    if (bytes >= groupBytes) this.#write(path);
  }

  isFull(): boolean {
    return this.#bytes >= this.#transactionBytes;
  }

  async commit(): Promise<void> {
    try {
      for (const path of indexPaths) this.#write(path);
      if (this.#database.inTransaction) this.#database.exec("COMMIT");
    } catch (error) {
      this.rollback();
      throw error;
    }
    this.#bytes = 0;
    await this.#archive?.moveAll();
  }

  /** Discards uncommitted containers. You cannot append afterwards. */
  rollback(): void {
    // SQLite rolls back by itself if the disk is full.
    if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
  }

  #write(path: IndexPath): void {
    const containers = this.#waiting[path];
    if (containers.length === 0) return;
    if (!this.#database.inTransaction) this.#database.exec("BEGIN IMMEDIATE");
    this.#logs[path].append(containers);
    this.#waitingIndices[path].clear();
    containers.length = 0;
    this.#bytes += this.#waitingBytes.get(path) ?? 0;
    this.#waitingBytes.set(path, 0);
  }
}

import type { Ledger } from "./ledger/ledger.ts";
import type { Metadata } from "./metadata.ts";
import type { OpenDatabase } from "./open-database.ts";
import type { JournalWriter } from "./reader-journal.ts";

/**
 * How a store is written:
 *
 *       alone  --beginBatch-->  batch  --commitBatch-->  alone
 *       |   ^                   |   ^
 * write |   | memory      write |   | memory
 *       v   | follows           v   | follows
 *       broken                  broken batch  --commitBatch-->  alone, and the batch is undone
 *
 * Until memory has followed a write, it differs from the database, and all reads and writes throw. A step that fails leaves the
 * store there; only opening it again ends `broken`.
 */
type WriteMode = "alone" | "batch" | "broken" | "broken batch";

/** What of a store is in memory. */
export type StoreMemory = {
  /** Reads it again after the database became another state. */
  readonly reload: () => void;
  /** Forgets what was read in a transaction that was undone before memory followed it. */
  readonly forgetUndone: () => void;
};

/** Writes a store in transactions and batches. Its condition, checksums and readers follow each commit. */
export class Writing {
  readonly #opened: OpenDatabase;
  readonly #metadata: Metadata;
  readonly #memory: StoreMemory;
  readonly #ledger: Pick<Ledger, "defer" | "endDeferral">;
  readonly #journal: JournalWriter | undefined;
  #mode: WriteMode = "alone";

  /** `journal`: for the processes that read this store; undefined if it is exclusive. */
  constructor(
    opened: OpenDatabase,
    parts: {
      readonly metadata: Metadata;
      readonly memory: StoreMemory;
      readonly ledger: Pick<Ledger, "defer" | "endDeferral">;
      readonly journal: JournalWriter | undefined;
    },
  ) {
    this.#opened = opened;
    this.#metadata = parts.metadata;
    this.#memory = parts.memory;
    this.#ledger = parts.ledger;
    this.#journal = parts.journal;
  }

  /** Runs writes in one transaction, then the function that they return, with which memory follows them. */
  transact(write: () => (() => void) | undefined): void {
    const mode = this.#mode;
    if (mode !== "batch") {
      this.#verifyRoom();
      const follow = this.#transactAlone(write);
      this.#mode = "broken";
      follow?.();
    } else {
      this.verifyUsable();
      this.#mode = "broken batch";
      write()?.();
    }
    this.#mode = mode;
    this.noteWritten();
  }

  /** Runs `work` in one transaction, which waits for the disk once. */
  together<T>(work: () => T): T {
    if (this.#mode === "batch") {
      this.verifyUsable();
      return work();
    }
    this.#verifyRoom();
    try {
      const result = this.#commit(work);
      this.noteWritten();
      return result;
    } catch (error) {
      this.#noteFailed(error);
      this.#memory.reload();
      throw error;
    }
  }

  /** Lets acceptances share one transaction from now on. */
  beginBatch(): void {
    const { database } = this.#opened;
    this.#verifyRoom();
    if (database.inTransaction) throw new Error("A batch cannot begin while snapshots are held.");
    this.#journal?.hold();
    database.exec("BEGIN IMMEDIATE");
    this.#mode = "batch";
    this.#ledger.defer();
  }

  commitBatch(writeLast: (() => void) | undefined): void {
    const { database, condition, writes } = this.#opened;
    condition.verifyUsable();
    try {
      if (this.#mode === "broken batch") throw new Error("The blocks could not be written.");
      writeLast?.();
      this.#ledger.endDeferral();
      this.#journal?.release();
      writes.time(() => database.exec("COMMIT"));
    } catch (error) {
      this.#noteFailed(error);
      this.#undoBatch();
      throw error;
    }
    this.#mode = "alone";
    this.noteWritten();
  }

  /** Makes a commit that is not one of the chain. Throws if the store cannot be written. */
  beside(commit: () => void): void {
    this.verifyWritable();
    commit();
    this.#opened.integrity?.afterCommit();
  }

  /** Throws the reason if the last write failed and another one fails, too. */
  verifyWritable(): void {
    const { condition, integrity } = this.#opened;
    condition.verifySpace();
    integrity?.prepareWrite();
    if (condition.damage !== undefined || condition.writeProblem !== undefined) this.probe("");
  }

  /** Checks whether the store can be written, by writing and reading a value. Throws if it cannot. */
  probe(text: string): void {
    const { condition, integrity } = this.#opened;
    condition.verifyUsable();
    try {
      integrity?.prepareWrite();
      this.#metadata.overwrite("health-probe", new TextEncoder().encode(text));
    } catch (error) {
      this.#noteFailed(error);
      throw error;
    }
    if (this.#metadata.getText("health-probe") !== text) throw new Error("a write was lost");
    this.noteWritten();
  }

  /** Runs what makes the database another state, and reads memory again. */
  replace(change: () => void): void {
    this.#mode = "broken";
    change();
    this.#memory.reload();
    this.#mode = "alone";
  }

  /** Whether what an open transaction has can be committed. */
  get isWhole(): boolean {
    const isFollowed = this.#mode === "alone" || this.#mode === "batch";
    return isFollowed && this.#opened.condition.damage === undefined;
  }

  /** Throws if what is read may be wrong. */
  verifyUsable(): void {
    this.#opened.condition.verifyUsable();
    if (this.#mode === "broken" || this.#mode === "broken batch") {
      throw new Error("The state in memory differs from the file: reopen the store.");
    }
  }

  /** Call it after each commit. */
  noteWritten(): void {
    const { condition, integrity } = this.#opened;
    condition.noteWritten();
    integrity?.afterCommit();
    if (this.#journal?.isReleaseDue) this.releaseReaders();
  }

  /** Lets readers read everything again after something was undone. On a full disk, they wait for the next write that succeeds. */
  releaseReaders(): void {
    try {
      this.#journal?.beginAgain();
    } catch (error) {
      this.#opened.condition.note(error);
    }
  }

  #transactAlone<T>(write: () => T): T {
    try {
      return this.#commit(write);
    } catch (error) {
      this.#noteFailed(error);
      this.#memory.forgetUndone();
      throw error;
    }
  }

  #commit<T>(write: () => T): T {
    const { database, writes } = this.#opened;
    return writes.time(() => database.transaction(write)());
  }

  #undoBatch(): void {
    const { database } = this.#opened;
    this.replace(() => {
      // SQLite may have ended the transaction when a write failed.
      if (database.inTransaction) database.exec("ROLLBACK");
    });
    this.releaseReaders();
  }

  #noteFailed(error: unknown): void {
    this.#opened.condition.note(error);
    this.#opened.integrity?.afterFailedWrite();
  }

  /** Called before a write begins; a batch that has begun is completed. */
  #verifyRoom(): void {
    const { condition, integrity } = this.#opened;
    this.verifyUsable();
    condition.verifySpace();
    integrity?.prepareWrite();
  }
}

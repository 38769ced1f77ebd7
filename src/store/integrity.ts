import { isDiskFull } from "./disk-full.ts";
import { markOpen } from "./open-mark.ts";
import { PageSums } from "./page-sums.ts";
import {
  checkpoint,
  checkpointPages,
  LogInUse,
  type SqliteDatabase,
  sqliteErrorCode,
  walFrames,
} from "./sqlite.ts";
import type { StoreCondition } from "./store-condition.ts";
import { type FoundFiles, StoreDamaged } from "./store-files.ts";
import type { WriteCounts } from "./write-counts.ts";

/** A slice of the check while the store is in use: longer ones for a large store. */
const sliceMsMin = 1;
const sliceMsMax = 4;
const pagesAMs = 400;
/** In how many slices the whole file is checked, if they are not too long. */
const slices = 240;
const leftReadersMs = 5_000;
const waitMs = 20;
const synchronousFull = 2;
/** How long after a failed attempt the log is moved again: reading it takes time. */
const retryMs = 250;

/**
 * Keeps the page checksums of an open store: they are verified when it opens and, a slice at a time, while it is in use.
 * docs/decisions/0017-store-integrity.md
 */
export class StoreIntegrity {
  readonly #database: SqliteDatabase;
  readonly #condition: StoreCondition;
  readonly #sums: PageSums;
  readonly #pageSize: number;
  readonly #writes: WriteCounts;
  /** Whether a crash of the machine leaves every commit in the log. */
  readonly #isDurable: boolean;
  /** After a failed write, frames of it may be left in the log behind its end. */
  #mayHaveLeftovers = false;
  #moveAgainAt = 0;
  /** Whether the store records that it is in use; not yet if it was opened on a full disk. */
  #isMarkedOpen = false;
  /** Whether a deleted log was moved to the main file. */
  #isRescued = false;

  /** Takes over a locked store in WAL mode. Throws StoreDamaged. */
  constructor(
    database: SqliteDatabase,
    path: string,
    found: FoundFiles,
    condition: StoreCondition,
    checkMs: number,
    writes: WriteCounts,
  ) {
    this.#writes = writes;
    this.#database = database;
    this.#condition = condition;
    this.#isDurable = database.pragma("synchronous", { simple: true }) === synchronousFull;
    const pageSize = database.pragma("page_size", { simple: true }) as number;
    this.#pageSize = pageSize;
    if (!found.hasSums) {
      // Before the log is moved, which may belong to another file.
      if ((found.mainBytes ?? 0) > 0) checkStructure(database, path, found.hasWal);
      checkpoint(database, "TRUNCATE");
    }
    this.#sums = new PageSums(path, pageSize, !found.hasSums);
    this.#watchJournal();
    if (!found.hasSums) return;
    try {
      if (this.#moveAtStart()) {
        this.#sums.markWalBeginning();
        checkpoint(database, "TRUNCATE");
      }
      const deadline = performance.now() + checkMs;
      this.#sums.verify(() => performance.now() < deadline);
    } catch (error) {
      // The order matters: closing a file of the store first would release SQLite's locks.
      database.close();
      this.#sums.close();
      throw error;
    }
  }

  /** Records that the store is in use. A store with a chain also opens on a full disk, and refuses writes until there is space. */
  beginUse(hasChain: boolean): void {
    try {
      this.#markOpen();
    } catch (error) {
      if (!hasChain || this.#condition.writeProblem === undefined) throw error;
    }
  }

  /** Makes a store writable that was opened on a full disk, or whose log could not be moved. Throws if it still cannot be. */
  prepareWrite(): void {
    if (this.#condition.isUnmoved) this.#retryMove();
    this.#condition.verifyMoved();
    if (!this.#isMarkedOpen) this.#markOpen();
  }

  #markOpen(): void {
    if (markOpen(this.#database, true)) this.moveNow();
    this.#isMarkedOpen = true;
  }

  /** Moves the log to the main file if it is long. Never throws: pages that stay in the log are safe. */
  afterCommit(): void {
    if (this.#database.inTransaction || this.#sums.isDiscarded) return;
    this.#noteCommit();
    const isDue = this.#mayHaveLeftovers || this.#isLogLong(checkpointPages);
    if (isDue && performance.now() >= this.#moveAgainAt) this.moveNow();
  }

  /** Moves the log to the main file. Never throws. */
  moveNow(): void {
    if (this.#database.inTransaction || this.#sums.isDiscarded) return;
    try {
      this.#move();
      this.#sums.markWalBeginning();
      // Until the next commit, a node that is killed leaves an empty log.
      if (this.#mayHaveLeftovers) checkpoint(this.#database, "TRUNCATE");
      this.#mayHaveLeftovers = false;
      this.#condition.noteUnmoved(undefined);
    } catch (error) {
      this.#moveAgainAt = performance.now() + retryMs;
      this.#noteUnmoved(error);
    }
  }

  /** Moves the log to the main file if it has as many pages. Never throws. */
  moveLog(pages: number): void {
    if (this.#isLogLong(pages) && performance.now() >= this.#moveAgainAt) this.moveNow();
  }

  /** Moves the log again after that has failed, so that writes are accepted. */
  #retryMove(): void {
    if (performance.now() >= this.#moveAgainAt) this.moveNow();
  }

  /** A log that cannot be moved would grow without an end. */
  #noteUnmoved(error: unknown): void {
    if (error instanceof StoreDamaged) this.#condition.note(error);
    else if (!(error instanceof LogInUse)) this.#condition.noteUnmoved(reasonOf(error));
  }

  /** A log that cannot be read is noticed by the check. */
  #isLogLong(pages: number): boolean {
    try {
      return this.#sums.isDue(pages);
    } catch {
      return false;
    }
  }

  #noteCommit(): void {
    try {
      this.#verifyPlace();
      const frames = walFrames(this.#database);
      this.#writes.noteLog(frames, this.#pageSize);
      if (frames > 0) this.#sums.noteCommit(this.#isDurable ? frames : 0);
    } catch (error) {
      this.#condition.note(error);
    }
  }

  afterFailedWrite(): void {
    this.#mayHaveLeftovers = true;
  }

  /** Verifies the next pages of the main file and the next frames of the log. */
  verifySome(): void {
    const wantedMs = this.#sums.pageCount / slices / pagesAMs;
    const sliceMs = Math.min(sliceMsMax, Math.max(sliceMsMin, wantedMs));
    try {
      this.#verifyPlace();
      this.#sums.verify(within(sliceMs));
      this.#verifyWal(within(sliceMsMin));
    } catch (error) {
      this.#condition.note(error);
    }
  }

  /** Throws StoreDamaged if a file was deleted. What a deleted log has is moved first, so that nothing is lost. */
  #verifyPlace(): void {
    this.#sums.verifyPlace();
    if (!this.#sums.isLogDeleted()) return;
    if (!this.#isRescued && !this.#database.inTransaction) {
      try {
        this.#move();
        this.#sums.markWalEmpty();
        this.#isRescued = true;
      } catch (error) {
        // Again with the next check.
        this.#condition.note(error);
      }
    }
    throw new StoreDamaged(
      "the write-ahead log was deleted while the node runs: restart the node to continue",
    );
  }

  /** Verifies the whole main file and the whole log. Throws StoreDamaged. */
  verifyAll(): void {
    // Twice: from the last position to the end, and from the start.
    for (let i = 0; i < 2; i++) {
      this.#sums.verify(() => true);
      this.#verifyWal(() => true);
    }
  }

  #verifyWal(mayContinue: () => boolean): void {
    if (this.#database.inTransaction) return;
    this.#sums.verifyWal(walFrames(this.#database), mayContinue);
    // Some commits are not those of blocks.
    if (!this.#sums.isDiscarded) this.#noteCommit();
  }

  /** Closes the database. */
  close(): void {
    this.#markClosed();
    try {
      if (this.#condition.damage === undefined && !this.#sums.isDiscarded) {
        this.#move();
        this.#sums.markWalEmpty();
      }
    } catch (error) {
      // The log keeps what could not be moved, unless SQLite moves it itself when the last process closes the store.
      if (error instanceof LogInUse) this.#sums.discard();
      this.#condition.note(error);
    }
    // Opening the store would change the mode, and with it the first page.
    if (this.#sums.isDiscarded && this.#database.open) this.#database.pragma("journal_mode = WAL");
    try {
      if (this.#condition.damage === undefined) {
        this.#database.close();
        this.#sums.recompute();
      } else this.#sums.keepLog(() => this.#database.close());
    } catch (error) {
      this.#condition.note(error);
    }
    this.#sums.close();
  }

  #markClosed(): void {
    if (this.#condition.damage !== undefined) return;
    try {
      markOpen(this.#database, false);
    } catch (error) {
      this.#condition.note(error);
    }
  }

  /** Without the write-ahead log, as during an import, SQLite writes the main file itself: then the sums are computed again at the end. */
  #watchJournal(): void {
    const pragma = this.#database.pragma.bind(this.#database);
    this.#database.pragma = (source, options) => {
      if (/^journal_mode\s*=/.test(source)) {
        // Without a log, the main file has everything, also if the process is killed.
        if (!this.#sums.isDiscarded) markOpen(this.#database, false);
        this.#sums.discard();
      }
      return pragma(source, options);
    };
  }

  /**
   * Waits for readers of a process that was killed: they end soon after it. Returns false on a full disk, where the log
   * keeps its pages until there is space.
   */
  #moveAtStart(): boolean {
    const deadline = performance.now() + leftReadersMs;
    for (;;) {
      try {
        this.#move();
        return true;
      } catch (error) {
        if (isDiskFull(error)) {
          this.#noteUnmoved(error);
          return false;
        }
        if (!(error instanceof LogInUse) || performance.now() > deadline) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
      }
    }
  }

  #move(): void {
    this.#sums.move(walFrames(this.#database), () => checkpoint(this.#database, "PASSIVE"));
  }
}

function reasonOf(error: unknown): string {
  const { message } = error as Error;
  const code = sqliteErrorCode(error);
  return code === undefined ? message : `${message} (${code})`;
}

function within(durationMs: number): () => boolean {
  const deadline = performance.now() + durationMs;
  return () => performance.now() < deadline;
}

/**
 * For a store without sums: of an earlier version, or a restored backup. If it has a log, the indices are checked, too: each
 * file may be sound, and not belong to the other.
 */
function checkStructure(database: SqliteDatabase, path: string, hasWal: boolean): void {
  const check = hasWal ? "integrity_check" : "quick_check";
  const found = database.pragma(`${check}(1)`, { simple: true });
  if (found !== "ok") throw new StoreDamaged(`${path}: ${found}`);
}

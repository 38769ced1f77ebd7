import type { OpenDatabase } from "./open-database.ts";
import type { JournalWriter } from "./reader-journal.ts";
import { Savepoints } from "./savepoints.ts";
import type { Writing } from "./writing.ts";

/**
 * Snapshots of a store that it can be reverted to. Until the first one is reverted, everything is one open transaction: a crash
 * takes the store back to it, and closing the store keeps all changes.
 */
export class Snapshots {
  readonly #opened: OpenDatabase;
  readonly #writing: Writing;
  readonly #journal: JournalWriter | undefined;
  readonly #savepoints: Savepoints;
  readonly #undoneListeners: (() => void)[] = [];

  constructor(opened: OpenDatabase, writing: Writing, journal: JournalWriter | undefined) {
    this.#opened = opened;
    this.#writing = writing;
    this.#journal = journal;
    this.#savepoints = new Savepoints(opened.database);
    opened.condition.onFailedWrite(() => this.#findUndone());
  }

  /** How many are held: what happens now may be undone. */
  get count(): number {
    return this.#savepoints.count;
  }

  /** Returns the number of the snapshot, from 1. */
  take(): number {
    this.#writing.verifyUsable();
    if (this.count === 0) this.#journal?.hold();
    return this.#savepoints.take();
  }

  /** Undoes everything since a snapshot. Removes it and later ones. */
  revertTo(snapshot: number): void {
    this.#writing.verifyUsable();
    this.#savepoints.verifyTaken(snapshot);
    this.#writing.replace(() => {
      try {
        this.#savepoints.revertTo(snapshot);
      } catch (error) {
        this.#opened.condition.note(error);
        throw error;
      }
      if (this.count === 0) this.#journal?.begin();
    });
  }

  /**
   * Calls a listener when a failed write has undone everything since the first snapshot, and all snapshots with it. It
   * may be in the middle of work, which then fails.
   */
  onUndone(listener: () => void): void {
    this.#undoneListeners.push(listener);
  }

  /** Forgets them if their transaction was undone while the store closes: nobody reads memory any more. */
  forget(): void {
    this.#savepoints.forgetIfUndone();
  }

  #findUndone(): void {
    if (!this.#savepoints.forgetIfUndone()) return;
    this.#writing.replace(() => {});
    this.#writing.releaseReaders();
    for (const listener of this.#undoneListeners) listener();
  }
}

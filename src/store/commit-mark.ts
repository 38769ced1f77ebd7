import { closeSync, openSync, readSync } from "node:fs";

/** The length of the header's first copy, which SQLite writes last. https://www.sqlite.org/walformat.html */
const headerBytes = 48;

/**
 * Notices commits of another process at the cost of one read, without locks and statements: SQLite changes the header of
 * the WAL index with every commit, before the commit returns.
 */
export class CommitMark {
  /** Closing it would release SQLite's locks on the same file, so it stays open as long as the database. */
  readonly #file: number;
  #seen = Buffer.alloc(headerBytes);
  #found = Buffer.alloc(headerBytes);

  /** Call it after the database was read, which creates the file. */
  constructor(path: string) {
    this.#file = openSync(`${path}-shm`, "r");
  }

  /** Whether there may have been a commit since the last call. */
  hasChanged(): boolean {
    const length = readSync(this.#file, this.#found, 0, headerBytes, 0);
    if (length === headerBytes && this.#found.equals(this.#seen)) return false;
    const seen = this.#seen;
    this.#seen = this.#found;
    this.#found = seen;
    return true;
  }

  /** Makes the next call of `hasChanged` return true. */
  forget(): void {
    this.#seen.fill(0);
  }

  /** Call it after the database was closed. */
  close(): void {
    closeSync(this.#file);
  }
}

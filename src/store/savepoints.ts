import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import type { SqliteDatabase } from "./sqlite.ts";

/**
 * Snapshots of a database as nested savepoints. Taking one writes nothing; reverting drops the changed pages, however
 * many blocks they contain. docs/decisions/0008-snapshots.md
 */
export class Savepoints {
  readonly #database: SqliteDatabase;
  #count = 0;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  get count(): number {
    return this.#count;
  }

  /** Returns the number of the snapshot, starting at 1. */
  take(): number {
    const number = this.#count + 1;
    const begin = this.#database.inTransaction ? "" : "BEGIN IMMEDIATE; ";
    if (this.#count === 0 && begin !== "") this.#keepPagesIn("FILE");
    this.#database.exec(`${begin}SAVEPOINT ${nameOf(number)}`);
    this.#count = number;
    return number;
  }

  verifyTaken(number: number): void {
    if (number < 1 || number > this.#count) throw new Error(`There is no snapshot ${number}.`);
  }

  /** Removes the snapshot and later ones. Once none is left, commits everything to disk. */
  revertTo(number: number): void {
    this.#database.exec(`ROLLBACK TO ${nameOf(number)}; RELEASE ${nameOf(number)}`);
    if (number === 1) {
      this.#database.exec("COMMIT");
      this.#keepPagesIn("MEMORY");
    }
    this.#count = number - 1;
  }

  /**
   * Forgets all snapshots if SQLite has ended their transaction: it undoes all of it when a write fails, for example on a
   * full disk. The database is then as it was at the first. Returns whether it was so.
   */
  forgetIfUndone(): boolean {
    if (this.#count === 0 || this.#database.inTransaction) return false;
    this.#count = 0;
    this.#keepPagesIn("MEMORY");
    return true;
  }

  /**
   * While there are snapshots, SQLite keeps the pages before each change. In memory, it walks through all of them at
   * the end of each block.
   */
  #keepPagesIn(place: "FILE" | "MEMORY"): void {
    if (place === "MEMORY" || hasTemporaryFolder()) {
      this.#database.pragma(`temp_store = ${place}`);
    }
  }
}

function hasTemporaryFolder(): boolean {
  try {
    accessSync(tmpdir(), constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function nameOf(number: number): string {
  return `snapshot_${number}`;
}

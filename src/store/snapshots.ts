import type { SqliteDatabase } from "./sqlite.ts";

/**
 * States of a database that can be brought back, each a savepoint within the one before. Taking one writes nothing, and
 * reverting drops the pages that changed, whatever the number of blocks. docs/decisions/0008-snapshots.md
 */
export class Snapshots {
  readonly #database: SqliteDatabase;
  #count = 0;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  get count(): number {
    return this.#count;
  }

  /** The number of the snapshot: 1 for the first. */
  take(): number {
    const number = this.#count + 1;
    const begin = this.#database.inTransaction ? "" : "BEGIN IMMEDIATE; ";
    this.#database.exec(`${begin}SAVEPOINT ${nameOf(number)}`);
    this.#count = number;
    return number;
  }

  /** The snapshot and those after it are gone then; without any, everything is on disk again. */
  revertTo(number: number): void {
    if (number < 1 || number > this.#count) throw new Error(`There is no snapshot ${number}.`);
    this.#database.exec(`ROLLBACK TO ${nameOf(number)}; RELEASE ${nameOf(number)}`);
    this.#count = number - 1;
    if (this.#count === 0) this.#database.exec("COMMIT");
  }
}

function nameOf(number: number): string {
  return `snapshot_${number}`;
}

import { StoreDamaged } from "./page-sums.ts";
import { type SqliteDatabase, type SqliteStatement, sqliteErrorCode } from "./sqlite.ts";

/** A write was refused, or failed, for a reason that may go away. The message is that reason. */
export class StoreNotWritable extends Error {
  override readonly name = "StoreNotWritable";
}

/** Whether a store can be read and written. It learns from every error of its database. */
export class StoreCondition {
  #damage: string | undefined;
  #writeProblem: string | undefined;
  #refusal: string | undefined;

  /** Why nothing of the store may be served. It lasts until the store is opened again. */
  get damage(): string | undefined {
    return this.#damage;
  }

  /** Why the store cannot be written now. */
  get writeProblem(): string | undefined {
    return this.#refusal ?? this.#writeProblem;
  }

  /** Refuses writes for a reason of the caller, or accepts them again. */
  refuseWrites(reason: string | undefined): void {
    this.#refusal = reason;
  }

  /** Records an error if it is about the store's files. */
  note(error: unknown): void {
    if (error instanceof StoreDamaged) {
      this.#damage ??= error.message;
      return;
    }
    const code = sqliteErrorCode(error);
    if (code === undefined) return;
    const { message } = error as Error;
    if (damageCodes.test(code)) this.#damage ??= `${message} (${code})`;
    else if (writeCodes.test(code)) this.#writeProblem = `${message} (${code})`;
  }

  /** Records that a write succeeded. */
  noteWritten(): void {
    this.#writeProblem = undefined;
  }

  /** Throws StoreDamaged, or StoreNotWritable while writes are refused. */
  verifyWritable(): void {
    if (this.#damage !== undefined) throw new StoreDamaged(this.#damage);
    if (this.#refusal !== undefined) throw new StoreNotWritable(this.#refusal);
  }
}

const damageCodes = /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|DATA|CORRUPTFS))/;
const writeCodes = /^SQLITE_(FULL|READONLY|CANTOPEN|IOERR)/;

/** Reports the errors of all statements that are prepared from now on. */
export function watchStatements(database: SqliteDatabase, condition: StoreCondition): void {
  const prepare = database.prepare.bind(database);
  database.prepare = ((sql: string) => watched(prepare(sql), condition)) as typeof database.prepare;
}

function watched(statement: SqliteStatement, condition: StoreCondition): SqliteStatement {
  const noting =
    <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
    (...args: Args): Result => {
      try {
        return call.apply(statement, args);
      } catch (error) {
        condition.note(error);
        throw error;
      }
    };
  const { get, all, run, iterate } = statement;
  const notingIterator = noting((...args: unknown[]) => {
    const rows = iterate.apply(statement, args);
    const next = rows.next.bind(rows);
    rows.next = noting(next);
    return rows;
  });
  return Object.assign(statement, {
    get: noting(get),
    all: noting(all),
    run: noting(run),
    iterate: notingIterator,
  });
}

import { diskFull, type SqliteDatabase, type SqliteStatement, sqliteErrorCode } from "./sqlite.ts";
import { StoreDamaged } from "./store-files.ts";

/** Whether a store can be read and written. It learns from every error of its database. */
export class StoreCondition {
  #damage: string | undefined;
  #writeProblem: string | undefined;
  #spaceProblem: string | undefined;
  /** Why the log cannot be moved to the main file. */
  #moveProblem: string | undefined;
  readonly #listeners: (() => void)[] = [];
  readonly #failureListeners: (() => void)[] = [];

  /** Why nothing of the store may be served. It lasts until the store is opened again. */
  get damage(): string | undefined {
    return this.#damage;
  }

  /** Why the store cannot be written now. */
  get writeProblem(): string | undefined {
    return this.#spaceProblem ?? this.#moveProblem ?? this.#writeProblem;
  }

  /** Calls a listener whenever the condition becomes another. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Calls a listener after every write that fails, also for the same reason as the one before. */
  onFailedWrite(listener: () => void): void {
    this.#failureListeners.push(listener);
  }

  /** Records an error if it is about the store's files. */
  note(error: unknown): void {
    if (error instanceof StoreDamaged) {
      this.#becomes(error.message, this.#writeProblem);
      return;
    }
    const code = sqliteErrorCode(error);
    if (code === undefined) return;
    const reason = `${(error as Error).message} (${code})`;
    if (damageCodes.test(code)) this.#becomes(reason, this.#writeProblem);
    else if (writeCodes.test(code)) {
      // What `verifySpace` and `verifyMoved` throw ends by itself, with the next check of the disk.
      const isKnown = this.#spaceProblem !== undefined || this.isUnmoved;
      if (!isKnown) this.#becomes(this.#damage, reason);
      for (const listener of this.#failureListeners) listener();
    }
  }

  /** Whether an error says that the store's files are damaged or cannot be written. */
  isAbout(error: unknown): boolean {
    const code = sqliteErrorCode(error);
    return code !== undefined && (damageCodes.test(code) || writeCodes.test(code));
  }

  /** Records that a write succeeded. */
  noteWritten(): void {
    this.#becomes(this.#damage, undefined);
  }

  /** Refuses writes while the disk has less space than the node keeps free; undefined when it has enough. */
  noteSpace(problem: string | undefined): void {
    // The bytes that are left differ from check to check.
    const isSame = (this.#spaceProblem === undefined) === (problem === undefined);
    this.#spaceProblem = problem;
    if (!isSame) for (const listener of this.#listeners) listener();
  }

  /** Refuses writes while the write-ahead log cannot be moved to the main file; undefined when it was moved. */
  noteUnmoved(problem: string | undefined): void {
    const isSame = this.#moveProblem === problem;
    this.#moveProblem = problem;
    if (!isSame) for (const listener of this.#listeners) listener();
  }

  /** Throws what SQLite throws when the disk is full, but before the log grows without an end. */
  verifyMoved(): void {
    if (this.#moveProblem !== undefined) throw diskFull(this.#moveProblem);
  }

  get isUnmoved(): boolean {
    return this.#moveProblem !== undefined;
  }

  /** Throws what SQLite throws when the disk is full, but before it is. */
  verifySpace(): void {
    if (this.#spaceProblem !== undefined) throw diskFull(this.#spaceProblem);
  }

  /** Throws StoreDamaged. */
  verifyUsable(): void {
    if (this.#damage !== undefined) throw new StoreDamaged(this.#damage);
  }

  #becomes(damage: string | undefined, writeProblem: string | undefined): void {
    const isSame =
      (this.#damage !== undefined || damage === undefined) && this.#writeProblem === writeProblem;
    this.#damage ??= damage;
    this.#writeProblem = writeProblem;
    if (!isSame) for (const listener of this.#listeners) listener();
  }
}

const damageCodes = /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|DATA|CORRUPTFS))/;
const writeCodes = /^SQLITE_(FULL|READONLY|CANTOPEN|IOERR)/;

/** Reports the errors of all statements that are prepared from now on, and calls `before` when one is about to run. */
export function watchStatements(
  database: SqliteDatabase,
  condition: StoreCondition,
  before?: () => void,
): void {
  const prepare = database.prepare.bind(database);
  database.prepare = ((sql: string) =>
    watched(prepare(sql), condition, before)) as typeof database.prepare;
}

function watched(
  statement: SqliteStatement,
  condition: StoreCondition,
  before: (() => void) | undefined,
): SqliteStatement {
  const noting =
    <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
    (...args: Args): Result => {
      before?.();
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

/** Whether an error is one of the store, whose condition reports the reason, and not a bug. */
export function isOfStore(error: unknown): boolean {
  return error instanceof StoreDamaged || sqliteErrorCode(error) !== undefined;
}

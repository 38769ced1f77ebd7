import type { SqliteDatabase, SqliteStatement } from "../sqlite.ts";
import type { TableSchema } from "./column.ts";
import { type LedgerRow, type LedgerTableName, ledgerSchema } from "./schema.ts";

/** Inserts rows of one table. */
export class RowInsert<Name extends LedgerTableName> {
  readonly #statement: SqliteStatement;
  readonly #columns: readonly string[];
  readonly #isExact: readonly boolean[];
  /** The values of a row; bound before `run` returns. */
  readonly #bound: unknown[];

  /** `onConflict` is the rest of the statement. */
  constructor(database: SqliteDatabase, name: Name, onConflict = "") {
    const { columns }: TableSchema = ledgerSchema[name];
    this.#columns = Object.keys(columns);
    this.#isExact = Object.values(columns).map(({ type }) => type === "uint64" || type === "delta");
    this.#bound = this.#columns.map(() => null);
    const places = this.#columns.map(() => "?").join(", ");
    this.#statement = database.prepare(
      `INSERT INTO ledger_${name} (${this.#columns.join(", ")}) VALUES (${places}) ${onConflict}`,
    );
  }

  /** Returns whether a row was written. */
  run(row: LedgerRow<Name>): boolean {
    const values = row as Readonly<Record<string, unknown>>;
    const columns = this.#columns;
    const bound = this.#bound;
    for (let index = 0; index < columns.length; index++) {
      const value = values[columns[index]!];
      // SQLite's integers are signed.
      bound[index] =
        this.#isExact[index]! && typeof value === "bigint" ? BigInt.asIntN(64, value) : value;
    }
    return this.#statement.run(...bound).changes > 0;
  }
}

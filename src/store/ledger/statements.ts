import type { SqliteDatabase, SqliteStatement } from "../sqlite.ts";
import type { TableSchema } from "./column.ts";
import { type LedgerRow, type LedgerTableName, ledgerSchema } from "./schema.ts";

/** Inserts rows of one table. */
export class RowInsert<Name extends LedgerTableName> {
  readonly #statement: SqliteStatement;
  readonly #columns: readonly string[];
  readonly #isExact: readonly boolean[];

  /** `onConflict` is the rest of the statement. */
  constructor(database: SqliteDatabase, name: Name, onConflict = "") {
    const { columns }: TableSchema = ledgerSchema[name];
    this.#columns = Object.keys(columns);
    this.#isExact = Object.values(columns).map(({ type }) => type === "uint64" || type === "delta");
    const places = this.#columns.map(() => "?").join(", ");
    this.#statement = database.prepare(
      `INSERT INTO ledger_${name} (${this.#columns.join(", ")}) VALUES (${places}) ${onConflict}`,
    );
  }

  run(row: LedgerRow<Name>): void {
    const values = row as Readonly<Record<string, unknown>>;
    const bound = this.#columns.map((column, index) => {
      const value = values[column];
      // SQLite's integers are signed.
      return this.#isExact[index] && value !== null ? BigInt.asIntN(64, value as bigint) : value;
    });
    this.#statement.run(bound);
  }
}

import type { SqliteDatabase, SqliteStatement } from "../sqlite.ts";
import type { TableSchema } from "./column.ts";
import { type LedgerRow, type LedgerTableName, ledgerSchema } from "./schema.ts";

/** Rows of one statement. Each call of a statement costs about as much as writing a row; more rows than this gain nothing. */
export const rowsAtOnce = 16;

const maxSigned = 2n ** 63n;

/** Inserts rows of one table. */
export class RowInsert<Name extends LedgerTableName> {
  readonly #one: SqliteStatement;
  readonly #many: SqliteStatement;
  readonly #columns: readonly string[];
  /** The values of rows; bound before the statement returns. */
  readonly #boundOne: unknown[];
  readonly #boundMany: unknown[];

  /** `onConflict` is the rest of the statement. */
  constructor(database: SqliteDatabase, name: Name, onConflict = "") {
    const { columns }: TableSchema = ledgerSchema[name];
    this.#columns = Object.keys(columns);
    const place = `(${this.#columns.map(() => "?").join(", ")})`;
    const prepare = (rows: number) =>
      database.prepare(
        `INSERT INTO ledger_${name} (${this.#columns.join(", ")})
        VALUES ${new Array(rows).fill(place).join(", ")} ${onConflict}`,
      );
    this.#one = prepare(1);
    this.#many = prepare(rowsAtOnce);
    this.#boundOne = new Array(this.#columns.length).fill(null);
    this.#boundMany = new Array(this.#columns.length * rowsAtOnce).fill(null);
  }

  /** Returns whether a row was written. */
  run(row: LedgerRow<Name>): boolean {
    this.#bind(row, this.#boundOne, 0);
    return this.#one.run(...this.#boundOne).changes > 0;
  }

  /** Writes rows in their order. Returns whether all of them were written. */
  runAll(rows: readonly LedgerRow<Name>[]): boolean {
    const width = this.#columns.length;
    let written = 0;
    let next = 0;
    for (; next + rowsAtOnce <= rows.length; next += rowsAtOnce) {
      for (let row = 0; row < rowsAtOnce; row++) {
        this.#bind(rows[next + row]!, this.#boundMany, row * width);
      }
      written += this.#many.run(...this.#boundMany).changes;
    }
    for (; next < rows.length; next++) written += Number(this.run(rows[next]!));
    return written === rows.length;
  }

  #bind(row: LedgerRow<Name>, bound: unknown[], at: number): void {
    const values = row as Readonly<Record<string, unknown>>;
    const columns = this.#columns;
    for (let index = 0; index < columns.length; index++) {
      const value = values[columns[index]!];
      // SQLite's integers are signed.
      bound[at + index] =
        typeof value === "bigint" && value >= maxSigned ? BigInt.asIntN(64, value) : value;
    }
  }
}

import type { Compilable, Expression, ExpressionBuilder, Kysely, SqlBool } from "kysely";
import { BoundedCache } from "../../../cache/bounded-cache.ts";
import { requireLazily } from "../../../crypto/native.ts";
import { equalBytes } from "../../../formats/bytes.ts";
import type { SqliteDatabase } from "../../sqlite.ts";
import type { ColumnType, TableSchema } from "../column.ts";
import { type LedgerRow, type LedgerTableName, ledgerSchema } from "../schema.ts";
import type { Dialect } from "../tables.ts";

/** The tables as Kysely types them. */
export type LedgerTables = {
  readonly [Name in LedgerTableName as `ledger_${Name}`]: LedgerRow<Name>;
};

/** More than all forms of statements that filters compose in usual clients. */
export const preparedMax = 128;

/** Stands for a parameter of a statement that is composed once and runs with many values. */
export class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A slot, with the type of the column that it is compared with. */
export function slot<T>(name: string): T {
  return new Slot(name) as T;
}

type Run = (values: SlotValues) => object[];

export type SlotValues = Readonly<Record<string, unknown>>;

type Column = { readonly name: string; readonly type: ColumnType };

/** Of any tables. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely has no other type for any query.
export type AnyExpressions = ExpressionBuilder<any, any>;

/** Composes statements and runs them on one database. */
export abstract class Selects {
  abstract readonly dialect: Dialect;
  /** How many rows that are read one by one are asked for at once. */
  abstract readonly readAhead: number;
  /** What composes a statement. Loads Kysely on first use. */
  abstract readonly compose: Kysely<LedgerTables>;

  /** Runs a statement with the values of its slots. It is composed and compiled once while its name is in use. */
  abstract fixed<Row>(name: string, compose: () => Compilable<Row>): (values: SlotValues) => Row[];

  /** Whether an address, a column or a slot, is one of the owners in a column. */
  abstract owns(
    eb: AnyExpressions,
    address: Expression<unknown>,
    owners: string,
  ): Expression<SqlBool>;
}

export class SqliteSelects extends Selects {
  readonly dialect = "sqlite";
  readonly readAhead = 1;
  readonly #database: SqliteDatabase;
  /** By name. */
  readonly #fixed = new BoundedCache<string, Run>(preparedMax);
  #composer: Kysely<LedgerTables> | undefined;

  constructor(database: SqliteDatabase) {
    super();
    this.#database = database;
    database.function("owns", { deterministic: true }, (address, owners) =>
      Number(isOwner(address as Uint8Array, owners as Uint8Array)),
    );
  }

  override get compose(): Kysely<LedgerTables> {
    this.#composer ??= composerForSqlite();
    return this.#composer;
  }

  override fixed<Row>(name: string, compose: () => Compilable<Row>): (values: SlotValues) => Row[] {
    const known = this.#fixed.get(name);
    if (known !== undefined) return known as (values: SlotValues) => Row[];
    const { sql, parameters } = compose().compile();
    const statement = this.#database.prepare(sql).raw().safeIntegers();
    const columns = statement
      .columns()
      .map(({ name, table, column }) => ({ name, type: typeOf(table, column) }));
    const run = (values: SlotValues) => {
      const bound = parameters.map((each) => {
        if (each instanceof Slot) return values[each.name];
        // SQLite's integers are signed.
        return typeof each === "bigint" ? BigInt.asIntN(64, each) : each;
      });
      return rowsOf(columns, statement.all(bound) as unknown[][]) as Row[];
    };
    this.#fixed.set(name, run as Run);
    return run;
  }

  override owns(
    eb: AnyExpressions,
    address: Expression<unknown>,
    owners: string,
  ): Expression<SqlBool> {
    return eb(eb.fn("owns", [address, owners]), "=", eb.lit(1));
  }
}

/** Whether an address is one of those that are joined, and not bytes of two of them. */
function isOwner(address: Uint8Array, joined: Uint8Array): boolean {
  for (let at = 0; at < joined.length; at += address.length) {
    if (equalBytes(joined.subarray(at, at + address.length), address)) return true;
  }
  return false;
}

function composerForSqlite(): Kysely<LedgerTables> {
  const { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } =
    requireLazily<typeof import("kysely")>("kysely");
  return new Kysely<LedgerTables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Of a column of the schema; what a statement computes is an integer. */
function typeOf(table: string | null, column: string | null): ColumnType {
  if (table === null || column === null) return "integer";
  const { columns }: TableSchema = ledgerSchema[table.slice("ledger_".length) as LedgerTableName];
  return columns[column]!.type;
}

function rowsOf(columns: readonly Column[], rows: readonly (readonly unknown[])[]): object[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index++) {
      const { name, type } = columns[index]!;
      row[name] = decoded(values[index], type);
    }
    return row;
  });
}

function decoded(value: unknown, type: ColumnType): unknown {
  if (typeof value !== "bigint") return value;
  if (type === "uint64") return BigInt.asUintN(64, value);
  return type === "delta" ? value : Number(value);
}

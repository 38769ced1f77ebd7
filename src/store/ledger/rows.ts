import { formatHex } from "../../formats/hex.ts";
import type { SqliteDatabase } from "../sqlite.ts";
import { tableHistories } from "./as-of.ts";
import type { ColumnType, TableSchema } from "./column.ts";
import { type LedgerRow, type LedgerTableName, ledgerSchema, type RowTable } from "./schema.ts";

export type { RowTable } from "./schema.ts";

export const rowTables = Object.keys(ledgerSchema).filter(
  (name) => name !== "gaps" && name !== "crossings" && name !== "crossing_owners",
) as RowTable[];

/** The tables of an exported folder. */
export type ExportedTable = RowTable | "crossings";

export type RowRange = {
  /** Rows that began at these heights, both included. */
  readonly from: number;
  readonly to: number;
  /** Rows as they were after this block, without what happened later. Default: `to`. */
  readonly asOf?: number;
  /** Default: by the height at which a row began, then by key. */
  readonly order?: "height" | "key";
};

/**
 * The rows of a table in an order that does not depend on the store. The heights must be complete: see `LedgerCoverage`.
 * A row says the same however far the store has come since, so that a range can be read in several steps.
 */
export function* ledgerRows<Name extends RowTable>(
  database: SqliteDatabase,
  name: Name,
  { from, to, asOf = to, order = "height" }: RowRange,
): Generator<LedgerRow<Name>, undefined> {
  const statement = database.prepare(selectRows(name, order)).raw().safeIntegers();
  const decode = decoderOfRows(name);
  const rows = statement.iterate({ from, to, asOf }) as Iterable<unknown[]>;
  for (const values of rows) yield decode(values);
  return undefined;
}

/** The columns by which rows are in the order `height`; undefined if the height is in another table. */
export function heightOrder(name: RowTable): readonly string[] | undefined {
  const { key, columns }: TableSchema = ledgerSchema[name];
  const { began } = tableHistories[name];
  return Object.hasOwn(columns, began) ? [began, ...key] : undefined;
}

/** What a node saw of a network, which other honest nodes may not have seen. */
const observedColumns: Readonly<Partial<Record<ExportedTable, readonly string[]>>> = {
  blocks: ["container_id", "proposer"],
  staking_periods: ["uptime"],
};

/** The columns in which all honest nodes have the same, in the order of the schema. */
export function canonicalColumns(name: ExportedTable): readonly string[] {
  const observed = observedColumns[name] ?? [];
  return Object.keys(ledgerSchema[name].columns).filter((column) => !observed.includes(column));
}

/**
 * The canonical columns of a row as a JSON array: bytes as hex, exact amounts as decimal text. Digests are computed over
 * these texts.
 */
export function canonicalText<Name extends ExportedTable>(
  name: Name,
  row: LedgerRow<Name>,
): string {
  const values = row as Readonly<Record<string, unknown>>;
  return JSON.stringify(canonicalColumns(name).map((column) => jsonOf(values[column])));
}

function jsonOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return formatHex(value);
  return typeof value === "bigint" ? String(value) : value;
}

const decoderOf: Readonly<Record<ColumnType, (value: unknown) => unknown>> = {
  integer: Number,
  uint64: (value) => BigInt.asUintN(64, value as bigint),
  delta: (value) => value,
  real: (value) => value,
  bytes: (value) => value,
  text: (value) => value,
};

export type ChangedRows = {
  /** Rows that began or changed above this height. */
  readonly above: number;
  /** Up to this one, and as they were after its block. */
  readonly asOf: number;
  /** The key of the row before the first one, in the order of the key. */
  readonly after: readonly unknown[] | undefined;
  readonly limit: number;
};

/** A page of the rows that blocks changed, by key. Reads a whole table, unless its key begins with the height. */
export function changedRows<Name extends RowTable>(
  database: SqliteDatabase,
  name: Name,
  { above, asOf, after, limit }: ChangedRows,
): LedgerRow<Name>[] {
  const { key }: TableSchema = ledgerSchema[name];
  const { began, changed } = tableHistories[name];
  const isChanged = [began, ...changed].map((height) => `${height} BETWEEN @above + 1 AND @asOf`);
  const place = key.map((_, part) => `@key${part}`).join(", ");
  const follows = after === undefined ? "" : `AND (${key.join(", ")}) > (${place})`;
  const statement = database
    .prepare(
      `SELECT ${selectedColumns(name)} FROM ledger_${name}
      WHERE ${began} <= @asOf AND (${isChanged.join(" OR ")}) ${follows}
      ORDER BY ${key.map((column) => `ledger_${name}.${column}`).join(", ")} LIMIT @limit + 0`,
    )
    .raw()
    .safeIntegers();
  const keys = Object.fromEntries((after ?? []).map((value, part) => [`key${part}`, value]));
  const rows = statement.all({ above, asOf, limit, ...keys }) as unknown[][];
  return rows.map(decoderOfRows(name));
}

/** Reads rows of a table by key, as they were after a block. */
export function rowReader<Name extends RowTable>(
  database: SqliteDatabase,
  name: Name,
): (key: readonly unknown[], asOf: number) => LedgerRow<Name> | undefined {
  const { key }: TableSchema = ledgerSchema[name];
  const { began } = tableHistories[name];
  const isKey = key.map((column, part) => `${column} = @key${part}`).join(" AND ");
  const statement = database
    .prepare(
      `SELECT ${selectedColumns(name)} FROM ledger_${name} WHERE ${isKey} AND ${began} <= @asOf`,
    )
    .raw()
    .safeIntegers();
  const decode = decoderOfRows(name);
  return (values, asOf) => {
    const keys = Object.fromEntries(values.map((value, part) => [`key${part}`, value]));
    const row = statement.get({ asOf, ...keys }) as unknown[] | undefined;
    return row && decode(row);
  };
}

/** Makes rows of the values that SQLite has, in the order of the columns. */
export function decoderOfRows<Name extends LedgerTableName>(
  name: Name,
): (values: readonly unknown[]) => LedgerRow<Name> {
  const { columns }: TableSchema = ledgerSchema[name];
  const decoders = Object.entries(columns).map(
    ([column, { type }]) => [column, decoderOf[type]] as const,
  );
  return (values) => {
    const row: Record<string, unknown> = {};
    for (const [index, [column, decode]] of decoders.entries()) {
      const value = values[index];
      row[column] = value === null ? null : decode(value);
    }
    return row as LedgerRow<Name>;
  };
}

/** The columns of a table, as they were after the block `@asOf`. */
function selectedColumns(name: RowTable): string {
  const asOf = tableHistories[name].columns("@asOf");
  return Object.keys(ledgerSchema[name].columns)
    .map((column) => (Object.hasOwn(asOf, column) ? `${asOf[column]} AS ${column}` : column))
    .join(", ");
}

function selectRows(name: RowTable, order: "height" | "key"): string {
  const { columns, key }: TableSchema = ledgerSchema[name];
  const { began } = tableHistories[name];
  // A number stands for a selected column, which is as of the block.
  const keys = key.map((column) => Object.keys(columns).indexOf(column) + 1);
  return `SELECT ${selectedColumns(name)} FROM ledger_${name}
    WHERE ${began} BETWEEN @from AND @to
    ORDER BY ${(order === "height" ? [began, ...keys] : keys).join(", ")}`;
}

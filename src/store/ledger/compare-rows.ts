import { formatHex } from "../../formats/hex.ts";
import type { TableSchema } from "./column.ts";
import { canonicalColumns, type ExportedTable } from "./rows.ts";
import { type LedgerRow, ledgerSchema } from "./schema.ts";

type Row = Readonly<Record<string, unknown>>;

/** Where a table differs from what execution yields. */
export type RowDifference = {
  readonly table: ExportedTable;
  /** The height at which the row began; undefined if its table has none. */
  readonly height: number | undefined;
  /** Such as `tx_id 0x12 output_index 0`. */
  readonly key: string;
  readonly what: string;
};

export type TableComparison = {
  readonly table: ExportedTable;
  readonly rows: number;
  readonly differences: number;
  /** The first of them by key. */
  readonly first: readonly RowDifference[];
};

const firstMax = 5;

/** Compares the rows of a table, both in the order of `order`, by default the key, without the columns that only one node saw. */
export async function compareRows<Name extends ExportedTable>(
  table: Name,
  {
    found,
    expected,
    order = ledgerSchema[table].key,
  }: {
    readonly order?: readonly string[];
    readonly found: Iterable<LedgerRow<Name>> | AsyncIterable<LedgerRow<Name>>;
    readonly expected: Iterable<LedgerRow<Name>> | AsyncIterable<LedgerRow<Name>>;
  },
  onRows: (count: number) => void | Promise<void> = () => {},
): Promise<TableComparison> {
  const { key }: TableSchema = ledgerSchema[table];
  const columns = canonicalColumns(table);
  const first: RowDifference[] = [];
  let differences = 0;
  let rows = 0;
  const note = (row: Row, what: string) => {
    differences += 1;
    if (first.length < firstMax) first.push({ table, ...placeOf(row, key), what });
  };
  const missing = (row: Row) => note(row, "is missing");
  const others =
    Symbol.asyncIterator in expected
      ? expected[Symbol.asyncIterator]()
      : expected[Symbol.iterator]();
  let other = await others.next();
  for await (const row of found as AsyncIterable<Row>) {
    rows += 1;
    if (rows % reportRows === 0) await onRows(rows);
    while (other.done !== true && compareKeys(other.value, row, order) < 0) {
      missing(other.value);
      other = await others.next();
    }
    if (other.done === true || compareKeys(other.value, row, order) > 0) {
      note(row, "does not follow from the blocks");
      continue;
    }
    const unequal = columns.filter((column) => !isEqual(row[column], (other.value as Row)[column]));
    if (unequal.length > 0) note(row, differenceOf(row, other.value, unequal));
    other = await others.next();
  }
  for (; other.done !== true; other = await others.next()) missing(other.value);
  return { table, rows, differences, first };
}

const reportRows = 1024;

const heightColumns = ["height", "created_height", "from_height", "added_height", "first_height"];

function placeOf(row: Row, key: readonly string[]) {
  const column = heightColumns.find((name) => Object.hasOwn(row, name));
  return {
    height: column === undefined ? undefined : (row[column] as number),
    key: key.map((name) => `${name} ${textOf(row[name])}`).join(" "),
  };
}

function differenceOf(row: Row, expected: Row, columns: readonly string[]): string {
  return columns
    .map((column) => `${column} is ${textOf(row[column])} instead of ${textOf(expected[column])}`)
    .join(", ");
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? formatHex(value) : String(value);
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) {
    return Buffer.compare(one, other) === 0;
  }
  return one === other;
}

/** Compares two rows of a table by some of its columns. */
export function compareKeys(one: Row, other: Row, key: readonly string[]): number {
  for (const column of key) {
    const order = compareValues(one[column], other[column]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareValues(one: unknown, other: unknown): number {
  if (one instanceof Uint8Array) return Buffer.compare(one, other as Uint8Array);
  if (one === other) return 0;
  return (one as number) < (other as number) ? -1 : 1;
}

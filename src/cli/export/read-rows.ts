import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseHex } from "../../formats/hex.ts";
import { parseJson } from "../../formats/json.ts";
import type { ColumnType, TableSchema } from "../../store/ledger/column.ts";
import type { ExportFormat } from "../commands/ledger-export-arguments.ts";
import { columnsOf, type ExportRow } from "./row-file.ts";

type Reader = (path: string, table: TableSchema) => AsyncIterable<ExportRow>;

/** Read the rows of a file that `couloir ledger export` wrote, as the ledger has them. Throw an error for other content. */
export const rowReaders: Readonly<Record<ExportFormat, Reader>> = {
  parquet: parquetRows,
  csv: csvRows,
  ndjson: ndjsonRows,
};

async function* parquetRows(path: string, table: TableSchema): AsyncIterable<ExportRow> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import(
    "hyparquet"
  );
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const columns = columnsOf(table);
  refuseOthers(
    metadata.schema.slice(1).map(({ name }) => name),
    columns,
  );
  let start = 0;
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows);
    const rows = await parquetReadObjects({
      file,
      metadata,
      rowStart: start,
      rowEnd: end,
      utf8: false,
    });
    for (const row of rows) yield rowOf(columns, (name) => row[name]);
    start = end;
  }
}

async function* ndjsonRows(path: string, table: TableSchema): AsyncIterable<ExportRow> {
  const columns = columnsOf(table);
  for await (const line of linesOf(path)) {
    const members = parseJson(line) as unknown as ExportRow;
    refuseOthers(Object.keys(members), columns);
    yield rowOf(columns, (name, type) => {
      const value = members[name];
      if (type === "bytes" && typeof value === "string") return parseHex(value);
      const isExact = type === "uint64" || type === "delta";
      return isExact && typeof value === "string" ? BigInt(value) : value;
    });
  }
}

async function* csvRows(path: string, table: TableSchema): AsyncIterable<ExportRow> {
  const columns = columnsOf(table);
  let names: readonly string[] | undefined;
  let record = "";
  for await (const line of linesOf(path)) {
    record = record === "" ? line : `${record}\n${line}`;
    // A line feed in quotes does not end the record.
    if ((record.split('"').length - 1) % 2 === 1) continue;
    const fields = fieldsOf(record);
    record = "";
    if (names === undefined) {
      names = fields.map(String);
      refuseOthers(names, columns);
      continue;
    }
    if (fields.length !== names.length) {
      throw new Error(`a record has ${fields.length} fields instead of ${names.length}`);
    }
    const byName = new Map(names.map((name, index) => [name, fields[index]]));
    yield rowOf(columns, (name, type) => {
      const field = byName.get(name);
      return typeof field === "string" ? parsers[type](field) : field;
    });
  }
}

const parsers: Readonly<Record<ColumnType, (field: string) => unknown>> = {
  integer: Number,
  uint64: BigInt,
  delta: BigInt,
  real: Number,
  bytes: (field) => Uint8Array.from(Buffer.from(field.slice("\\x".length), "hex")),
  text: (field) => field,
};

/** The fields of a record; null for one that is empty without quotes. */
function fieldsOf(record: string): (string | null)[] {
  return [...record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/gs)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? (plain || null),
  );
}

function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

/** Throws for a column that no digest covers. */
function refuseOthers(names: readonly string[], columns: ReturnType<typeof columnsOf>): void {
  const other = names.find((name) => !columns.some(([column]) => column === name));
  if (other !== undefined) throw new Error(`the column ${other} is not in the table`);
}

/** In the order of the schema. Integers of Parquet are 64 bits wide. */
function rowOf(
  columns: ReturnType<typeof columnsOf>,
  read: (name: string, type: ColumnType) => unknown,
): ExportRow {
  return Object.fromEntries(
    columns.map(([name, type]) => {
      const value = read(name, type);
      if (value === undefined) throw new Error(`the column ${name} is missing`);
      if (type === "integer" && typeof value === "bigint") return [name, Number(value)];
      if (type === "text" && value instanceof Uint8Array) {
        return [name, Buffer.from(value).toString()];
      }
      return [name, value];
    }),
  );
}

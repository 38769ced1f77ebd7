import { closeSync, openSync, writeSync } from "node:fs";
import type { SchemaElement } from "hyparquet-writer";
import type { ColumnType, TableSchema } from "../../store/ledger/column.ts";
import { columnsOf, type ExportRow, type RowFile, type RowFileKind } from "./row-file.ts";

type Library = typeof import("hyparquet-writer");

/** Rows of a row group: enough to compress well, and few enough to hold. */
const groupRows = 50_000;

/** How each kind of column is stored. DuckDB, pyarrow and others read amounts as unsigned 64-bit integers. */
const types: Readonly<Record<ColumnType, Partial<SchemaElement>>> = {
  integer: { type: "INT64" },
  uint64: { type: "INT64", converted_type: "UINT_64" },
  delta: { type: "INT64" },
  real: { type: "DOUBLE" },
  bytes: { type: "BYTE_ARRAY" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
};

/** Parquet files, compressed with Snappy. */
export function parquetFiles(library: Library): RowFileKind {
  return { extension: "parquet", open: (path, table) => parquetFile(library, path, table) };
}

function parquetFile(
  { ByteWriter, ParquetWriter }: Library,
  path: string,
  table: TableSchema,
): RowFile {
  const file = openSync(path, "wx");
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(table) });
  let rows: ExportRow[] = [];
  // What the library has written stays in its buffer; its offsets count on.
  const flush = (): void => {
    const chunk = new Uint8Array(bytes.buffer, 0, bytes.index);
    for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done);
    bytes.index = 0;
  };
  const writeGroup = (): void => {
    const columnData = columnsOf(table).map(([name, type]) => ({
      name,
      data: rows.map((row) => storedOf(row[name], type)),
    }));
    rows = [];
    void writer.write({ columnData, rowGroupSize: groupRows });
    flush();
  };
  return {
    add: (row) => {
      rows.push(row);
      if (rows.length === groupRows) writeGroup();
    },
    finish: () => {
      if (rows.length > 0) writeGroup();
      void writer.finish();
      flush();
    },
    close: () => closeSync(file),
  };
}

function schemaOf(table: TableSchema): SchemaElement[] {
  const columns = Object.entries(table.columns).map(
    ([name, { type, isNullable }]): SchemaElement => ({
      name,
      ...types[type],
      repetition_type: isNullable ? "OPTIONAL" : "REQUIRED",
    }),
  );
  return [{ name: "root", num_children: columns.length }, ...columns];
}

function storedOf(value: unknown, type: ColumnType): unknown {
  return type === "integer" && typeof value === "number" ? BigInt(value) : value;
}

import { closeSync, openSync, writeSync } from "node:fs";
import type { ColumnType, TableSchema } from "../../store/ledger/column.ts";

/** A row by column, as the ledger reads it. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** A file of rows of one table. A full disk makes `add` or `finish` throw. */
export type RowFile = {
  readonly add: (row: ExportRow) => void;
  /** Writes the rest. */
  readonly finish: () => void;
  /** Closes the file in any case. */
  readonly close: () => void;
};

export type RowFileKind = {
  readonly extension: string;
  readonly open: (path: string, table: TableSchema) => RowFile;
};

const flushedChars = 256 * 1024;

/** A file of lines, buffered. */
export function lineFile(path: string, head: string, lineOf: (row: ExportRow) => string): RowFile {
  const file = openSync(path, "wx");
  let text = head;
  const flush = (): void => {
    const bytes = Buffer.from(text);
    text = "";
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
  };
  return {
    add: (row) => {
      text += lineOf(row);
      if (text.length >= flushedChars) flush();
    },
    finish: flush,
    close: () => closeSync(file),
  };
}

/** The columns of a table with their types, in order. */
export function columnsOf({ columns }: TableSchema): readonly (readonly [string, ColumnType])[] {
  return Object.entries(columns).map(([name, { type }]) => [name, type] as const);
}

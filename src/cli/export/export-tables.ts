import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TableSchema } from "../../store/ledger/column.ts";
import {
  canonicalColumns,
  canonicalText,
  ledgerRows,
  type RowTable,
  rowTables,
} from "../../store/ledger/rows.ts";
import { type LedgerRow, ledgerSchema } from "../../store/ledger/schema.ts";
import type { SqliteDatabase } from "../../store/sqlite.ts";
import type { ExportRow, RowFileKind } from "./row-file.ts";

/** The heights of a file. */
export const heightsPerFile = 100_000;

export type ExportedFile = {
  /** Relative to the manifest. */
  readonly path: string;
  readonly fromHeight: number;
  readonly toHeight: number;
  readonly rows: number;
  /** SHA-256 of the canonical texts of the rows, each with a line feed. */
  readonly sha256: string;
};

export type ExportedTable = {
  readonly columns: readonly string[];
  /** The columns that the digests cover: those in which all honest nodes have the same. */
  readonly digestColumns: readonly string[];
  readonly files: readonly ExportedFile[];
};

/** The file of what crossed between the P-chain and other chains. */
export type ExportedCrossings = {
  readonly columns: readonly string[];
  /** Relative to the manifest. */
  readonly path: string;
  readonly rows: number;
  /** SHA-256 of the canonical texts of the rows, each with a line feed. */
  readonly sha256: string;
};

export type TablesOptions = {
  readonly folder: string;
  readonly kind: RowFileKind;
  readonly from: number;
  readonly to: number;
  /** Default: 100,000. */
  readonly heightsPerFile?: number;
  /** Called and awaited while rows are written, with the share that is done. If it fails, so does the export. */
  readonly onProgress: (share: number, table: string, rows: number) => void | Promise<void>;
};

const progressRows = 2_000;

/** Writes every table in files of 100,000 heights: rows that began at these heights, as they were after the block `to`. */
export async function exportTables(
  database: SqliteDatabase,
  options: TablesOptions,
): Promise<Readonly<Record<string, ExportedTable>>> {
  const ranges = rangesOf(options.from, options.to, options.heightsPerFile ?? heightsPerFile);
  if (ranges.length > indexedRanges) indexHeights(database);
  const tables: Record<string, ExportedTable> = {};
  for (const [index, name] of rowTables.entries()) {
    mkdirSync(join(options.folder, name));
    const files: ExportedFile[] = [];
    for (const [at, range] of ranges.entries()) {
      const done = index + (at + 0.5) / ranges.length;
      const onProgress = (rows: number) => options.onProgress(done / rowTables.length, name, rows);
      await onProgress(0);
      files.push(await exportFile(database, name, range, options, onProgress));
    }
    const columns = Object.keys(ledgerSchema[name].columns);
    tables[name] = { columns, digestColumns: canonicalColumns(name), files };
  }
  return tables;
}

type Range = { readonly from: number; readonly to: number };

function rangesOf(from: number, to: number, length: number): Range[] {
  const count = Math.floor((to - from) / length) + 1;
  return Array.from({ length: count }, (_, index) => {
    const begin = from + index * length;
    return { from: begin, to: Math.min(begin + length - 1, to) };
  });
}

/** With more files than this, an index costs less than reading the whole table for each. */
const indexedRanges = 3;

/** Tables whose key does not begin with a height. */
const unsorted = {
  outputs: "created_height",
  holdings: "from_height",
  address_txs: "height",
  validator_changes: "height",
  subnet_owners: "height",
} as const satisfies Partial<Record<RowTable, string>>;

/** The store is a copy of this process. */
function indexHeights(database: SqliteDatabase): void {
  for (const [name, column] of Object.entries(unsorted)) {
    database.exec(`CREATE INDEX export_${name} ON ledger_${name} (${column})`);
  }
}

async function exportFile(
  database: SqliteDatabase,
  name: RowTable,
  { from, to }: Range,
  { folder, kind, to: asOf }: TablesOptions,
  onProgress: OnRows,
): Promise<ExportedFile> {
  const path = `${name}/${padded(from)}-${padded(to)}.${kind.extension}`;
  const rows = ledgerRows(database, name, { from, to, asOf });
  const written = await writeRows(name, rows, { path: join(folder, path), kind }, onProgress);
  return { path, fromHeight: from, toHeight: to, ...written };
}

type OnRows = (rows: number) => void | Promise<void>;

/** Writes rows to a file. Returns how many, and the SHA-256 of their canonical texts, each with a line feed. */
export async function writeRows<Name extends RowTable | "crossings">(
  name: Name,
  all: Iterable<LedgerRow<Name>>,
  { path, kind }: { readonly path: string; readonly kind: RowFileKind },
  onProgress: OnRows,
): Promise<Pick<ExportedFile, "rows" | "sha256">> {
  const table: TableSchema = ledgerSchema[name];
  const file = kind.open(path, table);
  const digest = createHash("sha256");
  let rows = 0;
  try {
    for (const row of all) {
      digest.update(`${canonicalText(name, row)}\n`);
      file.add(row as ExportRow);
      rows += 1;
      if (rows % progressRows === 0) await onProgress(rows);
    }
    file.finish();
  } finally {
    file.close();
  }
  return { rows, sha256: digest.digest("hex") };
}

/** Files sort by height. */
function padded(height: number): string {
  return String(height).padStart(10, "0");
}

/** What the files are, and what their rows are. */
export type Manifest = {
  readonly version: 1;
  readonly format: string;
  readonly networkID: number;
  readonly fromHeight: number;
  /** Rows are as they were after this block. */
  readonly toHeight: number;
  readonly genesisBlockID: string;
  readonly toBlockID: string;
  /** SHA-256 of the digests of all files in order, each with a line feed. The same for all formats and honest nodes. */
  readonly sha256: string;
  readonly tables: Readonly<Record<string, ExportedTable>>;
  /** Not in the digest: a node knows it of the chains that it follows. */
  readonly crossings: ExportedCrossings;
};

/** The digest of the digests of all files. */
export function digestOfFiles(tables: Manifest["tables"]): string {
  const digest = createHash("sha256");
  for (const { files } of Object.values(tables)) {
    for (const { sha256 } of files) digest.update(`${sha256}\n`);
  }
  return digest.digest("hex");
}

/** Written last: a folder without it is not complete. */
export function writeManifest(
  folder: string,
  manifest: Omit<Manifest, "version" | "sha256">,
): string {
  const sha256 = digestOfFiles(manifest.tables);
  const { tables, crossings, ...facts } = manifest;
  const content: Manifest = { version: 1, ...facts, sha256, tables, crossings };
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(content, undefined, 2)}\n`);
  return sha256;
}

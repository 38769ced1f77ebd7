import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Crossings } from "../../store/ledger/crossings.ts";
import { ledgerSchema } from "../../store/ledger/schema.ts";
import type { SqliteDatabase } from "../../store/sqlite.ts";
import { type ExportedCrossings, writeRows } from "./export-tables.ts";
import type { RowFileKind } from "./row-file.ts";

/** Writes all of it to one file: the chains have no common order, so no range of heights of the P-chain selects a part. */
export async function exportCrossings(
  database: SqliteDatabase,
  {
    folder,
    kind,
    onProgress,
  }: {
    readonly folder: string;
    readonly kind: RowFileKind;
    readonly onProgress: (rows: number) => void | Promise<void>;
  },
): Promise<ExportedCrossings> {
  mkdirSync(join(folder, "crossings"));
  const path = `crossings/all.${kind.extension}`;
  const rows = new Crossings(database).all();
  const place = { path: join(folder, path), kind };
  const written = await writeRows("crossings", rows, place, onProgress);
  return { columns: Object.keys(ledgerSchema.crossings.columns), path, ...written };
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Crossings } from "../../store/ledger/crossings.ts";
import { ledgerSchema } from "../../store/ledger/schema.ts";
import type { SqliteDatabase } from "../../store/sqlite.ts";
import { type ExportedCrossings, writeRows } from "./export-tables.ts";
import type { RowFileKind } from "./row-file.ts";

/** Writes all of it to one file: the chains have no common order, so no range of heights of the P-chain selects a part. */
export function exportCrossings(
  database: SqliteDatabase,
  { folder, kind }: { readonly folder: string; readonly kind: RowFileKind },
): ExportedCrossings {
  mkdirSync(join(folder, "crossings"));
  const path = `crossings/all.${kind.extension}`;
  const rows = new Crossings(database).all();
  const written = writeRows("crossings", rows, { path: join(folder, path), kind });
  return { columns: Object.keys(ledgerSchema.crossings.columns), path, ...written };
}

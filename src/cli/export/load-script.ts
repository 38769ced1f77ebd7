import type { RowTable } from "../../store/ledger/rows.ts";
import { ledgerSchema } from "../../store/ledger/schema.ts";
import { createTable } from "../../store/ledger/tables.ts";
import type { ExportedTable } from "./export-tables.ts";

/** A script for psql that creates the tables in PostgreSQL and copies the files of CSV into them. */
export function loadScript(tables: Readonly<Record<string, ExportedTable>>): string {
  const statements = Object.entries(tables).flatMap(([name, { files }]) => [
    `${createTable(name, ledgerSchema[name as RowTable], "postgres")};`,
    ...files.map(({ path }) => `\\copy ledger_${name} FROM '${path}' WITH (FORMAT csv, HEADER)`),
  ]);
  return `${statements.join("\n")}\n`;
}

import type { RowTable } from "../../store/ledger/rows.ts";
import { ledgerSchema } from "../../store/ledger/schema.ts";
import { createTable } from "../../store/ledger/tables.ts";
import type { ExportedCrossings, ExportedTable } from "./export-tables.ts";

/** A script for psql that creates the tables in PostgreSQL and copies the files of CSV into them. */
export function loadScript(
  tables: Readonly<Record<string, ExportedTable>>,
  crossings: ExportedCrossings,
): string {
  const loaded = Object.entries(tables).map(
    ([name, { files }]) => [name as RowTable, files.map(({ path }) => path)] as const,
  );
  const statements = [...loaded, ["crossings", [crossings.path]] as const].flatMap(
    ([name, paths]) => [
      `${createTable(name, ledgerSchema[name], "postgres")};`,
      ...paths.map((path) => `\\copy ledger_${name} FROM '${path}' WITH (FORMAT csv, HEADER)`),
    ],
  );
  return `${statements.join("\n")}\n`;
}

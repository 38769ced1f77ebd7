import type { TableSchema } from "../ledger/column.ts";
import { type RowTable, rowTables } from "../ledger/rows.ts";
import { ledgerSchema } from "../ledger/schema.ts";
import { createIndexes, createTable } from "../ledger/tables.ts";
import { crossingObjects, crossingsByOwner } from "./crossing-objects.ts";
import {
  ledgerFunctions,
  ledgerViews,
  type SqlObject,
  validatorTerms,
} from "./ledger-functions.ts";

const cursor = `CREATE TABLE couloir_ledger (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch text NOT NULL,
  height bigint NOT NULL,
  block_id bytea,
  avax_asset_id bytea NOT NULL,
  hrp text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE couloir_ledger IS 'One row: the last block whose rows are here. Each transaction of the node moves it.'`;

type CopiedTable = RowTable | "crossings";

function commented({ kind, name, doc, sql }: SqlObject): string {
  return `${sql};\nCOMMENT ON ${kind} ${name} IS ${quoted(doc)}`;
}

function tableWithComments(name: CopiedTable, isWanted: (since: number) => boolean): string {
  const table: TableSchema = ledgerSchema[name];
  return [
    createTable(name, table, "postgres"),
    ...createIndexes(name, table, isWanted),
    `COMMENT ON TABLE ledger_${name} IS ${quoted(table.doc)}`,
    ...Object.entries(table.columns).map(
      ([column, { doc }]) => `COMMENT ON COLUMN ledger_${name}.${column} IS ${quoted(doc)}`,
    ),
  ].join(";\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Creates the tables of the ledger, and the functions and views for people. */
export const ledgerMigration = [
  cursor,
  ...rowTables.map((name) => tableWithComments(name, (since) => since < 3)),
  ...[...ledgerFunctions, ...ledgerViews].map(commented),
].join(";\n");

/** Adds what crossed between chains. */
export const crossingsMigration = [
  tableWithComments("crossings", () => true),
  ...rowTables.flatMap((name) => createIndexes(name, ledgerSchema[name], (since) => since === 3)),
].join(";\n");

/** Adds what people read it with. */
export const crossingObjectsMigration = [...crossingObjects.map(commented), crossingsByOwner].join(
  ";\n",
);

/** Replaces the view that counted all delegations of an auto-renewed validator in each of its periods. */
export const validatorTermsMigration = commented(validatorTerms);

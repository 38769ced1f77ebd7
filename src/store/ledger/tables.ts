import type { TableModule } from "../migrations.ts";
import type { ColumnType, TableSchema } from "./column.ts";
import { ledgerSchema } from "./schema.ts";

export type Dialect = "sqlite" | "postgres";

const types: Readonly<Record<Dialect, Readonly<Record<ColumnType, string>>>> = {
  sqlite: {
    integer: "INTEGER",
    uint64: "INTEGER",
    delta: "INTEGER",
    real: "REAL",
    bytes: "BLOB",
    text: "TEXT",
  },
  postgres: {
    integer: "bigint",
    uint64: "numeric(20,0)",
    delta: "numeric(20,0)",
    real: "double precision",
    bytes: "bytea",
    text: "text",
  },
};

/** The statement that creates a table. */
export function createTable(name: string, { columns, key }: TableSchema, dialect: Dialect): string {
  const lines = Object.entries(columns).map(
    ([column, { type, isNullable }]) =>
      `  ${column} ${types[dialect][type]}${isNullable ? "" : " NOT NULL"}`,
  );
  const primaryKey = `  PRIMARY KEY (${key.join(", ")})`;
  return `CREATE TABLE ledger_${name} (\n${[...lines, primaryKey].join(",\n")}\n)${optionsOf(dialect, columns, key)}`;
}

function optionsOf(
  dialect: Dialect,
  columns: TableSchema["columns"],
  key: TableSchema["key"],
): string {
  if (dialect === "postgres") return "";
  // SQLite keeps a single integer as the row's own number.
  const isNumbered = key.length === 1 && columns[key[0]!]!.type === "integer";
  return isNumbered ? " STRICT" : " STRICT, WITHOUT ROWID";
}

/** The statements that create the indexes of a table: for PostgreSQL, after many rows were copied. */
export function createIndexes(
  name: string,
  { indexes = {} }: TableSchema,
  isWanted: (since: number) => boolean = () => true,
): string[] {
  return Object.entries(indexes)
    .filter(([, { since = 1 }]) => isWanted(since))
    .map(
      ([index, { columns, where, condition = where && `${where} IS NOT NULL` }]) =>
        `CREATE INDEX ledger_${index} ON ledger_${name} (${columns.join(", ")})` +
        (condition === undefined ? "" : ` WHERE ${condition}`),
    );
}

/** What a migration of the ledger added, in both databases. */
export function migrationOf(
  number: number,
  tables: readonly (readonly [string, TableSchema])[],
  dialect: Dialect,
): string[] {
  return tables.flatMap(([name, table]) => [
    ...((table.since ?? 1) === number ? [createTable(name, table, dialect)] : []),
    ...createIndexes(name, table, (since) => since === number),
  ]);
}

/** The owners of what had crossed before they had a table. */
const fillCrossingOwners = `WITH RECURSIVE owner(number) AS (
  SELECT 0
  UNION ALL
  SELECT number + 1 FROM owner
  WHERE number < (SELECT max(length(addresses)) / 20 FROM ledger_crossings)
)
INSERT OR IGNORE INTO ledger_crossing_owners (address, chain_id, height, position, ordinal)
SELECT substr(addresses, 20 * number + 1, 20), chain_id, height, position, ordinal
FROM ledger_crossings JOIN owner ON 20 * number < length(addresses)`;

/** What a migration does after its tables and indexes are there. */
const fillings: Readonly<Record<number, readonly string[]>> = { 4: [fillCrossingOwners] };

const migrations = [1, 2, 3, 4].map((number) => {
  const created = migrationOf(number, Object.entries(ledgerSchema), "sqlite");
  return `${[...created, ...(fillings[number] ?? [])].join(";\n")};`;
});

export const ledgerTables: TableModule = { name: "ledger", migrations };

import { expect, it } from "vitest";
import { readEvent } from "../../../../src/replay/event.ts";
import { Replay } from "../../../../src/replay/replay.ts";
import type { TableSchema } from "../../../../src/store/ledger/column.ts";
import { compareRows } from "../../../../src/store/ledger/compare-rows.ts";
import {
  canonicalColumns,
  ledgerRows,
  type RowTable,
  rowTables,
} from "../../../../src/store/ledger/rows.ts";
import { ledgerSchema, openEnd } from "../../../../src/store/ledger/schema.ts";
import type { SqliteDatabase } from "../../../../src/store/sqlite.ts";
import { openHistoryChain } from "../../../support/history-chain.ts";

/** Another value of the same type. */
const changed: Readonly<Record<string, string>> = {
  integer: "coalesce(COLUMN, 6) + 1",
  uint64: "coalesce(COLUMN, 6) + 1",
  delta: "COLUMN + 1",
  real: "coalesce(COLUMN, 0.25) / 2",
  text: "coalesce(COLUMN, '') || 'x'",
  bytes: "CAST(coalesce(COLUMN, x'') || x'00' AS BLOB)",
};

/** Selects one row, in the middle. */
function conditionOf(database: SqliteDatabase, name: RowTable): string {
  const { key }: TableSchema = ledgerSchema[name];
  const quoted = key.map((column) => `quote(${column})`).join(", ");
  const values = database
    .prepare(`SELECT ${quoted} FROM ledger_${name} ORDER BY ${key} LIMIT 1
        OFFSET (SELECT count(*) / 2 FROM ledger_${name})`)
    .raw()
    .get() as string[];
  return key.map((column, part) => `${column} = ${values[part]}`).join(" AND ");
}

async function differencesAfter(database: SqliteDatabase, name: RowTable, sql: string) {
  const all = { from: 0, to: openEnd, order: "key" } as const;
  const expected = [...ledgerRows(database, name, all)];
  database.exec("BEGIN");
  try {
    expect(database.prepare(sql).run().changes, sql).toBe(1);
    const found = [...ledgerRows(database, name, all)];
    const { differences, first } = await compareRows(name, { found, expected });
    expect(first.every(({ table }) => table === name)).toBe(true);
    return differences;
  } finally {
    database.exec("ROLLBACK");
  }
}

it("finds a change of every column, and rows that are removed, added or at another height", async () => {
  const { source, opened } = await openHistoryChain("etna");
  const { store } = opened;
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  for await (const line of source.lines()) await replay.apply(readEvent(line));
  replay.commit();
  const database = store.database();
  for (const name of rowTables) {
    const { columns, key }: TableSchema = ledgerSchema[name];
    const condition = conditionOf(database, name);
    for (const column of canonicalColumns(name)) {
      const value = changed[columns[column]!.type]!.replaceAll("COLUMN", column);
      const sql = `UPDATE OR REPLACE ledger_${name} SET ${column} = ${value} WHERE ${condition}`;
      expect(await differencesAfter(database, name, sql), sql).toBeGreaterThan(0);
    }
    const remove = `DELETE FROM ledger_${name} WHERE ${condition}`;
    expect(await differencesAfter(database, name, remove), remove).toBe(1);
    // A key far from all others.
    const added = Object.entries(columns).map(([column, { type }]) => {
      if (column !== key.at(-1)) return column;
      return type === "bytes" ? "x'ff'" : `${column} + 1000000`;
    });
    const insert = `INSERT INTO ledger_${name} SELECT ${added.join(", ")} FROM ledger_${name} WHERE ${condition}`;
    expect(await differencesAfter(database, name, insert), insert).toBe(1);
  }
  await opened.close();
});

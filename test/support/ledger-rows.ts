import { ledgerSchema } from "../../src/store/ledger/schema.ts";
import type { SqliteDatabase } from "../../src/store/sqlite.ts";

/** Every row of the ledger by table, in the order of the keys, as text. */
export function ledgerRows(database: SqliteDatabase): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(ledgerSchema).map(([name, { columns, key }]) => {
      const select = `SELECT ${Object.keys(columns).join(", ")} FROM ledger_${name}`;
      const rows = database
        .prepare(`${select} ORDER BY ${key.join(", ")}`)
        .raw()
        .safeIntegers()
        .all() as unknown[][];
      return [name, rows.map((row) => row.map(textOf).join(" "))];
    }),
  );
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : String(value);
}

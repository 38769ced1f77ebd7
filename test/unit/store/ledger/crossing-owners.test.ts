import { expect, it } from "vitest";
import { Crossings } from "../../../../src/store/ledger/crossings.ts";
import type { LedgerRow } from "../../../../src/store/ledger/schema.ts";
import { ledgerTables } from "../../../../src/store/ledger/tables.ts";
import { openSqlite } from "../../../../src/store/sqlite.ts";

type Row = LedgerRow<"crossings">;

const bytes = (length: number, value: number) => new Uint8Array(length).fill(value);

/** An export to some owners, or an import, which has none. */
function crossing(height: number, owners: readonly number[] | undefined): Row {
  const addresses = owners && Buffer.concat(owners.map((owner) => bytes(20, owner)));
  return {
    ...{ chain_id: bytes(32, 1), height, position: 0, ordinal: 0, time: null, id: bytes(32, 2) },
    ...{ kind: owners === undefined ? "import" : "export", tx_id: bytes(32, 3), output_index: 0 },
    ...{ asset_id: bytes(32, 4), amount: 5n, threshold: 1, locktime: 0n, is_verified: 1 },
    addresses: addresses ?? null,
  } as Row;
}

const rows = [crossing(1, [9]), crossing(2, [7, 8, 9]), crossing(3, undefined), crossing(4, [])];

const ownersIn = (database: ReturnType<typeof openSqlite>) =>
  database.prepare("SELECT hex(address), height FROM ledger_crossing_owners").raw().all();

it("finds what crossed before owners had a table as it finds what crosses later", () => {
  const migrations = ledgerTables.migrations as readonly string[];
  const [later, earlier] = [openSqlite(":memory:"), openSqlite(":memory:")];
  for (const sql of migrations) later.exec(sql);
  new Crossings(later).add(rows);
  for (const sql of migrations.slice(0, 3)) earlier.exec(sql);
  // The rows alone, as the version wrote them that had no such table.
  const columns = Object.keys(rows[0]!);
  const insert = earlier.prepare(
    `INSERT INTO ledger_crossings (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  for (const row of rows) insert.run(...columns.map((column) => row[column as keyof Row]));
  for (const sql of migrations.slice(3)) earlier.exec(sql);
  expect(ownersIn(later)).toHaveLength(4);
  expect(ownersIn(earlier)).toEqual(ownersIn(later));
});

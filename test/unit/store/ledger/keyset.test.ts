import { expect, it } from "vitest";
import { keysetSources } from "../../../../src/store/ledger/queries/keyset.ts";
import { SqliteSelects, slot } from "../../../../src/store/ledger/queries/selects.ts";
import { ledgerTables } from "../../../../src/store/ledger/tables.ts";
import { openSqlite } from "../../../../src/store/sqlite.ts";

/** A list of the rows of `ledger_txs`, and the statements that it prepared. */
function txList(isDescending: boolean) {
  const database = openSqlite(":memory:");
  database.exec(ledgerTables.migrations.join("\n"));
  const statements: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = ((sql: string) => {
    statements.push(sql);
    return prepare(sql);
  }) as typeof database.prepare;
  const selects = new SqliteSelects(database);
  const [source] = keysetSources<{ readonly height: number }>(
    selects,
    {
      form: "test",
      query: () =>
        selects.compose
          .selectFrom("ledger_txs as t")
          .selectAll("t")
          .where("t.kind", "=", slot<string>("value")),
      order: {
        columns: ["t.height", "t.position"],
        height: { column: "t.height", bounds: { from: 3, to: 7 } },
      },
      values: ["BaseTx"],
    },
    { isDescending },
  );
  const insert = prepare(
    `INSERT INTO ledger_txs (height, position, id, kind, status, block_height, burned, byte_count)
    VALUES (?, ?, x'00', ?, 'Committed', 0, 0, 0)`,
  );
  for (let height = 0; height < 10; height++) {
    for (const position of [0, 1]) insert.run(height, position, "BaseTx");
    insert.run(height, 2, "ExportTx");
  }
  /** How SQLite finds the rows of the last statement. */
  const plan = () => {
    const explain = prepare(`EXPLAIN QUERY PLAN ${statements.at(-1)!}`);
    const values = Array(statements.at(-1)!.split("?").length - 1).fill(0);
    return (explain.all(values) as { readonly detail: string }[])[0]!.detail;
  };
  const read = (place: readonly number[] | undefined, count = 100) =>
    source!(place, count).map((row) => row.height);
  return { read, plan, statements };
}

it.each([
  { isDescending: true, place: "(height,position)<(?,?)" },
  { isDescending: false, place: "(height,position)>(?,?)" },
])("begins a page at its place, descending: $isDescending", ({ isDescending, place }) => {
  const list = txList(isDescending);
  list.read([5, 1]);
  expect(list.plan()).toContain(place);
});

it("reads the rows between the bounds, from a place inside or outside of them", () => {
  const down = txList(true);
  expect(down.read(undefined)).toEqual([7, 7, 6, 6, 5, 5, 4, 4, 3, 3]);
  expect(down.read([5, 1])).toEqual([5, 4, 4, 3, 3]);
  expect(down.read([9, 0])).toEqual([7, 7, 6, 6, 5, 5, 4, 4, 3, 3]);
  expect(down.read([2, 0])).toEqual([]);
  const up = txList(false);
  expect(up.read([5, 0])).toEqual([5, 6, 6, 7, 7]);
  expect(up.read([1, 1])).toEqual([3, 3, 4, 4, 5, 5, 6, 6, 7, 7]);
  expect(up.read([8, 0])).toEqual([]);
  expect(up.statements).toHaveLength(2);
});

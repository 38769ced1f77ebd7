import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ledgerSqlPage, readOnlyUser } from "../../scripts/ledger-sql/page.ts";
import { workedQueries } from "../../scripts/ledger-sql/queries.ts";
import { Archive } from "../../src/store/postgres/archive.ts";
import { copyHistory } from "../support/copying/copied-history.ts";
import { missingPostgres, TestPostgres } from "../support/postgres.ts";
import { payerAddress } from "../support/transfers.ts";

const missing = missingPostgres();
if (missing !== undefined) console.log(`docs/ledger-sql.md: not tested, since ${missing}`);

describe.skipIf(missing !== undefined)("the ledger in PostgreSQL", () => {
  let server: TestPostgres;
  let database: string;

  beforeAll(async () => {
    server = await TestPostgres.start();
    database = await server.newDatabase();
    await copyHistory("small", server.url(database));
  });
  afterAll(() => server?.remove());

  const valueOfQuery = async (sql: string) =>
    Object.values((await server.query(database, sql))[0] ?? {})[0];

  it("answers the ten queries of its reference page as the page shows", async () => {
    expect(workedQueries).toHaveLength(10);
    const page = readFileSync(new URL("../../docs/ledger-sql.md", import.meta.url), "utf8");
    // npx tsx scripts/ledger-sql.ts writes it.
    expect(await ledgerSqlPage(server.url(database))).toBe(page);
  });

  it("shows with the rewards of an address those of which it owns a part", async () => {
    const { sql } = workedQueries.find(({ question }) => question === "Which rewards did it get?")!;
    const shared = `(SELECT height, position, time, kind, amount, node_id,
      '\\x${"00".repeat(20)}'::bytea || addresses AS addresses FROM ledger_rewards)`;
    const rows = await server.query(database, sql.replace("ledger_rewards", shared));
    expect(rows).toHaveLength(1);
    expect(rows).toEqual(await server.query(database, sql));
  });

  // The query read the owners of every reward: 5 s with a million.
  it("finds the rewards of an address by its transactions", async () => {
    const { sql } = workedQueries.find(({ question }) => question === "Which rewards did it get?")!;
    const client = new pg.Client({ connectionString: server.url(database) });
    await client.connect();
    // A few rows are read one by one whatever the query is.
    await client.query(`BEGIN; INSERT INTO ledger_rewards
      SELECT (jsonb_populate_record(r, jsonb_build_object('height', 1000 + number))).*
      FROM ledger_rewards AS r, generate_series(1, 5000) AS number; ANALYZE ledger_rewards`);
    const { rows } = await client.query(`EXPLAIN ${sql}`);
    await client.end();
    expect(JSON.stringify(rows)).toContain("height = a.height");
    const owned = `SELECT count(*)::int FROM ledger_rewards AS r, unnest(owner_bytes(r.addresses)) AS owner`;
    const found = `${owned} WHERE EXISTS (SELECT FROM ledger_address_txs AS a
      WHERE (a.address, a.height, a.position) = (owner, r.height, r.position) AND a.roles & 8 <> 0)`;
    expect(await valueOfQuery(found)).toBe(await valueOfQuery(owned));
  });

  it("has texts that lead back to the same bytes", async () => {
    const wrong = `SELECT count(*)::int FROM (
      SELECT id AS bytes FROM ledger_txs UNION SELECT '\\x' UNION SELECT '\\x0000ff'
    ) AS ids WHERE cb58_bytes(cb58(bytes)) <> bytes`;
    expect(await valueOfQuery(wrong)).toBe(0);
    const addresses = `SELECT count(*)::int FROM ledger_address_txs
      WHERE p_address_bytes(p_address(address)) <> address`;
    expect(await valueOfQuery(addresses)).toBe(0);
    expect(
      await valueOfQuery(
        "SELECT cb58('\\x0000000000000000000000000000000000000000000000000000000000000000')",
      ),
    ).toBe("11111111111111111111111111111111LpoYY");
    const changed = payerAddress.replace(/.$/, (last) => (last === "q" ? "p" : "q"));
    await expect(valueOfQuery(`SELECT p_address_bytes('${changed}')`)).rejects.toThrow(
      "is not an address",
    );
    await expect(
      valueOfQuery("SELECT cb58_bytes('11111111111111111111111111111111LpoYZ')"),
    ).rejects.toThrow("has a wrong checksum");
  });

  it("has the balance of each address at each height that its transactions make", async () => {
    const wrong = `SELECT count(*)::int FROM (
      SELECT b.height, o.address,
        (SELECT coalesce(sum(received - sent), 0) FROM ledger_address_txs AS a
          WHERE a.address = o.address AND a.height <= b.height) AS expected
      FROM (SELECT DISTINCT address FROM ledger_address_txs) AS o, ledger_blocks AS b
    ) AS each WHERE balance_at(p_address(address), height) <> expected`;
    expect(await valueOfQuery(wrong)).toBe(0);
    await expect(valueOfQuery(`SELECT balance_at('${payerAddress}', 44)`)).rejects.toThrow(
      "height 44 is not between 0 and 43",
    );
  });

  it("lets a read-only user read, and nothing else", async () => {
    await server.query(database, readOnlyUser);
    for (const { sql } of workedQueries) {
      await server.query(database, `SET ROLE analyst; ${sql}`);
    }
    await expect(
      server.query(database, "SET ROLE analyst; DELETE FROM ledger_blocks"),
    ).rejects.toThrow("permission denied");
  });

  it("replaces the terms of an older database, with what was built and granted on them", async () => {
    const older = await server.newDatabase();
    const open = async () => {
      const owner = { storeID: "upgraded", network: "any", hasArchived: false };
      const archive = Archive.at(server.url(older), owner);
      await archive.ready();
      await archive.close();
    };
    const state = async () => {
      const definition = "SELECT pg_get_viewdef('validator_terms') AS text";
      const rights = "SELECT relacl::text FROM pg_class WHERE relname = 'validator_terms'";
      return [...(await server.query(older, definition)), ...(await server.query(older, rights))];
    };
    await open();
    await server.query(
      older,
      `CREATE VIEW mine AS SELECT node_id, delegated FROM validator_terms;
      GRANT SELECT ON validator_terms TO PUBLIC`,
    );
    const newest = await state();
    // It counted otherwise. The columns were the same.
    await server.query(
      older,
      `DO $$ BEGIN EXECUTE (
        SELECT format('CREATE OR REPLACE VIEW validator_terms AS SELECT %s FROM (%s) AS newer', columns, body)
        FROM (
          SELECT string_agg(
            CASE column_name WHEN 'delegations' THEN 'delegations + 1 AS delegations' ELSE column_name END,
            ', ' ORDER BY ordinal_position
          ) AS columns, rtrim(pg_get_viewdef('validator_terms'), ';') AS body
          FROM information_schema.columns WHERE table_name = 'validator_terms'
        ) AS newest
      ); END $$;
      UPDATE couloir_index SET migration = 4`,
    );
    expect(await state()).not.toEqual(newest);
    await open();
    expect(await state()).toEqual(newest);
  });
});

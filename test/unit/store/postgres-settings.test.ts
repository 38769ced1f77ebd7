import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Archive } from "../../../src/store/postgres/archive.ts";
import { missingPostgres, TestPostgres } from "../../support/postgres.ts";

const missing = missingPostgres();
if (missing !== undefined) console.log(`settings of PostgreSQL: not tested, since ${missing}`);

describe.skipIf(missing !== undefined)("a database with settings of its own", () => {
  let server: TestPostgres;

  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  afterAll(() => server?.remove());

  it("is set up, and read as any other", async () => {
    const database = await server.newDatabase();
    const changed = [
      "bytea_output = escape",
      "standard_conforming_strings = off",
      "extra_float_digits = -10",
      "statement_timeout = '1ms'",
    ];
    for (const setting of changed) {
      await server.query("postgres", `ALTER DATABASE ${database} SET ${setting}`);
    }
    await server.query(database, "CREATE SCHEMA apart");
    const url = `${server.url(database)}?options=-c%20search_path%3Dapart%20-c%20enable_seqscan%3Don`;
    const archive = Archive.at(url, { storeID: "any", network: "any", hasArchived: false });
    try {
      await archive.ready();
      const sql = `SELECT '\\x00ff'::bytea, 0.1::float8 + 0.2::float8,
        current_setting('synchronous_commit'), current_setting('lock_timeout'),
        current_setting('enable_seqscan'), to_regclass('apart.couloir_ledger') IS NOT NULL`;
      const same = ["\\x00ff", "0.30000000000000004"];
      expect(await archive.connection.rows(sql)).toEqual([[...same, "on", "50s", "on", "t"]]);
      const read = await archive.connection.snapshot((all) => all([{ sql, values: [] }]), 4_000);
      expect(read[0]!.rows).toEqual([[...same, "on", "0", "off", "t"]]);
    } finally {
      await archive.close();
    }
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LogUnavailable } from "../../../src/store/container-log.ts";
import { CallReads } from "../../../src/store/postgres/call-reads.ts";
import { type ReadAll, Snapshots } from "../../../src/store/postgres/snapshots.ts";
import type { TypedRows } from "../../../src/store/postgres/values.ts";
import { missingPostgres, TestPostgres } from "../../support/postgres.ts";

const missing = missingPostgres();
if (missing !== undefined) console.log(`Snapshots of PostgreSQL: not tested, since ${missing}`);

describe.skipIf(missing !== undefined)("snapshots of PostgreSQL", () => {
  let server: TestPostgres;
  let database: string;
  let snapshots: Snapshots;

  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    database = await server.newDatabase();
    await server.query(
      database,
      `CREATE TABLE parts (id bytea, number bigint, kind text, PRIMARY KEY (id, number));
      INSERT INTO parts SELECT decode(lpad(to_hex(a), 4, '0'), 'hex'), b, 'k' || b % 2
      FROM generate_series(1, 20) AS a, generate_series(1, a) AS b`,
    );
    snapshots = new Snapshots(server.url(database), "here");
    return () => snapshots.close();
  });

  // Whichever notices first, the node or the server.
  const tookTooLong = /^PostgreSQL at here: (it took too long|.*statement timeout)$/;

  const id = (number: number) => new Uint8Array([0, number]);
  const list = "SELECT number, kind FROM parts WHERE id = $1 ORDER BY number DESC LIMIT $2 + 0";

  /** The numbers of rows. */
  const numbers = ({ rows }: TypedRows) => rows.map(([number]) => Number(number));

  /** Reads statements as a call does, and counts what is sent. */
  async function readAll(asked: readonly (readonly [string, readonly unknown[]])[]) {
    let sent = 0;
    const rows = await snapshots.read(async (read) => {
      const reads = new CallReads();
      const counted: ReadAll = (statements) => {
        sent += statements.length;
        return read(statements);
      };
      const ask = () => asked.map(([sql, values]) => reads.rows(sql, sql, values));
      for (const [sql, values] of asked) {
        expect(() => reads.rows(sql, sql, values)).toThrow("not read yet");
      }
      await reads.readWanted(counted);
      return ask();
    }, 5_000);
    return { rows, sent };
  }

  it("reads statements that differ in values as one", async () => {
    const asked = [3, 20, 99, 1, 7].map((each) => [list, [id(each), each]] as const);
    const { rows, sent } = await readAll(asked);
    expect(sent).toBe(1);
    const down = (from: number) => Array.from({ length: from }, (_, at) => from - at);
    expect(rows.map(numbers)).toEqual([down(3), down(20), [], [1], down(7)]);
    const alone = await readAll(asked.slice(1, 2));
    expect(rows[1]).toEqual(alone.rows[0]);
    expect(rows[2]).toMatchObject({ names: ["number", "kind"] });
  });

  it("reads others beside them", async () => {
    const inList = "SELECT number FROM parts WHERE id = $1 AND number = ANY($2::bigint[])";
    const ofKind = "SELECT count(*) FROM parts WHERE id = $1 AND kind = $2";
    const { rows, sent } = await readAll([
      [inList, [id(9), ["2", "3"]]],
      [inList, [id(2), ["2", "3"]]],
      [inList, [id(9), ["4"]]],
      [ofKind, [id(9), "k1"]],
      [ofKind, [id(9), null]],
      [ofKind, [id(8), "k1"]],
      ["SELECT 5", []],
    ]);
    expect(rows.map(numbers)).toEqual([[2, 3], [2], [4], [5], [0], [4], [5]]);
    expect(sent).toBe(5);
  });

  it("sees one state of the database", async () => {
    const count = { sql: "SELECT count(*) FROM parts", values: [] };
    await snapshots.read(async (read) => {
      const [before] = await read([count]);
      await server.query(database, "DELETE FROM parts");
      const [after, again] = await read([count, count]);
      expect([before, after, again].map((rows) => numbers(rows!))).toEqual([[210], [210], [210]]);
    }, 5_000);
    await snapshots.read(async (read) => {
      expect(numbers((await read([count]))[0]!)).toEqual([0]);
    }, 5_000);
  });

  it("fails with the first error, and reads again after it", async () => {
    const sql = (text: string) => ({ sql: text, values: [] });
    const failing = snapshots.read(
      (read) => read([sql("SELECT 1"), sql("SELECT 1 / 0"), sql("SELECT 2")]),
      5_000,
    );
    await expect(failing).rejects.toThrow(
      new LogUnavailable("PostgreSQL at here: division by zero"),
    );
    const late = snapshots.read((read) => read([sql("SELECT pg_sleep(30)")]), 200);
    await expect(late).rejects.toThrow(tookTooLong);
    const written = snapshots.read((read) => read([sql("DELETE FROM parts")]), 5_000);
    await expect(written).rejects.toThrow("read-only transaction");
    const rows = await snapshots.read((read) => read([sql("SELECT 3")]), 5_000);
    expect(rows.map(numbers)).toEqual([[3]]);
  });

  it("leaves no statement that waits for a lock longer than its call", async () => {
    const locked = `BEGIN; LOCK TABLE parts; SELECT pg_sleep(2); COMMIT`;
    const holder = server.query(database, locked);
    const count = async (condition: string) => {
      const sql = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = '${database}' AND ${condition}`;
      return (await server.query("postgres", sql))[0]!["count"];
    };
    while ((await count("query LIKE '%LOCK TABLE parts%'")) !== 1);
    const waiting = snapshots.read(
      (read) => read([{ sql: "SELECT count(*) FROM parts", values: [] }]),
      200,
    );
    await expect(waiting).rejects.toThrow(tookTooLong);
    while ((await count("wait_event_type = 'Lock'")) !== 0);
    expect(await count("query LIKE '%LOCK TABLE parts%'")).toBe(1);
    await holder;
  });

  it("keeps no connection that has prepared many statements", async () => {
    const backend = { sql: "SELECT pg_backend_pid()", values: [] };
    const pid = () =>
      snapshots.read(async (read) => numbers((await read([backend]))[0]!)[0]!, 5_000);
    const first = await pid();
    for (let round = 0; round < 3; round++) {
      const some = Array.from({ length: 100 }, (_, at) => ({
        sql: `SELECT ${round * 100 + at}`,
        values: [],
      }));
      expect(await pid()).toBe(first);
      await snapshots.read((read) => read(some), 5_000);
    }
    expect(await pid()).not.toBe(first);
  });
});

import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MethodName } from "../../src/embedded/typed-call.ts";
import { startNode } from "../../src/index.ts";
import { NodeProcess } from "../e2e/node-process.ts";
import { ask } from "../e2e/rpc.ts";
import { scratchDirectory } from "../support/containers.ts";
import { storeCrossings } from "../support/follow/stored-crossings.ts";
import { missingPostgres, serverPassword, TestPostgres } from "../support/postgres.ts";
import { runCouloir } from "../support/run-couloir.ts";
import { startNodeIn } from "../support/start-node.ts";

const missing = missingPostgres();
if (missing !== undefined) console.log(`--db-url: not tested, since ${missing}`);

const address = "P-local1rz9djj8vlj2k7tf7rm57czcwxmjtajhlfv0rp6";

describe.skipIf(missing !== undefined)("--db-url", () => {
  let server: TestPostgres;
  let directory: ReturnType<typeof scratchDirectory>;
  let database: string;
  let url: string;

  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    directory = scratchDirectory();
    database = await server.newDatabase();
    url = server.url(database);
    return () => directory.remove();
  });

  async function couloir(...args: string[]) {
    const result = await runCouloir(args, directory.path);
    expect(result.out + result.err).not.toContain(serverPassword);
    return result;
  }

  const verify = () =>
    couloir("ledger", "verify", `--data-dir=${directory.path}/data`, `--db-url=${url}`);

  const one = async (sql: string) => Object.values((await server.query(database, sql))[0] ?? {})[0];

  async function isAt(height: number, dev = 0): Promise<void> {
    const sql = `SELECT height || ' ' || (SELECT count(*) FROM ledger_txs WHERE kind = 'Dev' AND height > 0) FROM couloir_ledger`;
    while ((await one(sql).catch(() => undefined)) !== `${height} ${dev}`);
  }

  it("has the ledger of a dev node, which goes to another past", async () => {
    await using node = await startNode({
      dataDirectory: join(directory.path, "data"),
      flags: { "db-url": url },
    });
    const dev = async (method: string, params = {}) =>
      (await node.call(`dev.${method}` as MethodName, params)) as Record<string, string>;
    await isAt(0);
    await dev("increaseTime", { seconds: 14 * 86400 });
    await isAt(1);
    const { snapshotID } = await dev("snapshot");
    await dev("fund", { address, amount: "5" });
    await isAt(1, 1);
    await dev("increaseTime", { seconds: 14 * 86400 });
    await isAt(2, 1);
    expect(await one(`SELECT balance_at('${address}', 2)::text`)).toBe("5");
    await dev("revert", { snapshotID });
    await isAt(1);
    expect(await one(`SELECT balance_at('${address}', 1)::text`)).toBe("0");
    await dev("fund", { address, amount: "7" });
    await isAt(1, 1);
    await dev("increaseTime", { seconds: 86400 });
    await isAt(2, 1);
    expect(await verify()).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/every row up to height 2 follows from the blocks\n$/),
    });
    await server.query(database, "UPDATE ledger_blocks SET supply = supply + 1 WHERE height = 1");
    expect(await verify()).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/^height 1, blocks, height 1: supply is \d+ instead of \d+\n$/),
    });
    await server.query(
      database,
      `UPDATE ledger_blocks SET supply = supply - 1 WHERE height = 1;
      UPDATE ledger_outputs SET spent_height = ${Number.MAX_SAFE_INTEGER} WHERE spent_height IS NULL;
      INSERT INTO ledger_days SELECT day + 1000, 3, 3, blocks, txs, rewards, burned, l1_fees FROM ledger_days LIMIT 1`,
    );
    expect(await verify()).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(
        /^outputs: \d+ rows name a height above 2, the last that the database has\ndays: 1 row names a height above 2/,
      ),
    });
  });

  it("has what crossed between chains, which follows from containers there and in the store", async () => {
    const dataDirectory = join(directory.path, "data");
    const start = () => startNode({ dataDirectory, flags: { "db-url": url } });
    await (await start()).stop();
    await storeCrossings(dataDirectory, 1_100);
    {
      await using _ = await start();
      const archived = "SELECT count(*)::text FROM containers_x_block";
      while ((await one(archived)) !== "1100");
      while ((await one("SELECT count(*)::text FROM ledger_crossings")) !== "1650");
    }
    expect(await verify()).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining("\ncrossings: 1,650 rows, equal\n"),
    });
    await server.query(database, "DELETE FROM ledger_crossings WHERE height IN (2, 1100)");
    expect(await verify()).toMatchObject({
      exitCode: 1,
      // Those after the last row may not be copied yet.
      out: expect.stringContaining("\ncrossings: 1,648 rows, 1 different\n"),
      err: expect.stringMatching(/^height 2, crossings, .* is missing\n$/),
    });
  });

  it("has the ledger of a node of several processes, also after a kill", async () => {
    const node = await NodeProcess.start("--processes=2", `--db-url=${url}`);
    try {
      const increaseTime = () =>
        ask(node.url, "/ext/dev", "dev.increaseTime", { seconds: 14 * 86400 });
      await increaseTime();
      await isAt(1);
      await node.stop("SIGKILL");
      await node.start();
      await increaseTime();
      await isAt(2);
      const verified = await couloir(
        "ledger",
        "verify",
        `--data-dir=${node.directory}`,
        `--db-url=${url}`,
      );
      expect(verified).toMatchObject({
        exitCode: 0,
        out: expect.stringMatching(/every row up to height 2 follows from the blocks\n$/),
      });
    } finally {
      await node.discard();
    }
  }, 120_000);

  it("catches up after a server that does not answer, at the start too", async () => {
    const options = { "db-url": url, dev: "false", "health-check-frequency": "100ms" };
    await server.kill();
    await expect(startNodeIn(directory.path, options)).rejects.toThrow(
      /couldn't open the database of --db-url: PostgreSQL at /,
    );
    await server.run();
    const first = await startNodeIn(directory.path, options);
    await isAt(0);
    await server.kill();
    await first.stop();
    const again = await startNodeIn(directory.path, options);
    const check = async () => {
      const response = await fetch(`${again.url}/ext/health/health`);
      const { checks } = (await response.json()) as { checks: Record<string, unknown> };
      return JSON.stringify(checks["ledgerDatabase"]);
    };
    while (!/"error":"since [\d-]+T[\d:.]+Z: PostgreSQL at /.test(await check()));
    await server.run();
    while (!/the rows up to height 0, 0 blocks behind"(?!.*"error")/.test(await check()));
    await again.stop();
  });

  it("is rejected with its older name, or if it belongs to another store", async () => {
    const both = await couloir("serve", `--db-url=${url}`, `--index-db-url=${url}`);
    expect(both.err).toContain("--index-db-url is the older name of --db-url: remove it");
    for (const flag of ["--ephemeral", "--db-type=memdb", "--db-read-only"]) {
      expect((await couloir("serve", `--db-url=${url}`, flag)).err).toContain(
        "--db-url needs a persistent store",
      );
    }
    const node = await startNodeIn(directory.path, { "db-url": url });
    await isAt(0);
    await node.stop();
    const other = scratchDirectory();
    await expect(startNodeIn(other.path, { "db-url": url })).rejects.toThrow(
      /belongs to another node's store\. Use another --db-url/,
    );
    other.remove();
    await server.query(database, "UPDATE couloir_index SET migration = 99");
    await expect(startNodeIn(directory.path, { "db-url": url })).rejects.toThrow(
      /has migration 99, but this program knows only \d+\./,
    );
  });
});

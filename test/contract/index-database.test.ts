import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../src/crypto/hash.ts";
import { newContainer } from "../../src/indexer/indexer.ts";
import { callNode } from "../support/call-node.ts";
import { contentOf, linesOf, scratchDirectory, shown } from "../support/containers.ts";
import { missingPostgres, serverPassword, TestPostgres } from "../support/postgres.ts";
import { runCouloir } from "../support/run-couloir.ts";
import { startNodeIn } from "../support/start-node.ts";
import { readTranscript } from "../support/transcripts.ts";

const missing = missingPostgres();
if (missing !== undefined) console.log(`--index-db-url: not tested, since ${missing}`);

const containers = Array.from({ length: 3_000 }, (_, i) => {
  const bytes = contentOf(i, 300);
  return newContainer(sha256(bytes), bytes, BigInt(i) * 1_000_000_007n);
});
const expected = containers.map(shown);

describe.skipIf(missing !== undefined)("--index-db-url", () => {
  let server: TestPostgres;
  let directory: ReturnType<typeof scratchDirectory>;
  let url: string;

  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    directory = scratchDirectory();
    url = server.url(await server.newDatabase());
    return () => directory.remove();
  });

  const dataDirectory = () => `--data-dir=${join(directory.path, "data")}`;

  async function couloir(...args: string[]) {
    const flags = [dataDirectory(), "--dev=false"];
    const result = await runCouloir(["index", ...args, ...flags], directory.path);
    expect(result.out + result.err).not.toContain(serverPassword);
    return result;
  }

  async function importAll(...flags: string[]) {
    const file = join(directory.path, "export.ndjson");
    writeFileSync(file, linesOf("X/tx", containers));
    return couloir("import", file, ...flags);
  }

  it("imports, recognizes, verifies and exports containers like a store without it", async () => {
    await importAll();
    const inStore = await couloir("export", "-");
    const flag = `--index-db-url=${url}`;
    const first = await importAll(flag);
    expect(first.out).toMatch(/^imported 0 containers in .*; 3,000 were there already\n/);
    const archived = await server.query(databaseOf(url), "SELECT count(*) FROM containers_x_tx");
    expect(archived).toEqual([{ count: "3000" }]);
    const second = await importAll(flag);
    expect(second.out).toMatch(/^imported 0 containers in .*; 3,000 were there already\n/);
    const verified = await couloir("verify", flag);
    expect(verified.out).toMatch(/\nX\/tx: 3,000 containers in .*\n.*\n.*\nall is well\n$/);
    expect((await couloir("export", "-", flag)).out).toBe(inStore.out);
    const without = await couloir("verify");
    expect(without.exitCode).toBe(1);
    expect(without.err).toMatch(/: start it with --db-url\.\n$/);
    await server.query(
      databaseOf(url),
      "UPDATE containers_x_tx SET bytes = '\\x00' WHERE position = 7",
    );
    expect((await couloir("verify", flag)).err).toMatch(/^X\/tx 7: /);
  });

  it("keeps imported containers while its server is unavailable, and moves them later", async () => {
    const flag = `--index-db-url=${url}`;
    await couloir("import", "/dev/null", flag);
    await server.kill();
    const refused = await importAll(flag);
    expect(refused.exitCode).toBe(1);
    expect(refused.err).toMatch(/^couldn't open the database of --db-url: PostgreSQL at /);
    await server.run();
    expect((await importAll(flag)).out).toMatch(/^imported 3,000 /);
  });

  it("serves like any index, and reports when its server is unavailable", async () => {
    await importAll();
    const options = { "index-db-url": url, "health-check-frequency": "100ms", dev: "false" };
    const node = await startNodeIn(directory.path, options);
    const ask = (method: string, params = {}) =>
      callNode(node.url, `index.${method}`, params, "/ext/index/X/tx");
    const range = (startIndex: number) =>
      ask("getContainerRange", { startIndex, numToFetch: 1024 });
    const { id } = expected[0]!;
    const isMoved = async () =>
      (await server.query(databaseOf(url), "SELECT count(*) FROM containers_x_tx"))[0]!["count"] ===
      "3000";
    while (!(await isMoved()));
    expect((await ask("getContainerByIndex", { index: 0 })).result).toEqual(expected[0]);
    expect((await ask("getContainerByID", { id })).result).toEqual(expected[0]);
    expect((await ask("getIndex", { id })).result).toEqual({ index: "0" });
    expect((await ask("isAccepted", { id })).result).toEqual({ isAccepted: true });
    for (const start of [0, 1_500, 2_500]) {
      expect((await range(start)).result).toEqual(expected.slice(start, start + 1_024));
    }
    await server.kill();
    const unavailable = {
      code: -32000,
      message: "the index database is not responding: try again later",
    };
    for (const [method, params] of [
      ["getContainerByIndex", { index: 0 }],
      ["getContainerByID", { id }],
      ["getIndex", { id }],
      ["isAccepted", { id }],
      ["getContainerRange", { startIndex: 1_500, numToFetch: 1_024 }],
    ] as const) {
      // What was asked before is remembered, as it cannot change.
      const other = "id" in params ? { id: expected[1]!.id } : { ...params, index: 1 };
      expect((await ask(method, other)).error, method).toMatchObject(unavailable);
    }
    expect((await ask("getLastAccepted")).result).toEqual(expected.at(-1));
    expect((await range(2_500)).result).toEqual(expected.slice(2_500));
    await waitForCheck(node.url, /"error":"PostgreSQL at /);
    await server.run();
    expect((await ask("getContainerByIndex", { index: 1 })).result).toEqual(expected[1]);
    await waitForCheck(node.url, /"message":\{"containersBehind":0\},(?!.*"error")/);
    await node.stop();
  });

  it("follows a dev node to another past", async () => {
    const options = { "index-db-url": url, "block-production": "auto" };
    const node = await startNodeIn(directory.path, options);
    const heights = async () => {
      const rows = await server.query(databaseOf(url), "SELECT count(*) FROM containers_p_block");
      return rows[0]!["count"];
    };
    const tx = JSON.parse(
      readTranscript("platform.issueTx/chain-of-blocks").exchanges.find(({ body }) =>
        body.includes("platform.issueTx"),
      )!.body,
    ).params.tx as string;
    const build = async () =>
      expect((await callNode(node.url, "platform.issueTx", { tx })).error).toBeUndefined();
    const isAt = async (count: string) => {
      while ((await heights()) !== count);
    };
    const { result } = await callNode(node.url, "dev.snapshot");
    const { snapshotID } = result as { snapshotID: string };
    await build();
    await isAt("1");
    expect((await callNode(node.url, "dev.revert", { snapshotID })).error).toBeUndefined();
    await isAt("0");
    await build();
    await isAt("1");
    expect((await callNode(node.url, "dev.reset")).error).toBeUndefined();
    await isAt("0");
    await build();
    await isAt("1");
    await node.stop();
    const again = await startNodeIn(directory.path, options);
    await isAt("1");
    await again.stop();
  });

  it("is rejected if its URL is invalid, or the store is not persistent", async () => {
    const noURL = "--index-db-url must be a URL such as postgres://user@host/database";
    for (const wrong of [`mysql://u:${serverPassword}@h/d`, serverPassword]) {
      expect((await couloir("verify", `--index-db-url=${wrong}`)).err).toContain(noURL);
    }
    for (const flag of ["--db-type=memdb", "--db-read-only=true"]) {
      const { err } = await couloir("verify", `--index-db-url=${url}`, flag);
      expect(err).toMatch(/--index-db-url needs a persistent store/);
    }
  });
});

/** Waits until the check of the index database says what is expected. */
async function waitForCheck(url: string, expected: RegExp): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/ext/health/health`);
    const { checks } = (await response.json()) as { checks: Record<string, unknown> };
    if (expected.test(JSON.stringify(checks["indexDatabase"]))) return;
  }
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

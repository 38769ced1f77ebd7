import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { nodeConfig } from "../../src/cli/config.ts";
import { readRawConfig } from "../../src/cli/raw-config.ts";
import { run } from "../../src/cli/run.ts";
import { formatId } from "../../src/formats/id.ts";
import type { JsonValue } from "../../src/formats/json.ts";
import { NodeClock } from "../../src/node/clock.ts";
import { createNode } from "../../src/node/create-node.ts";
import { silentLog } from "../../src/node/logging/log.ts";
import { compareTables } from "../../src/store/compare-tables.ts";
import { callNode } from "../support/call-node.ts";
import { missingPostgres, TestPostgres } from "../support/postgres.ts";
import { type StartedNode, startNodeIn } from "../support/start-node.ts";
import {
  makeTransfersIn,
  openChainIn,
  standingSeconds,
} from "../support/upstream/chain-in-directory.ts";

const height = 400;
/** Two of them run in one test. */
const childTimeoutMs = 60_000;
const waitOptions = { timeout: 45_000, interval: 20 };

let source: string;
let file: string;
let digest: string;
let upstream: StartedNode;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  source = await mkdtemp(join(tmpdir(), "couloir-snapshots-"));
  await makeTransfersIn(source, height);
  file = join(source, "snapshot.gz");
  ({ digest } = await exportTo(file));
  upstream = await startNodeIn(source, { "block-production": "auto" });
}, 60_000);
afterAll(async () => {
  await upstream.stop();
  await rm(source, { recursive: true });
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

type Printed = { readonly exitCode: number; readonly out: string; readonly err: string };

async function couloir(...args: readonly string[]): Promise<Printed> {
  let [out, err] = ["", ""];
  const exitCode = await run(args, {
    environment: {},
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    columns: undefined,
  });
  return { exitCode, out, err };
}

async function exportTo(path: string, from = join(source, "data")): Promise<{ digest: string }> {
  const { exitCode, out, err } = await couloir("snapshot", "export", path, `--data-dir=${from}`);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  return { digest: /digest (\w{64})/.exec(out)![1]! };
}

async function emptyDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "couloir-from-snapshot-"));
  cleanups.push(() => rm(path, { recursive: true }));
  return path;
}

type Follower = StartedNode & { readonly directory: string };

async function follow(
  directory: string,
  flags: readonly string[] = [`--snapshot=${file}`, `--snapshot-digest=${digest}`],
): Promise<Follower> {
  const args = [
    `--data-dir=${directory}`,
    "--http-port=0",
    "--staking-port=0",
    "--health-check-frequency=50ms",
    ...flags,
  ];
  const clock = new NodeClock();
  clock.freeze();
  clock.set(Number(standingSeconds) * 1000);
  const config = nodeConfig(await readRawConfig(args, {}));
  const node = await createNode(config, silentLog, { clock });
  const url = await node.start();
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await node.stop();
    isStopped = true;
  };
  cleanups.push(stop);
  return { url, stop, directory };
}

const fromUpstream = () => [
  `--upstream=${upstream.url}`,
  `--snapshot=${file}`,
  `--snapshot-digest=${digest}`,
];

async function resultOf(url: string, method: string, params: JsonValue = {}): Promise<unknown> {
  const { result, error } = await callNode(url, method, params);
  return result ?? error;
}

async function snapshotOf(url: string): Promise<string | undefined> {
  const result = await resultOf(url, "info.isBootstrapped", { chain: "P" });
  return (result as { snapshot?: { state: string } }).snapshot?.state;
}

async function checkOf(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/ext/health`);
  const { checks } = (await response.json()) as { checks: Record<string, Record<string, unknown>> };
  return checks["snapshot"] ?? {};
}

async function reaches(url: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(await resultOf(url, "info.isBootstrapped", { chain: "P" })).toMatchObject({
      isBootstrapped: true,
    });
    expect(await resultOf(url, "platform.getHeight")).toEqual({ height: String(height) });
  }, waitOptions);
}

/** A snapshot with other lines, and its digest. */
function forged(path: string, change: (lines: string[]) => string[]): string {
  const lines = gunzipSync(readFileSync(file)).toString().split("\n");
  const content = change(lines).join("\n");
  writeFileSync(path, gzipSync(content));
  return createHash("sha256").update(content).digest("hex");
}

/** Of a block before that of the snapshot. */
function oldTransaction(): string {
  const lines = gunzipSync(readFileSync(file)).toString().split("\n");
  const rows = lines.filter((line) => line.startsWith('["tx"')).map((line) => JSON.parse(line));
  const [, id] = rows.find(([, , at]) => at === "7");
  return formatId(Buffer.from(id, "hex"));
}

describe("an export", () => {
  test("has a digest that other programs can compute", () => {
    const content = gunzipSync(readFileSync(file));
    expect(createHash("sha256").update(content).digest("hex")).toBe(digest);
    const header = JSON.parse(content.toString().split("\n")[0]!);
    expect(header).toMatchObject({
      format: "couloir snapshot",
      version: 1,
      networkID: 12345,
      height: String(height),
    });
  });

  test("refuses what no replay can verify", async () => {
    const directory = await emptyDirectory();
    const missing = await couloir("snapshot", "export", "x.gz", `--data-dir=${directory}`);
    expect(missing).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("there is no chain"),
    });
    const dev = await startNodeIn(directory, {});
    await dev.stop();
    const genesis = await couloir("snapshot", "export", "x.gz", `--data-dir=${directory}/data`);
    expect(genesis).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("only its genesis"),
    });
  });
});

describe("a follower that starts from a snapshot", () => {
  test("follows at once, replays the history and then has what every follower has", async () => {
    const directory = await emptyDirectory();
    const first = await follow(directory, fromUpstream());
    const seen = new Set<unknown>([await snapshotOf(first.url)]);
    await reaches(first.url);
    await vi.waitFor(async () => {
      seen.add(await snapshotOf(first.url));
      expect(seen).toContain("verified");
      expect(await checkOf(first.url)).toMatchObject({
        message: { state: "verified", height: "400", digest, isHistoryComplete: true },
      });
    }, waitOptions);
    expect([...seen]).toEqual(["assumed", "verified"]);
    const block = { height: 7, encoding: "hex" };
    expect(await resultOf(first.url, "platform.getBlockByHeight", block)).toEqual(
      await resultOf(upstream.url, "platform.getBlockByHeight", block),
    );
    await first.stop();
    expect(readdirSync(join(directory, "db", "local")).includes("replay")).toBe(false);

    // The same flags again, and without them.
    const again = await follow(directory, fromUpstream());
    await reaches(again.url);
    expect(await snapshotOf(again.url)).toBe("verified");
    await again.stop();

    const other = await emptyDirectory();
    const plain = await follow(other, [`--upstream=${upstream.url}`]);
    await reaches(plain.url);
    await plain.stop();
    await expectEqualTables(directory, other);
    // Another export has the same digest.
    expect(await exportTo(join(directory, "again.gz"), directory)).toEqual({ digest });
  });

  test.skipIf(missingPostgres() !== undefined)(
    "copies its ledger to PostgreSQL when the history is complete, and its containers from the next start on",
    async () => {
      const server = await TestPostgres.start();
      cleanups.push(() => server.remove());
      const database = await server.newDatabase();
      const count = async (sql: string) => Number((await server.query(database, sql))[0]!["count"]);
      const directory = await emptyDirectory();
      const flags = [...fromUpstream(), `--db-url=${server.url(database)}`];
      const first = await follow(directory, flags);
      await reaches(first.url);
      await vi.waitFor(async () => {
        expect(await count("SELECT height AS count FROM couloir_ledger")).toBe(height);
      }, waitOptions);
      const [, , , dbUrl] = flags;
      const verified = await couloir("ledger", "verify", `--data-dir=${directory}`, dbUrl!);
      expect(verified).toMatchObject({
        exitCode: 0,
        out: expect.stringContaining("every row up to height 400 follows from the blocks"),
      });
      expect(await count("SELECT count(*) FROM containers_p_block")).toBe(0);
      await first.stop();
      const again = await follow(directory, flags);
      await vi.waitFor(async () => {
        expect(await count("SELECT count(*) FROM containers_p_block")).toBe(height);
      }, waitOptions);
      await again.stop();
    },
  );

  test("returns HistoryMissing until the history is complete", async () => {
    // Nobody can be asked for the history.
    const directory = await emptyDirectory();
    const { url, stop } = await follow(directory, [
      "--upstream=http://127.0.0.1:9",
      ...fromUpstream().slice(1),
    ]);
    expect(await snapshotOf(url)).toBe("assumed");
    await stop();
    const offline = await follow(directory, ["--offline"]);
    const genesisTx = { height: 0, encoding: "hex" };
    const oldTxID = oldTransaction();
    for (const [method, params] of [
      ["platform.getBlockByHeight", { height: 7, encoding: "hex" }],
      ["platform.getBlock", { blockID: formatId(new Uint8Array(32).fill(7)) }],
      ["platform.getTx", { txID: oldTxID }],
      ["platform.getTxStatus", { txID: oldTxID }],
    ] as const) {
      expect([method, await resultOf(offline.url, method, params)]).toEqual([
        method,
        expect.objectContaining({ message: expect.stringContaining("is not there yet") }),
      ]);
    }
    expect(await resultOf(offline.url, "platform.getBlockByHeight", genesisTx)).toHaveProperty(
      "block",
    );
    const last = { height, encoding: "hex" };
    expect(await resultOf(offline.url, "platform.getBlockByHeight", last)).toHaveProperty("block");
    expect(await resultOf(offline.url, "platform.getCurrentSupply")).toHaveProperty("supply");
    expect(await snapshotOf(offline.url)).toBe("assumed");
    const events = await fetch(`${offline.url}/ext/events?fromHeight=7`);
    expect([events.status, await events.text()]).toEqual([
      400,
      expect.stringContaining("a height from 401 on"),
    ]);
    await offline.stop();
    const refused = await couloir("snapshot", "export", "x.gz", `--data-dir=${directory}`);
    expect(refused.err).toContain("a snapshot that is assumed");
  });

  test("stops with a report when the replay refutes a forged snapshot, also after a restart", async () => {
    const directory = await emptyDirectory();
    const path = join(directory, "forged.gz");
    // Somebody has more AVAX than the chain gave them.
    const own = forged(path, (lines) =>
      lines.map((line) =>
        line.startsWith('["subnet supplies"') ? line.replace(/"(\d)(\d+)"\]$/, '"9$2"]') : line,
      ),
    );
    const flags = [`--upstream=${upstream.url}`, `--snapshot=${path}`, `--snapshot-digest=${own}`];
    const { url, stop } = await follow(directory, flags);
    await vi.waitFor(async () => expect(await snapshotOf(url)).toBe("refuted"), waitOptions);
    const reports = readdirSync(join(directory, "reports"));
    expect(reports).toHaveLength(1);
    const report = JSON.parse(readFileSync(join(directory, "reports", reports[0]!), "utf8"));
    expect(report.differs).toEqual(["subnet supplies"]);
    await expectHalted(url);
    await stop();
    const again = await follow(directory, flags);
    await expectHalted(again.url);
    await again.stop();
    await expect(follow(directory, ["--offline"])).rejects.toThrow("refutes the snapshot");
  });

  test("rejects a truncated, altered or foreign file and contradictory flags", async () => {
    const directory = await emptyDirectory();
    const bytes = readFileSync(file);
    const path = join(directory, "bad.gz");
    const start = (...flags: readonly string[]) =>
      follow(join(directory, "node"), [`--upstream=${upstream.url}`, ...flags]);
    const given = (own = digest) => [`--snapshot=${path}`, `--snapshot-digest=${own}`];

    writeFileSync(path, bytes.subarray(0, bytes.length - 100));
    await expect(start(...given())).rejects.toThrow("it is truncated");
    const altered = Buffer.from(bytes);
    altered[altered.length >> 1]! ^= 1;
    writeFileSync(path, altered);
    await expect(start(...given())).rejects.toThrow(/altered/);
    const more = forged(path, (lines) => [...lines.slice(0, -1), '["utxo","00","1","00"]', ""]);
    await expect(start(...given())).rejects.toThrow(`has digest ${more}, not ${digest}`);
    await expect(start(...given(more))).rejects.toThrow("is not a valid snapshot");
    const header = (change: object) =>
      forged(path, ([first, ...rest]) => [
        JSON.stringify({ ...JSON.parse(first!), ...change }),
        ...rest,
      ]);
    await expect(start(...given(header({ networkID: 5, network: "fuji" })))).rejects.toThrow(
      "is of network fuji (5), but this node runs local (12345)",
    );
    await expect(start(...given(header({ genesisID: "other" })))).rejects.toThrow(
      "with genesis other",
    );
    await expect(start(...given(header({ upgrades: {} })))).rejects.toThrow("under other rules");
    await expect(start(...given(header({ version: 2 })))).rejects.toThrow("it has version 2");
    await expect(start(...given(header({ height: "399" })))).rejects.toThrow(
      "is not a valid snapshot",
    );
    await expect(start("--snapshot=/nowhere", `--snapshot-digest=${digest}`)).rejects.toThrow(
      "couldn't read the snapshot /nowhere",
    );
    await expect(start(`--snapshot=${file}`)).rejects.toThrow("needs --snapshot-digest");
    await expect(start(`--snapshot=${file}`, "--snapshot-digest=12")).rejects.toThrow(
      "64 hexadecimal",
    );
    const good = [`--snapshot=${file}`, `--snapshot-digest=${digest}`];
    await expect(follow(join(directory, "node"), good)).rejects.toThrow("add --upstream");
    await expect(follow(join(directory, "node"), [...good, "--offline"])).rejects.toThrow(
      "remove --offline",
    );
    await expect(start(...good, "--db-type=memdb")).rejects.toThrow("needs a data directory");
    // Nothing of all this is left: the same directory takes the right one.
    const right = await start(...good);
    await reaches(right.url);
    await right.stop();
    const another = header({ network: "locale" });
    await expect(start(...given(another))).rejects.toThrow("already has a chain of height 400");
  });
});

/** Runs a follower in a process of its own, and resolves to what it prints until it ends. */
async function followUntil(moment: string, ...args: readonly string[]): Promise<string> {
  const script = new URL("../support/upstream/killed-replay.ts", import.meta.url).pathname;
  const all = ["--import", "tsx", script, moment, ...args];
  const limits = { timeout: childTimeoutMs, killSignal: "SIGKILL" } as const;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, all, limits).catch(
    (error) => error,
  );
  return `${stdout}${stderr}`;
}

describe("after a kill", () => {
  test("a replay continues", async () => {
    const directory = await emptyDirectory();
    const printed = await followUntil("replay", directory, upstream.url, file, digest);
    expect(printed).toMatch(/^assumed \d+/m);
    const node = await follow(directory, fromUpstream());
    expect(await snapshotOf(node.url)).toBe("assumed");
    await vi.waitFor(async () => expect(await snapshotOf(node.url)).toBe("verified"), waitOptions);
  }, 150_000);

  test("of one of two processes, the copy of the history continues, and nothing is missing", async () => {
    const directory = await emptyDirectory();
    const args = [directory, upstream.url, file, digest, "--processes=2"];
    const killed = await followUntil("copy", ...args);
    expect(killed).toMatch(/^at the start the history below height \d+ is not there yet[^,]*$/m);
    expect(killed).toMatch(/^verified/m);
    const half = await openChainIn(directory, { isFollower: true }, directory);
    const { store, close } = half;
    const blocks = store.database().prepare("SELECT count(*) FROM blocks").pluck().get() as number;
    expect(store.history.isComplete).toBe(false);
    await close();
    expect(blocks).toBeGreaterThan(2);
    const completed = await followUntil("complete", ...args);
    expect(completed).toMatch(/^at the end block of \d+$/m);

    const other = await emptyDirectory();
    const plain = await follow(other, [`--upstream=${upstream.url}`]);
    await reaches(plain.url);
    await plain.stop();
    await expectEqualTables(directory, other);
  }, 150_000);
});

async function expectHalted(url: string): Promise<void> {
  await vi.waitFor(async () => {
    const response = await fetch(`${url}/ext/health`);
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.stringContaining("following halted"),
    ]);
  }, waitOptions);
  const { message } = (await resultOf(url, "platform.getHeight").catch((error) => error)) as {
    message: string;
  };
  expect(message).toBeDefined();
}

async function expectEqualTables(one: string, other: string): Promise<void> {
  const [found, expected] = await Promise.all(
    [one, other].map((path) => openChainIn(join(path), { isFollower: true }, path)),
  );
  try {
    expect([
      ...compareTables(found!.store.database(), expected!.store.database(), {
        hasLedger: false,
      }),
    ]).toEqual([]);
    const pages = (chain: typeof found) => [...chain!.indexer.logs["P/block"].pages()].flat();
    const ids = (chain: typeof found) => pages(chain).map((text) => JSON.parse(text).id);
    expect(ids(found)).toEqual(ids(expected));
    const { logs } = found!.indexer;
    expect(logs["P/block"].indexOf(logs["P/block"].lastID()!)).toBe(BigInt(height - 1));
  } finally {
    for (const { close } of [found!, expected!]) await close();
  }
}

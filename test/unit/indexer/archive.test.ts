import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../../src/crypto/hash.ts";
import { ArchivedLog } from "../../../src/indexer/archived-log.ts";
import { Archiver } from "../../../src/indexer/archiver.ts";
import { newContainer } from "../../../src/indexer/indexer.ts";
import { openArchive } from "../../../src/indexer/open-archive.ts";
import { verifyContainers } from "../../../src/indexer/verify-containers.ts";
import { LogUnavailable, parseContainer } from "../../../src/store/container-log.ts";
import { Metadata, metadataTables } from "../../../src/store/metadata.ts";
import { migrate } from "../../../src/store/migrations.ts";
import type { Archive } from "../../../src/store/postgres/archive.ts";
import {
  contentOf,
  openIndices,
  scratchDirectory,
  shown,
  type TestIndices,
  unknownChains,
} from "../../support/containers.ts";
import { missingPostgres, serverPassword, TestPostgres } from "../../support/postgres.ts";
import { canMount, mount, unmount } from "../../support/tmpfs.ts";

const missing = missingPostgres();
if (missing !== undefined) console.log(`the index database: not tested, since ${missing}`);
const path = "X/tx";
const killCount = Number(process.env["COULOIR_STORE_KILLS"] ?? 3);

describe.skipIf(missing !== undefined)("the index database", () => {
  let server: TestPostgres;
  let database: string;
  let indices: TestIndices;
  let metadata: Metadata;
  const opened: Archive[] = [];

  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  afterAll(() => server?.remove());

  beforeEach(async () => {
    database = await server.newDatabase();
    indices = openWithMetadata();
  });
  afterEach(async () => {
    for (const archive of opened.splice(0)) await archive.close();
    indices.close();
  });

  function openWithMetadata(file = ":memory:"): TestIndices {
    const made = openIndices(file);
    migrate(made.database, file, [metadataTables]);
    metadata = new Metadata(made.database);
    return made;
  }

  async function open(
    url: string | undefined = server.url(database),
    network = "local",
  ): Promise<Archive> {
    const archive = await openArchive(url, optionsOf(network));
    opened.push(archive!);
    return archive!;
  }

  function optionsOf(network: string) {
    return { metadata, logs: indices.indexer.logs, network, mayRewind: false };
  }

  function archiverTo(
    archive: Archive,
    options: Partial<ConstructorParameters<typeof Archiver>[0]> = {},
  ) {
    const { database: sqlite, indexer } = indices;
    const { logs } = indexer;
    return new Archiver({
      database: sqlite,
      logs,
      archive,
      acceptedHeight: () => 0n,
      tailContainers: 3,
      ...options,
    });
  }

  function append(count: number, length = 2_000): void {
    const first = Number(indices.indexer.logs[path].count());
    indices.database.transaction(() => {
      indices.indexer.logs[path].append(transactions(first, count, length));
    })();
  }

  async function expectWhole(archive: Archive, count: number, length = 2_000): Promise<void> {
    const log = new ArchivedLog(indices.indexer.logs[path], archive.logs[path]);
    const found: unknown[] = [];
    for await (const page of log.pages()) found.push(...page.map(parseContainer));
    expect(found).toEqual(transactions(0, count, length).map(shown));
    for await (const { faults } of verifyContainers(path, log, unknownChains)) {
      expect(faults).toEqual([]);
    }
  }

  it("moves old containers and leaves the newest in the store", async () => {
    append(100);
    const archive = await open();
    await archiverTo(archive).moveAll();
    expect(await archive.logs[path].count()).toBe(100n);
    const tail = indices.indexer.logs[path];
    expect(tail.count()).toBe(100n);
    expect(Number(tail.first())).toBeGreaterThan(80);
    expect(tail.byIndex(0n)).toBeUndefined();
    const { id } = transactions(0, 1, 2_000)[0]!;
    expect(tail.byID(id)).toBeUndefined();
    await expectWhole(archive, 100);
    append(50);
    await archiverTo(await open()).moveAll();
    await expectWhole(archive, 150);
  });

  it("leaves the blocks of the P-chain that are not accepted yet", async () => {
    const log = indices.indexer.logs["P/block"];
    indices.database.transaction(() => log.append(transactions(0, 100, 2_000)))();
    const archive = await open();
    await archiverTo(archive).moveAll();
    expect(log.first()).toBe(0n);
    await archiverTo(archive, { acceptedHeight: () => 50n }).moveAll();
    expect(Number(log.first())).toBeGreaterThan(40);
    expect(log.first()).toBeLessThanOrEqual(50n);
  });

  it("streams a range of containers that are long", async () => {
    append(12, 700_000);
    const archive = await open();
    await archiverTo(archive).moveAll();
    const { chunks, byteLength } = await archive.logs[path].range(1n, 11);
    const parts = await Promise.all(chunks());
    expect(parts.length).toBeGreaterThan(2);
    const json = Buffer.concat(parts);
    expect(json.length).toBe(byteLength);
    expect(JSON.parse(`[${json}]`)).toEqual(transactions(0, 12, 700_000).map(shown).slice(1));
  });

  it("resumes after its last container when the server was killed", async () => {
    append(400);
    const problems: (string | undefined)[] = [];
    const archive = await open();
    const archiver = archiverTo(archive, {
      batchContainers: 10,
      onProblem: (problem) => problems.push(problem),
    });
    archiver.request();
    // Something has moved, and the store has given it up.
    await waitUntil(() => indices.indexer.logs[path].first() > 0n);
    await server.kill();
    // There is something to move, even where all else was moved before the server ended.
    append(5);
    archiver.request();
    await waitUntil(() => archiver.problem !== undefined);
    expect(problems[0]).toMatch(/^PostgreSQL at .*\/test_\d+: /);
    const log = new ArchivedLog(indices.indexer.logs[path], archive.logs[path]);
    await expect(log.byIndex(0n)).rejects.toThrow(LogUnavailable);
    await expect(log.range(0n, 400)).rejects.toThrow(LogUnavailable);
    await expect(archiver.ping()).rejects.toThrow(LogUnavailable);
    expect(parseContainer(log.lastAccepted()!).index).toBe("404");
    await server.run();
    archiver.request();
    await waitUntil(() => archiver.problem === undefined && archiver.behind() === 0n);
    expect(problems.at(-1)).toBeUndefined();
    await archiver.stop();
    await expectWhole(archive, 405);
  });

  it("loses and duplicates nothing when the node is killed while it moves containers", async () => {
    const directory = scratchDirectory();
    const file = join(directory.path, "index.sqlite");
    indices.close();
    indices = openWithMetadata(file);
    append(3_000, 300);
    const script = fileURLToPath(new URL("../../support/index-archiver.ts", import.meta.url));
    for (let kill = 0, isDone = false; !isDone; kill++) {
      indices.close();
      const args = ["--import", "tsx", script, file, server.url(database), "one"];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      const ended = once(child, "close");
      let said = "";
      child.stdout.on("data", (text) => {
        if (said === "" && kill < killCount)
          setTimeout(() => child.kill("SIGKILL"), 20 + 70 * kill);
        said += String(text);
      });
      await ended;
      isDone = said.endsWith("done\n");
      indices = openWithMetadata(file);
      metadata.setText("index-archive-store-id", "one");
      await expectWhole(await open(), 3_000, 300);
      expect(isDone || kill < killCount).toBe(true);
    }
    directory.remove();
  });

  it("is copied again when the store returns to an earlier state", async () => {
    append(60);
    const archive = await open();
    const archiver = archiverTo(archive, { mayRewind: true });
    await archiver.moveAll();
    const log = indices.indexer.logs[path];
    expect([log.first(), await archive.logs[path].count()]).toEqual([0n, 60n]);
    indices.database.exec("DELETE FROM containers_x_tx; DELETE FROM container_positions_x_tx");
    const others = transactions(1_000, 80, 100);
    indices.database.transaction(() => log.append(others))();
    archiver.rewind();
    const isCopied = async () =>
      (await archive.logs[path].count()) === 80n && archiver.behind() === 0n;
    while (!(await isCopied()));
    await archiver.stop();
    for (const [i, container] of others.entries()) {
      expect(parseContainer((await archive.logs[path].byIndex(BigInt(i)))!)).toEqual(
        shown(container, i),
      );
    }
  });

  it("is rejected if it belongs to another store or network", async () => {
    await open();
    await expect(open(undefined, "fuji")).rejects.toThrow(
      / belongs to network local, but this node runs fuji\./,
    );
    const [one] = [indices];
    indices = openWithMetadata();
    await expect(open()).rejects.toThrow(/ belongs to another node's store\./);
    indices.close();
    indices = one;
  });

  it("is rejected if nothing says to which store it belongs", async () => {
    await open();
    await server.query(database, "DELETE FROM couloir_index");
    await expect(open()).rejects.toThrow(/^The table couloir_index of .* has no row, /);
  });

  it("is rejected if it lacks containers that the store has moved there", async () => {
    append(100);
    const archive = await open();
    await archiverTo(archive).moveAll();
    await expect(openArchive(undefined, optionsOf("local"))).rejects.toThrow(
      /older containers .* in its index database, .*: start it with --db-url\.$/,
    );
    await expect(open(server.url(await server.newDatabase()))).rejects.toThrow(
      / is empty, but this node has already moved containers /,
    );
    await server.query(database, "DELETE FROM containers_x_tx WHERE position >= 50");
    await expect(open()).rejects.toThrow(/has 50 containers of X\/tx, .* it is an older copy\./);
    append(10);
    await expect(archiverTo(archive).moveAll()).rejects.toThrow(
      / has changed since this node last wrote it: /,
    );
    await expect(
      new ArchivedLog(indices.indexer.logs[path], archive.logs[path]).range(0n, 80),
    ).rejects.toThrow(/has only 50 of /);
  });

  it("is rejected if the store is an older copy, or the program an older version", async () => {
    append(10);
    await archiverTo(await open()).moveAll();
    indices.database.exec("DELETE FROM containers_x_tx");
    await expect(open()).rejects.toThrow(
      /but this node has only 0: its --data-dir is an older copy\./,
    );
    await server.query(database, "UPDATE couloir_index SET migration = 99");
    await expect(open()).rejects.toThrow(/has migration 99, but this program knows only 5\./);
  });

  it("says why it cannot be opened, and never the password", async () => {
    const url = new URL(server.url(database));
    await server.query("postgres", `CREATE ROLE guest LOGIN PASSWORD '${serverPassword}'`);
    const failures = [
      [`${url}_none`, /database "test_\d+_none" does not exist: create the database$/],
      [String(url).replace(`:${serverPassword}`, ""), /asks for a password, but the URL has none$/],
      [
        String(url).replace("couloir", "guest"),
        /permission denied for schema public: its user must own the database or its schema$/,
      ],
      [String(url).replace(serverPassword, `${serverPassword}x`), /password authentication failed/],
      [`postgres://couloir:${serverPassword}@127.0.0.1:1/x`, /127\.0\.0\.1:1\/x: .*ECONNREFUSED/],
      [`postgres://couloir:${serverPassword}@no-such-host.invalid/x`, /no-such-host\.invalid:5432/],
    ] as const;
    for (const [wrong, text] of failures) {
      const refusal = await open(wrong).catch((error: unknown) => error as Error);
      expect(String(refusal)).toMatch(
        /^IndexRefused: couldn't open the database of --db-url: PostgreSQL at /,
      );
      expect(String(refusal)).toMatch(text);
      expect(allOf(refusal)).not.toContain(serverPassword);
    }
    expect(metadata.getText("index-archive-place")).toBeUndefined();
    await open();
    expect(metadata.getText("index-archive-place")).not.toContain(serverPassword);
  });

  it.each([
    ["?port=abc", "its port is not between 1 and 65535"],
    ["?port=70000", "its port is not between 1 and 65535"],
    ["?sslrootcert=/none/ca.pem", "ENOENT: no such file or directory, open '/none/ca.pem'"],
    ["?sslnegotiation=any", 'Invalid sslnegotiation value: "any".'],
  ])("refuses a URL that ends with %s", async (end, text) => {
    const refusal = await open(server.url(database) + end).catch((error: unknown) => error);
    expect(String(refusal)).toContain(`IndexRefused: --db-url is invalid: ${text}`);
    expect(allOf(refusal)).not.toContain(serverPassword);
  });

  const onFullDisk = canMount ? it : it.skip;
  if (!canMount)
    console.log("a full disk of PostgreSQL: not tested, since this user may not mount a tmpfs");

  onFullDisk("resumes when its full disk has space again", async () => {
    const disk = scratchDirectory();
    mount(disk.path, "size=16m");
    try {
      const place = join(disk.path, "tables");
      mkdirSync(place);
      const { uid, gid } = statSync(server.directory);
      chownSync(disk.path, uid, gid);
      chownSync(place, uid, gid);
      await server.query("postgres", `CREATE TABLESPACE small LOCATION '${place}'`);
      await server.query("postgres", `ALTER DATABASE ${database} SET TABLESPACE small`);
      // PostgreSQL accepts a connection only if it can write a small file.
      const reserve = join(disk.path, "reserve");
      writeFileSync(reserve, Buffer.alloc(64 * 8192));
      append(2_000, 6_000);
      const archive = await open();
      const archiver = archiverTo(archive);
      await expect(archiver.moveAll()).rejects.toThrow(/No space left on device/);
      rmSync(reserve);
      expect(indices.indexer.logs[path].first()).toBeGreaterThan(0n);
      await expectWhole(archive, 2_000, 6_000);
      mount(disk.path, "remount,size=64m");
      await archiver.moveAll();
      expect(archiver.behind()).toBe(0n);
      await expectWhole(archive, 2_000, 6_000);
      await archive.close();
      opened.splice(0);
      await server.query("postgres", `DROP DATABASE ${database}`);
      await server.query("postgres", "DROP TABLESPACE small");
    } finally {
      unmount(disk.path);
      disk.remove();
    }
  });
});

function transactions(first: number, count: number, length: number) {
  return Array.from({ length: count }, (_, i) => {
    const bytes = contentOf(first + i, length);
    return newContainer(sha256(bytes), bytes, BigInt(first + i) * 1_000_000_007n);
  });
}

async function waitUntil(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** All that an error says, with what caused it. */
function allOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const members = JSON.stringify(error, Object.getOwnPropertyNames(error));
  return `${error.message} ${error.stack} ${members} ${allOf(error.cause)}`;
}

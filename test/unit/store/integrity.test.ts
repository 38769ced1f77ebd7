import fs, {
  appendFileSync,
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeBlock } from "../../../src/pchain/blocks/block.ts";
import { applyChanges } from "../../../src/pchain/state/changes.ts";
import { Diff } from "../../../src/pchain/state/diff.ts";
import { MemoryState } from "../../../src/pchain/state/memory-state.ts";
import { backUp } from "../../../src/store/backup.ts";
import { ChainReader } from "../../../src/store/chain-reader.ts";
import type { ChainStore } from "../../../src/store/chain-store.ts";
import { differingPages } from "../../../src/store/differing-pages.ts";
import { sqliteDriver } from "../../../src/store/driver.ts";
import type { Durability } from "../../../src/store/sqlite.ts";
import { findFiles, StoreDamaged } from "../../../src/store/store-files.ts";
import { StoreRefused } from "../../../src/store/store-refused.ts";
import { Users, userTables } from "../../../src/store/users.ts";
import { changesAt } from "../../support/store/numbered-blocks.ts";
import {
  acceptChanges,
  openStore,
  temporaryDirectory,
  testGenesisID,
} from "../../support/store/open-store.ts";

let directory: ReturnType<typeof temporaryDirectory>;
let path: string;
beforeEach(() => {
  directory = temporaryDirectory();
  path = join(directory.path, "chain.db");
});
afterEach(() => directory.remove());

function fill(store: ChainStore, blocks: number): void {
  const memory = new MemoryState();
  for (let height = 1; height <= blocks; height++) {
    const changes = changesAt(height, memory);
    applyChanges(memory, changes);
    acceptChanges(store, changes);
  }
}

/** Fills a store and leaves its files as a killed process does. */
function abandonStore(blocks: number, durability: Durability = "crash"): void {
  const store = openStore({ path, durability });
  fill(store, blocks);
  const copies = ["", "-wal", ".sums"].map((suffix) => path + suffix);
  for (const file of copies) copyFileSync(file, `${file}.killed`);
  store.close();
  for (const file of copies) copyFileSync(`${file}.killed`, file);
}

function flip(file: string, offset: number, bit: number): void {
  const handle = openSync(file, "r+");
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, offset);
  byte[0]! ^= 1 << bit;
  writeSync(handle, byte, 0, 1, offset);
  closeSync(handle);
}

function zero(file: string, offset: number, length: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(length), 0, length, offset);
  closeSync(handle);
}

const doesNotMatch = "-wal does not match its checksums";

function outcome(): string {
  try {
    const store = openStore({ path });
    const { height } = store.blocks.lastAccepted();
    store.close();
    return `height ${height}`;
  } catch (error) {
    if (error instanceof StoreRefused && error.reason === "damaged") return error.message;
    throw error;
  }
}

describe("a store that was closed", () => {
  it("is refused whichever bit of it is flipped, and opens once it is flipped back", () => {
    const store = openStore({ path });
    fill(store, 20);
    store.close();
    const { size } = statSync(path);
    for (let i = 0; i < 40; i++) {
      // Spread over all pages, except for the file's header.
      const offset = 100 + Math.floor(((size - 101) * i) / 39);
      flip(path, offset, i % 8);
      // SQLite itself recognises some of them.
      const own = `page ${Math.floor(offset / 4096) + 1} of ${path} does not match its checksum`;
      const found = outcome();
      expect(found.startsWith(own) || found.includes("(SQLITE_CORRUPT)"), found).toBe(true);
      flip(path, offset, i % 8);
    }
    expect(outcome()).toBe("height 20");
  });

  it("is rejected if it is too short, or if its checksums belong to another store", () => {
    const store = openStore({ path });
    fill(store, 20);
    store.close();
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length - 4096));
    expect(outcome()).toMatch(/pages instead of|malformed/);
    writeFileSync(path, whole);
    flip(`${path}.sums`, 40, 3);
    expect(outcome()).toContain("does not match its checksum");
    flip(`${path}.sums`, 0, 3);
    expect(outcome()).toContain("has no page checksums");
    rmSync(`${path}.sums`);
    expect(outcome()).toBe("height 20");
  });
});

it("the pages of a store can be compared whatever its size", () => {
  openStore({ path }).close();
  expect(differingPages(path).pages).toEqual([]);
  flip(path, 3 * 4096 + 77, 1);
  expect(differingPages(path).pages).toEqual([4]);
  rmSync(`${path}.sums`);
  truncateSync(path, 3 * 2 ** 30);
  expect(differingPages(path)).toEqual({ pageCount: (3 * 2 ** 30) / 4096, pages: [] });
});

describe("a store whose process was killed", () => {
  it("has all its blocks, with their sums", () => {
    abandonStore(20);
    expect(outcome()).toBe("height 20");
    expect(outcome()).toBe("height 20");
  });

  it("is refused without its write-ahead log", () => {
    abandonStore(20);
    rmSync(`${path}-wal`);
    expect(outcome()).toContain(`${path}-wal is missing or empty: the newest writes were in it`);
  });

  it("is refused if a commit follows a damaged frame of the log", () => {
    abandonStore(20);
    const { size } = statSync(`${path}-wal`);
    flip(`${path}-wal`, Math.floor(size / 2), 5);
    expect(outcome()).toContain(doesNotMatch);
  });

  /** Bytes of a frame's header, and of one page. */
  const frameBytes = 24 + 4096;
  it.each([
    ["a bit of the header", (log: string) => flip(log, 20, 1), doesNotMatch],
    ["the header, zeroed", (log: string) => zero(log, 0, 32), doesNotMatch],
    ["a salt of the first frame", (log: string) => flip(log, 32 + 10, 3), doesNotMatch],
    [
      "a salt of a later frame",
      (log: string) => flip(log, 32 + 4 * frameBytes + 14, 3),
      doesNotMatch,
    ],
    ["a page number", (log: string) => flip(log, 32 + 4 * frameBytes + 3, 0), doesNotMatch],
    ["a sector, zeroed", (log: string) => zero(log, 6 * 4096, 4096), doesNotMatch],
    ["everything, zeroed", (log: string) => zero(log, 0, statSync(log).size), doesNotMatch],
    ["a header that is cut", (log: string) => truncateSync(log, 31), doesNotMatch],
    ["the frames, cut off", (log: string) => truncateSync(log, 32), "is missing or empty"],
    ["all, cut off", (log: string) => truncateSync(log, 0), "is missing or empty"],
  ])("is refused if the log has another content: %s", (_, damage, expected) => {
    abandonStore(20);
    damage(`${path}-wal`);
    expect(outcome()).toContain(expected);
  });

  it("may have a frame that was not written whole at the end of the log", () => {
    abandonStore(20);
    flip(`${path}-wal`, statSync(`${path}-wal`).size - 10, 5);
    expect(outcome()).toBe("height 19");
  });
});

describe("a store whose process was killed, and which has another log than it left", () => {
  const lacksCommits = "lacks commits, or is not the log of this store";

  it.each([
    ["its last commits are cut off", (log: Buffer) => log.subarray(0, log.length / 2)],
    ["its last commit is cut off", (log: Buffer) => log.subarray(0, log.length - 1)],
    [
      "a byte is inserted",
      (log: Buffer) => Buffer.concat([log.subarray(0, 9000), Buffer.alloc(1), log.subarray(9000)]),
    ],
    [
      "a bit of the last frame is flipped",
      (log: Buffer) => log.map((byte, at) => (at === log.length - 10 ? byte ^ 1 : byte)),
    ],
  ])("is refused: %s", (_, change) => {
    abandonStore(20, "power-loss");
    writeFileSync(`${path}-wal`, change(readFileSync(`${path}-wal`)));
    expect(outcome()).toContain(lacksCommits);
  });

  it("is refused with the log of another store, also if it was closed", () => {
    abandonStore(30, "power-loss");
    renameSync(`${path}-wal`, join(directory.path, "other-wal"));
    for (const file of [path, `${path}.sums`]) rmSync(file);
    abandonStore(20, "power-loss");
    const own = readFileSync(`${path}-wal`);
    copyFileSync(join(directory.path, "other-wal"), `${path}-wal`);
    expect(outcome()).toContain(lacksCommits);
    writeFileSync(`${path}-wal`, own);
    expect(outcome()).toBe("height 20");
    copyFileSync(join(directory.path, "other-wal"), `${path}-wal`);
    expect(outcome()).toContain(lacksCommits);
  });

  it("is refused with an older log of its own", () => {
    abandonStore(20, "power-loss");
    const older = readFileSync(`${path}-wal`);
    const store = openStore({ path, durability: "power-loss" });
    acceptChanges(store, new Diff(store.state).changes());
    const files = [path, `${path}.sums`].map((file) => [file, readFileSync(file)] as const);
    store.close();
    for (const [file, bytes] of files) writeFileSync(file, bytes);
    writeFileSync(`${path}-wal`, older);
    expect(outcome()).toContain(lacksCommits);
  });

  it("is refused if the last commit was one of a user", () => {
    const store = openStore({ path, durability: "power-loss", modules: [userTables] });
    fill(store, 5);
    const hash = { hash: new Uint8Array(32), salt: new Uint8Array(16) };
    new Users(store.database(), store.writeBeside).add("name", hash, []);
    const files = ["", "-wal", ".sums"].map((suffix) => path + suffix);
    const [main, log, sums] = files.map((file) => readFileSync(file));
    store.close();
    const changed = [main!, log!.subarray(0, -4096), sums!];
    for (const [i, file] of files.entries()) writeFileSync(file, changed[i]!);
    expect(outcome()).toContain(lacksCommits);
  });

  it("is not changed when it is refused", () => {
    abandonStore(20, "power-loss");
    const log = readFileSync(`${path}-wal`);
    const files = ["", "-wal", ".sums"].map((suffix) => path + suffix);
    writeFileSync(`${path}-wal`, log.subarray(0, log.length / 2));
    const before = files.map((file) => readFileSync(file));
    expect(outcome()).toContain(lacksCommits);
    expect(files.every((file, i) => readFileSync(file).equals(before[i]!))).toBe(true);
    writeFileSync(`${path}-wal`, log);
    expect(outcome()).toBe("height 20");
  });

  it("opens if the end of the log is a commit that was not written completely", () => {
    abandonStore(20, "power-loss");
    appendFileSync(`${path}-wal`, readFileSync(`${path}-wal`).subarray(32, 5000));
    expect(outcome()).toBe("height 20");
  });

  it.each([
    ["is missing", () => rmSync(path)],
    ["is empty", () => truncateSync(path)],
  ])("is refused if the file %s, and keeps the log", (_, lose) => {
    abandonStore(20, "power-loss");
    lose();
    rmSync(`${path}.sums`);
    expect(outcome()).toContain("chain.db is missing or empty");
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  });
});

describe("a backup in the place of the file of a killed store, beside the newer log", () => {
  /** Leaves a killed store of 20 blocks with a backup that has 5 in the place of its file, and returns the backup's bytes. */
  async function replaceByBackup(between: (store: ChainStore) => void): Promise<Buffer> {
    const backup = join(directory.path, "backup.db");
    const store = openStore({ path, durability: "power-loss" });
    fill(store, 5);
    await backUp(store.database(), backup);
    between(store);
    for (let i = 0; i < 15; i++) acceptChanges(store, new Diff(store.state).changes());
    const kept = ["-wal", ".sums"].map((suffix) => path + suffix);
    for (const file of kept) copyFileSync(file, `${file}.killed`);
    store.close();
    for (const file of kept) copyFileSync(`${file}.killed`, file);
    copyFileSync(backup, path);
    return readFileSync(backup);
  }

  it.each([
    ["all pages of the store are in the log", () => {}],
    ["the log was moved since the backup", (store: ChainStore) => store.integrity?.moveLog(1)],
  ])("is refused and not changed, and opens without the log: %s", async (_, between) => {
    const backup = await replaceByBackup(between);
    const log = readFileSync(`${path}-wal`);
    expect(outcome()).toContain(`-wal may belong to another file`);
    expect(readFileSync(path).equals(backup)).toBe(true);
    expect(readFileSync(`${path}-wal`).equals(log)).toBe(true);
    for (const suffix of ["-wal", ".sums"]) rmSync(path + suffix);
    expect(outcome()).toBe("height 5");
  });

  it("is refused and not changed without checksums, too", async () => {
    const backup = await replaceByBackup((store) => {
      for (let i = 0; i < 400; i++) acceptChanges(store, new Diff(store.state).changes());
      store.integrity?.moveLog(1);
    });
    const log = readFileSync(`${path}-wal`);
    rmSync(`${path}.sums`);
    expect(outcome()).toContain("The store is damaged, or its files are from different times.");
    expect(readFileSync(path).equals(backup)).toBe(true);
    expect(readFileSync(`${path}-wal`).equals(log)).toBe(true);
    rmSync(`${path}-wal`);
    expect(outcome()).toBe("height 5");
  });

  it("is refused as well by a store that other processes read", async () => {
    const backup = await replaceByBackup(() => {});
    expect(() => openStore({ path, access: "shared" })).toThrow("may belong to another file");
    expect(readFileSync(path).equals(backup)).toBe(true);
  });

  it("is not supposed of a store that was killed after its log was moved in part", () => {
    const store = openStore({ path, access: "shared", durability: "power-loss" });
    fill(store, 5);
    const reader = new ChainReader(path);
    reader.enter();
    for (let i = 0; i < 5; i++) acceptChanges(store, new Diff(store.state).changes());
    store.integrity?.moveLog(1);
    for (let i = 0; i < 5; i++) acceptChanges(store, new Diff(store.state).changes());
    const files = ["", "-wal", ".sums"].map((suffix) => path + suffix);
    for (const file of files) copyFileSync(file, `${file}.killed`);
    reader.close();
    store.close();
    for (const file of files) copyFileSync(`${file}.killed`, file);
    expect(outcome()).toBe("height 15");
  });
});

it("a killed store of a newer version keeps its log when it is refused", () => {
  const store = openStore({ path, durability: "power-loss" });
  store.database().pragma("user_version = 2");
  fill(store, 5);
  const files = ["", "-wal", ".sums"].map((suffix) => path + suffix);
  const left = files.map((file) => readFileSync(file));
  store.close();
  for (const [i, file] of files.entries()) writeFileSync(file, left[i]!);
  expect(() => openStore({ path })).toThrow("has store format 2");
  expect(readFileSync(path).equals(left[0]!)).toBe(true);
  expect(readFileSync(`${path}-wal`).equals(left[1]!)).toBe(true);
  expect(findFiles(path).damage).toBeUndefined();
  expect(differingPages(path).pages).toEqual([]);
});

describe("a store of which only the main file is left", () => {
  it("is refused if its process was killed", () => {
    abandonStore(20);
    for (const suffix of ["-wal", ".sums"]) rmSync(path + suffix);
    const main = readFileSync(path);
    expect(outcome()).toContain("was not closed, and its write-ahead log and its checksums are");
    expect(readFileSync(path).equals(main)).toBe(true);
  });

  it("opens if it was closed", () => {
    const store = openStore({ path });
    store.refill(() => {
      const block = makeBlock({ kind: "ApricotCommitBlock", parentID: testGenesisID, height: 0n });
      const changes = new Diff(new MemoryState()).changes();
      store.loadGenesis({ genesisID: testGenesisID, block, changes });
    });
    copyFileSync(path, `${path}.open`);
    store.close();
    rmSync(`${path}.sums`);
    expect(outcome()).toBe("height 0");
    for (const suffix of ["", ".sums"]) rmSync(path + suffix);
    copyFileSync(`${path}.open`, path);
    expect(outcome()).toContain("was not closed");
  });

  it("opens if it is a backup", async () => {
    const store = openStore({ path });
    fill(store, 20);
    const copy = join(directory.path, "backup.db");
    await backUp(store.database(), copy);
    store.close();
    path = copy;
    expect(outcome()).toBe("height 20");
  });

  it("opens if an import was killed", () => {
    const store = openStore({ path });
    fill(store, 20);
    store.database().pragma("journal_mode = TRUNCATE");
    copyFileSync(path, `${path}.killed`);
    store.close();
    rmSync(`${path}.sums`);
    copyFileSync(`${path}.killed`, path);
    expect(outcome()).toBe("height 20");
  });
});

const { SqliteError } = sqliteDriver();

it("a nearly empty file without a log is not a new chain", () => {
  const store = openStore({ path });
  store.close();
  rmSync(`${path}.sums`);
  writeFileSync(path, emptyWalDatabase());
  expect(outcome()).toContain("is not new and has no tables: its write-ahead log is missing");
});

it.each([
  ["is empty", () => truncateSync(path)],
  ["is missing", () => rmSync(path)],
])("a file that %s beside its checksums is not a new chain", (_, lose) => {
  openStore({ path }).close();
  lose();
  expect(outcome()).toContain("chain.db is missing or empty");
});

/** One page, as SQLite writes it when a new file gets a write-ahead log. */
function emptyWalDatabase(): Uint8Array {
  const page = Buffer.alloc(4096);
  page.write("SQLite format 3\0", "latin1");
  page.set([0x10, 0, 2, 2, 0, 64, 32, 32, 0, 0, 0, 1, 0, 0, 0, 1], 16);
  page.set([0x0d, 0, 0, 0, 0, 0x10, 0, 0], 100);
  return page;
}

describe("a store in use", () => {
  it("notices a page that changes on disk", () => {
    const store = openStore({ path });
    fill(store, 20);
    store.close();
    const again = openStore({ path });
    for (let i = 0; i < 20; i++) again.integrity?.verifySome();
    expect(again.condition.damage).toBeUndefined();
    flip(path, 3 * 4096 + 77, 1);
    for (let i = 0; i < 20; i++) again.integrity?.verifySome();
    expect(again.condition.damage).toContain("page 4");
    expect(() => again.probe("1")).toThrow("page 4");
    again.close();
  });

  it.each(["deleted", "replaced"])("is not served if its file is %s", (how) => {
    const store = openStore({ path });
    fill(store, 2);
    const copy = `${path}.copy`;
    copyFileSync(path, copy);
    if (how === "deleted") rmSync(path);
    else renameSync(copy, path);
    acceptChanges(store, new Diff(store.state).changes());
    expect(store.condition.damage).toContain("was deleted or replaced");
    store.close();
  });

  it("loses nothing, but is not served, if its log is deleted", () => {
    const store = openStore({ path, durability: "power-loss" });
    fill(store, 20);
    rmSync(`${path}-wal`);
    store.integrity?.verifySome();
    expect(store.condition.damage).toContain("log was deleted");
    const killed = `${path}.killed`;
    for (const suffix of ["", ".sums"]) copyFileSync(path + suffix, killed + suffix);
    store.close();
    expect(outcome()).toBe("height 20");
    path = killed;
    expect(outcome()).toBe("height 20");
  });

  it("writes its checksums again if they are deleted", () => {
    const store = openStore({ path });
    fill(store, 20);
    rmSync(`${path}.sums`);
    store.integrity?.verifySome();
    expect(store.condition.damage).toBeUndefined();
    expect(differingPages(path).pages).toEqual([]);
    store.close();
    expect(outcome()).toBe("height 20");
  });

  it("keeps the log when it closes a damaged file, so that only the damage is reported", () => {
    const store = openStore({ path });
    fill(store, 20);
    const log = readFileSync(`${path}-wal`);
    flip(path, 3 * 4096 + 77, 1);
    store.integrity?.verifySome();
    expect(store.condition.damage).toContain("page 4");
    store.close();
    expect(readFileSync(`${path}-wal`).equals(log)).toBe(true);
    expect(differingPages(path).pages).toEqual([4]);
    flip(path, 3 * 4096 + 77, 1);
    expect(outcome()).toBe("height 20");
  });

  it("is damaged if a page of it cannot be read", () => {
    const store = openStore({ path });
    fill(store, 20);
    store.close();
    const again = openStore({ path });
    const read = vi.spyOn(fs, "readSync").mockImplementation(() => {
      throw new Error("EIO: i/o error, read");
    });
    syncBuiltinESMExports();
    try {
      again.integrity?.verifySome();
    } finally {
      read.mockRestore();
      syncBuiltinESMExports();
    }
    expect(again.condition.damage).toBe(`page 1 of ${path} cannot be read: EIO: i/o error, read`);
    again.close();
  });

  it.each([
    ["in the middle", (size: number) => Math.floor(size / 2)],
    ["in the last commit", (size: number) => size - 10],
  ])("notices a bit that changes in its log, %s, and moves none of it to the file", (_, at) => {
    const store = openStore({ path, durability: "power-loss" });
    fill(store, 20);
    for (let i = 0; i < 8; i++) store.integrity?.verifySome();
    expect(store.condition.damage).toBeUndefined();
    const main = readFileSync(path);
    flip(`${path}-wal`, at(statSync(`${path}-wal`).size), 2);
    const log = readFileSync(`${path}-wal`);
    expect(() => store.integrity?.verifyAll()).toThrow(doesNotMatch);
    expect(store.condition.damage).toBeUndefined();
    for (let i = 0; i < 100 && store.condition.damage === undefined; i++)
      store.integrity?.verifySome();
    expect(store.condition.damage).toContain(doesNotMatch);
    expect(readFileSync(path).equals(main)).toBe(true);
    expect(readFileSync(`${path}-wal`).equals(log)).toBe(true);
    store.close();
    expect(outcome()).not.toContain("height");
  });

  /** Makes a write fail: after the next one that succeeds, the log is moved. */
  function failToWrite(store: ChainStore): void {
    const database = store.database();
    database.pragma("max_page_count = 1");
    const write = () => store.together(() => store.metadata.setText("long", "x".repeat(1e6)));
    expect(write).toThrow("database or disk is full");
    database.pragma("max_page_count = 1000000");
  }

  it("notices a damaged log when it moves it, before a page is moved", () => {
    const store = openStore({ path });
    fill(store, 20);
    const main = readFileSync(path);
    failToWrite(store);
    flip(`${path}-wal`, statSync(`${path}-wal`).size - 10, 2);
    acceptChanges(store, new Diff(store.state).changes());
    expect(store.condition.damage).toContain(doesNotMatch);
    expect(readFileSync(path).equals(main)).toBe(true);
    store.close();
  });

  it("refuses writes while its log cannot be moved, and accepts them after that", async () => {
    const store = openStore({ path });
    fill(store, 20);
    const database = store.database();
    const pragma = database.pragma.bind(database);
    const spy = vi.spyOn(database, "pragma").mockImplementation((source, options) => {
      if (!source.includes("PASSIVE")) return pragma(source, options);
      throw new SqliteError("disk I/O error", "SQLITE_IOERR_WRITE");
    });
    const accept = () => acceptChanges(store, new Diff(store.state).changes());
    failToWrite(store);
    accept();
    expect(store.condition.writeProblem).toBe("disk I/O error (SQLITE_IOERR_WRITE)");
    expect(accept).toThrow("disk I/O error");
    expect(() => store.probe("1")).toThrow("disk I/O error");
    store.integrity?.verifyAll();
    expect(store.condition.damage).toBeUndefined();
    spy.mockRestore();
    await sleep(300);
    accept();
    expect(store.condition.writeProblem).toBeUndefined();
    store.integrity?.verifyAll();
    store.close();
    expect(outcome()).toBe("height 22");
  });

  it("opens after a kill whenever it comes around a move of its log", () => {
    const store = openStore({ path });
    fill(store, 20);
    failToWrite(store);
    const left: string[] = [];
    for (let i = 0; i < 3; i++) {
      acceptChanges(store, new Diff(store.state).changes());
      const copy = join(directory.path, `left-${i}.db`);
      for (const suffix of ["", "-wal", ".sums"]) copyFileSync(path + suffix, copy + suffix);
      left.push(copy);
    }
    store.close();
    const heights = left.map((copy) => {
      path = copy;
      return outcome();
    });
    expect(heights).toEqual(["height 21", "height 22", "height 23"]);
  });

  it("opens after a kill that follows a move and a transaction without a write", () => {
    const store = openStore({ path, durability: "power-loss" });
    // The log was moved with the genesis.
    store.together(() => {});
    // The log begins again, and the process ends before that is noted.
    store.database().exec("CREATE TABLE later (x)");
    const copies = ["", "-wal", ".sums"].map((suffix) => path + suffix);
    for (const file of copies) copyFileSync(file, `${file}.killed`);
    store.close();
    for (const file of copies) copyFileSync(`${file}.killed`, file);
    const again = openStore({ path });
    expect(again.blocks.lastAccepted().height).toBe(0n);
    again.close();
  });

  it("does not serve a block or a transaction whose bytes do not match its ID", () => {
    const store = openStore({ path });
    fill(store, 20);
    const { id } = store.blocks.byHeight(3n)!;
    const database = store.database();
    database.exec(
      "UPDATE blocks SET bytes = (SELECT bytes FROM blocks WHERE height = 4) WHERE height = 3",
    );
    expect(() => store.blocks.byHeight(3n)).toThrow(StoreDamaged);
    expect(() => store.blocks.byID(id)).toThrow("do not match its ID");
    const txID = new Uint8Array(
      database
        .prepare("SELECT id FROM txs WHERE bytes IS NOT NULL OR block_offset IS NOT NULL LIMIT 1")
        .pluck()
        .get() as Buffer,
    );
    database.exec("UPDATE txs SET bytes = x'0000ffff', block_offset = NULL, byte_count = NULL");
    store.txs.clearCache();
    expect(() => store.txs.byID(txID)).toThrow(/^a transaction cannot be read: /);
    store.close();
  });

  it("notices what SQLite cannot read", () => {
    const store = openStore({ path });
    const broken = store.database().prepare("SELECT json_extract(?, '$') AS value");
    expect(() => broken.get("{")).toThrow("malformed JSON");
    expect(store.condition.damage).toBeUndefined();
    store.condition.note(new SqliteError("the image is malformed", "SQLITE_CORRUPT"));
    expect(store.condition.damage).toContain("SQLITE_CORRUPT");
    store.close();
  });

  it("keeps sums of thousands of pages that move to the file meanwhile", () => {
    const store = openStore({ path });
    store.database().exec("CREATE TABLE filler (bytes BLOB) STRICT");
    const insert = store.database().prepare("INSERT INTO filler VALUES (zeroblob(?))");
    for (let i = 0; i < 6; i++) {
      store.together(() => insert.run(1000 * 4096));
      store.integrity?.verifyAll();
    }
    expect(statSync(path).size).toBeGreaterThan(4000 * 4096);
    store.close();
    const again = openStore({ path });
    again.integrity?.verifyAll();
    again.close();
  });
});

describe("a store that other processes read", () => {
  const flipped = 3 * 4096 + 77;

  it("has checksums, and is rejected if a bit is flipped", () => {
    const store = openStore({ path, access: "shared" });
    fill(store, 20);
    store.integrity?.verifyAll();
    store.close();
    flip(path, flipped, 1);
    expect(outcome()).toContain("page 4");
    expect(() => openStore({ path, access: "shared" })).toThrow("page 4");
    flip(path, flipped, 1);
    expect(outcome()).toBe("height 20");
  });

  it("notices a page that changes on disk", () => {
    openStore({ path }).close();
    const store = openStore({ path, access: "shared" });
    flip(path, flipped, 1);
    for (let i = 0; i < 20; i++) store.integrity?.verifySome();
    expect(store.condition.damage).toContain("page 4");
    store.close();
  });

  it("keeps the sums while readers hold older commits, and when it closes before them", () => {
    const store = openStore({ path, access: "shared" });
    store.database().exec("CREATE TABLE filler (bytes BLOB) STRICT");
    const insert = store.database().prepare("INSERT INTO filler VALUES (zeroblob(?))");
    const reader = new ChainReader(path);
    reader.enter();
    for (let i = 0; i < 6; i++) {
      store.together(() => insert.run(1000 * 4096));
      store.integrity?.verifySome();
    }
    expect(store.condition.damage).toBeUndefined();
    store.close();
    reader.close();
    const again = openStore({ path });
    again.integrity?.verifyAll();
    expect(again.database().prepare("SELECT count(*) FROM filler").pluck().get()).toBe(6);
    again.close();
    expect(outcome()).toBe("height 0");
  });

  it("is not served by a reader that cannot read it", () => {
    const store = openStore({ path, access: "shared" });
    const reader = new ChainReader(path);
    reader.condition.note(new SqliteError("the image is malformed", "SQLITE_CORRUPT"));
    expect(reader.condition.damage).toContain("SQLITE_CORRUPT");
    reader.close();
    store.close();
  });
});

it.each([0, 3, 2 ** 31, 2 ** 32 - 1])(
  "a log whose pages would have %d bytes is damaged",
  (bytes) => {
    const store = openStore({ path });
    store.close();
    const header = Buffer.alloc(32);
    header.writeUInt32BE(0x377f0682);
    header.writeUInt32BE(3_007_000, 4);
    header.writeUInt32BE(bytes, 8);
    let [first, second] = [0, 0];
    for (let at = 0; at < 24; at += 8) {
      first = (first + header.readUInt32LE(at) + second) >>> 0;
      second = (second + header.readUInt32LE(at + 4) + first) >>> 0;
    }
    header.writeUInt32BE(first, 24);
    header.writeUInt32BE(second, 28);
    writeFileSync(`${path}-wal`, header);
    expect(outcome()).toContain(`${path}-wal does not match its checksums`);
  },
);

it("a page size that SQLite does not have is that of another kind of file", () => {
  openStore({ path }).close();
  const bytes = readFileSync(path);
  bytes.writeUInt16BE(0, 16);
  writeFileSync(path, bytes);
  expect(differingPages(path)).toEqual({ pageCount: 0, pages: [] });
});

it("counts whole checksums, if a part of the last is missing", () => {
  openStore({ path }).close();
  const count = readFileSync(path).length / 4096;
  truncateSync(`${path}.sums`, statSync(`${path}.sums`).size - 1);
  expect(outcome()).toContain(`${path} has ${count} pages instead of ${count - 1}. The`);
});

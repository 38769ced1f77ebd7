import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { formatId } from "../../../src/formats/id.ts";
import { openFile } from "../../../src/store/sqlite.ts";
import { type RefusalReason, StoreRefused } from "../../../src/store/store-refused.ts";
import { idOf } from "../../support/state/values.ts";
import {
  openStore,
  temporaryDirectory,
  testGenesisID,
  testNetwork,
} from "../../support/store/open-store.ts";

/** Of the version that a checkout loads on this Node. */
const driverName = Number(process.versions["napi"]) < 10 ? "better-sqlite3-12" : "better-sqlite3";

let directory: ReturnType<typeof temporaryDirectory>;
let path: string;
beforeEach(() => {
  directory = temporaryDirectory();
  path = join(directory.path, "chain.db");
});
afterEach(() => directory.remove());

function refusal(options: Parameters<typeof openStore>[0]): [RefusalReason, string] | "opened" {
  try {
    openStore({ path, ...options }).close();
  } catch (error) {
    if (error instanceof StoreRefused) return [error.reason, error.message];
    throw error;
  }
  return "opened";
}

function edit(sql: string): void {
  const database = openFile(path, {});
  database.exec(sql);
  database.close();
  // A newer version writes the sums of its pages too.
  rmSync(`${path}.sums`, { force: true });
}

test("a store of another network", () => {
  openStore({ path }).close();
  expect(refusal({ networkID: 5, networkName: "fuji" })).toEqual([
    "other-network",
    `${path} has the chain of network network-1337 (1337), but this node runs fuji (5). Start it with --network-id 1337, or choose another --data-dir.`,
  ]);
  expect(refusal({})).toBe("opened");
});

test("a store with another genesis, unless the node accepts any genesis", () => {
  openStore({ path }).close();
  expect(refusal({ genesisID: idOf(1) })).toEqual([
    "other-genesis",
    `${path} has a chain of network network-1337 (1337) with genesis ${formatId(testGenesisID)}, but this node's genesis is ${formatId(idOf(1))}. Start it with the genesis file of that chain, or a dev node with its --stakers, --balance and --timestamp, or choose another --data-dir.`,
  ]);
  expect(refusal({ genesisID: testGenesisID })).toBe("opened");
  expect(refusal({ genesisID: undefined })).toBe("opened");
});

test("a store of an older version with another genesis, which stays as it is", () => {
  openStore({ path }).close();
  const before = readFileSync(path);
  const modules = [{ name: "notes", migrations: ["CREATE TABLE notes (text TEXT) STRICT"] }];
  expect(refusal({ genesisID: idOf(1), modules })).toMatchObject([
    "other-genesis",
    expect.any(String),
  ]);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(refusal({ modules })).toBe("opened");
});

test("a store that a newer version wrote: its format", () => {
  openStore({ path }).close();
  edit("PRAGMA user_version = 2");
  expect(refusal({})).toEqual([
    "newer-version",
    `${path} has store format 2, but this program knows formats up to 1 only. Run the newer version that wrote it, or choose another --data-dir.`,
  ]);
});

test("a store that a newer version wrote: a migration of some tables", () => {
  openStore({ path }).close();
  edit("UPDATE migrations SET number = 7 WHERE module = 'blocks'");
  expect(refusal({})).toEqual([
    "newer-version",
    `${path} has migration 7 of its blocks tables, but this program knows only 1. Run the newer version that wrote it, or choose another --data-dir.`,
  ]);
});

test("a database of another program, which stays as it is", () => {
  edit("CREATE TABLE notes (text TEXT)");
  const bytes = readFileSync(path);
  expect(refusal({})).toEqual([
    "not-a-store",
    `${path} is a SQLite database of another program (application_id 0), not a Couloir store (1131378028): choose another --data-dir.`,
  ]);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

test("a file that is not a database", () => {
  writeFileSync(path, "Dear diary, ".repeat(1000));
  expect(refusal({})).toEqual([
    "not-a-store",
    `${path} is not a SQLite database. Choose another --data-dir.`,
  ]);
});

test("a store that another process has open", () => {
  const store = openStore({ path });
  const script = `
    const Sqlite = require(${JSON.stringify(driverName)});
    const database = new Sqlite(process.argv[1], { timeout: 0 });
    try { database.prepare("SELECT count(*) FROM blocks").get(); console.log("read"); }
    catch (error) { console.log(error.code); }`;
  const { stdout } = spawnSync(process.execPath, ["-e", script, path], { encoding: "utf8" });
  expect(stdout.trim()).toBe("SQLITE_BUSY");
  // Within one process SQLite's locks are shared by file, so a second connection meets them too.
  expect(refusal({})).toEqual([
    "in-use",
    `${path} is in use by another process. Stop that node, or choose another --data-dir.`,
  ]);
  store.close();
  expect(refusal({ ...testNetwork })).toBe("opened");
});

test("migrations run once each, and only those that are new", () => {
  const first = { name: "notes", migrations: ["CREATE TABLE notes (text TEXT) STRICT"] };
  const second = {
    name: "notes",
    migrations: [...first.migrations, "ALTER TABLE notes ADD COLUMN author TEXT"],
  };
  openStore({ path, modules: [first] }).close();
  openStore({ path, modules: [first] }).close();
  const store = openStore({ path, modules: [second] });
  store.database().prepare("INSERT INTO notes (text, author) VALUES ('a', 'b')").run();
  store.close();
  expect(refusal({ modules: [first] })).toMatchObject(["newer-version", expect.any(String)]);
});

test("a migration that fails leaves the store as it was", () => {
  openStore({ path }).close();
  const broken = { name: "notes", migrations: ["CREATE TABLE notes (text TEXT); SELECT nonsense"] };
  expect(() => openStore({ path, modules: [broken] })).toThrow("nonsense");
  const store = openStore({ path });
  const tables = store.database().prepare("SELECT name FROM sqlite_schema WHERE name = 'notes'");
  expect(tables.all()).toEqual([]);
  store.close();
});

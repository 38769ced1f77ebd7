import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrate } from "../../../src/store/migrations.ts";
import { configureSqlite, openSqlite, sqliteErrorCode } from "../../../src/store/sqlite.ts";
import { Users, userTables } from "../../../src/store/users.ts";
import { openUsers } from "../../support/keystore.ts";
import { importedEntries } from "../../support/store/endless-importer.ts";
import { temporaryDirectory } from "../../support/store/open-store.ts";

const importer = fileURLToPath(new URL("../../support/store/endless-importer.ts", import.meta.url));
const kills = 4;

let directory: ReturnType<typeof temporaryDirectory>;
let path: string;
beforeEach(() => {
  directory = temporaryDirectory();
  path = join(directory.path, "users.sqlite");
});
afterEach(() => directory.remove());

async function importAndKill(runMs: number): Promise<void> {
  const child = spawn(process.execPath, ["--import", "tsx", importer, path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), runMs));
  child.stdout.resume();
  await once(child, "close");
}

it("are complete or absent after the process is killed", async () => {
  for (let kill = 0; kill < kills; kill++) {
    await importAndKill(Math.random() * 100);
    const { users, close } = openUsers(path);
    const names = users.names();
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(users.entries(name)).toHaveLength(importedEntries);
    for (const name of names) users.delete(name);
    close();
    const database = openSqlite(path);
    expect(database.prepare("SELECT count(*) FROM user_entries").pluck().get()).toBe(0);
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    database.close();
  }
});

it("do not change if the disk is full", () => {
  const database = openSqlite(path);
  configureSqlite(database, "power-loss");
  migrate(database, path, [userTables]);
  const users = new Users(database);
  const passwordHash = { hash: new Uint8Array(32), salt: new Uint8Array(16) };
  users.add("alice", passwordHash, [{ key: Uint8Array.of(1), value: Uint8Array.of(1) }]);
  database.pragma("max_page_count = 20");
  const many = Array.from({ length: 1000 }, (_, index) => ({
    key: new TextEncoder().encode(`key ${index}`),
    value: new Uint8Array(200),
  }));
  const codeOf = (act: () => void) => {
    try {
      act();
    } catch (error) {
      return sqliteErrorCode(error);
    }
    return undefined;
  };
  expect(codeOf(() => users.add("bob", passwordHash, many))).toBe("SQLITE_FULL");
  expect(codeOf(() => users.putEntries("alice", many))).toBe("SQLITE_FULL");
  expect(users.names()).toEqual(["alice"]);
  expect(users.entries("alice")).toHaveLength(1);
  users.add("carol", passwordHash, []);
  expect(users.names()).toEqual(["alice", "carol"]);
  database.close();
});

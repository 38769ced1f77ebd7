import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { backUp } from "../../../src/store/backup.ts";
import { metadataTables } from "../../../src/store/metadata.ts";
import { configureSqlite, openSqlite, type SqliteDatabase } from "../../../src/store/sqlite.ts";
import { StoreDamaged } from "../../../src/store/store-files.ts";

let folder = "";
let database: SqliteDatabase;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "couloir-backup-"));
  database = openSqlite(join(folder, "store.sqlite"));
  configureSqlite(database, "crash");
  database.exec("CREATE TABLE t (a INTEGER, b BLOB)");
  for (const sql of metadataTables.migrations) database.exec(sql);
  insert(0, 2000);
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

test("the copy has what is committed while it is made, each transaction whole", async () => {
  const file = join(folder, "copy.sqlite");
  const done = backUp(database, file);
  let next = 2000;
  const writing = setInterval(() => {
    insert(next, 10);
    next += 10;
  }, 0);
  await done;
  clearInterval(writing);

  expect(existsSync(`${file}.partial`)).toBe(false);
  const copy = openSqlite(file);
  const { count, last } = copy.prepare("SELECT count(*) count, max(a) last FROM t").get() as {
    count: number;
    last: number;
  };
  expect(copy.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
  copy.close();
  expect(count).toBe(last + 1);
  expect(count).toBeGreaterThanOrEqual(2000);
  expect(count % 10).toBe(0);
});

test("a copy that cannot be finished leaves no file", async () => {
  const file = join(folder, "nowhere", "copy.sqlite");
  await expect(backUp(database, file)).rejects.toThrow();
  expect(existsSync(join(folder, "nowhere"))).toBe(false);
});

test("there is no copy within a transaction", async () => {
  database.exec("BEGIN");
  const file = join(folder, "copy.sqlite");
  await expect(backUp(database, file)).rejects.toThrow("not committed yet");
  database.exec("COMMIT");
  await backUp(database, file);
  expect(existsSync(file)).toBe(true);
});

function insert(first: number, count: number): void {
  const statement = database.prepare("INSERT INTO t VALUES (?, randomblob(1000))");
  database.transaction(() => {
    for (let a = first; a < first + count; a++) statement.run(a);
  })();
}

test("there is no copy of a database that is damaged, or becomes so meanwhile", async () => {
  const file = join(folder, "copy.sqlite");
  const damagedAt = (number: number) => {
    let calls = 0;
    return () => {
      calls += 1;
      if (calls === number) throw new StoreDamaged("page 4");
    };
  };
  for (const number of [1, 2]) {
    await expect(backUp(database, file, damagedAt(number))).rejects.toThrow("page 4");
    expect(readdirSync(folder).filter((name) => name.startsWith("copy"))).toEqual([]);
  }
});

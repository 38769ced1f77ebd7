import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { differingPages } from "../../../src/store/differing-pages.ts";
import { PageSums } from "../../../src/store/page-sums.ts";
import { checkpoint, openFile, walFrames } from "../../../src/store/sqlite.ts";

const pageSize = 512;
/** More than a function can have arguments. */
const pages = 150_000;

test("a transaction can change more pages than a function can have arguments", () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-page-sums-"));
  const path = join(directory, "chain.sqlite");
  const database = openFile(path, {});
  try {
    database.pragma(`page_size = ${pageSize}`);
    database.pragma("journal_mode = WAL");
    database.pragma("wal_autocheckpoint = 0");
    database.exec("CREATE TABLE filler (bytes BLOB) STRICT");
    checkpoint(database, "PASSIVE");
    database.prepare("INSERT INTO filler VALUES (zeroblob(?))").run(pages * pageSize);
    const sums = new PageSums(path, pageSize, true);
    sums.move(walFrames(database), () => checkpoint(database, "PASSIVE"));
    expect(sums.pageCount).toBeGreaterThan(pages);
    expect(sums.verify(() => true)).toBe(true);
    sums.close();
  } finally {
    database.close();
    rmSync(directory, { recursive: true });
  }
});

test("a store can be larger than 1 GiB, where SQLite leaves out a page", () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-page-sums-"));
  const path = join(directory, "chain.sqlite");
  const bytes = 4096;
  const lockPage = 2 ** 30 / bytes + 1;
  newStore(path, { bytes, pageCount: lockPage - 3 });
  const database = openFile(path, {});
  try {
    database.pragma("wal_autocheckpoint = 0");
    // The log begins.
    database.exec("DELETE FROM filler");
    const sums = new PageSums(path, bytes, true);
    database.prepare("INSERT INTO filler VALUES (zeroblob(?))").run(8 * bytes);
    sums.move(walFrames(database), () => checkpoint(database, "PASSIVE"));
    expect(sums.pageCount).toBeGreaterThan(lockPage);
    expect(sums.verify(() => true)).toBe(true);
    expect(differingPages(path).pages).toEqual([]);
    // The page after it is checked.
    flipByte(path, lockPage * bytes);
    expect(() => sums.verify(() => true)).toThrow(`page ${lockPage + 1} `);
    sums.close();
  } finally {
    database.close();
    rmSync(directory, { recursive: true });
  }
});

/** A database of many pages, which take no space on the disk. */
function newStore(
  path: string,
  { bytes, pageCount }: { readonly bytes: number; readonly pageCount: number },
): void {
  const database = openFile(path, {});
  database.pragma(`page_size = ${bytes}`);
  database.pragma("journal_mode = WAL");
  database.exec("CREATE TABLE filler (bytes BLOB) STRICT");
  database.close();
  truncateSync(path, pageCount * bytes);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(pageCount);
  const file = openSync(path, "r+");
  // The size of the database, in its header.
  writeSync(file, count, 0, 4, 28);
  closeSync(file);
}

function flipByte(path: string, position: number): void {
  const file = openSync(path, "r+");
  writeSync(file, Uint8Array.of(0x7f), 0, 1, position);
  closeSync(file);
}

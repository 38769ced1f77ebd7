import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
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

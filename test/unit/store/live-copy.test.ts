import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyInUse } from "../../../src/store/live-copy.ts";

test("the copy of a store that its owner may not write can be written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "couloir-live-copy-"));
  const [file, copy] = [join(folder, "store"), join(folder, "copy")];
  for (const path of [file, `${file}-wal`]) {
    writeFileSync(path, "pages");
    chmodSync(path, 0o444);
  }
  await copyInUse(file, copy);
  expect([copy, `${copy}-wal`].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
  rmSync(folder, { recursive: true });
});

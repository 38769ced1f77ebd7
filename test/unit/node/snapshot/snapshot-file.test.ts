import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { readLines } from "../../../../src/node/snapshot/snapshot-file.ts";

const directory = mkdtempSync(join(tmpdir(), "couloir-snapshot-file-"));
afterAll(() => rmSync(directory, { recursive: true }));

async function linesOf(content: string | Buffer): Promise<string[]> {
  const file = join(directory, "snapshot.gz");
  writeFileSync(file, gzipSync(content));
  const lines: string[] = [];
  for await (const each of readLines(file)) lines.push(...each);
  return lines;
}

it("reads the lines of a file, which may be longer than its pieces", async () => {
  const lines = ["{}", "", "a".repeat(100_000), "é".repeat(30_000), "b"];
  expect(await linesOf(`${lines.join("\n")}\n`)).toEqual(lines);
});

it("refuses a line without an end, and one without limits, in time that grows with its length", async () => {
  await expect(linesOf("{}\n[]")).rejects.toThrow("its last line has no end");
  await expect(linesOf(Buffer.alloc(65 * 2 ** 20, "a"))).rejects.toThrow("too long");
});

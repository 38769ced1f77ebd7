import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../src/store");

/** SQLite compiles a statement with a bare parameter after LIMIT again at each run: see `limitParameter`. */
const bareLimit = /LIMIT (\?|@\w+\b)(?! \+ 0)|\.limit\((\d|slot)/g;

it("no statement ends with a bare LIMIT parameter", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) => {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    const code = lines.filter((line) => !/^\s*(\*|\/)/.test(line)).join("\n");
    return [...code.matchAll(bareLimit)].map(([text]) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
});

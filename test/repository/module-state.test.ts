import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/*
 * Two nodes can run in one process, so caches and counters belong to objects of a node. A module may have constants
 * only: a collection at the top level must have a read-only type.
 */
const folders = ["cache", "events", "handlers", "indexer", "store"] as const;

const mutable =
  /^(?:export )?(?:let |const \w+(?!: Readonly)(?:: [^=]+)? = new (?:Map|Set|WeakMap|WeakSet|BoundedCache|DataView|ArrayBuffer)\b)/m;

function filesOf(folder: string): string[] {
  const root = fileURLToPath(new URL(`../../src/${folder}/`, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => root + name);
}

describe("no module has state that two nodes would share", () => {
  it.each(folders)("in src/%s", (folder) => {
    const files = filesOf(folder);
    expect(files).not.toEqual([]);
    expect(files.filter((file) => mutable.test(readFileSync(file, "utf8")))).toEqual([]);
  });

  it.each([
    "let count = 0;",
    "const known = new WeakMap<Utxo, string>();",
    "export const texts: Map<string, string> = new Map();",
    "const scratch = new DataView(new ArrayBuffer(8));",
  ])("finds %s", (line) => expect(line).toMatch(mutable));

  it("allows read-only constants", () =>
    expect("const kinds: ReadonlySet<number> = new Set([29]);").not.toMatch(mutable));
});

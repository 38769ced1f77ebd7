import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { main } from "../../codegen/foreign/main.ts";

const folder = mkdtempSync(join(tmpdir(), "contract-command-"));
const zoo = fileURLToPath(new URL("documents/zoo.json", import.meta.url));

afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]) {
  const printed = { out: "", err: "" };
  const code = await main(args, {
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
    stopped: () => Promise.resolve(),
  });
  return { code, ...printed };
}

test("lint reports the places that clients get as raw JSON, and succeeds", async () => {
  const { code, out } = await run("lint", zoo);
  expect(code).toBe(0);
  expect(out).toBe("note: clients get raw JSON at weights result: it is a tuple: its items are raw JSON\n");
});

test("client writes the files of a package", async () => {
  const out = join(folder, "zoo");
  expect((await run("client", "--language", "go", "--out", out, zoo)).code).toBe(0);
  expect(readFileSync(join(out, "go.mod"), "utf8")).toBe("module zoo-client\n\ngo 1.24\n");
});

test("client without a language lists them", async () => {
  const { code, err } = await run("client", "--out", folder, zoo);
  expect(code).toBe(2);
  expect(err).toBe("client needs --out DIR and --language, one of typescript, go, python, rust, java\n");
});

test("diff follows references to other files", async () => {
  mkdirSync(join(folder, "old"));
  mkdirSync(join(folder, "new"));
  const document = {
    openrpc: "1.3.2",
    info: { title: "Split", version: "1.0.0" },
    methods: [
      { name: "get", params: [], result: { name: "value", schema: { $ref: "types.json#/Value" } } },
    ],
  };
  for (const [version, type] of [
    ["old", "string"],
    ["new", "integer"],
  ] as const) {
    writeFileSync(join(folder, version, "api.json"), JSON.stringify(document));
    writeFileSync(join(folder, version, "types.json"), JSON.stringify({ Value: { type } }));
  }
  const { code, out } = await run("diff", join(folder, "old/api.json"), join(folder, "new/api.json"));
  expect(code).toBe(1);
  expect(out).toContain("breaking (1)");
  expect(out).toContain("get");
});

test("a reference out of the document's folder is an error unless it is allowed", async () => {
  const path = join(folder, "old/out.json");
  const result = { name: "value", schema: { $ref: "../new/types.json#/Value" } };
  const info = { title: "Out", version: "1.0.0" };
  writeFileSync(path, JSON.stringify({ openrpc: "1.3.2", info, methods: [{ name: "get", params: [], result }] }));
  const refused = await run("lint", path);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("outside its folder or origin: allow it with --allow");
  expect((await run("lint", "--allow", join(folder, "new"), path)).code).toBe(0);
});

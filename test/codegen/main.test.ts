import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { main } from "../../codegen/main.ts";
import { toyRoot } from "./contract.ts";

let root: string;
let said: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "codegen-"));
  cpSync(join(toyRoot, "openrpc"), join(root, "openrpc"), { recursive: true });
  said = "";
  const hear = (text: unknown) => {
    said += String(text);
    return true;
  };
  vi.spyOn(process.stdout, "write").mockImplementation(hear);
  vi.spyOn(process.stderr, "write").mockImplementation(hear);
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

test("generated files are current until one is changed, missing or added", async () => {
  expect(await main([], root)).toBe(0);
  expect(await main(["--check"], root)).toBe(0);

  const types = join(root, "src/generated/types.ts");
  writeFileSync(types, `${readFileSync(types, "utf8")}// by hand\n`);
  rmSync(join(root, "src/generated/errors.ts"));
  writeFileSync(join(root, "src/generated/shapes/gone.ts"), "");
  said = "";
  expect(await main(["--check"], root)).toBe(1);
  expect(said).toBe(`stale: src/generated/types.ts
missing: src/generated/errors.ts
orphaned: src/generated/shapes/gone.ts
run \`npm run codegen\` and commit what it changes
`);

  said = "";
  expect(await main([], root)).toBe(0);
  expect(said).toBe(`wrote src/generated/types.ts
wrote src/generated/errors.ts
removed src/generated/shapes/gone.ts
`);
  expect(await main(["--check"], root)).toBe(0);
});

test("a handler is created once, never overwritten, and not required by the check", async () => {
  expect(await main([], root)).toBe(0);
  expect(said).toContain("created src/handlers/toy/get-toy.ts: implement the method\n");
  const handler = join(root, "src/handlers/toy/get-toy.ts");
  writeFileSync(handler, "by hand");
  expect(await main([], root)).toBe(0);
  expect(readFileSync(handler, "utf8")).toBe("by hand");
  rmSync(handler);
  expect(await main(["--check"], root)).toBe(0);
  expect(existsSync(handler)).toBe(false);
});

test("the reference has a table of all methods", async () => {
  expect(await main([], root)).toBe(0);
  expect(readFileSync(join(root, "docs/reference/README.md"), "utf8")).toContain(`
| API | Paths | Methods |
|---|---|---|
| [Toy API](toy.md) | \`/ext/toy\`, \`/ext/alias\` | [getToy](toy.md#toygettoy), [putToys](toy.md#toyputtoys) |
`);
});

test("a contract with findings is not generated from", async () => {
  const toy = join(root, "openrpc/toy.json");
  writeFileSync(toy, readFileSync(toy, "utf8").replace('"The toy with a name."', '"The toy"'));
  expect(await main([], root)).toBe(1);
  expect(said).toBe(`openrpc/toy.json toy.getToy: its summary is not a sentence (described)
openrpc/profiles/old.json toy.getToy: its summary is not a sentence (described)
2 findings in the contract
`);
  expect(existsSync(join(root, "src"))).toBe(false);
});

test("an unknown argument is rejected", async () => {
  expect(await main(["--chekc"], root)).toBe(1);
  expect(said).toContain("usage: npm run codegen");
});

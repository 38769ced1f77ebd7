import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { lintDocument } from "../../codegen/foreign/lint.ts";
import {
  callPython,
  callTypeScript,
  checkPython,
  compileTypeScript,
  exampleCalls,
  readDocument,
  withMock,
  writePackage,
} from "./harness.ts";

const documents = fileURLToPath(new URL("documents/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "contract-tools-"));

afterAll(() => rmSync(folder, { recursive: true }));

describe.each(readdirSync(documents))("%s", (name) => {
  test("its examples satisfy its schemas", async () => {
    const document = await readDocument(join(documents, name));
    expect(lintDocument(document, document)).toEqual([]);
  });

  test("the TypeScript client compiles, and every example result arrives unchanged", async () => {
    const document = await readDocument(join(documents, name));
    const own = join(folder, name, "typescript");
    writePackage(document, "typescript", own);
    expect(compileTypeScript(own)).toEqual([]);
    const calls = exampleCalls(document);
    const results = await withMock(document, (url) => callTypeScript(own, url, calls));
    expect(results.map(plain)).toEqual(calls.map(({ result }) => plain(result)));
  }, 60_000);

  test("the Python client compiles, and every example result round-trips", async () => {
    const document = await readDocument(join(documents, name));
    const own = join(folder, name, "python");
    writePackage(document, "python", own);
    checkPython(own);
    const calls = exampleCalls(document);
    const results = await withMock(document, (url) => callPython(own, url, calls));
    expect(results.map(plain)).toEqual(calls.map(({ result }) => plain(result)));
  }, 60_000);
});

/** 64-bit integers are exact as bigint or number. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (_key, each: unknown) =>
      typeof each === "bigint" || typeof each === "number" ? `number ${each}` : each,
    ),
  );
}

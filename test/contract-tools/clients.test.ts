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
    const expected = calls.map(({ result }) => plain(result));
    expect(results.map(plain).map(withoutNulls)).toEqual(expected.map(withoutNulls));
  }, 60_000);
});

/** An optional member that is null is absent in Python, as the README of the tools says. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const given = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(given.map(([name, member]) => [name, withoutNulls(member)]));
}

/** 64-bit integers are exact as bigint or number. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (_key, each: unknown) =>
      typeof each === "bigint" || typeof each === "number" ? `number ${each}` : each,
    ),
  );
}

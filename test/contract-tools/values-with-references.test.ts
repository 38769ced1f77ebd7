import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { lintFiles } from "../../codegen/foreign/lint.ts";
import { readFiles } from "../../codegen/foreign/read.ts";
import { mockCalls } from "./calls.ts";
import { readDocument, withMock } from "./harness.ts";

const folder = mkdtempSync(join(tmpdir(), "values-with-references-"));
afterAll(() => rmSync(folder, { recursive: true }));

const value = { $ref: "gone.json#/Value", inner: { $ref: "#/components/schemas/Gone" } };

test("a $ref in an example or in a schema's values is a value, not a reference", async () => {
  const path = join(folder, "api.json");
  const schema = { default: value, examples: [value], enum: [value, 1] };
  const example = {
    name: "one",
    params: [{ name: "a", value }],
    result: { name: "value", value },
  };
  const method = {
    name: "echo",
    params: [{ name: "a", required: true, schema }],
    result: { name: "value", schema },
    examples: [example],
  };
  const info = { title: "Values", version: "1.0.0" };
  writeFileSync(path, JSON.stringify({ openrpc: "1.3.2", info, methods: [method] }));
  expect(lintFiles(await readFiles(path)).findings).toEqual([]);
  const document = await readDocument(path);
  expect(clientPackage(document, "go").files).not.toEqual([]);
  expect(mockCalls(document)).toMatchObject([{ params: { a: value }, result: value }]);
  const result = await withMock(document, async (url) => {
    const call = { jsonrpc: "2.0", id: 1, method: "echo", params: [value] };
    const response = await fetch(url, { method: "POST", body: JSON.stringify(call) });
    return (await response.json()) as unknown;
  });
  expect(result).toEqual({ jsonrpc: "2.0", id: 1, result: value });
});

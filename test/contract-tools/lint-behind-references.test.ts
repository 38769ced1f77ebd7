import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lintFiles } from "../../codegen/foreign/lint.ts";
import { readFiles } from "../../codegen/foreign/read.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "contract-behind-")));
afterAll(() => rmSync(folder, { recursive: true }));

const result = (schema: object) => ({ name: "value", schema });

/** The findings of a document whose parts are in another file, as `FILE#POINTER: TEXT`. */
async function findings(api: object, parts: object): Promise<string[]> {
  const info = { title: "Split", version: "1" };
  const path = join(folder, "api.json");
  writeFileSync(path, JSON.stringify({ openrpc: "1.3.2", info, ...api }));
  writeFileSync(join(folder, "parts.json"), JSON.stringify(parts));
  const { findings: found } = lintFiles(await readFiles(path));
  return found.map(({ where, text }) => `${where.slice(folder.length + 1)}: ${text}`);
}

test("the rules for a file hold for what its references lead to in other files", async () => {
  const parts = {
    get: { name: "get", param: [], params: [], result: result({ $ref: "#/Item" }) },
    nameless: { params: [], result: result({ type: "string" }) },
    Item: {
      type: "object",
      properties: { a: { type: "string", required: true }, b: { type: "integer", minimum: "1" } },
      required: ["c"],
      additionalProperties: false,
    },
  };
  const methods = [{ $ref: "parts.json#/get" }, { $ref: "parts.json#/nameless" }];
  const found = await findings({ methods }, parts);
  expect(found.sort()).toEqual([
    "api.json#/methods/1: parts.json#/nameless: must have required property 'name'",
    "parts.json#/Item/properties/a/required: must be array",
    'parts.json#/Item/properties/a: a has "required": true: the object lists its required properties',
    "parts.json#/Item/properties/b/minimum: must be number",
    'parts.json#/Item: no value matches: c is required, and "additionalProperties": false refuses it',
    'parts.json#/get/param: OpenRPC has no such field here: your own begin with "x-"',
  ]);
});

test("a reference to a component of another kind is a finding", async () => {
  const params = [{ $ref: "#/components/schemas/Name" }];
  const methods = [{ name: "get", params, result: result({ type: "string" }) }];
  const components = { schemas: { Name: { type: "string" } } };
  expect(await findings({ methods, components }, {})).toEqual([
    "api.json#/methods/0/params/0: #/components/schemas/Name: must have required property 'name'",
    "api.json#/methods/0/params/0: #/components/schemas/Name: must have required property 'schema'",
  ]);
});

test("what stands for a broken reference is not a finding of its own", async () => {
  const params = [{ $ref: "parts.json#/gone" }];
  const methods = [{ name: "get", params, result: result({ type: "string" }) }];
  expect(await findings({ methods }, {})).toEqual([
    "api.json#/methods/0/params/0: parts.json#/gone refers to nothing",
  ]);
});

test("--fix is not the remedy of a slip in another file", async () => {
  const methods = [{ name: "get", params: [], result: result({ $ref: "parts.json#/Count" }) }];
  await findings({ methods }, { Count: { type: "int" } });
  const { findings: found } = lintFiles(await readFiles(join(folder, "api.json")));
  expect(found.find(({ rule }) => rule === "schema-slips")).toMatchObject({
    where: join(folder, "parts.json#/Count/type"),
    remedy: "Correct it there: `--fix` changes only the document's own file.",
  });
});

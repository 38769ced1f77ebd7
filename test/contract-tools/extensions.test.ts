import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { foreignModel } from "../../codegen/foreign/client-model.ts";
import { lintFiles } from "../../codegen/foreign/lint.ts";
import { readFiles } from "../../codegen/foreign/read.ts";
import { type JsonObject, parseJson, visitObjects } from "../../codegen/load/json.ts";
import { documentsOf } from "../../src/node/apis/documents.ts";

const read = (path: string) =>
  parseJson(readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8")) as JsonObject;

const schema = read("../../codegen/foreign/extensions.schema.json");
const ajv = new Ajv({ strict: true }).addSchema(schema, "extensions");
const parts = ["document", "method", "error", "schema"].map((part) => ({
  part,
  fields: Object.keys(
    ((schema["definitions"] as JsonObject)[part] as JsonObject)["properties"] as JsonObject,
  ),
  isValid: ajv.compile({ $ref: `extensions#/definitions/${part}` }),
}));

const documents = documentsOf("spec")();

test.each([...documents.keys()])(
  "every x- field of %s is in the schema and satisfies it",
  (api) => {
    let found = 0;
    visitObjects(documents.get(api)!, (object, pointer) => {
      // Values of examples and defaults can have any member.
      if (/\/(value|default|examples?)(\/|$)/.test(pointer)) return;
      for (const field of Object.keys(object).filter((key) => key.startsWith("x-"))) {
        const owner = parts.find(({ fields }) => fields.includes(field));
        expect(owner, `${pointer}/${field}`).toBeDefined();
        expect(owner?.isValid(object), `${pointer}/${field}`).toBe(true);
        found++;
      }
    });
    expect(found).toBeGreaterThan(0);
  },
);

test("a wrong value of a field does not satisfy the schema", () => {
  const wrong = {
    document: { "x-paths": [] },
    method: { "x-lifetime": "hour" },
    error: { "x-cause": "" },
    schema: { "x-integer": "uint8" },
  };
  for (const { part, isValid } of parts)
    expect(isValid(wrong[part as keyof typeof wrong])).toBe(false);
});

test("the fields that the guide lists are in the schema", () => {
  const guide = readFileSync(
    fileURLToPath(new URL("../../docs/guides/contract-tools.md", import.meta.url)),
    "utf8",
  );
  const rows = [...guide.matchAll(/^\| (`x-[^|]*) \| (\w+) \|/gm)];
  expect(rows.length).toBeGreaterThan(3);
  for (const [, names = "", owner] of rows) {
    const { fields } = parts.find(({ part }) => part === owner) ?? { fields: [] };
    for (const [, name] of names.matchAll(/`([^`]+)`/g)) expect(fields).toContain(name);
  }
});

test("the errors of a client have their cause and remedy", () => {
  const errors = [{ code: 1, message: "full", "x-cause": "No space.", "x-remedy": "Delete one." }];
  const { model } = foreignModel({
    openrpc: "1.3.2",
    info: { title: "Errors", version: "1.0.0" },
    methods: [{ name: "add", params: [], result: { name: "result", schema: {} }, errors }],
  });
  expect(model.errors.at(-1)?.description).toBe("No space. Delete one.");
});

test("an error that a method repeats is one of its errors", () => {
  const full = { code: 1, message: "full" };
  const errors = [full, { code: 2, message: "closed" }, full];
  const { model } = foreignModel({
    openrpc: "1.3.2",
    info: { title: "Errors", version: "1.0.0" },
    methods: [{ name: "add", params: [], result: { name: "result", schema: {} }, errors }],
  });
  const [method] = model.profiles[0]?.apis[0]?.methods ?? [];
  expect(method?.errors).toEqual(["Full", "Closed"]);
});

test("clients repeat methods with x-lifetime, unless they have x-changes-state", () => {
  const method = {
    params: [],
    result: { name: "result", schema: { type: "integer", "x-integer": "uint64" } },
  };
  const { model } = foreignModel({
    openrpc: "1.3.2",
    info: { title: "Times", version: "1.0.0" },
    methods: [
      { name: "plain", ...method },
      { name: "read", ...method, "x-lifetime": "live" },
      { name: "write", ...method, "x-lifetime": "live", "x-changes-state": true },
    ],
  });
  const [api] = model.profiles[0]?.apis ?? [];
  expect(api?.methods.map(({ repeatable }) => repeatable)).toEqual([false, true, false]);
});

test("fields beside a reference or a union do not hide the types that they lead to", () => {
  const closed = (...names: string[]) => ({
    type: "object",
    additionalProperties: false,
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  });
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const { model, widenings } = foreignModel({
    openrpc: "1.3.2",
    info: { title: "Forms", version: "1.0.0" },
    methods: [
      {
        name: "get",
        params: [
          {
            name: "id",
            schema: { allOf: [reference("Name")], "x-expected": "a name" },
          },
        ],
        result: {
          name: "result",
          schema: { "x-closed-forms": true, oneOf: [reference("Base"), reference("Import")] },
        },
      },
    ],
    components: {
      schemas: {
        Name: { type: "string" },
        Base: closed("id"),
        Import: closed("id", "from"),
      },
    },
  });
  expect(widenings).toEqual([]);
  const [method] = model.profiles[0]?.apis[0]?.methods ?? [];
  expect(method?.params?.members[0]?.type).toEqual({ kind: "named", name: "Name" });
  expect(model.types.get("GetResult")).toMatchObject({
    isClosed: true,
    forms: [{ name: "Base", exact: true }, { name: "Import" }],
  });
});

test("lint warns of fields with a value that the tools do not know", async () => {
  const folder = mkdtempSync(join(tmpdir(), "contract-extensions-"));
  const path = join(folder, "fields.json");
  const errors = [{ code: 1, message: "full", "x-provoked-by": "all", "x-cause": "It is full." }];
  const result = { name: "count", schema: { type: "integer", "x-integer": "uint65" } };
  const fields = { "x-changes-state": "no", "x-lifetime": 60, "x-own": 1 };
  const methods = [
    { name: "add", params: [], result, errors, ...fields },
    { name: "get", params: [], result: { name: "count", schema: { "x-closed-forms": false } } },
    { name: "list", params: [], result: { name: "list", schema: true }, "x-changes-state": false },
  ];
  const info = { title: "Fields", version: "1.0.0" };
  writeFileSync(path, JSON.stringify({ openrpc: "1.3.2", info, methods }));
  const { findings } = lintFiles(await readFiles(path));
  rmSync(folder, { recursive: true });
  expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(
    Array(5).fill("warning extension-fields"),
  );
  expect(findings.map(({ where, text }) => `${where.split("#")[1]}: ${text}`)).toEqual([
    "/methods/0/x-changes-state: x-changes-state must be boolean",
    "/methods/0/x-lifetime: x-lifetime must be one of immutable, block, second, live",
    "/methods/0/errors/0/x-provoked-by: x-provoked-by must be object or must be array",
    "/methods/0/result/schema/x-integer: x-integer must be one of uint64, uint32, uint16, int64",
    "/methods/1/result/schema/x-closed-forms: x-closed-forms must be true",
  ]);
});

import { expect, test } from "vitest";
import { clientPackage, packageWriters } from "../../codegen/foreign/clients.ts";
import { lintFiles } from "../../codegen/foreign/lint.ts";
import { openAnswers } from "../../codegen/foreign/mock/router.ts";
import type { Files } from "../../codegen/foreign/read.ts";
import type { JsonObject } from "../../codegen/load/json.ts";

// Reports of the projects of OpenRPC, by repository and number: what fails there works here.

const document = (method: JsonObject, components: JsonObject = {}): JsonObject => ({
  openrpc: "1.3.2",
  info: { title: "Report", version: "1.0.0" },
  methods: [method],
  components,
});

function linted(root: JsonObject) {
  const url = "file:///report.json";
  const files: Files = {
    url,
    base: url,
    root,
    locate: (path) => path,
    read: () => root,
  };
  return lintFiles(files);
}

test("open-rpc/generator #734 and open-rpc/spec #230: a method without result is a notification", () => {
  const own = linted(
    document({ name: "notification:hello", description: "Says hello.", params: [] }),
  );
  expect(own.findings).toEqual([]);
  for (const language of Object.keys(packageWriters)) {
    const { files, widenings } = clientPackage(own.document, language);
    expect(widenings).toEqual([]);
    expect(files.some(({ text }) => text.includes('"notification:hello"'))).toBe(true);
  }
});

test("open-rpc/generator #729: params by name are validated as they are sent", async () => {
  const own = linted(
    document({
      name: "getHistory",
      paramStructure: "by-name",
      params: [{ name: "empId", required: true, schema: { type: "integer" } }],
      result: { name: "total", schema: { type: "integer" } },
    }),
  );
  const answers = await openAnswers(own.document);
  expect(await answers.answer("getHistory", { empId: 4026 })).toEqual({ result: 1 });
  expect(await answers.answer("getHistory", { empId: "4026" })).toMatchObject({
    error: { code: -32602, data: "empId must be integer" },
  });
  const { files } = clientPackage(own.document, "typescript");
  const methods = files.find(({ path }) => path === "src/generated/methods.ts")?.text;
  expect(methods).toContain("getHistory(params: types.GetHistoryParams");
  expect(methods).not.toContain("positions:");
});

test("open-rpc/schema-utils-js #936: references below patternProperties lead to their schemas", () => {
  const scopes = {
    type: "object",
    patternProperties: { "^[a-z]+$": { $ref: "#/components/schemas/Scope" } },
  };
  const scope = {
    type: "object",
    properties: { methods: { type: "array", items: { type: "string" } } },
  };
  const schema = {
    type: "object",
    properties: { sessionScopes: { $ref: "#/components/schemas/SessionScopes" } },
  };
  const example = (value: unknown) =>
    ({ name: "one", params: [], result: { name: "result", value } }) as JsonObject;
  const method = (value: unknown): JsonObject => ({
    name: "wallet_createSession",
    params: [],
    result: { name: "session", schema },
    examples: [example(value)],
  });
  const schemas = { SessionScopes: scopes, Scope: scope };
  const valid = { sessionScopes: { eip: { methods: ["sign"] } } };
  expect(linted(document(method(valid), { schemas })).findings).toEqual([]);
  const invalid = { sessionScopes: { eip: { methods: [1] } } };
  expect(linted(document(method(invalid), { schemas })).findings).toMatchObject([
    { rule: "valid-examples", text: expect.stringContaining("must be string") },
  ]);
});

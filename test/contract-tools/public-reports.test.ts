import { expect, test } from "vitest";
import { packageWriters } from "../../codegen/clients/package-writers.ts";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { lintFiles } from "../../codegen/foreign/lint.ts";
import { openAnswers } from "../../codegen/foreign/mock/router.ts";
import { packForPage } from "../../codegen/foreign/page/pack.ts";
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
  for (const language of [...packageWriters.keys()]) {
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

test("open-rpc/generator #696 and #594: there are clients in Python and Go", () => {
  const own = linted(
    document({
      name: "get_pet",
      params: [
        { name: "petId", required: true, schema: { type: "integer", minimum: 0, maximum: 9 } },
      ],
      result: {
        name: "pet",
        schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      },
    }),
  ).document;
  const textOf = (language: string, path: RegExp) =>
    clientPackage(own, language)
      .files.filter((file) => path.test(file.path))
      .map(({ text }) => text)
      .join("\n");
  expect(textOf("python", /\.py$/)).toMatch(/def get_pet\(\s*self,\s*(\*,\s*)?pet_id: int/);
  expect(textOf("go", /\.go$/)).toMatch(
    /func \(\w+ \*?\w+\) GetPet\(ctx context\.Context, params \*?GetPetParams/,
  );
});

test("open-rpc/spec #381: what eth_subscribe pushes depends on its first param", () => {
  const subscribe: JsonObject = {
    name: "eth_subscribe",
    params: [
      { name: "kind", required: true, schema: { enum: ["newHeads", "logs"] } },
      { name: "filter", schema: { type: "object", properties: { address: { type: "string" } } } },
    ],
    result: { name: "subscription", schema: { type: "string" } },
    "x-subscription": {
      notification: "eth_subscription",
      kinds: [
        { when: { kind: "newHeads" }, params: [], schema: { $ref: "#/components/schemas/Header" } },
        { when: { kind: "logs" }, schema: { $ref: "#/components/schemas/Log" } },
      ],
    },
  };
  const object = (name: string): JsonObject => ({
    type: "object",
    properties: { [name]: { type: "string" } },
    required: [name],
  });
  const schemas = { Header: object("number"), Log: object("topic") };
  const own = linted(document(subscribe, { schemas }));
  expect(own.findings).toEqual([]);
  const { files } = clientPackage(own.document, "typescript");
  const text = files.find(({ path }) => path === "src/generated/subscriptions.ts")?.text;
  expect(text).toContain(
    "eth_subscribe_newHeads(options?: SubscribeOptions): AsyncGenerator<types.Header, void, undefined>;",
  );
  expect(text).toContain(
    "eth_subscribe_logs(params?: types.EthSubscribeLogsParams, options?: SubscribeOptions): AsyncGenerator<types.Log, void, undefined>;",
  );
});

test("open-rpc/playground #606: the page shows notifications of OpenRPC 1.3", () => {
  const push = {
    name: "push_metric",
    params: [{ name: "metric", schema: { type: "string" } }],
    examples: [{ name: "up", params: [{ name: "metric", value: "up" }] }],
  };
  const own = linted(document(push));
  expect(own.findings).toEqual([]);
  const packed = JSON.stringify(packForPage(own.document, "/"));
  expect(packed).toContain('"name":"push_metric"');
  expect(packed).toContain('"notification":true');
});

test("open-rpc/server-js #746: a param by name is not taken for another one", async () => {
  const text = { type: "string" };
  const example = (name: string): JsonObject => ({
    name,
    params: [{ name, value: "test" }],
    result: { name: "result", value: `got ${name}` },
  });
  const own = linted(
    document({
      name: "test",
      paramStructure: "by-name",
      params: ["param1", "param2", "param3"].map((name) => ({
        name,
        required: false,
        schema: text,
      })),
      result: { name: "result", schema: text },
      examples: ["param1", "param2", "param3"].map(example),
    }),
  );
  expect(own.findings).toEqual([]);
  const answers = await openAnswers(own.document);
  for (const name of ["param2", "param3", "param1"]) {
    expect(await answers.answer("test", { [name]: "test" })).toEqual({ result: `got ${name}` });
  }
});

test("open-rpc/typings #544: a method by name has a type for its params in every language, and sends names", () => {
  const own = linted(
    document({
      name: "transfer",
      paramStructure: "by-name",
      params: [
        { name: "amount", required: true, schema: { type: "integer", minimum: 0, maximum: 9 } },
        { name: "memo", schema: { type: "string" } },
      ],
      result: { name: "id", schema: { type: "string" } },
    }),
  ).document;
  const textOf = (language: string) =>
    clientPackage(own, language)
      .files.map(({ text }) => text)
      .join("\n");
  expect(textOf("typescript")).toMatch(
    /interface TransferParams \{\s+readonly amount: number;\s+readonly memo\?: string \| undefined;/,
  );
  expect(textOf("typescript")).toContain("transfer(params: types.TransferParams,");
  expect(textOf("go")).toContain("Transfer(ctx context.Context, params TransferParams,");
  expect(textOf("python")).toContain('_TRANSFER, {"amount": amount, "memo": memo}');
  expect(textOf("rust")).toContain("TransferParams { amount, memo: None }");
  expect(textOf("java")).toContain('@JsonProperty("amount") int amount');
  for (const language of ["typescript", "go", "python", "rust", "java"]) {
    expect(textOf(language)).not.toMatch(/positions: \["amount"|\["amount", "memo"\]/);
  }
});

test("open-rpc/typings #205: a property that holds a schema in a member is reported", () => {
  const file = { type: "object", properties: { file: { schema: { type: "string" } } } };
  const own = linted(
    document(
      {
        name: "startTest",
        params: [{ name: "files", required: true, schema: { $ref: "#/components/schemas/Files" } }],
        result: { name: "testResult", schema: { type: "string" } },
      },
      { schemas: { Files: { type: "array", items: file } } },
    ),
  );
  expect(own.findings).toMatchObject([
    {
      rule: "schema-slips",
      where: expect.stringContaining("#/components/schemas/Files/items/properties/file"),
      remedy: "`--fix` corrects it.",
    },
  ]);
});

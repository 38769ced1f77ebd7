import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ExampleAnswers } from "../../codegen/foreign/mock/answers.ts";
import { randomOf } from "../../codegen/foreign/mock/random.ts";
import { openAnswers } from "../../codegen/foreign/mock/router.ts";
import { randomSample, validSample } from "../../codegen/foreign/mock/sample.ts";
import { Validators } from "../../codegen/foreign/validators.ts";
import type { Json, JsonObject } from "../../codegen/load/json.ts";
import { mockCalls } from "./calls.ts";
import { readDocument, withMock } from "./harness.ts";

const documents = fileURLToPath(new URL("documents/", import.meta.url));

const tree: JsonObject = {
  openrpc: "1.3.2",
  info: { title: "Tree", version: "1.0.0" },
  methods: [
    {
      name: "depth",
      params: [{ name: "tree", required: true, schema: { $ref: "#/components/schemas/Tree" } }],
      result: { name: "depth", schema: { type: "integer" } },
    },
  ],
  components: {
    schemas: { Tree: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
  },
};

test.each(["zoo.json", "hostile.json", "ledger.json"])(
  "the router of server-js returns the results of the examples of %s",
  async (name) => {
    const document = await readDocument(join(documents, name));
    const answers = await openAnswers(document);
    expect(answers).not.toBeInstanceOf(ExampleAnswers);
    for (const { method, params, result } of mockCalls(document)) {
      expect([method, await answers.answer(method, params)]).toEqual([method, { result }]);
    }
  },
);

test("a document with recursive params is answered on our own validators", async () => {
  const answers = await openAnswers(tree);
  expect(answers).toBeInstanceOf(ExampleAnswers);
  expect(await answers.answer("depth", [[[]]])).toEqual({ result: 1 });
  expect(await answers.answer("depth", ["leaf"])).toEqual({
    error: { code: -32602, message: "Invalid params", data: "tree must be array" },
  });
});

test("rpc.discover is the document, for the params that the document declares", async () => {
  const discovery = {
    name: "rpc.discover",
    params: [{ name: "of", required: true, schema: { type: "string" } }],
    result: { name: "document", schema: {} },
  };
  const methods = [...(tree["methods"] as readonly JsonObject[]), discovery];
  const declared: JsonObject = { ...tree, methods };
  const schema = { $schema: "http://json-schema.org/draft-07/schema#", type: "string" };
  const plain = { ...tree, methods: [{ ...discovery, params: [{ name: "of", schema }] }] };
  const answers = await openAnswers(plain);
  expect(answers).not.toBeInstanceOf(ExampleAnswers);
  expect(await answers.answer("rpc.discover", { of: "all" })).toEqual({ result: plain });
  const [undeclaring, declaring] = [await openAnswers(tree), await openAnswers(declared)];
  expect(await undeclaring.answer("rpc.discover", undefined)).toEqual({ result: tree });
  expect(await declaring.answer("rpc.discover", { of: "all" })).toEqual({ result: declared });
  expect(await declaring.answer("rpc.discover", [])).toEqual({
    error: { code: -32602, message: "Invalid params", data: "of is missing" },
  });
});

test("a body that ends the transports of server-js is an invalid request", async () => {
  const document = await readDocument(join(documents, "zoo.json"));
  const response = await withMock(document, (url) =>
    fetch(url, { method: "POST", body: "[null]" }).then((answer) => answer.json()),
  );
  expect(response).toEqual([
    { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid Request" } },
  ]);
});

test("the router rejects a wrong param and names it", async () => {
  const answers = await openAnswers({
    ...tree,
    components: { schemas: { Tree: { type: "array", maxItems: 1, format: "x", "x-any": 1 } } },
  });
  expect(answers).not.toBeInstanceOf(ExampleAnswers);
  expect(await answers.answer("depth", { tree: [1, 2] })).toEqual({
    error: {
      code: -32602,
      message: "Invalid params",
      data: "tree must NOT have more than 1 items",
    },
  });
});

test("a sample of a oneOf is of the form that excludes the others", () => {
  const block = (...required: string[]): JsonObject => ({
    type: "object",
    properties: Object.fromEntries(required.map((name) => [name, { type: "string" }])),
    required,
  });
  const schema = { oneOf: [block("number", "hash"), block("number")] };
  const validators = new Validators({ components: { schemas: {} } });
  const made = validSample(schema, new Map(), validators);
  expect(validators.problem(schema, made)).toBe(undefined);
  expect(Object.keys(made as JsonObject)).toEqual(["number"]);
});

test("a sample of a oneOf deep inside is of the form that excludes the others, too", () => {
  const hash = { type: "string", pattern: "^0x[0-9a-f]{4}$" };
  const hashes = { type: "array", items: hash };
  const logs = { type: "array", items: { type: "object", required: ["data"] } };
  const schemas = new Map<string, JsonObject>([
    ["Found", { oneOf: [hashes, { ...hashes, title: "same" }, logs] }],
    ["Page", { type: "object", required: ["found"], properties: { found: ref("Found") } }],
  ]);
  const document = { components: { schemas: Object.fromEntries(schemas) } };
  const validators = new Validators(document);
  const made = validSample({ type: "array", items: ref("Page") }, schemas, validators);
  expect(made).toEqual([{ found: [{ data: null }] }]);
  expect(validators.problem({ type: "array", items: ref("Page") }, made)).toBe(undefined);
});

test.each([
  ["^0x[a-f\\d]+$", 68, 68],
  ["^(0x)?([0-9a-f]{2})*$", 6, 7],
  ["^[a-z2-7]+$", 56, 56],
  ["^[a-z]{0,3}-?[0-9]{1,9}$", 10, 12],
  ["^0x[a-f\\d]{4}$", 0, 100],
])("a sample of the pattern %s has a length from %i to %i", (pattern, minLength, maxLength) => {
  const schema = { type: "string", pattern, minLength, maxLength };
  const validators = new Validators({ components: { schemas: {} } });
  const random = randomOf("some text");
  for (const made of [
    validSample(schema, new Map(), validators),
    randomSample(schema, new Map(), validators, random),
  ])
    expect(validators.problem(schema, made)).toBe(undefined);
});

test("a sample of a union of many forms is one of them", () => {
  const forms = Array.from({ length: 52 }, (_each, index) => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { enum: [`event ${index}`] } },
  }));
  const validators = new Validators({ components: { schemas: {} } });
  expect(validSample({ oneOf: forms }, new Map(), validators)).toEqual({ kind: "event 0" });
});

function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

test("a sample has declared members before others, however deep it is", () => {
  const domain: JsonObject = {
    type: "object",
    properties: { never: false, name: { type: "string" } },
    minProperties: 1,
  };
  const schema = ["a", "b", "c", "d"].reduce<JsonObject>(
    (inner, member) => ({ type: "object", properties: { [member]: inner }, required: [member] }),
    domain,
  );
  const made = validSample(schema, new Map(), new Validators({}));
  expect(JSON.stringify(made)).toMatch(/^\{"d":\{"c":\{"b":\{"a":\{"name":"[^"]*"\}\}\}\}\}$/);
});

// As Go's reflection writes a hash: nothing is said of its other 31 items.
test.each<[string, JsonObject, readonly string[]]>([
  ["items", { items: [{ type: "number" }], minItems: 3 }, ["number"]],
  ["prefixItems", { prefixItems: [{ type: "number" }], minItems: 3 }, ["number"]],
  [
    "items of any type",
    { prefixItems: [{ type: "string" }], items: true, minItems: 3 },
    ["string"],
  ],
  [
    "unevaluatedItems",
    { prefixItems: [{ type: "string" }], unevaluatedItems: { type: "boolean" }, minItems: 3 },
    ["string", "boolean"],
  ],
])("a sample of a tuple of %s has the types of its places", (_, keywords, types) => {
  const schema = { type: "array", ...keywords };
  const validators = new Validators({});
  for (const made of [
    validSample(schema, new Map(), validators),
    randomSample(schema, new Map(), validators, randomOf("some list")),
  ]) {
    expect((made as Json[]).length).toBeGreaterThan(2);
    expect([...new Set((made as Json[]).map((item) => typeof item))]).toEqual(types);
  }
});

test.each<[value: Json, schema: JsonObject, problem: string]>([
  [
    { kind: "b", size: "1" },
    { oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Box" }] },
    "/size must be integer",
  ],
  [
    { size: 1 },
    { anyOf: [{ type: "null" }, { $ref: "#/components/schemas/Box" }] },
    "must have required property 'kind'",
  ],
  [
    "0xg",
    { oneOf: [{ enum: ["latest"] }, { type: "string", pattern: "^0x[0-9]+$" }] },
    'must match pattern "^0x[0-9]+$"',
  ],
  [
    5,
    { oneOf: [{ type: "string" }, { minimum: 1 }, { maximum: 9 }] },
    "must match exactly one schema in oneOf",
  ],
])("the problem of %j is that of the form which it resembles", (value, schema, problem) => {
  const Box = {
    type: "object",
    required: ["kind", "size"],
    properties: { kind: { const: "b" }, size: { type: "integer" } },
  };
  const validators = new Validators({ ...tree, components: { schemas: { Box } } });
  expect(validators.problem(schema, value)).toBe(problem);
});

test("an invalid schema does not fail the calls of other methods", async () => {
  const result = { name: "r", schema: { const: "x" } };
  const methods = [
    { name: "a", params: [{ name: "p", schema: { type: "text" } }], result },
    { name: "b", params: [], result },
  ];
  const answers = await openAnswers({ ...tree, methods });
  expect(await answers.answer("b", [])).toEqual({ result: "x" });
});

test("a mock says which keyword of its document is invalid", async () => {
  const param = { name: "p", schema: { type: "text" } };
  const result = { name: "r", schema: { type: "string" } };
  const document = {
    openrpc: "1.3.2",
    info: { title: "", version: "1" },
    methods: [{ name: "a", params: [param], result }],
  };
  await withMock(document, async (url) => {
    const body = '{"jsonrpc":"2.0","id":7,"method":"a","params":["x"]}';
    const response = await fetch(url, { method: "POST", body });
    expect(await response.json()).toMatchObject({
      id: 7,
      error: { code: -32603, message: expect.stringContaining("schema is invalid: data/type") },
    });
  });
});

test("params that the document names for an error return it, by name or in order, before they are validated", async () => {
  const errors = [
    { code: 100, message: "no item {item}", "x-provoked-by": { item: "gone" } },
    { code: 101, message: "closed", data: { until: 8 }, "x-provoked-by": [5] },
    { code: 102, message: "sold out" },
  ];
  const params = [{ name: "item", required: true, schema: { type: "string" } }];
  const stock = { name: "stock", params, result: { name: "count", schema: { const: 12 } }, errors };
  const answers = await openAnswers({ ...tree, methods: [stock] });
  const gone = { error: { code: 100, message: "no item text" } };
  const closed = { error: { code: 101, message: "closed", data: { until: 8 } } };
  expect(await answers.answer("stock", { item: "gone" })).toEqual(gone);
  expect(await answers.answer("stock", ["gone"])).toEqual(gone);
  expect(await answers.answer("stock", { item: 5 })).toEqual(closed);
  expect(await answers.answer("stock", ["apple"])).toEqual({ result: 12 });
  expect(await answers.answer("stock", [6])).toMatchObject({ error: { code: -32602 } });
});

test("an example has the same params as a call that leaves out a default", async () => {
  const example = (result: string, params: Record<string, string>) => ({
    params: Object.entries(params).map(([name, value]) => ({ name, value })),
    result: { name: "result", value: result },
  });
  const answers = await openAnswers({
    openrpc: "1.3.2",
    info: { title: "Texts", version: "1.0.0" },
    methods: [
      {
        name: "get",
        params: [
          { name: "id", required: true, schema: { type: "string" } },
          { name: "encoding", schema: { type: "string", default: "hex" } },
        ],
        result: { name: "result", schema: { type: "string" } },
        examples: [
          example("first", { id: "a", encoding: "json" }),
          example("second", { id: "b", encoding: "hex" }),
          example("third", { id: "c" }),
        ],
      },
    ],
  });
  expect(await answers.result("get", { id: "b" })).toBe("second");
  expect(await answers.result("get", { id: "c", encoding: "hex" })).toBe("third");
  expect(await answers.result("get", { id: "c", encoding: "json" })).toBe("first");
});

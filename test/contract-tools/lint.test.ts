import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { main } from "../../codegen/foreign/main.ts";
import type { JsonObject } from "../../codegen/load/json.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "contract-lint-")));

afterAll(() => rmSync(folder, { recursive: true }));

type Finding = {
  readonly rule: string;
  readonly severity: string;
  readonly where: string;
  readonly text: string;
  readonly remedy: string;
};

async function lint(...args: string[]) {
  const out: string[] = [];
  const stopped = () => Promise.resolve();
  const print = (text: string) => void out.push(text);
  const code = await main(["lint", ...args], { out: print, err: print, stopped });
  return { code, out: out.join("") };
}

/** Writes a document and returns its findings as rule, severity, pointer and text. */
async function findingsOf(name: string, document: JsonObject, ...args: string[]) {
  const path = write(name, document);
  const { code, out } = await lint("--json", ...args, path);
  const findings = JSON.parse(out) as readonly Finding[];
  for (const { remedy } of findings) expect(remedy).not.toBe("");
  const rows = findings.map(({ rule, severity, where, text }) => [
    rule,
    severity,
    where.replace(path, ""),
    text,
  ]);
  return { code, rows };
}

function write(name: string, document: object): string {
  const path = join(folder, name);
  writeFileSync(path, `${JSON.stringify(document, undefined, 4)}\n`);
  return path;
}

const method = (name: string, schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  params: [],
  result: { name: "value", schema },
  ...more,
});

const document = (methods: readonly JsonObject[], components: JsonObject = {}): JsonObject => ({
  openrpc: "1.3.2",
  info: { title: "Slips", version: "1.0.0" },
  methods,
  components,
});

const slipped = document([
  method("get", {
    type: "object",
    properties: {
      id: { name: "id", description: "Its ID.", required: true, schema: { type: "int" } },
      size: { type: "integer", minimum: 18_446_744_073_709_551_615n, required: false },
      note: { type: "string", nullable: true, example: "hello", enum: ["hello", "bye"] },
      deep: {
        name: "deep",
        schema: { type: "object", properties: { x: { schema: { type: "string" } } } },
      },
      either: {
        oneOf: [
          { name: "text", summary: "A text.", schema: { type: "string" } },
          { type: "array", items: { schema: { type: "integer" } } },
        ],
      },
    },
  }),
]);

test("slips are findings, and --fix corrects them", async () => {
  const text = JSON.stringify(slipped, (_key, value) =>
    typeof value === "bigint" ? "BIG" : value,
  ).replace('"BIG"', "18446744073709551615");
  const path = join(folder, "slips.json");
  writeFileSync(path, text);
  const { code, out } = await lint("--json", path);
  const found = (JSON.parse(out) as readonly Finding[]).map(({ rule, severity, where }) => [
    rule,
    severity,
    where.split("#/methods/0/result/schema")[1],
  ]);
  expect(code).toBe(1);
  expect(found).toEqual(
    expect.arrayContaining([
      ["schema-slips", "error", "/properties/id"],
      ["schema-slips", "error", "/properties/size"],
      ["schema-slips", "error", "/properties/deep"],
      ["schema-slips", "error", "/properties/either/oneOf/0"],
      ["schema-slips", "error", "/properties/either/oneOf/1/items"],
      ["ignored-keywords", "warning", "/properties/note/nullable"],
      ["ignored-keywords", "warning", "/properties/note/example"],
    ]),
  );
  expect(await lint("--fix", path)).toEqual({
    code: 0,
    out: `corrected 6 schemas in ${path}\n`,
  });
  const fixed = readFileSync(path, "utf8");
  expect(fixed).toContain('"minimum": 18446744073709551615');
  expect(JSON.parse(fixed).methods[0].result.schema).toEqual({
    type: "object",
    properties: {
      id: { description: "Its ID.", type: "integer" },
      size: { type: "integer", minimum: 18446744073709552000 },
      note: { type: ["string", "null"], enum: ["hello", "bye", null], examples: ["hello"] },
      deep: { type: "object", properties: { x: { type: "string" } } },
      either: {
        oneOf: [
          { description: "A text.", type: "string" },
          { type: "array", items: { type: "integer" } },
        ],
      },
    },
    required: ["id"],
  });
  expect((await lint("--fix", path)).out).toBe("");
});

test("--fix leaves a file without slips as it is, byte for byte, and a null that has several forms", async () => {
  const schemas = { Id: { type: "string" } };
  const nullable = { $ref: "#/components/schemas/Id", nullable: true };
  const path = write("kept.json", document([method("get", nullable)], { schemas }));
  const before = readFileSync(path, "utf8");
  const { code, out } = await lint("--fix", path);
  expect([code, out]).toEqual([0, expect.stringContaining('JSON Schema ignores "nullable"')]);
  expect(readFileSync(path, "utf8")).toBe(before);
});

test("an example has every required param", async () => {
  const param = (name: string) => ({ name, required: true, schema: { type: "string" } });
  const params = [param("a"), param("b")];
  const examples = [
    { name: "one", params: [{ name: "a", value: "x" }], result: { name: "value", value: 1 } },
  ];
  const path = write("lacking.json", document([method("get", {}, { params, examples })]));
  expect(await lint(path)).toEqual({
    code: 1,
    out: expect.stringContaining(
      "#/methods/0/examples/0/params: get: the required param b is missing (valid-examples)",
    ),
  });
});

test("a property called schema is a property", async () => {
  const schema = { type: "object", properties: { schema: { type: "object" } } };
  expect(await findingsOf("own.json", document([method("get", schema)]))).toEqual({
    code: 0,
    rows: [],
  });
});

test("components that no method leads to are warnings, also in cycles", async () => {
  const schemas = {
    Used: { type: "array", items: { $ref: "#/components/schemas/Inner" } },
    Inner: { type: "string" },
    Ring: { type: "array", items: { $ref: "#/components/schemas/Ring" } },
  };
  const used = { $ref: "#/components/schemas/Used" };
  const errors = { Gone: { code: 1, message: "gone" } };
  const own = document([method("get", used)], { schemas, errors });
  expect(await findingsOf("unreachable.json", own)).toEqual({
    code: 0,
    rows: [
      ["unreachable-components", "warning", "#/components/schemas/Ring", "no method leads to Ring"],
      ["unreachable-components", "warning", "#/components/errors/Gone", "no method leads to Gone"],
    ],
  });
  const { rows } = await findingsOf("library.json", document([], { schemas }));
  expect(rows).toEqual([]);
});

test("a component that only another file refers to is reached", async () => {
  write("other.json", { List: { items: { $ref: "back.json#/components/schemas/Item" } } });
  const own = document([method("get", { $ref: "other.json#/List" })], {
    schemas: { Item: { type: "string" } },
  });
  expect((await findingsOf("back.json", own)).rows).toEqual([]);
});

test("names that differ only in case or punctuation are warnings", async () => {
  const schema = {
    type: "object",
    properties: { node_id: { type: "string" }, nodeID: { type: "string" } },
  };
  const params = ["a-b", "a_b"].map((name) => ({ name, schema: { type: "string" } }));
  const methods = [method("get.one", schema, { params }), method("getOne", { type: "string" })];
  const { code, rows } = await findingsOf("similar.json", document(methods));
  expect([code, rows.map(([rule, , where, text]) => [rule, where, text])]).toEqual([
    0,
    [
      ["similar-names", "#/methods/1", "getOne and get.one differ only in case or punctuation"],
      ["similar-names", "#/methods/0/params/1", "a_b and a-b differ only in case or punctuation"],
      [
        "similar-names",
        "#/methods/0/result/schema/properties/nodeID",
        "nodeID and node_id differ only in case or punctuation",
      ],
    ],
  ]);
});

test("every method and component that breaks the meta-schema is a finding", async () => {
  const own = document(
    [
      { name: "a" },
      method("b", { type: "string" }),
      { name: "c", params: [{ schema: {} }] },
      method("d", { $ref: "#/components/schemas/Gone" }),
    ],
    { schemas: { Odd: { type: "text" } } },
  );
  const { code, rows } = await findingsOf("many.json", own);
  expect(code).toBe(1);
  const places = rows.filter(([rule]) => rule === "meta-schema").map(([, , where]) => where);
  expect(places).toEqual(["#/components/schemas/Odd/type", "#/methods/0", "#/methods/2/params/0"]);
  expect(rows.map(([rule]) => rule)).toContain("valid-references");
  expect(rows.map(([rule]) => rule)).toContain("unreachable-components");
});

test("a reference that starts from another folder is answered with the --base to give", async () => {
  mkdirSync(join(folder, "top/api"), { recursive: true });
  mkdirSync(join(folder, "top/types"));
  write("top/types/value.json", { type: "string" });
  const own = document([method("get", { $ref: "types/value.json" })]);
  const { rows } = await findingsOf("top/api/api.json", own);
  const base = join(folder, "top");
  expect(rows[0]?.[3]).toContain(`; it exists from ${base}: pass --base ${base}`);
  expect(await findingsOf("top/api/api.json", own, "--base", base)).toEqual({ code: 0, rows: [] });
});

test("text has the remedy below each finding", async () => {
  const path = write("text.json", document([method("a", {}), method("A", {}), { name: "b" }]));
  const { code, out } = await lint(path);
  expect(code).toBe(1);
  expect(out).toContain(
    `${path}#/methods/2: must have required property 'params' (meta-schema)\n  `,
  );
  expect(out).toContain(
    `warning: ${path}#/methods/1: A and a differ only in case or punctuation (similar-names)\n  Rename`,
  );
});

test("a subscription names what the document has", async () => {
  const kind = { name: "kind", required: true, schema: { enum: ["a"] } };
  const subscribe = (own: JsonObject, params: JsonObject[] = [kind]) =>
    method("subscribe", { type: "string" }, { params, "x-subscription": own });
  const pushed = { name: "pushed", params: [{ name: "result", schema: true }] };
  const findings = async (own: JsonObject, ...others: JsonObject[]) => {
    const { code, rows } = await findingsOf("stream.json", document([subscribe(own), ...others]));
    expect(rows.every(([rule]) => rule === "subscriptions")).toBe(true);
    expect(code).toBe(rows.length === 0 ? 0 : 1);
    return rows.map(([, , where, text]) => [where, text]);
  };
  const place = "#/methods/0/x-subscription";
  expect(await findings({ notification: "gone" })).toEqual([]);
  expect(await findings({})).toEqual([[place, "the method of its notification is not named"]]);
  expect(await findings({ notification: "n", end: "stop" })).toEqual([
    [`${place}/end`, "there is no method stop"],
  ]);
  expect(await findings({ notification: "n", end: "stop" }, method("stop", {}))).toEqual([
    [`${place}/end`, "stop has no param for the ID of the subscription"],
  ]);
  expect(await findings({ notification: "pushed" }, pushed)).toEqual([
    [`${place}/notification`, "pushed has no param subscription"],
  ]);
  expect(
    await findings({ notification: "n", kinds: [{ when: { kind: "b" } }, { when: { size: 1 } }] }),
  ).toEqual([
    [`${place}/kinds/0/when/kind`, "kind: must be equal to one of the allowed values"],
    [`${place}/kinds/1/when/size`, "subscribe has no param size"],
  ]);
  expect(await findings({ notification: "n", unsubscribe: "stop", payload: {}, "x-a": 1 })).toEqual(
    [
      [
        `${place}/unsubscribe`,
        "there is no member unsubscribe: the members are notification, id, payload, end, schema, kinds, also",
      ],
      [`${place}/payload`, "payload is text"],
    ],
  );
  const misspelled = { when: { kind: "a" }, parms: [] };
  expect(await findings({ notification: "n", kinds: [misspelled], also: {} })).toEqual([
    [`${place}/also`, "also is a list"],
    [
      `${place}/kinds/0/parms`,
      "there is no member parms: the members are name, summary, notification, when, params, schema",
    ],
  ]);
  const odd = { when: {}, params: ["none"] };
  expect(await findings({ notification: "n", kinds: [odd] })).toEqual([
    [`${place}/kinds/0`, "`when` names no param that chooses it"],
    [`${place}/kinds/0/params/0`, "there is no param none"],
  ]);
});

test("schemas of what a subscription pushes, and of the params that choose it, are valid", async () => {
  const kind = { name: "kind", required: true, schema: { type: "text" } };
  const kinds = [{ when: { kind: "a" }, schema: { type: "string", minLength: -1 } }];
  const { code, rows } = await findingsOf(
    "pushes.json",
    document([
      method(
        "subscribe",
        { type: "string" },
        {
          params: [kind],
          "x-subscription": { notification: "n", kinds, also: [{ schema: { type: 1 } }] },
        },
      ),
    ]),
  );
  expect(code).toBe(1);
  expect(rows.map(([rule, , where]) => [rule, where])).toEqual([
    ["meta-schema", "#/methods/0/params/0/schema/type"],
    ["valid-schemas", "#/methods/0/x-subscription/kinds/0/schema"],
    ["valid-schemas", "#/methods/0/x-subscription/also/0/schema"],
  ]);
});

test("a client or server that would not compile is not written, and lint's reasons are printed", async () => {
  const param = (schema: JsonObject) => ({ name: "x", schema });
  const twice = write("twice.json", {
    ...document([
      method("a", {}, { params: [param({ type: "string" }), param({ type: "integer" })] }),
      method("a", {}),
    ]),
  });
  const folderOf = (name: string) => join(folder, name);
  const run = async (...args: string[]) => {
    const out: string[] = [];
    const print = (text: string) => void out.push(text);
    const code = await main(args, { out: print, err: print, stopped: () => Promise.resolve() });
    return { code, out: out.join("") };
  };
  const reasons = [
    "the code would not compile:",
    "#/methods/1: another method is called a (unique-names)",
    "  Rename one of them.",
    "#/methods/0/params/1: another param is called x (unique-names)",
  ];
  for (const language of ["typescript", "go", "python", "rust", "java"]) {
    const out = folderOf(language);
    const refused = await run("client", "--language", language, "--out", out, twice);
    expect(refused.code).toBe(2);
    for (const reason of reasons) expect(refused.out).toContain(reason);
    expect(existsSync(out)).toBe(false);
  }
  const wrong = { required: "name" };
  const params = [{ ...param(wrong), required: true }];
  const odd = write("odd.json", document([method("a", wrong, { params })]));
  for (const command of [
    ["server", "--out", folderOf("server")],
    ["page", "--out", folderOf("page")],
    ["check", "--all", "--dry-run", "--server", "http://127.0.0.1:1"],
  ]) {
    expect(await run(...command, odd)).toEqual({
      code: 2,
      out: expect.stringContaining(
        "#/methods/0/result/schema: schema is invalid: data/required must be array (valid-schemas)",
      ),
    });
  }
  for (const name of ["server", "page"]) expect(existsSync(folderOf(name))).toBe(false);
});

test("schemas that no value matches are findings", async () => {
  const closed = {
    type: "object",
    required: ["id", "key"],
    properties: { id: { type: "integer" } },
    additionalProperties: false,
  };
  const named = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  const { code, rows } = await findingsOf(
    "impossible.json",
    document(
      [
        { ...method("stop", {}), result: { name: "nothing", schema: false } },
        method("closed", closed),
        method("joined", { allOf: [{ $ref: "#/components/schemas/Id" }, named] }),
        method("twins", {
          oneOf: [
            { type: "array", properties: { items: { type: "string" } } },
            { type: "object", title: "map" },
            { type: "array", title: "list" },
          ],
        }),
        method("fine", { ...closed, required: ["id"] }),
        method("open", { ...closed, patternProperties: { "^k": {} } }),
        method("forbids", { type: "object", properties: { old: false } }),
      ],
      { schemas: { Id: { ...closed, required: [] } } },
    ),
  );
  expect(code).toBe(1);
  expect(rows).toEqual([
    [
      "impossible-schemas",
      "error",
      "#/methods/0/result/schema",
      'no value matches the schema false: of a result that is always null, it is {"type": "null"}',
    ],
    [
      "impossible-schemas",
      "error",
      "#/methods/1/result/schema",
      'no value matches: key is required, and "additionalProperties": false refuses it',
    ],
    [
      "impossible-schemas",
      "error",
      "#/methods/2/result/schema",
      'no value matches: name is required, and "additionalProperties": false refuses it',
    ],
    [
      "impossible-schemas",
      "error",
      "#/methods/3/result/schema/oneOf/2",
      "no value matches only this form of the oneOf: form 0 says the same",
    ],
    [
      "ignored-keywords",
      "warning",
      "#/methods/3/result/schema/oneOf/0/properties",
      'JSON Schema ignores "properties" of a list: "items" is beside "type"',
    ],
  ]);
});

test("bounds and values that contradict each other or the type are impossible", async () => {
  const impossible = [
    { type: "integer", minimum: 5, maximum: 1 },
    { type: "string", minLength: 2, maxLength: 1 },
    { type: "array", minItems: 2, maxItems: 1 },
    { type: "object", minProperties: 2, maxProperties: 1 },
    { type: "integer", enum: ["1", 1.5, null] },
    { type: "string", const: 1 },
    { type: "array", $ref: "#/components/schemas/Thing" },
    { allOf: [{ type: ["integer", "string"] }, { $ref: "#/components/schemas/Thing" }] },
  ];
  const possible = [
    { minimum: 5, maximum: 1 },
    { type: "number", minimum: 1, maximum: 1 },
    { type: "number", enum: [1, "1"] },
    { type: ["string", "null"], enum: ["a", null] },
    { type: "object", const: { a: 1 } },
    { enum: [1, "1"] },
    { type: "null", enum: [null] },
    { type: ["array", "object"], $ref: "#/components/schemas/Thing" },
    { allOf: [{ type: "integer" }, { type: "number" }] },
    {
      allOf: [
        { type: "string", nullable: true },
        { type: "integer", nullable: true },
      ],
    },
  ];
  const methods = [...impossible, ...possible].map((schema, index) => ({
    name: `get${index}`,
    params: [],
    result: { name: "value", schema },
  }));
  const found = await findingsOf(
    "contradictions.json",
    document(methods, { schemas: { Thing: { type: "object" } } }),
  );
  const rows = found.rows.filter(([, severity]) => severity === "error");
  expect(rows.map(([rule, , place, text]) => `${rule} ${place} ${text}`)).toEqual(
    [
      "minimum 5 is greater than maximum 1",
      "minLength 2 is greater than maxLength 1",
      "minItems 2 is greater than maxItems 1",
      "minProperties 2 is greater than maxProperties 1",
      "the enum has no value of the type integer",
      "the const has no value of the type string",
      "it has to be array, and object",
      "it has to be integer or string, and object",
    ].map(
      (text, index) =>
        `impossible-schemas #/methods/${index}/result/schema no value matches: ${text}`,
    ),
  );
});

test("a type of another name is not also a contradiction", async () => {
  const result = { name: "count", schema: { type: "int", enum: [1] } };
  const { rows } = await findingsOf("int.json", document([{ name: "count", params: [], result }]));
  expect(rows.map(([rule]) => rule)).toEqual(["meta-schema", "schema-slips"]);
});

test.each([
  ["1.2.6", []],
  ["1.3.2", []],
  ["1.4.0", []],
  ["1.4.19", []],
  ["1.4.0-rc1", ['must match pattern "^1\\.4\\.\\d+$"']],
  ["1.4", ["version 1.4 is not 1.2 to 1.4"]],
  ["1.3.9", [expect.stringContaining("must be one of 1.3.2, ")]],
  ["1.5.0", ["version 1.5.0 is not 1.2 to 1.4"]],
])("the versions that a document can have: %s", async (openrpc, expected) => {
  const { rows } = await findingsOf(`version-${openrpc}.json`, { ...document([]), openrpc });
  expect(rows.map(([, , , text]) => text)).toEqual(expected);
});

test.each(["1.3.2", "1.4.1"])("info and links of %s are objects", async (openrpc) => {
  const links = ["detail", { name: 5, method: "get" }];
  const { rows } = await findingsOf(`untyped-${openrpc}.json`, {
    ...document([method("get", {}, { links }), { name: "set" }], { links: { Next: "next" } }),
    openrpc,
    info: "an API",
  });
  // They do not hide what else is wrong.
  expect(rows).toContainEqual([
    "meta-schema",
    "error",
    "#/methods/1",
    expect.stringContaining("params"),
  ]);
  const isOfMethod = ([, , pointer]: readonly unknown[]) => pointer === "#/methods/1";
  expect(rows.filter((row) => row[0] === "meta-schema" && !isOfMethod(row))).toEqual([
    ["meta-schema", "error", "#/info", "must be object"],
    ["meta-schema", "error", "#/methods/0/links/0", "must be object"],
    ["meta-schema", "error", "#/methods/0/links/1/name", "must be string"],
    ["meta-schema", "error", "#/components/links/Next", "must be object"],
  ]);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { NamePool } from "../../codegen/clients/types/name-pool.ts";
import { foreignModel } from "../../codegen/foreign/client-model.ts";
import { clientPackage, packageInfo } from "../../codegen/foreign/clients.ts";
import { validSample } from "../../codegen/foreign/mock/sample.ts";
import { packForPage } from "../../codegen/foreign/page/pack.ts";
import { Validators } from "../../codegen/foreign/validators.ts";
import { type Json, type JsonObject, listAt, objectAt } from "../../codegen/load/json.ts";
import { readDocument } from "./harness.ts";

const document = await readDocument(fileURLToPath(new URL("documents/odd.json", import.meta.url)));

function generated(language: string, path: string): string {
  const { files } = clientPackage(document, language, "odd");
  return files.find((file) => file.path.endsWith(path))?.text ?? "";
}

test("integers have the type that their values and bounds need", () => {
  const types = generated("typescript", "generated/types.ts");
  const typeOf = (name: string) =>
    new RegExp(`${name}Params \\{\\s+readonly value: (\\w+);`).exec(types)?.[1];
  for (const name of ["WideValues", "NegativeRange", "FormattedNumber"])
    expect(typeOf(name)).toBe("bigint");
  expect(typeOf("HugeRange")).toBe("unknown");
});

const wide: JsonObject = { type: "integer", minimum: 2n ** 63n, maximum: 2n ** 64n - 1n };
const text: JsonObject = { type: "string" };

test.each<[string, JsonObject]>([
  [
    "values of names",
    { type: "object", additionalProperties: false, patternProperties: { "^k": wide, "^l": text } },
  ],
  ["a tuple", { type: "array", prefixItems: [wide, text] }],
  ["a union", { oneOf: [wide, { ...wide, minimum: 2n ** 62n }, text] }],
  [
    "a condition",
    { type: "object", if: { properties: { a: wide } }, else: { properties: { a: wide } } },
  ],
  ["distinct items", { type: "array", items: wide, minItems: 3, uniqueItems: true }],
])("integers beyond 2^53 bound %s", (_name, schema) => {
  const own: JsonObject = {
    openrpc: "1.3.2",
    info: { title: "Wide", version: "1.0.0" },
    methods: [{ name: "wide", params: [], result: { name: "wide", schema } }],
  };
  for (const language of ["typescript", "go", "python", "rust", "java"])
    expect(clientPackage(own, language).files).not.toEqual([]);
  const validators = new Validators(own);
  const sample = validSample(schema, new Map(), validators);
  expect(validators.problem(schema, sample)).toBeUndefined();
});

test("objects that contain themselves in allOf, and what is beside a reference, have types", () => {
  const types = generated("typescript", "generated/types.ts");
  const membersOf = (name: string) =>
    new RegExp(`interface ${name} \\{\\n([^}]*)\\}`)
      .exec(types)?.[1]
      ?.trim()
      .split(/\s*\n\s*/)
      .sort();
  const joint = (next: string) => [
    "readonly id: number;",
    `readonly next?: ${next} | undefined;`,
    "readonly parent?: Joint | undefined;",
  ];
  const note = "readonly note: string;";
  expect(membersOf("Joint")).toEqual(joint("JointNext"));
  expect(membersOf("JointNext")).toEqual([...joint("JointNext"), note].sort());
  expect(membersOf("ChainLink")).toEqual([...joint("ChainLinkNext"), note].sort());
  expect(generated("typescript", "generated/methods.ts")).toContain("Promise<types.Joint | null>");
});

test("of lists of values that all apply, clients have the shared values", () => {
  const status = { type: "string", enum: ["valid", "invalid", "syncing", "badHash"] };
  const schemas: JsonObject = {
    Status: status,
    Payload: { type: "object", required: ["status"], properties: { status } },
    Restricted: {
      properties: { status: { enum: ["syncing", "valid"] } },
      allOf: [{ $ref: "#/components/schemas/Payload" }],
    },
    Both: { allOf: [{ $ref: "#/components/schemas/Status" }, { enum: ["badHash", "other"] }] },
  };
  const methods = ["Restricted", "Both"].map((name) => ({
    name,
    params: [],
    result: { name: "r", schema: { $ref: `#/components/schemas/${name}` } },
  }));
  const { types } = foreignModel({ methods, components: { schemas } }).model;
  expect(types.get("RestrictedStatus")).toMatchObject({ values: ["syncing", "valid"] });
  expect(types.get("Both")).toMatchObject({ values: ["badHash"] });
});

test("what clients cannot express is listed with its place", () => {
  const { widenings } = clientPackage(document, "go");
  expect(widenings.map(({ where }) => where)).toEqual([
    "hugeRange param value",
    "hugeRange result",
    "api errors/0",
    "AnythingOrTextValue",
    "AnythingOrTextResult",
  ]);
});

test("forms of a union can be numbers, objects of any members, and lists of plain values", () => {
  const types = generated("typescript", "generated/types.ts");
  expect(types).toContain("export type PlainFormsAddress = string | readonly string[];\n");
  expect(types).toContain("export type PlainFormsLimit = string | number;\n");
  expect(types).toContain("export type PlainFormsFlags = number | readonly boolean[];\n");
  expect(types).toContain(
    "export type PlainFormsSince = string | number | Readonly<Record<string, unknown>>;\n",
  );
  expect(types).toContain("readonly ids?: readonly PlainFormsIdsItem[] | undefined;\n");
  expect(types).toContain("export type PlainFormsIdsItem = string | PlainFormsIdsItemForm2;\n");
  const go = generated("go", "gen_types.go");
  expect(go).toContain("type Float float64\n");
  expect(go).toContain("type PlainFormsResultWideIntegerList []Uint64\n");
  expect(generated("rust", "types.rs")).toContain("Vec<u64>");
  expect(generated("java", "types/PlainFormsLimit.java")).toContain(
    "record Number(@JsonValue double value)",
  );
});

test("a form of a union can be a map of the union", () => {
  expect(generated("typescript", "generated/types.ts")).toContain(
    "export type AnyJson = string | readonly AnyJson[] | { readonly [name: string]: AnyJson };\n",
  );
});

test("a name that linters reject as a method is not one", () => {
  expect(generated("java", "types/AnyJsonParams.java")).toContain("AnyJson yield_)");
});

test("an object that allows any other members has those that it declares", () => {
  const open = (rest: Json): JsonObject => ({
    openrpc: "1.3.2",
    info: { title: "Open", version: "1" },
    methods: [
      {
        name: "get",
        params: [],
        result: {
          name: "result",
          schema: {
            type: "object",
            properties: { id: { type: "string" } },
            required: ["id"],
            additionalProperties: rest,
          },
        },
      },
    ],
  });
  for (const rest of [true, {}, { description: "Whatever." }]) {
    const { model, widenings } = foreignModel(open(rest));
    expect(widenings).toEqual([]);
    expect(model.types.get("GetResult")).toMatchObject({
      kind: "struct",
      members: [{ name: "id", type: { kind: "text" }, required: true }],
    });
  }
  expect(foreignModel(open({ type: "string" })).widenings).toHaveLength(1);
});

/** The clients' model of a method `get` whose result has a schema. */
function modelOf(schema: JsonObject) {
  const methods = [{ name: "get", params: [], result: { name: "result", schema } }];
  const info = { title: "One", version: "1" };
  const { model, widenings } = foreignModel({ openrpc: "1.3.2", info, methods });
  const { result } = model.profiles[0]?.apis[0]?.methods[0] ?? {};
  return { result: result?.type, types: model.types, widenings };
}

test("unevaluatedProperties says what additionalProperties says, where that is missing", () => {
  const rest: JsonObject = { type: "object", unevaluatedProperties: { type: "string" } };
  expect(modelOf(rest).result).toEqual({ kind: "map", value: { kind: "text" } });
  const parts = [{ properties: { id: { type: "integer" } } }, { properties: { at: true } }];
  expect(modelOf({ ...rest, allOf: parts }).widenings).toEqual([
    { where: "get result", reason: "it has both properties and unevaluatedProperties" },
  ]);
  const { types, widenings } = modelOf({ allOf: parts, unevaluatedProperties: false });
  expect(types.get("GetResult")).toMatchObject({ members: [{ name: "id" }, { name: "at" }] });
  expect(widenings).toEqual([]);
});

/** The names that the runtime of a Go client declares for the whole package. */
function declaredByGo(document: JsonObject): readonly string[] {
  const { files } = clientPackage(document, "go");
  const runtime = files.filter(({ path }) => /^(?!gen_)\w+\.go$/.test(path));
  return runtime.flatMap(({ text }) => {
    const groups = [...text.matchAll(/^(?:const|var|type) \(\n(.*?)^\)/gms)];
    const grouped = groups.flatMap(([, body = ""]) => [...body.matchAll(/^\t([A-Z]\w*)/gm)]);
    const alone = [...text.matchAll(/^(?:func|type|var|const) ([A-Z]\w*)/gm)];
    return [...alone, ...grouped].map(([, name = ""]) => name);
  });
}

test("no type and no constant has a name that the runtime of the Go client declares", () => {
  const watch = {
    name: "watch",
    params: [],
    result: { name: "ID", schema: { type: "integer" } },
    "x-subscription": { notification: "watched", end: "unwatch", schema: { type: "number" } },
  };
  const unwatch = { ...watch, name: "unwatch", "x-subscription": undefined };
  const params = [{ name: "ID", schema: { type: "integer" } }];
  const read = (name: string, index: number) => ({
    name: `read${index}`,
    params: [],
    result: { name: "result", schema: { $ref: `#/components/schemas/${name}` } },
  });
  const documentOf = (schemas: JsonObject): JsonObject => ({
    openrpc: "1.3.2",
    info: { title: "Taken", version: "1" },
    methods: [watch, { ...unwatch, params }, ...Object.keys(schemas).map(read)] as unknown as Json,
    components: { schemas },
  });
  const names = declaredByGo(documentOf({}));
  expect(names).toEqual(expect.arrayContaining(["New", "Problem", "WithOnReconnect"]));
  const schemas = Object.fromEntries([
    ...names.map((name): [string, Json] => [name, { type: "object", properties: { a: true } }]),
    ["With", { enum: ["Header", "timeout"] }],
    ["Reason", { enum: ["HTTP"] }],
  ]);
  const { files } = clientPackage(documentOf(schemas), "go");
  const types = files.find(({ path }) => path === "gen_types.go")?.text ?? "";
  const made = [...types.matchAll(/^(?:type ([A-Z]\w*)|\t([A-Z]\w*) +\w+ += )/gm)].map(
    ([, type, name]) => type ?? name ?? "",
  );
  expect(made).toContain("WithHeaderValue2");
  expect(made.filter((name) => names.includes(name))).toEqual([]);
});

test("a type has no name that a type parameter of the Java client shadows", () => {
  const { files } = clientPackage(document, "java");
  // A type is visible without an import only in its own package.
  const inPackage = files.filter(({ path }) => path.includes("/types/"));
  const parameters = inPackage.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:class|record|interface) \w+<(\w+)/g)].map(([, name = ""]) => name),
  );
  expect(parameters).toContain("T");
  for (const name of parameters) expect(new NamePool().type(name)).not.toBe(name);
});

test("an enum without a type has the types of its values", () => {
  const union = modelOf({ enum: ["auto", 1, 2, true, null] });
  expect(union.result).toEqual({ kind: "nullable", inner: { kind: "named", name: "GetResult" } });
  const { forms } = union.types.get("GetResult") as { forms: readonly { json: string }[] };
  expect(forms.map(({ json }) => json)).toEqual(["text", "number", "boolean"]);
  const most = 18446744073709551615n;
  const wide = { kind: "integer", size: "uint64", wire: "number" };
  expect(modelOf({ const: most }).result).toEqual(wide);
  expect(modelOf({ enum: [1, most] }).result).toEqual(wide);
  expect(modelOf({ enum: [1, 2.5] }).result).toEqual({ kind: "float" });
  expect(modelOf({ enum: [null] }).result).toEqual({ kind: "null" });
});

test("an optional text in params needs no pointer in Go, and can be sent although it is empty", () => {
  const types = generated("go", "gen_types.go");
  expect(types).toMatch(/Text +string +`json:"text,omitzero"`/);
  expect(types).toMatch(/Word +\w+ +`json:"word,omitzero"`/);
  expect(types).toMatch(/Other +\w+ +`json:"other,omitzero"`/);
  expect(types).toMatch(/SendEmpty +\[\]string +`json:"-"`/);
  expect(types).toContain('{"text", "", v.Text == "" && slices.Contains(v.SendEmpty, "text")}');
  expect(types).toContain('{"word", "", v.Word == "" && slices.Contains(v.SendEmpty, "word")}');
  // Its words are never empty.
  expect(types).not.toContain('{"other"');
});

test("a required member without a property is a member", () => {
  expect(generated("go", "gen_types.go")).toMatch(/Extra json.RawMessage +`json:"extra"`/);
});

test("a schema that is a part of itself has an end", () => {
  const schemas = objectAt(document["components"], "schemas");
  const validators = new Validators(document);
  expect(listAt(schemas["Part"], "allOf")).toHaveLength(1);
  expect(validators.problem({ $ref: "#/components/schemas/Part" }, { size: "x" })).toBe(
    "/size must be integer",
  );
  expect(validators.problem({ $ref: "#/components/schemas/Choice" }, "text")).toBeUndefined();
});

test("the Python package imports the types that it names", () => {
  expect(generated("python", "spec.py")).toContain(
    "from collections.abc import Mapping, Sequence\n",
  );
  expect(generated("python", "_generated/types.py")).toContain(
    "from .._codec import Struct, Unknown\n",
  );
});

test("an enum of texts that are not identifiers is no form of its own beside any text", () => {
  const [, conversions] =
    /conversions!\(TextOrWordsResult \{([^}]+)\}/.exec(generated("rust", "types.rs")) ?? [];
  expect(conversions?.match(/\(.+\)/g)).toEqual(["(String)", "(&str)", "(Count)"]);
});

test("names of packages and types are short enough for the name of a file", () => {
  expect(packageInfo(document).name.length).toBeLessThanOrEqual(60);
  for (const { path } of clientPackage(document, "java").files) {
    for (const name of path.split("/")) expect(name.length).toBeLessThan(200);
  }
});

test("a document's section of the page has a fragment that no method has", () => {
  const [shown] = listAt(packForPage(document, "/"), "documents");
  expect(objectAt({ shown: shown ?? null }, "shown")["api"]).toBe("api (document)");
});

test("a result that is always null is read as null in Python, and as no object", async () => {
  const zoo = await readDocument(fileURLToPath(new URL("documents/zoo.json", import.meta.url)));
  const spec = clientPackage(zoo, "python", "zoo").files.find(({ path }) =>
    path.endsWith("spec.py"),
  );
  expect(spec?.text).toMatch(/"ping",\s+"null",/);
  expect(spec?.text).not.toContain('"nothing"');
});

test("names keep letters with marks, and methods without Latin letters are operations", () => {
  const pool = new NamePool();
  expect(["été", "größe", "余额"].map((name) => pool.identifier(name, "operation"))).toEqual([
    "ete",
    "gro_e",
    "operation",
  ]);
  const types = new NamePool();
  expect([types.type("Naïve"), types.type("баланс", "Operation")]).toEqual(["Naive", "Operation"]);
});

test("names in capitals become the words of each language", () => {
  const pool = new NamePool();
  const names = ["BLOCK_HEADER", "BLOCK_HEADER l1_da_mode", "HTTP_2", "FELT", "getTX_ID", "A_b"];
  expect(names.map((name) => pool.type(name))).toEqual([
    "BlockHeader",
    "BlockHeaderL1DaMode",
    "Http2",
    "FELT",
    "GetTXID",
    "AB",
  ]);
});

test("a component that refers to one of the same name in another file adds no second name", async () => {
  const folder = mkdtempSync(join(tmpdir(), "same-names-"));
  const write = (name: string, schemas: object, method: string) => {
    const result = { name: "value", schema: { $ref: `#/components/schemas/${method}` } };
    const methods = [{ name: "get", params: [], result }];
    const info = { title: "Names", version: "1" };
    const document = { openrpc: "1.3.2", info, methods, components: { schemas } };
    writeFileSync(join(folder, name), JSON.stringify(document));
  };
  const elsewhere = (name: string) => ({ $ref: `types.json#/components/schemas/${name}` });
  write("types.json", { FELT: { type: "string" } }, "FELT");
  write(
    "api.json",
    {
      FELT: elsewhere("FELT"),
      Both: { type: "array", items: elsewhere("FELT") },
      Own: elsewhere("FELT"),
    },
    "Both",
  );
  const { components } = await readDocument(join(folder, "api.json"));
  rmSync(folder, { recursive: true });
  expect(components).toMatchObject({
    schemas: {
      FELT: { type: "string" },
      Both: { items: { $ref: "#/components/schemas/FELT" } },
      Own: { $ref: "#/components/schemas/FELT" },
    },
  });
  expect(Object.keys(objectAt(components, "schemas"))).toEqual(["FELT", "Both", "Own"]);
});

test("Javadoc of streams marks names as code", async () => {
  const pulse = await readDocument(fileURLToPath(new URL("documents/pulse.json", import.meta.url)));
  const { files } = clientPackage(pulse, "java", "pulse");
  const text = files.find(({ path }) => path.endsWith("/Subscriptions.java"))?.text;
  expect(text).toContain("<code>");
  expect(text).not.toContain("&lt;code");
});

test("a method without a summary is described by the first sentence of its description", () => {
  const described = (description: string) => ({
    name: `m${description.length}`,
    params: [{ name: "count", schema: { type: "integer" }, required: true }],
    result: { name: "value", schema: { type: "string" } },
    description,
  });
  const texts = [
    "Waits for a block (see a.b). It never ends, e.g. on Mondays.",
    "Stops",
    "",
    "Ends.\n\n- now\n- later",
  ];
  const info = { title: "Texts", version: "1" };
  const api = { openrpc: "1.3.2", info, methods: texts.map(described) };
  const { model } = foreignModel(api);
  const [first] = model.profiles.flatMap(({ apis }) => apis.map(({ methods }) => methods));
  expect(first?.map(({ summary, description }) => [summary, description])).toEqual([
    ["Waits for a block (see a.b).", "It never ends, e.g. on Mondays."],
    ["Stops", ""],
    ["Calls m0.", ""],
    ["Ends.", "- now - later"],
  ]);
  for (const language of ["python", "rust"]) {
    const { files } = clientPackage(api, language, "texts");
    const docs = files.filter(({ path }) => /spec\.(py|rs)$/.test(path)).map(({ text }) => text);
    expect(docs.join()).not.toMatch(/count`?: *\n/);
  }
});

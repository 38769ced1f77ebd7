import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { lintFiles } from "../../codegen/foreign/lint.ts";
import { openAnswers } from "../../codegen/foreign/mock/router.ts";
import { readFiles } from "../../codegen/foreign/read.ts";
import { selfContained } from "../../codegen/foreign/self-contained.ts";
import { Validators } from "../../codegen/foreign/validators.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt } from "../../codegen/load/json.ts";
import { writeServer } from "./server-check.ts";

// Each method of the document has a keyword of JSON Schema draft 7 or 2020-12, and an example that it allows.
const path = fileURLToPath(new URL("documents/keywords.json", import.meta.url));
const { document, findings } = lintFiles(await readFiles(path, { notesHidden: true }));

/** Values that the keyword forbids, by method. */
const forbidden: readonly (readonly [string, Json])[] = [
  ["prefixItems", ["a", "b"]],
  ["prefixRest", ["a", true, 1]],
  ["tuple7", ["a", 1, 2]],
  ["dependentRequired", { a: "x" }],
  ["dependentSchemas", { a: "x" }],
  ["dependencies7", { a: "x" }],
  ["unevaluatedProperties", { a: "x", c: "z" }],
  ["unevaluatedItems", ["a", 1]],
  ["minContains", [10, 1]],
  ["maxContains", [10, 11]],
  ["contains", ["y"]],
  ["const", { a: 2 }],
  ["constText", "other"],
  ["ifThenElse", { kind: "a", y: 2 }],
  ["propertyNames", { ABC: 1 }],
  ["patternProperties", { x1: "a" }],
  ["not", "text"],
  ["uniqueItems", [1, 1, 2]],
  ["multipleOf", 11],
  ["multipleOfDecimal", 0.075],
  ["exclusive", 2],
  ["minProperties", { a: "x" }],
  ["formatUri", 5],
  ["anchor", { name: 1 }],
  ["dynamic", { value: 1, children: [{ value: "x" }] }],
  ["defs", "x"],
  ["typeList", true],
  ["contentEncoding", 5],
];

const folder = mkdtempSync(join(tmpdir(), "contract-keywords-"));

afterAll(() => rmSync(folder, { recursive: true }));

const methods = listAt(document, "methods").filter(isObject);
const names = methods.map(({ name }) => String(name));

function schemaOf(name: string): Json {
  const method = methods.find((each) => each["name"] === name);
  return objectAt(method, "result")["schema"] ?? true;
}

test("every keyword is known, and each method has a value that it forbids", () => {
  expect(findings).toEqual([]);
  expect(forbidden.map(([name]) => name).sort()).toEqual([...names].sort());
});

test("lint reports examples that a keyword forbids", () => {
  const values = new Map(forbidden);
  const changed = {
    ...document,
    methods: methods.map((method) => {
      const value = values.get(String(method["name"])) ?? null;
      const params = [{ name: "given", value }];
      return {
        ...method,
        examples: [{ name: "wrong", params, result: { name: "value", value } }],
      };
    }),
  };
  const url = "file:///a.json";
  const read = () => changed;
  const { findings: found } = lintFiles({ url, base: url, root: changed, locate: String, read });
  const places = found.filter(({ rule }) => rule === "valid-examples").map(({ where }) => where);
  expect(places).toEqual(
    names.flatMap((_name, index) => [
      `/a.json#/methods/${index}/examples/0/params/0/value`,
      `/a.json#/methods/${index}/examples/0/result/value`,
    ]),
  );
});

test.each([undefined, "a", "b"])(
  "the mock refuses what a keyword forbids, and returns valid values (seed %s)",
  async (seed) => {
    const unseen = {
      ...document,
      methods: methods.map(({ examples: _examples, ...method }) => method),
    };
    const answers = await openAnswers(unseen, seed);
    const validators = new Validators(document);
    for (const [name, value] of forbidden) {
      expect([name, await answers.answer(name, { given: value })]).toMatchObject([
        name,
        { error: { code: -32602 } },
      ]);
      const [example] = listAt(
        methods.find((method) => method["name"] === name),
        "examples",
      );
      const [param] = listAt(example, "params");
      const given = (param as JsonObject)["value"] as Json;
      const outcome = await answers.answer(name, { given });
      if (!("result" in outcome)) throw new Error(`${name} refuses ${JSON.stringify(given)}`);
      expect([name, validators.problem(schemaOf(name), outcome.result)]).toEqual([name, undefined]);
    }
  },
);

test("the generated server checks params and results with the same keywords", async () => {
  writeServer(document, folder);
  const validators = await import(join(folder, "src/generated/validators.ts"));
  for (const [index, method] of methods.entries()) {
    const name = String(method["name"]);
    const [, value] = forbidden.find(([own]) => own === name) ?? [];
    const [example] = listAt(method, "examples");
    const valid = ((example as JsonObject)["result"] as JsonObject)["value"];
    expect([name, validators[`params${index}`]({ given: valid })]).toEqual([name, true]);
    expect([name, validators[`params${index}`]({ given: value })]).toEqual([name, false]);
    expect([name, validators[`result${index}`](valid)]).toEqual([name, true]);
    expect([name, validators[`result${index}`](value)]).toEqual([name, false]);
  }
});

test.each(["typescript", "go", "python", "rust", "java"])(
  "the %s client has types for every keyword, and members that only a condition declares",
  (language) => {
    const { files, widenings } = clientPackage(document, language);
    const text = files.map((file) => file.text).join("\n");
    expect(text).toMatch(/\bextra\b/);
    expect(widenings).toEqual([]);
  },
);

const dynamic = (anchors: readonly string[]): JsonObject => ({
  openrpc: "1.3.2",
  info: { title: "Dynamic", version: "1.0.0" },
  methods: [
    {
      name: "get",
      params: [],
      result: { name: "value", schema: { $dynamicRef: "#node" } },
    },
  ],
  components: {
    schemas: Object.fromEntries(
      anchors.map((name) => [name, { $dynamicAnchor: "node", type: "string" }]),
    ),
  },
});

test("a dynamic reference with several targets, and an anchor that no schema has, are refused with a pointer", () => {
  const findingsOf = (root: JsonObject) => {
    const files = { url: "file:///a.json", base: "file:///a.json", root };
    return lintFiles({ ...files, locate: (each) => each, read: () => root }).findings;
  };
  expect(findingsOf(dynamic(["Node"]))).toEqual([]);
  expect(findingsOf(dynamic(["Node", "Other"]))).toMatchObject([
    {
      rule: "valid-references",
      where: "/a.json#/methods/0/result/schema",
      text: "#node leads to several schemas: give each $dynamicAnchor its own name",
    },
    { rule: "unreachable-components" },
  ]);
  expect(findingsOf(dynamic([]))).toMatchObject([
    { where: "/a.json#/methods/0/result/schema", text: "#node refers to nothing" },
  ]);
  const url = "file:///a.json";
  const root = dynamic(["Node", "Other"]);
  const files = { url, base: url, root, locate: (each: string) => each, read: () => root };
  expect(() => selfContained(files)).toThrow("leads to several schemas");
});

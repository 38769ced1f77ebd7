import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { packageWriters } from "../../codegen/clients/package-writers.ts";
import { clientPackage, packageInfo } from "../../codegen/foreign/clients.ts";
import { lintDocument } from "../../codegen/foreign/lint.ts";
import { readFiles } from "../../codegen/foreign/read.ts";
import { selfContained } from "../../codegen/foreign/self-contained.ts";
import { withoutSubscriptions } from "../../codegen/foreign/subscriptions/find.ts";
import type { JsonObject } from "../../codegen/load/json.ts";
import { mockCalls } from "./calls.ts";
import { readDocument } from "./harness.ts";

// Compiling the packages and calling the mock takes minutes: npm run test:contract test/contract-tools/documents
const documents = fileURLToPath(new URL("documents/", import.meta.url));
const languages = [...packageWriters.keys()];

describe.each(readdirSync(documents))("%s", (name) => {
  test("its examples satisfy its schemas, and its mock accepts them", async () => {
    const files = await readFiles(join(documents, name));
    const document = selfContained(files);
    // The meta-schema allows no reference with the characters that some names of ours have.
    const findings = lintDocument({ ...files, root: document }, document);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    const methods = new Set(mockCalls(document).map(({ method }) => method));
    // Over HTTP, the mock refuses subscriptions, and nobody calls what they push.
    const called = withoutSubscriptions(document)["methods"] as readonly unknown[];
    expect(methods.size).toBe(called.length);
  });

  test.each(languages)(
    "the %s package has a README, an example and the same text each time",
    async (language) => {
      const document = await readDocument(join(documents, name));
      const { files } = clientPackage(document, language, "made");
      expect(clientPackage(document, language, "made").files).toEqual(files);
      const paths = files.map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths).toContain("README.md");
      expect(paths.some((path) => /^examples\//.test(path))).toBe(true);
    },
  );

  test("the TypeScript package parses", async () => {
    const document = await readDocument(join(documents, name));
    for (const { path, text } of clientPackage(document, "typescript", "made").files) {
      if (!path.endsWith(".ts")) continue;
      const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
      expect(diagnostics?.map(({ messageText }) => `${path}: ${messageText}`)).toEqual([]);
    }
  });
});

describe("what a language cannot express", () => {
  const document = (schema: JsonObject): JsonObject => ({
    openrpc: "1.3.2",
    info: { title: "Odd", version: "1.0.0" },
    methods: [{ name: "get", params: [], result: { name: "result", schema } }],
    components: { schemas: {} },
  });

  test("an object with a member without a name is raw JSON in Java only", () => {
    const odd = document({ type: "object", properties: { "": { type: "string" } } });
    expect(clientPackage(odd, "java").widenings.map(({ where }) => where)).toEqual(["GetResult"]);
    expect(clientPackage(odd, "go").widenings).toEqual([]);
  });

  test("an object with more members than a constructor of Java takes is raw JSON there", () => {
    const sized = (count: number, type: string) => {
      const names = Array.from({ length: count }, (_each, index) => [`m${index}`, { type }]);
      return document({ type: "object", properties: Object.fromEntries(names) });
    };
    const rawIn = (language: string, schema: JsonObject) =>
      clientPackage(schema, language).widenings.map(({ where }) => where);
    expect(rawIn("java", sized(254, "string"))).toEqual([]);
    expect(rawIn("java", sized(255, "string"))).toEqual(["GetResult"]);
    expect(rawIn("java", sized(127, "number"))).toEqual([]);
    expect(rawIn("java", sized(128, "number"))).toEqual(["GetResult"]);
    expect(rawIn("go", sized(255, "string"))).toEqual([]);
  });

  test("the Python example does not print a result that is always null", () => {
    const textOf = (schema: JsonObject) =>
      clientPackage(document(schema), "python").files.find(({ path }) =>
        path.startsWith("examples"),
      )?.text;
    expect(textOf({ type: "null" })).toContain("\n    client.rpc.get()\n");
    expect(textOf({ type: "string" })).toContain("\n    print(client.rpc.get())\n");
  });

  test("a union of many forms has a type", () => {
    const forms = Array.from({ length: 52 }, (_each, index) => ({
      type: "object",
      required: ["kind"],
      properties: { kind: { enum: [`event${index}`] } },
    }));
    for (const language of languages) {
      expect(clientPackage(document({ oneOf: forms }), language).widenings).toEqual([]);
    }
  });

  test.each<[string, JsonObject, RegExp]>([
    // As Go's reflection writes a list of hashes.
    ["tuple of one place", { type: "array", items: [{ type: "string" }] }, /\[\]string/],
    [
      "tuple of one type",
      { type: "array", prefixItems: [{ type: "string" }, { type: "string" }], items: false },
      /\[\]string/,
    ],
    [
      "tuple whose rest has a type",
      { type: "array", items: [{ type: "boolean" }], additionalItems: { type: "boolean" } },
      /\[\]bool/,
    ],
    [
      "tuple whose unevaluated items have a type",
      { type: "array", prefixItems: [{ type: "string" }], unevaluatedItems: { type: "boolean" } },
      /\[\]GetResultItem/,
    ],
    [
      "tuple of several types",
      { type: "array", items: [{ type: "string" }, { type: "integer" }] },
      /\[\]GetResultItem/,
    ],
    // As Go's reflection writes a map.
    [
      "map of any name",
      { type: "object", patternProperties: { ".*": { type: "boolean" } } },
      /map\[string\]bool/,
    ],
    [
      "map of any name, and of some",
      {
        type: "object",
        patternProperties: { "^a": { type: "boolean" }, ".*": { type: "boolean" } },
      },
      /map\[string\]bool/,
    ],
    [
      "map of some names",
      {
        type: "object",
        patternProperties: { "^a": { type: "boolean" } },
        additionalProperties: false,
      },
      /map\[string\]bool/,
    ],
    [
      "map whose patterns have the type of the rest",
      {
        type: "object",
        patternProperties: { "^a": { type: "boolean" } },
        additionalProperties: { type: "boolean" },
      },
      /map\[string\]bool/,
    ],
  ])("a %s has a type", (_, schema, inGo) => {
    for (const language of languages) {
      const { files, widenings } = clientPackage(document(schema), language);
      expect(widenings).toEqual([]);
      if (language === "go") expect(files.map(({ text }) => text).join("")).toMatch(inGo);
    }
  });

  test.each([[true], [{}]])("a tuple with a place of any value has raw JSON (%j)", (any) => {
    const schema = { type: "array", items: [{ type: "string" }, any] };
    for (const language of languages)
      expect(clientPackage(document(schema), language).widenings).toMatchObject([
        { where: "GetResultItem" },
      ]);
  });

  test("a map that leaves names out is raw JSON", () => {
    const some = { type: "object", patternProperties: { "^a": { type: "boolean" } } };
    const reasons = clientPackage(document(some), "go").widenings.map(({ reason }) => reason);
    expect(reasons).toEqual(["its patternProperties leave names out"]);
  });

  test("the example has valid values for params that the document gives none for", () => {
    const param = (name: string, schema: JsonObject) => ({ name, required: true, schema });
    const odd = document({ type: "string" });
    const [get = {}] = odd["methods"] as readonly JsonObject[];
    const params = [
      param("item", { type: "string", pattern: "^[a-z]{3}-[0-9]+$" }),
      param("count", { type: "integer", minimum: 5, maximum: 9, format: "uint64" }),
      param("fresh", { type: "boolean", const: false }),
    ];
    const examples = [{ name: "wrong", params: [{ name: "count", value: 12 }] }];
    const given = { ...odd, methods: [{ ...get, params, examples }] };
    const readmeOf = (language: string) =>
      clientPackage(given, language).files.find(({ path }) => path === "README.md")?.text;
    const calls = {
      typescript: '.get({ item: "aaa-0", count: 5n, fresh: false })',
      go: '{Item: "aaa-0", Count: 5, Fresh: false})',
      python: '.get(item="aaa-0", count=5, fresh=False)',
      rust: '.get("aaa-0", 5, false)',
      java: '.get("aaa-0", 5L, false)',
    };
    for (const [language, call] of Object.entries(calls))
      expect(readmeOf(language)).toContain(call);
  });

  test("the server's URL has the defaults of its variables", () => {
    const servers = [
      {
        url: "https://{region}.example.org:{{port}}/",
        variables: { region: { default: "eu" }, port: { default: 8443 } },
      },
    ];
    expect(packageInfo({ ...document({}), servers }).url).toBe("https://eu.example.org:8443/");
  });

  test.each(["Class", "Platform", "JSON"])("Python can import a package called %s", (title) => {
    const titled = { ...document({}), info: { title, version: "1.0.0" } };
    const paths = clientPackage(titled, "python").files.map(({ path }) => path);
    expect(paths).toContain(`src/${title.toLowerCase()}_api/__init__.py`);
  });

  test("the server's URL is the first one of HTTP", () => {
    const urls = ["stdio://local", "/rpc", "wss://example.org/ws", "https://example.org/rpc"];
    const given = (all: readonly string[]) => ({
      ...document({}),
      servers: all.map((url) => ({ url })),
    });
    expect(packageInfo(given(urls)).url).toBe("https://example.org/rpc");
    expect(packageInfo(given(urls.slice(0, 3))).url).toBe("http://127.0.0.1:8080");
  });

  test("a line without a period at its end is not a heading in Go", () => {
    const odd = document({ type: "string" });
    const [get = {}] = odd["methods"] as readonly JsonObject[];
    const described = {
      ...odd,
      methods: [{ ...get, summary: "Gets it.", description: "Reads the last one from a.toml" }],
    };
    const text = clientPackage(described, "go").files.find(
      ({ path }) => path === "gen_methods.go",
    )?.text;
    expect(text).toContain("a.toml.\n");
  });

  test("the crate of a document without enums and unions compiles without warnings", () => {
    const { files } = clientPackage(document({ type: "string" }), "rust");
    const textOf = (end: string) => files.find(({ path }) => path.endsWith(end))?.text ?? "";
    expect(textOf("forms.rs")).toContain("macro_rules! words");
    expect(textOf("generated/types.rs")).not.toContain("words!");
    expect(textOf("lib.rs")).toMatch(/#!\[allow\([^)]*\bunused_macros\b/);
  });

  test("the crate of a document with long codes of errors passes clippy::pedantic", () => {
    const own = document({ type: "string" });
    const [method] = own["methods"] as JsonObject[];
    const errors = [-2147483648, 1000000, 32001].map((code) => ({
      code,
      message: `error ${code}`,
    }));
    const { files } = clientPackage({ ...own, methods: [{ ...method, errors }] }, "rust");
    const printed = files.find(({ path }) => path.endsWith("generated/errors.rs"))?.text ?? "";
    const codes = [...printed.matchAll(/\((-?[\d_]+), \[/g)].map(([, code]) => code);
    expect(codes).toEqual(expect.arrayContaining(["-2_147_483_648", "1_000_000", "32001"]));
  });

  test("the crate of a document with a map of objects without members passes clippy::pedantic", () => {
    // As Go's reflection writes a set.
    const set: JsonObject = {
      type: "object",
      patternProperties: { ".*": { type: "object", additionalProperties: false } },
    };
    const { files } = clientPackage(document(set), "rust");
    const textOf = (end: string) => files.find(({ path }) => path.endsWith(end))?.text;
    expect(textOf("types.rs")).toMatch(/pub struct GetResultValue \{\s*\}/);
    expect(textOf("Cargo.toml")).toContain('zero_sized_map_values = "allow"');
  });

  test("the Java client of a document without calls has nothing that Error Prone warns about", () => {
    const textOf = (methods: readonly JsonObject[], path: string) =>
      clientPackage({ ...document(true as never), methods }, "java").files.find((file) =>
        file.path.endsWith(path),
      )?.text;
    expect(textOf([], "RpcApi.java")).toContain(
      '@SuppressWarnings("UnusedVariable")\npublic final',
    );
    expect(textOf([{ name: "log", params: [] }], "RpcApi.java")).not.toContain("SuppressWarnings");
    // A client has no text of its own.
    expect(textOf([{ name: "log", params: [] }], "Quickstart.java")).not.toContain(
      "println(client.rpc());",
    );
  });

  test("the README has the names of the methods in its language", () => {
    const method = { name: "get_someThing", params: [], result: { name: "r", schema: true } };
    const given = { ...document(true as never), methods: [method] };
    const names = {
      typescript: "get_someThing",
      go: "GetSomeThing",
      python: "get_some_thing",
      rust: "get_some_thing",
      java: "getSomeThing",
    };
    for (const [language, name] of Object.entries(names)) {
      const { files } = clientPackage(given, language);
      const readme = files.find(({ path }) => path === "README.md")?.text ?? "";
      const code = files.filter(({ path }) => /^(?!examples).*\.(ts|go|py|rs|java)$/.test(path));
      expect(readme).toContain(`| \`get_someThing\` | \`${name}\` |`);
      expect(code.some(({ text }) => text.includes(`${name}(`))).toBe(true);
    }
  });

  test("a method without summary is not described twice in Go", () => {
    const text = clientPackage(document({ type: "string" }), "go").files.find(
      ({ path }) => path === "gen_methods.go",
    )?.text;
    expect(text).toContain("// Get calls get.\nfunc");
  });

  test("a list that contains itself is raw JSON from the second level on", () => {
    const schema = { $ref: "#/components/schemas/Tree" };
    const tree = {
      ...document(schema),
      components: { schemas: { Tree: { type: "array", items: schema } } },
    };
    for (const language of languages) {
      expect(clientPackage(tree, language).widenings).toEqual([
        { where: "Tree", reason: "it contains itself and is not an object" },
      ]);
    }
  });

  test("an object that contains itself is a reference", () => {
    const schema = { $ref: "#/components/schemas/Node" };
    const node = {
      ...document(schema),
      components: {
        schemas: { Node: { type: "object", required: ["next"], properties: { next: schema } } },
      },
    };
    const textOf = (language: string, path: string) =>
      clientPackage(node, language).files.find((file) => file.path === path)?.text;
    expect(textOf("rust", "src/generated/types.rs")).toContain("pub next: Box<Node>,");
    expect(textOf("go", "gen_types.go")).toContain('Next *Node `json:"next"`');
    expect(clientPackage(node, "rust").widenings).toEqual([]);
  });
});

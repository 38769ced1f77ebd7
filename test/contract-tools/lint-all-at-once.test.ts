import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { main } from "../../codegen/foreign/main.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "contract-lint-all-")));

afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]) {
  const out: string[] = [];
  const print = (text: string) => void out.push(text);
  const stopped = () => Promise.resolve();
  const code = await main(args, { out: print, err: print, stopped });
  return { code, out: out.join("") };
}

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

type Finding = Readonly<Record<"rule" | "severity" | "where" | "text" | "remedy", string>>;

async function placesOf(path: string) {
  const { code, out } = await run("lint", "--json", path);
  const findings = JSON.parse(out) as readonly Finding[];
  for (const { text, remedy } of findings) {
    expect(text).not.toBe("");
    expect(remedy).not.toBe("");
  }
  const places = findings.map(({ rule, where }) => `${where.replace(path, "")} ${rule}`);
  return { code, places, findings };
}

const text = { type: "string" };
const result = { name: "value", schema: {} };

const slips = {
  openrpc: "1.3.2",
  info: { title: "Slips" },
  servers: "http://localhost",
  methods: [
    "a method as text",
    {
      name: "a.get",
      params: [{ name: "x", schema: { $ref: "#/components/schemas/Gone" } }],
      result,
    },
    { name: "a.get", params: { x: text }, result },
    {
      name: "A_get",
      params: [
        { name: "optional", schema: { type: "nonsense", minimum: "5" } },
        { name: "late", required: true, schema: text },
        { name: "late", required: "yes", schema: { $ref: "http://[", minLength: -1 } },
      ],
      result: { name: "value", schema: { pattern: "(", required: "x" } },
      errors: [
        { code: 1, message: "a" },
        { code: "2", message: "b" },
        { code: 1, message: "c" },
      ],
      links: [
        { name: "next", method: "gone" },
        { name: "example", method: "examples", params: { n: 1, m: 2 } },
      ],
      speed: "fast",
    },
    {
      name: "examples",
      params: [{ name: "n", schema: { type: "integer" } }],
      result: { name: "value", schema: false },
      examples: [{ name: "one", params: [{ name: "n", value: "1" }] }],
    },
    {
      name: "files",
      params: [{ name: "p", schema: { $ref: "gone.json#/X" } }],
      result: { name: "value", schema: { $ref: "http://127.0.0.1:9/never-read.json" } },
    },
    { params: [{ schema: {} }], result: { $ref: "#/components/contentDescriptors/Gone" } },
    { name: "notice", params: [], errors: [{ code: 1, message: "a" }] },
    {
      name: "slips",
      params: [{ name: "loop", schema: { $ref: "#/components/schemas/Loop" } }],
      result: {
        name: "value",
        schema: {
          type: "object",
          properties: { x: { schema: text }, y: { ...text, required: true }, z: { type: "bool" } },
          prefixItems: {},
        },
      },
    },
    {
      name: "closed",
      params: [],
      result: {
        name: "value",
        schema: { type: "object", required: ["z"], properties: {}, additionalProperties: false },
      },
    },
  ],
  components: {
    schemas: { Unused: text, Loop: { $ref: "#/components/schemas/Loop" } },
    errors: ["gone"],
  },
};

test("slips of every kind are reported at once, each at its place", async () => {
  const repeated = JSON.stringify(slips, undefined, 2).replace(
    '"title": "Slips"',
    '"title": "Hidden", "title": "Slips"',
  );
  const path = write("slips.json", repeated);
  const { code, places } = await placesOf(path);
  expect(code).toBe(1);
  expect(places.sort()).toEqual(
    [
      "#/info/title unique-members",
      "#/info meta-schema",
      "#/servers meta-schema",
      "#/methods/0 meta-schema",
      "#/methods/1/params/0/schema valid-references",
      "#/methods/2 unique-names",
      "#/methods/2/params meta-schema",
      "#/methods/3 similar-names",
      "#/methods/3/params/0/schema/type meta-schema",
      "#/methods/3/params/0/schema/minimum meta-schema",
      "#/methods/3/params/1 required-first",
      "#/methods/3/params/2 unique-names",
      "#/methods/3/params/2/required meta-schema",
      "#/methods/3/params/2/schema valid-references",
      "#/methods/3/params/2/schema/minLength meta-schema",
      "#/methods/3/result/schema/pattern ignored-keywords",
      "#/methods/3/result/schema/required meta-schema",
      "#/methods/3/errors/1/code meta-schema",
      "#/methods/3/errors/2 unique-codes",
      "#/methods/3/links/0/method valid-links",
      "#/methods/3/links/1/params/m valid-links",
      "#/methods/3/speed meta-schema",
      "#/methods/4/examples/0/params/0/value valid-examples",
      "#/methods/4/result/schema impossible-schemas",
      "#/methods/5/params/0/schema valid-references",
      "#/methods/5/result/schema valid-references",
      "#/methods/6 meta-schema",
      "#/methods/6/params/0 meta-schema",
      "#/methods/6/result valid-references",
      "#/methods/7/errors notifications",
      "#/methods/8/params/0/schema valid-references",
      "#/methods/8/result/schema/prefixItems meta-schema",
      "#/methods/8/result/schema/properties/x schema-slips",
      "#/methods/8/result/schema/properties/y schema-slips",
      "#/methods/8/result/schema/properties/y/required meta-schema",
      "#/methods/8/result/schema/properties/z/type meta-schema",
      "#/methods/8/result/schema/properties/z/type schema-slips",
      "#/methods/9/result/schema impossible-schemas",
      "#/components/schemas/Loop valid-references",
      "#/components/schemas/Unused unreachable-components",
      "#/components/errors meta-schema",
    ].sort(),
  );
});

test("clients and servers of such a document are refused, and nothing is written", async () => {
  const { methods, ...rest } = slips;
  const named = methods.slice(4, 5).map((method) => ({ ...(method as object), name: "same" }));
  const path = write("refused.json", JSON.stringify({ ...rest, methods: [...named, ...named] }));
  for (const command of [["client", "--language", "go"], ["server"]]) {
    const out = join(folder, "refused");
    const { code, out: printed } = await run(...command, "--out", out, path);
    expect(code).toBe(2);
    expect(printed).toContain(
      "#/methods/1: another method is called same (unique-names)\n  Rename",
    );
    expect(existsSync(out)).toBe(false);
  }
  expect(readdirSync(folder)).not.toContain("refused");
});

test("a document without methods or with an unknown version still has its other findings", async () => {
  const path = write("bare.json", JSON.stringify({ openrpc: "1.0.0", info: { title: 5 } }));
  expect((await placesOf(path)).places).toEqual([
    "#/openrpc meta-schema",
    "#/info/title meta-schema",
    "# meta-schema",
    "#/info meta-schema",
  ]);
});

test.each([
  ["a trailing comma", '{\n  "openrpc": "1.3.2",\n}', /\(line 3 column 1\)/],
  ["YAML", "# An API.\nopenrpc: 1.3.2\n", /it is YAML, which has to be converted/],
  ["nothing", "", /is not JSON: /],
])("%s is reported with its place", async (name, content, expected) => {
  const path = write("unread.json", content);
  const { code, findings } = await placesOf(path);
  expect([name, code, findings.map(({ rule }) => rule)]).toEqual([name, 2, ["usable"]]);
  expect(findings[0]?.text).toMatch(expected);
});

test("a byte order mark is not part of the document", async () => {
  const whole = { openrpc: "1.3.2", info: { title: "BOM", version: "1.0.0" }, methods: [] };
  const path = write("bom.json", `\uFEFF${JSON.stringify(whole)}`);
  expect(await placesOf(path)).toMatchObject({ code: 0, places: [] });
});

test("a keyword beside a reference is reported where it is written", async () => {
  const methods = [
    {
      name: "get",
      params: [],
      result: { name: "value", schema: { $ref: "#/components/schemas/Text", nullable: true } },
    },
  ];
  const info = { title: "Beside", version: "1.0.0" };
  const whole = { openrpc: "1.3.2", info, methods, components: { schemas: { Text: text } } };
  const path = write("beside.json", JSON.stringify(whole));
  expect((await placesOf(path)).places).toEqual([
    "#/methods/0/result/schema/nullable ignored-keywords",
  ]);
});

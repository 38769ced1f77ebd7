import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../../codegen/foreign/main.ts";

const folder = mkdtempSync(join(tmpdir(), "contract-command-"));
const zoo = fileURLToPath(new URL("documents/zoo.json", import.meta.url));

afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(args, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    stopped: () => Promise.resolve(),
  });
  return { code, out: out.join(""), err: err.join("") };
}

test("lint reports the places that clients get as raw JSON, and succeeds", async () => {
  const { code, out } = await run("lint", zoo);
  expect(code).toBe(0);
  expect(out).toBe(
    "note: clients get raw JSON at weights result: it has both properties and patternProperties\n",
  );
});

test("client writes the files of a package", async () => {
  const out = join(folder, "zoo");
  expect((await run("client", "--language", "go", "--out", out, zoo)).code).toBe(0);
  expect(readFileSync(join(out, "go.mod"), "utf8")).toBe("module zoo-client\n\ngo 1.26\n");
});

test.each([
  [[], "which command?\nusage: "],
  [["lnt", zoo], "unknown command: lnt; the commands are lint, client, "],
  [["lint"], "lint needs one DOCUMENT, but got 0 arguments\nusage: "],
  [["diff", zoo], "diff needs two documents, OLD and NEW, but got 1 arguments\nusage: "],
])("%j is refused with what is wrong before the usage", async (args, message) => {
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(message);
});

test("diff says on standard error what it cannot read", async () => {
  const { code, out, err } = await run("diff", zoo, join(folder, "nothing"));
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("is neither a file, a folder nor a git revision");
});

test("a mock prints the URL of an IPv6 address", async () => {
  const { out } = await run("mock", "--host", "::1", "--port", "0", zoo);
  const [url = ""] = /http:\S+/.exec(out) ?? [];
  expect(new URL(url).hostname).toBe("[::1]");
});

test("client without a language lists them", async () => {
  const { code, err } = await run("client", "--out", folder, zoo);
  expect(code).toBe(2);
  expect(err).toBe(
    "client needs --out DIR and --language, one of typescript, go, python, rust, java\n",
  );
});

test("diff follows references to other files", async () => {
  mkdirSync(join(folder, "old"));
  mkdirSync(join(folder, "new"));
  const document = {
    openrpc: "1.3.2",
    info: { title: "Split", version: "1.0.0" },
    methods: [
      { name: "get", params: [], result: { name: "value", schema: { $ref: "types.json#/Value" } } },
    ],
  };
  for (const [version, type] of [
    ["old", "string"],
    ["new", "integer"],
  ] as const) {
    writeFileSync(join(folder, version, "api.json"), JSON.stringify(document));
    writeFileSync(join(folder, version, "types.json"), JSON.stringify({ Value: { type } }));
  }
  const { code, out } = await run(
    "diff",
    join(folder, "old/api.json"),
    join(folder, "new/api.json"),
  );
  expect(code).toBe(1);
  expect(out).toContain("breaking (1)");
  expect(out).toContain("get");
});

test("a reference out of the document's folder is an error unless it is allowed", async () => {
  const path = join(folder, "old/out.json");
  const result = { name: "value", schema: { $ref: "../new/types.json#/Value" } };
  const info = { title: "Out", version: "1.0.0" };
  writeFileSync(
    path,
    JSON.stringify({ openrpc: "1.3.2", info, methods: [{ name: "get", params: [], result }] }),
  );
  const refused = await run("client", "--language", "go", "--out", join(folder, "made"), path);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("outside its folder or origin: allow it with --allow");
  const { code, out } = await run("lint", path);
  expect(code).toBe(1);
  expect(out).toContain(
    `/out.json#/methods/0/result/schema: ../new/types.json#/Value: is outside its folder or origin: allow it with --allow`,
  );
  expect((await run("lint", "--allow", join(folder, "new"), path)).code).toBe(0);
});

test.each([
  ["no methods", {}, "#/methods is not a list"],
  [
    "another kind of document",
    { openrpc: undefined },
    "#/methods is not a list: is it an OpenRPC document?",
  ],
  [
    "the response of rpc.discover",
    { openrpc: undefined, result: { openrpc: "1.3.2", methods: [] } },
    "#/methods is not a list: it is a response of rpc.discover, whose result is the document",
  ],
  [
    "an example that contains itself",
    {
      methods: [{ name: "get", params: [], examples: [{ name: "one", params: [{ $ref: "#" }] }] }],
    },
    "#/methods/0/examples/0/params/0: # contains itself",
  ],
  ["a method that is null", { methods: [null] }, "#/methods/0 is not an object"],
  [
    "a reference to nothing",
    { methods: [{ name: "get", params: [{ name: "a/b", schema: { $ref: "#/gone" } }] }] },
    "#/methods/0/params/0/schema: #/gone refers to nothing",
  ],
  [
    "a reference that starts from its schema",
    {
      methods: [
        {
          name: "get",
          params: [{ name: "a", schema: { $defs: { X: {} }, $ref: "#/$defs/X" } }],
        },
      ],
    },
    "#/methods/0/params/0/schema: #/$defs/X refers to nothing: it starts from the top of the file, not of the schema",
  ],
  [
    "a reference to itself",
    { methods: [{ $ref: "#/methods/0" }] },
    "#/methods/0: #/methods/0 refers to itself",
  ],
  [
    "a file that does not exist",
    { methods: [{ $ref: "gone.json" }] },
    "#/methods/0: gone.json: cannot read ",
  ],
])("%s is an error with its place", async (_what, changes, message) => {
  const path = join(folder, "unusable.json");
  const info = { title: "Unusable", version: "1.0.0" };
  writeFileSync(path, JSON.stringify({ openrpc: "1.3.2", info, ...changes }));
  const { code, err } = await run("client", "--language", "go", "--out", folder, path);
  expect(code).toBe(2);
  expect(err).toContain(`${realpathSync(path)}${message}`);
});

test("a client of a document with an invalid schema is refused with its place", async () => {
  const path = join(folder, "invalid-schema.json");
  const param = { name: "a", required: true, schema: { type: "string", minLength: "1" } };
  const info = { title: "Invalid", version: "1.0.0" };
  const methods = [{ name: "get", params: [param], result: { name: "b", schema: {} } }];
  writeFileSync(path, JSON.stringify({ openrpc: "1.3.2", info, methods }));
  const { code, err } = await run("client", "--language", "go", "--out", folder, path);
  expect([code, err]).toEqual([
    2,
    "values cannot be checked:\n#/methods/0/params/0/schema: schema is invalid: data/minLength must be integer (valid-schemas)\n  Correct the schema.\n",
  ]);
});

test("lint reports broken references together with all other findings, as text and as JSON", async () => {
  const path = join(folder, "broken.json");
  const result = (schema: object) => ({ name: "value", schema });
  const example = { name: "one", params: [], result: { name: "value", value: "text" } };
  const methods = [
    { name: "get", params: [], result: result({ $ref: "#/components/schemas/Gone" }) },
    { name: "read", params: [], result: result({ $ref: "gone.json#/Value" }) },
    { name: "get", params: [], result: result({ type: "integer" }), examples: [example] },
    { $ref: "#/methods/3" },
  ];
  const info = { title: "Broken", version: "1.0.0" };
  writeFileSync(path, JSON.stringify({ openrpc: "1.3.2", info, methods }));
  const real = realpathSync(path);
  const { code, out } = await run("lint", "--json", path);
  expect(code).toBe(1);
  const found = (JSON.parse(out) as readonly object[]).map((each) => ({
    ...each,
    remedy: undefined,
  }));
  expect(found).toEqual(
    expect.arrayContaining([
      {
        severity: "error",
        rule: "valid-references",
        where: `${real}#/methods/0/result/schema`,
        text: "#/components/schemas/Gone refers to nothing",
      },
      {
        severity: "error",
        rule: "valid-references",
        where: `${real}#/methods/1/result/schema`,
        text: expect.stringMatching(
          /^gone.json#\/Value: cannot read .*; if it starts from another folder, name that with --base$/,
        ),
      },
      {
        severity: "error",
        rule: "valid-references",
        where: `${real}#/methods/3`,
        text: "#/methods/3 refers to itself",
      },
      {
        severity: "error",
        rule: "unique-names",
        where: `${real}#/methods/2`,
        text: "another method is called get",
      },
      {
        severity: "error",
        rule: "valid-examples",
        where: `${real}#/methods/2/examples/0/result/value`,
        text: "get, result: must be integer",
      },
    ]),
  );
  expect((await run("lint", path)).out).toContain("refers to nothing (valid-references)\n");
});

test("lint --json prints JSON for a document that cannot be used, too", async () => {
  const path = join(folder, "no-json.json");
  writeFileSync(path, "{");
  const { code, out, err } = await run("lint", "--json", path);
  expect([code, err]).toEqual([2, ""]);
  expect(JSON.parse(out)).toEqual([
    expect.objectContaining({
      rule: "usable",
      where: path,
      text: expect.stringContaining("is not JSON"),
    }),
  ]);
});

test("a fraction with many digits is a number", async () => {
  const path = join(folder, "fraction.json");
  const result = { name: "value", schema: { type: "number", maximum: 0.5 } };
  const text = JSON.stringify({
    openrpc: "1.3.2",
    info: { title: "Fraction", version: "1.0.0" },
    methods: [{ name: "get", params: [], result }],
  });
  writeFileSync(path, text.replace("0.5", "0.12345678901234567890"));
  expect(await run("lint", path)).toEqual({ code: 0, out: "", err: "" });
});

test("a finding has the file and the JSON pointer of the value, in the file where it is written", async () => {
  const example = { name: "one", params: [], result: { name: "value", value: "text" } };
  const result = { name: "value", schema: { type: "integer" } };
  const path = join(folder, "old/placed.json");
  const info = { title: "Placed", version: "1.0.0" };
  const parts = { "a/b": { name: "get", params: [], result, examples: [example] } };
  writeFileSync(join(folder, "old/parts.json"), JSON.stringify(parts));
  const methods = [{ $ref: "parts.json#/a~1b" }];
  writeFileSync(path, JSON.stringify({ openrpc: "1.3.2", info, methods }));
  const { code, out } = await run("lint", path);
  expect(code).toBe(1);
  expect(out).toBe(
    `${realpathSync(folder)}/old/parts.json#/a~1b/examples/0/result/value: get, result: must be integer (valid-examples)\n  Correct the example or the schema.\n`,
  );
  writeFileSync(path, JSON.stringify({ openrpc: "1.3.2", info: { title: "No version" }, methods }));
  expect(JSON.parse((await run("lint", "--json", path)).out)[0]).toMatchObject({
    rule: "meta-schema",
    where: `${realpathSync(folder)}/old/placed.json#/info`,
    text: "must have required property 'version'",
  });
});

test("--help prints the commands, and a wrong command is an error", async () => {
  const { code, out } = await run("--help");
  expect(code).toBe(0);
  for (const command of ["lint", "client", "server", "mock", "page", "diff"]) {
    expect(out).toContain(`\n  ${command} `);
  }
  expect((await run("paint", zoo)).code).toBe(2);
});

test("server and page write files that stand on their own", async () => {
  const out = join(folder, "zoo-server");
  expect((await run("server", "--out", out, zoo)).code).toBe(0);
  const again = await run("server", "--out", out, zoo);
  expect(again.out).toMatch(
    /^raw JSON at .*\nwrote 16 generated files and 0 of yours to .*; left 11 unchanged\n$/,
  );
});

describe("what the system or an option does not allow is an error with its place", () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  test.each([
    [["client", "--language", "go", "--out", join(file, "x")], `cannot write ${file}/x/go.mod: `],
    [["page", "--out", file], `cannot write ${file}/index.html: `],
    [["server", "--out", "/proc/couloir"], "cannot write /proc/couloir/src/generated/types.ts: "],
    [["page", "--out", ""], "page needs --out DIR"],
    [["mock", "--port", "99999"], '--port needs a number from 0 to 65535, not "99999"'],
    [["mock", "--port", "http"], '--port needs a number from 0 to 65535, not "http"'],
    [["mock", "--port", "0", "--host", "192.0.2.1"], "cannot listen at 192.0.2.1:0: "],
    [["lint", "--allow", "http://["], "http://[/ is not a valid URL"],
    [["lint", "--base", "http://["], "http://[/ is not a valid URL"],
  ])("%j", async (args, message) => {
    const { code, err } = await run(...args, zoo);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toContain("\n    at ");
  });

  test.each([
    ["", "the empty path does not exist"],
    ["http://[", "http://[ is not a valid URL"],
    [folder, `cannot read ${realpathSync(folder)}: `],
  ])("document %j", async (place, message) => {
    expect((await run("lint", place)).err).toContain(message);
  });

  test("check --junit", async () => {
    const args = ["--server", "http://127.0.0.1:1", "--junit", join(file, "report.xml"), zoo];
    const { code, err } = await run("check", ...args);
    expect(code).toBe(2);
    expect(err).toContain(`cannot write ${file}/report.xml: `);
  });

  test("a record of the last run that is not JSON any more", async () => {
    const out = join(folder, "broken-record");
    mkdirSync(out);
    writeFileSync(join(out, "couloir.json"), "{");
    const { code, err } = await run("client", "--language", "go", "--out", out, zoo);
    expect(code).toBe(2);
    expect(err).toBe(`${out}/couloir.json is not a JSON object: restore or delete it\n`);
  });
});

test("a document that is not UTF-8, or thousands of levels deep, cannot be used", async () => {
  const path = join(folder, "latin.json");
  const schema = `${'{"items":'.repeat(2000)}{}${"}".repeat(2000)}`;
  const text = (title: string) =>
    `{"openrpc":"1.3.2","info":{"title":"${title}","version":"1"},"methods":[],"components":{"schemas":{"A":${schema}}}}`;
  writeFileSync(path, text("Caf\u00e9"), "latin1");
  expect((await run("lint", path)).err).toBe(
    `${realpathSync(path)} is not UTF-8, which JSON has to be: convert it\n`,
  );
  writeFileSync(path, `\uFEFF${text("Caf\u00e9")}`);
  const { code, err } = await run("lint", path);
  expect(code).toBe(2);
  expect(err).toMatch(
    /latin\.json#\/components\/schemas\/A(\/items)+.* is more than 500 levels deep: use references\n$/,
  );
});

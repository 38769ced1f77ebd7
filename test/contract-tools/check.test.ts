import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { main } from "../../codegen/foreign/main.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";
import { readDocument, withMock } from "./harness.ts";

const folder = mkdtempSync(join(tmpdir(), "contract-check-"));
const documents = fileURLToPath(new URL("documents/", import.meta.url));
const openrpc = fileURLToPath(new URL("../../openrpc/", import.meta.url));

afterAll(() => rmSync(folder, { recursive: true }));

async function check(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(["check", ...args], {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    stopped: () => Promise.resolve(),
  });
  return { code, out: out.join(""), err: err.join("") };
}

const shop = {
  openrpc: "1.3.2",
  info: { title: "Shop", version: "1.0.0" },
  methods: [
    {
      name: "stock",
      paramStructure: "by-name",
      params: [{ name: "item", required: true, schema: { type: "string" } }],
      result: { name: "count", schema: { type: "integer" } },
      "x-changes-state": false,
      errors: [
        { code: 100, message: "no item {item}", "x-provoked-by": { item: "gone" } },
        { code: 101, message: "closed" },
      ],
      examples: [
        { name: "apples", params: [{ name: "item", value: "apple" }], result: { value: 12 } },
      ],
    },
    { name: "sell", params: [], result: { name: "left", schema: { type: "integer" } } },
  ],
};
const shopFile = join(folder, "shop.json");
writeFileSync(shopFile, JSON.stringify(shop));

type Request = {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly item?: unknown };
};

/** What a correct shop answers. */
function outcomeOf({ method, params }: Request): object {
  if (method === undefined) return { error: { code: -32600, message: "Invalid Request" } };
  if (method === "sell") return { result: 11 };
  if (method !== "stock") return { error: { code: -32601, message: "Method not found" } };
  if (params?.item === "gone") return { error: { code: 100, message: "no item gone" } };
  return typeof params?.item === "string"
    ? { result: 12 }
    : { error: { code: -32602, message: "Invalid params" } };
}

/** Runs `work` with a shop that answers as `answer` says, and returns the methods that were called. */
async function withShop(
  answer: (request: Request) => object | undefined,
  work: (url: string) => Promise<unknown>,
): Promise<string[]> {
  const called: string[] = [];
  const one = (request: Request) => {
    called.push(`${request.method}`);
    const outcome = answer(request);
    if (outcome === undefined || (request.id === undefined && request.method !== undefined)) return;
    return { jsonrpc: "2.0", id: request.id ?? null, ...outcome };
  };
  const server = createServer(async (incoming, response) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    let json: Request | Request[];
    try {
      json = JSON.parse(body);
    } catch {
      json = [];
      const error = { code: -32700, message: "Parse error" };
      return void response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
    }
    const answers = Array.isArray(json) ? json.flatMap((each) => one(each) ?? []) : one(json);
    if (Array.isArray(json) && json.length === 0) {
      const error = { code: -32600, message: "Invalid Request" };
      return void response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
    }
    response.end(answers === undefined ? "" : JSON.stringify(answers));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  return called;
}

test("a server that keeps its document holds, and only methods that read are called", async () => {
  const called = await withShop(outcomeOf, async (url) => {
    expect(await check("--server", url, shopFile)).toEqual({
      code: 0,
      err: "",
      out: `method        examples  errors  wrong params  protocol
stock         1/1       1/1     2/2
JSON-RPC 2.0                                  8/8

not called, because they may change state: sell
not sent: 1 cases; --json has the reasons
12 of 12 cases hold
`,
    });
  });
  expect(called).not.toContain("sell");
});

test("params can have the names of members that every object inherits", async () => {
  const path = join(folder, "inherited.json");
  const required = { required: true, schema: { type: "integer" } };
  const params = [
    { name: "constructor", ...required },
    { name: "toString", schema: { type: "string" } },
  ];
  const method = {
    name: "valueOf",
    params,
    result: { name: "r", schema: true },
    "x-changes-state": false,
  };
  writeFileSync(path, JSON.stringify({ ...shop, methods: [method] }));
  const { code, out } = await check("--server", "http://127.0.0.1:1", "--dry-run", path);
  expect(code).toBe(0);
  expect(out).toContain(
    'valueOf: values of the schemas: {"jsonrpc":"2.0","id":1,"method":"valueOf","params":[1]}',
  );
  const written = await readDocument(path);
  for (const language of ["typescript", "go", "python", "rust", "java"]) {
    expect(clientPackage(written, language).files.length).toBeGreaterThan(10);
  }
});

test.each([["--method", "sell"], ["--all"]])(
  "%s calls a method that is not marked",
  async (...flags) => {
    const called = await withShop(outcomeOf, async (url) => {
      expect((await check("--server", url, ...flags, shopFile)).code).toBe(0);
    });
    expect(called).toContain("sell");
  },
);

test.each<[string, (request: Request) => object | undefined]>([
  [
    "stock, example apples: the result breaks its schema: must be integer",
    (request) => (request.params?.item === "apple" ? { result: "12" } : outcomeOf(request)),
  ],
  [
    "stock, example apples: undeclared error 7: broken",
    (request) =>
      request.params?.item === "apple"
        ? { error: { code: 7, message: "broken" } }
        : outcomeOf(request),
  ],
  [
    "stock, error 100 no item {item}: got error 100: gone",
    (request) =>
      request.params?.item === "gone"
        ? { error: { code: 100, message: "gone" } }
        : outcomeOf(request),
  ],
  [
    "stock, without item: the server accepted it",
    (request) =>
      request.method === "stock" && request.params?.item === undefined
        ? { result: 0 }
        : outcomeOf(request),
  ],
  [
    "stock, item is {}: undeclared error -32000: oops",
    (request) =>
      typeof request.params?.item === "object"
        ? { error: { code: -32000, message: "oops" } }
        : outcomeOf(request),
  ],
  [
    "unknown method: expected error -32601, got a result",
    (request) =>
      request.method === "no.such.method" && request.id === 1
        ? { result: null }
        : outcomeOf(request),
  ],
  [
    "batch with a notification: expected 1 responses, got 0",
    (request) => (request.id === 2 ? undefined : outcomeOf(request)),
  ],
])("a difference is printed: %s", async (difference, answer) => {
  await withShop(answer, async (url) => {
    const { code, out } = await check("--server", url, shopFile);
    expect(code).toBe(1);
    expect(out).toContain(`difference: ${difference}\n`);
  });
});

test("a server that does not answer differs in every case", async () => {
  const { code, out } = await check("--server", "http://127.0.0.1:9/", shopFile);
  expect(code).toBe(1);
  expect(out).toContain("0 of 12 cases hold");
});

test("lint accepts the fields that check reads in errors", async () => {
  const [stock] = shop.methods;
  const errors = [{ code: 1, message: "m", "x-provoked-by": { item: "gone" }, own: 2 }];
  const file = join(folder, "own-field.json");
  writeFileSync(file, JSON.stringify({ ...shop, methods: [{ ...stock, errors }] }));
  const out: string[] = [];
  const stopped = () => Promise.resolve();
  await main(["lint", file], { out: (text) => void out.push(text), err: () => {}, stopped });
  expect(out.join("")).toContain("/methods/0/errors/0/own: OpenRPC has no such field here");
  expect(out.join("")).not.toContain("x-provoked-by");
});

test("a result whose schema is invalid is a difference of its case only", async () => {
  const [stock, sell] = shop.methods;
  const result = { name: "count", schema: { type: 5 } };
  const file = join(folder, "invalid-result.json");
  writeFileSync(file, JSON.stringify({ ...shop, methods: [{ ...stock, result }, sell] }));
  await withShop(outcomeOf, async (url) => {
    const { code, out } = await check("--server", url, file);
    expect(code).toBe(1);
    expect(out.match(/^difference: .{50}/gm)).toEqual([
      "difference: stock, example apples: schema is invalid: data/typ",
    ]);
  });
});

test("--without leaves out a rule, and an unknown rule or method is an error", async () => {
  await withShop(
    (request) => (request.id === 2 ? undefined : outcomeOf(request)),
    async (url) => {
      const rule = ["--without", "batch with a notification"];
      expect((await check("--server", url, ...rule, shopFile)).code).toBe(0);
    },
  );
  const unknown = await check("--server", "http://127.0.0.1:9", "--without", "speed", shopFile);
  expect(unknown.code).toBe(2);
  expect(unknown.err).toContain("--without speed: there is no such rule: there are unknown method");
  expect((await check("--server", "http://127.0.0.1:9", "--method", "buy", shopFile)).err).toBe(
    "--method buy: there is no such method: there are stock, sell\n",
  );
});

test("--dry-run prints the requests and sends none", async () => {
  const called = await withShop(outcomeOf, async (url) => {
    const { code, out } = await check("--server", url, "--dry-run", shopFile);
    expect(code).toBe(0);
    expect(out).toContain(
      'stock: example apples: {"jsonrpc":"2.0","id":1,"method":"stock","params":{"item":"apple"}}\n',
    );
  });
  expect(called).toEqual([]);
});

test("--json and --junit have every case, with what was sent and received", async () => {
  await withShop(
    (request) => (request.params?.item === "apple" ? { result: "<12>" } : outcomeOf(request)),
    async (url) => {
      const file = join(folder, "reports/junit.xml");
      const { out } = await check("--server", url, "--json", "--junit", file, shopFile);
      const { cases, skipped } = JSON.parse(out);
      expect(cases[0]).toEqual({
        method: "stock",
        kind: "examples",
        name: "example apples",
        holds: false,
        difference: "the result breaks its schema: must be integer",
        request: '{"jsonrpc":"2.0","id":1,"method":"stock","params":{"item":"apple"}}',
        status: 200,
        response: '{"jsonrpc":"2.0","id":1,"result":"<12>"}',
      });
      expect(skipped).toContainEqual({
        method: "stock",
        name: "error 101 closed",
        reason: "the document has no x-provoked-by for it",
      });
      const xml = readFileSync(file, "utf8");
      expect(xml).toContain('<testsuite name="stock" tests="4" failures="1">');
      expect(xml).toContain(
        '<testcase classname="stock" name="example apples"><failure message="the result breaks its schema: must be integer"/></testcase>',
      );
    },
  );
});

test("--record writes transcripts that --cases reads, and a changed result differs", async () => {
  const recorded = join(folder, "recorded");
  await withShop(outcomeOf, async (url) => {
    expect((await check("--server", url, "--record", recorded, shopFile)).code).toBe(0);
    expect(readFileSync(join(recorded, "stock/0001-example-apples.io"), "utf8")).toBe(
      '// example apples\n>> {"jsonrpc":"2.0","id":1,"method":"stock","params":{"item":"apple"}}\n<< {"jsonrpc":"2.0","id":1,"result":12}\n',
    );
    const again = await check("--server", url, "--cases", join(recorded, "stock"), shopFile);
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/stock .* 4\/4\n/)]);
  });
  await withShop(
    (request) => (request.params?.item === "apple" ? { result: 13 } : outcomeOf(request)),
    async (url) => {
      const { code, out } = await check("--server", url, "--cases", recorded, shopFile);
      expect(code).toBe(1);
      expect(out).toContain("0001-example-apples.io 1: the result is another one");
    },
  );
});

test("--only-cases sends the requests of the files and nothing else", async () => {
  const file = join(folder, "only.io");
  const request = '{"jsonrpc":"2.0","id":1,"method":"stock","params":{"item":"apple"}}';
  writeFileSync(file, `>> ${request}\n<< {"jsonrpc":"2.0","id":1,"result":12}\n`);
  const called = await withShop(outcomeOf, async (url) => {
    const only = ["--only-cases", "--json", "--server", url];
    const { code, out } = await check(...only, "--cases", file, shopFile);
    const { cases, skipped } = JSON.parse(out);
    expect([code, cases.map((each: { request: string }) => each.request), skipped]).toEqual([
      0,
      [request],
      [],
    ]);
    const without = await check(...only, shopFile);
    expect([without.code, without.err]).toEqual([2, "--only-cases needs --cases DIR|FILE\n"]);
  });
  expect(called).toEqual(["stock"]);
});

test("an .io file with speconly compares with the document, and other methods are not sent", async () => {
  const file = join(folder, "some.io");
  const request = '>> {"jsonrpc":"2.0","id":1,"method":"stock","params":{"item":"apple"}}';
  const response = '<< {"jsonrpc":"2.0","id":1,"result":1}';
  writeFileSync(
    file,
    `// speconly: counts differ\n${request}\n${response}\n>> {"jsonrpc":"2.0","id":1,"method":"sell"}\n<< {"jsonrpc":"2.0","id":1,"result":1}\n`,
  );
  const called = await withShop(outcomeOf, async (url) => {
    expect((await check("--server", url, "--cases", file, shopFile)).code).toBe(0);
  });
  expect(called).not.toContain("sell");
  writeFileSync(file, `${response}\n`);
  const bad = await check("--server", "http://127.0.0.1:9", "--cases", file, shopFile);
  expect([bad.code, bad.err]).toEqual([2, `${file}:1: a response without a request\n`]);
});

test.each(readdirSync(documents).filter((name) => name !== "rollup-types.json"))(
  "the mock of %s keeps the document",
  async (name) => {
    const document = await readDocument(join(documents, name));
    await withMock(document, async (url) => {
      const { out } = await check("--all", "--server", url, join(documents, name));
      expect(out.match(/^difference.*$/gm)).toBeNull();
    });
  },
);

describe("our own node keeps its documents", () => {
  let node: StartedNode;
  beforeAll(async () => {
    node = await startNode({ "index-enabled": "true", "api-keystore-enabled": "true" });
  });
  afterAll(() => node?.stop());

  test.each(
    readdirSync(openrpc).filter(
      (name) => name.endsWith(".json") && !["common.json", "discover.json"].includes(name),
    ),
  )("%s", async (name) => {
    expect(existsSync(join(openrpc, name))).toBe(true);
    const { code, out } = await check("--server", node.url, join(openrpc, name));
    expect([code, out.match(/^difference.*$/gm)]).toEqual([0, null]);
  });
});

test("two counted patterns of one document are distinguished", async () => {
  const text = (pattern: string) => ({ type: "string", pattern });
  const file = join(folder, "patterns.json");
  const method = (name: string, pattern: string, value: string) => ({
    name,
    params: [],
    result: { name: "text", schema: text(pattern) },
    examples: [{ name: "one", params: [], result: { name: "text", value } }],
  });
  const methods = [method("a", "^A([0-9]{3})*$", "A123"), method("b", "^B([0-9]{2})*$", "B12")];
  writeFileSync(
    file,
    JSON.stringify({ openrpc: "1.3.2", info: { title: "P", version: "1" }, methods }),
  );
  const out: string[] = [];
  const stopped = () => Promise.resolve();
  expect(
    await main(["lint", file], { out: (each) => void out.push(each), err: () => {}, stopped }),
  ).toBe(0);
  expect(out).toEqual([]);
});

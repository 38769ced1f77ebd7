import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpCall } from "../../codegen/foreign/mcp/http-call.ts";
import { bridgeOffer, serveOverHttp } from "../../codegen/foreign/mcp/serve.ts";
import type { JsonObject } from "../../codegen/load/json.ts";
import { readDocument } from "./harness.ts";

const uint: JsonObject = { type: "integer", minimum: 0 };

/** A bank with amounts beyond 2^53. */
const bank: JsonObject = {
  openrpc: "1.3.2",
  info: { title: "Bank", version: "1.2.0" },
  methods: [
    {
      name: "bank.getBalance",
      summary: "Returns the balance of an account.",
      params: [
        { name: "account", required: true, schema: { $ref: "#/components/schemas/Account" } },
        { name: "atLeast", schema: uint },
      ],
      result: { name: "balance", schema: { $ref: "#/components/schemas/Balance" } },
      errors: [
        {
          code: -32001,
          message: "no account",
          "x-cause": "The account does not exist.",
          "x-remedy": "Call `bank.listAccounts`.",
        },
      ],
      "x-changes-state": false,
      "x-lifetime": "block",
    },
    {
      name: "bank.pay",
      summary: "Pays an amount.",
      params: [{ name: "amount", required: true, schema: uint }],
      result: { name: "paid", schema: uint },
    },
  ],
  components: {
    schemas: {
      Account: { type: "string", minLength: 2 },
      Balance: {
        type: "object",
        properties: { amount: uint, owner: { $ref: "#/components/schemas/Account" } },
        required: ["amount", "owner"],
      },
    },
  },
};

let received = "";
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    received = body;
    const { id, method, params } = JSON.parse(body);
    const result = method === "bank.pay" ? "1" : '{"amount":18446744073709551615,"owner":"ann"}';
    const outcome =
      params?.account === "none"
        ? '"error":{"code":-32001,"message":"no account"}'
        : `"result":${params?.account === "bad" ? '{"amount":-1}' : result}`;
    response.end(`{"jsonrpc":"2.0","id":${id},${outcome}}`);
  });
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

type Options = { readonly lazy?: boolean; readonly allowWrites?: boolean };

/** Both generations of clients: the revision of 2026-07-28, and the ones with a handshake. */
const generations = ["auto", "legacy"] as const;

async function withClient<Result>(
  document: JsonObject,
  mode: (typeof generations)[number],
  { lazy = false, allowWrites = false }: Options,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const offer = bridgeOffer(document, { server: url, lazy, allowWrites });
  const serving = await serveOverHttp(offer, httpCall(url, {}), "127.0.0.1", 0);
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  try {
    const endpoint = new URL(`http://127.0.0.1:${serving.port}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(endpoint));
    return await use(client);
  } finally {
    await client.close();
    await serving.close();
  }
}

const textOf = (result: { readonly content: unknown }) =>
  (result.content as readonly { readonly text: string }[]).map(({ text }) => text).join("");

describe.each(generations)("a client of mode %s", (mode) => {
  test("lists a tool for each reading method, with the schema of its params", async () => {
    const { tools } = await withClient(bank, mode, {}, (client) => client.listTools());
    expect(tools.map(({ name }) => name)).toEqual(["bank_getBalance"]);
    const [tool] = tools;
    expect(tool).toMatchObject({
      title: "bank.getBalance",
      description: "Returns the balance of an account.\n\nThe result can change with each block.",
      annotations: { readOnlyHint: true },
      inputSchema: {
        required: ["account"],
        additionalProperties: false,
        $defs: { Account: { type: "string", minLength: 2 } },
      },
    });
  });

  test("gets every digit, and sends every digit", async () => {
    const args = { account: "ann", atLeast: "9007199254740993" };
    const result = await withClient(bank, mode, {}, (client) =>
      client.callTool({ name: "bank_getBalance", arguments: args }),
    );
    expect(textOf(result)).toBe('{"amount":18446744073709551615,"owner":"ann"}');
    expect(received).toContain('"atLeast":9007199254740993');
  });

  test("reads the document as a resource", async () => {
    const read = await withClient(bank, mode, {}, async (client) => {
      const { resources } = await client.listResources();
      return client.readResource({ uri: resources[0]?.uri ?? "" });
    });
    expect(JSON.parse((read.contents[0] as { readonly text: string }).text)).toEqual(bank);
  });

  test("gets from a search to a balance in three calls", async () => {
    await withClient(bank, mode, { lazy: true }, async (client) => {
      const call = async (name: string, args: Record<string, unknown>) =>
        JSON.parse(textOf(await client.callTool({ name, arguments: args })));
      const [{ method }] = await call("search", { query: "balance of an account" });
      const { params } = await call("describe", { method });
      expect(params.required).toEqual(["account"]);
      expect(await call("call", { method, params: { account: "ann" }, fields: ["owner"] })).toEqual(
        { owner: "ann" },
      );
    });
  });
});

test("methods that change state need --allow-writes, and unmarked ones count as such", async () => {
  const listed = (options: Options) =>
    withClient(bank, "auto", options, async (client) => {
      const { tools } = await client.listTools();
      return [tools.map(({ name }) => name), client.getInstructions()];
    });
  expect(await listed({})).toEqual([
    ["bank_getBalance"],
    expect.stringContaining(
      "Methods that change state, or are not marked as reading, are not offered (1)",
    ),
  ]);
  expect((await listed({ allowWrites: true }))[0]).toEqual(["bank_getBalance", "bank_pay"]);
});

test.each([
  [{}, "bank.getBalance needs the param account"],
  [{ account: "a" }, "account must NOT have fewer than 2 characters"],
  [{ acount: "ann" }, "bank.getBalance has no param acount: its params are account, atLeast"],
  ...["owner", Array(65).fill("owner"), ["owner.".repeat(43)]].map((_fields): [object, string] => [
    { account: "ann", _fields },
    "_fields must be an array of at most 64 strings, each of at most 256 characters",
  ]),
  [
    { account: "none" },
    "Error -32001: no account\nThe account does not exist.\nCall `bank.listAccounts`.",
  ],
  [
    { account: "bad" },
    "The result breaks its schema: must have required property 'owner'. The server returned {\"amount\":-1}",
  ],
])("the tool fails on %j and says why", async (args, text) => {
  const result = await withClient(bank, "auto", {}, (client) =>
    client.callTool({ name: "bank_getBalance", arguments: args }),
  );
  expect([result.isError, textOf(result)]).toEqual([true, text]);
});

test("a search reads the first 256 characters of a query", async () => {
  await withClient(bank, "auto", { lazy: true }, async (client) => {
    const found = async (query: string) =>
      textOf(await client.callTool({ name: "search", arguments: { query } }));
    expect(await found(`balance ${"x ".repeat(1_000_000)}`)).toContain("bank.getBalance");
    expect(await found(`${"x ".repeat(128)}balance`)).toContain("no method matches");
  });
});

test("an unknown tool is an error of the protocol, an unknown method names the nearest", async () => {
  await withClient(bank, "auto", { lazy: true }, async (client) => {
    await expect(client.callTool({ name: "gone", arguments: {} })).rejects.toThrow("gone");
    const result = await client.callTool({ name: "call", arguments: { method: "balance" } });
    expect(textOf(result)).toBe('there is no method "balance": did you mean bank.getBalance?');
  });
});

test.each([
  [false, "bank_pay", {}],
  [true, "call", { method: "bank.pay", params: { amount: 1 } }],
])("a method that is not offered says how to offer it (lazy: %s)", async (lazy, name, args) => {
  const result = await withClient(bank, "auto", { lazy }, (client) =>
    client.callTool({ name, arguments: args }),
  );
  expect([result.isError, textOf(result)]).toEqual([
    true,
    "bank.pay changes state, or is not marked as reading: --allow-writes offers such methods",
  ]);
});

test("params that are not an object are refused", async () => {
  const args = { method: "bank.getBalance", params: "ann" };
  const result = await withClient(bank, "auto", { lazy: true }, (client) =>
    client.callTool({ name: "call", arguments: args }),
  );
  expect([result.isError, textOf(result)]).toEqual([
    true,
    "params must be an object: params by name",
  ]);
});

const most = 18446744073709551615n;
const wide: JsonObject = { $ref: "#/components/schemas/Wide" };
const exact: JsonObject = {
  ...bank,
  methods: [
    {
      name: "echo",
      params: [
        { name: "tuple", schema: { type: "array", prefixItems: [{ type: "string" }, wide] } },
        { name: "pattern", schema: { type: "object", patternProperties: { "^n": wide } } },
        { name: "either", schema: { oneOf: [{ type: "string", pattern: "^0x" }, wide] } },
        { name: "rest", schema: { type: "object", unevaluatedProperties: wide } },
        { name: "absent", schema: { type: ["integer", "null"], maximum: most } },
        { name: "text", schema: { type: ["integer", "string"] } },
        { name: "toString", schema: { type: "string" } },
      ],
      result: { name: "echoed", schema: true },
      "x-changes-state": false,
    },
  ],
  components: { schemas: { Wide: { type: "integer", minimum: 0, maximum: most } } },
};

test.each([
  [{ tuple: ["1", `${most}`] }, `{"tuple":["1",${most}]}`],
  [{ pattern: { n1: `${most}`, m: "1" } }, `{"pattern":{"n1":${most},"m":"1"}}`],
  [{ either: `${most}` }, `{"either":${most}}`],
  [{ rest: { n: `${most}` } }, `{"rest":{"n":${most}}}`],
  [{ either: "0x1" }, '{"either":"0x1"}'],
  [{ absent: `${most}` }, `{"absent":${most}}`],
  [{ absent: null }, '{"absent":null}'],
  [{ text: `${most}` }, `{"text":"${most}"}`],
  [{ toString: "a" }, '{"toString":"a"}'],
])("the arguments %j are sent with every digit", async (args, params) => {
  const result = await withClient(exact, "auto", {}, (client) =>
    client.callTool({ name: "echo", arguments: args }),
  );
  expect([received.trimEnd().replace(/^.*"params":/, ""), result.isError]).toEqual([
    `${params}}`,
    undefined,
  ]);
});

test("params in order can have the name of a member that every object inherits", async () => {
  const [method] = exact["methods"] as readonly [JsonObject];
  const listed = { ...exact, methods: [{ ...method, paramStructure: "by-position" }] };
  await withClient(listed, "auto", {}, (client) =>
    client.callTool({ name: "echo", arguments: { text: 5 } }),
  );
  expect(received).toContain('"params":[null,null,null,null,null,5]}');
});

test("paths that are not URLs are not found", async () => {
  const offer = bridgeOffer(bank, { server: url, lazy: false, allowWrites: false });
  const serving = await serveOverHttp(offer, httpCall(url, {}), "127.0.0.1", 0);
  const status = await new Promise((found, failed) => {
    get({ port: serving.port, path: "//" }, ({ statusCode }) => found(statusCode)).on(
      "error",
      failed,
    );
  });
  expect(status).toBe(404);
  await serving.close();
});

test("a page of another origin and another host are refused", async () => {
  const offer = bridgeOffer(bank, { server: url, lazy: false, allowWrites: false });
  const serving = await serveOverHttp(offer, httpCall(url, {}), "127.0.0.1", 0);
  const status = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${serving.port}/mcp`, { method: "POST", headers, body: "{}" }).then(
      (response) => response.status,
    );
  expect(await status({ origin: "https://example.com" })).toBe(403);
  await serving.close();
});

test.each(["zoo.json", "hostile.json", "ledger.json", "petstore.json", "odd.json", "rollup.json"])(
  "the tools of %s have valid schemas, and the three lazy ones take at most 8,000 bytes",
  async (name) => {
    const document = await readDocument(
      fileURLToPath(new URL(`documents/${name}`, import.meta.url)),
    );
    const options = { server: url, allowWrites: true };
    const { tools } = bridgeOffer(document, { ...options, lazy: false });
    const names = tools.list.map((tool) => tool.name);
    expect(new Set(names).size).toBe((document["methods"] as readonly unknown[]).length);
    for (const tool of tools.list) {
      expect(tool.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      new Ajv2020({ strict: false, validateFormats: false }).compile(tool.inputSchema);
    }
    const lazy = bridgeOffer(document, { ...options, lazy: true }).tools.list;
    expect(JSON.stringify(lazy).length).toBeLessThan(8000);
  },
);

test("the command serves on standard input and output", { timeout: 60_000 }, async () => {
  const document = fileURLToPath(new URL("documents/petstore.json", import.meta.url));
  const main = fileURLToPath(new URL("../../codegen/foreign/main.ts", import.meta.url));
  const args = ["--import", "tsx", main, "mcp", "--allow-writes", "--server", url, document];
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("list_pets");
  await client.close();
});

test("a param can be called like the argument that cuts the result, or like a member of every object", async () => {
  const params = ["_fields", "__proto__"].map((name) => ({ name, required: true, schema: uint }));
  const result = { name: "paid", schema: { type: "integer" } };
  const method = { name: "bank.pay", paramStructure: "by-name", params, result };
  const document: JsonObject = { ...bank, methods: [method] };
  const given = JSON.parse('{"_fields":1,"__proto__":2}');
  for (const lazy of [false, true]) {
    const offer = bridgeOffer(document, { server: url, lazy, allowWrites: true });
    const [name, args] = lazy
      ? ["call", { method: "bank.pay", params: given, fields: ["paid"] }]
      : [offer.tools.list[0]?.name ?? "", { ...given, _result_fields: ["paid"] }];
    const outcome = await offer.tools.run(name, args, httpCall(url, {}));
    expect(outcome).toEqual({ content: [{ type: "text", text: "1" }] });
    expect(received).toContain('"params":{"_fields":1,"__proto__":2}');
  }
});

import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { JsonObject } from "../../codegen/load/json.ts";
import { withMock, withServer } from "./harness.ts";
import { writeServer } from "./server-check.ts";

const folder = mkdtempSync(join(tmpdir(), "contract-refusals-"));

beforeAll(() => {
  writeServer(document, folder);
  symlinkSync(
    fileURLToPath(new URL("../../node_modules", import.meta.url)),
    join(folder, "node_modules"),
  );
  for (const name of readdirSync(join(folder, "src/handlers")).filter((each) =>
    /^watch/.test(each),
  )) {
    writeFileSync(join(folder, "src/handlers", name), "export async function* handler() {}\n");
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const text: JsonObject = { type: "string", minLength: 1 };
const params = [
  { name: "a", required: true, schema: text },
  { name: "b", schema: { type: "integer" } },
];
const result = { name: "value", schema: { type: "string" } };
const most = 18446744073709551615n;
const pair = [{ type: "string" }, { type: "integer" }] as const;

/** Schemas with a value that they forbid and one that they allow, as JSON. */
const keywords: Readonly<Record<string, readonly [schema: JsonObject, bad: string, good: string]>> =
  {
    prefixItems: [{ type: "array", prefixItems: pair }, '[1,"a"]', '["a",1,2]'],
    prefixItemsOnly: [{ type: "array", prefixItems: pair, items: false }, '["a",1,2]', '["a"]'],
    itemsOnly: [{ type: "array", items: pair, additionalItems: false }, '["a",1,2]', '["a"]'],
    dependentRequired: [{ dependentRequired: { a: ["b"] } }, '{"a":1}', '{"a":1,"b":1}'],
    dependentSchemas: [
      { dependentSchemas: { a: { required: ["b"] } }, dependencies: { a: ["c"] } },
      '{"a":1,"b":1}',
      '{"a":1,"b":1,"c":1}',
    ],
    dependencies: [{ dependencies: { a: ["b"] } }, '{"a":1}', "{}"],
    minContains: [{ type: "array", contains: { const: 1 }, minContains: 2 }, "[1,2]", "[1,1]"],
    maxContains: [{ type: "array", contains: { const: 1 }, maxContains: 1 }, "[1,1]", "[1,2]"],
    unevaluatedProperties: [
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      '{"b":1}',
      '{"a":1}',
    ],
    unevaluatedItems: [{ prefixItems: [true], unevaluatedItems: false }, "[1,2]", "[1]"],
    prototype: [
      {
        type: "object",
        properties: { ["__proto__"]: { type: "string" } },
        additionalProperties: false,
      },
      '{"__proto__":1}',
      '{"__proto__":"a"}',
    ],
    wide: [{ $ref: "#/components/schemas/Wide" }, "-1", `${most}`],
    wideEither: [{ oneOf: [{ type: "null" }, { type: "integer", maximum: most }] }, '"a"', "1"],
  };

const document: JsonObject = {
  openrpc: "1.3.2",
  info: { title: "Refusals", version: "1.0.0" },
  methods: [
    { name: "either", params, result },
    { name: "named", paramStructure: "by-name", params, result },
    { name: "listed", paramStructure: "by-position", params, result },
    {
      name: "beside",
      params: [{ name: "a", schema: { $ref: "#/components/schemas/Text", maxLength: 2 } }],
      result,
    },
    {
      name: "inherited",
      params: [{ name: "a", schema: { type: "object", required: ["toString"] } }],
      result,
    },
    ...Object.entries(keywords).map(([name, [schema]]) => ({
      name,
      params: [{ name: "a", schema }],
      result,
    })),
    { name: "any", params: [{ name: "a", schema: true }], result },
    {
      name: "watch",
      params: [
        { name: "what", required: true, schema: { enum: ["price", "trade", "news"] } },
        { name: "options", schema: { type: "object" } },
      ],
      result: { name: "ID", schema: { type: "integer" } },
      "x-subscription": {
        notification: "watched",
        end: "unwatch",
        kinds: [
          { when: { what: "price" }, schema: { type: "number" } },
          { when: { what: "trade", options: { isFull: true } }, schema: { type: "object" } },
        ],
      },
    },
    {
      name: "unwatch",
      params: [{ name: "ID", required: true, schema: { type: "integer" } }],
      result: { name: "existed", schema: { type: "boolean" } },
    },
  ],
  components: {
    schemas: { Text: { type: "string" }, Wide: { type: "integer", minimum: 0, maximum: most } },
  },
};

const call = (method: string, given?: unknown, more: object = {}) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 7,
    method,
    ...(given !== undefined && { params: given }),
    ...more,
  });

const refused: readonly string[] = [
  "{",
  "[]",
  "1",
  "[1, null]",
  "{}",
  call("gone", ["x"]),
  call("either", ["x"], { jsonrpc: "1.0" }),
  call("either", ["x"], { method: 5 }),
  call("either", ["x"], { id: {} }),
  call("either", ["x"], { id: true }),
  call("either", "x"),
  JSON.stringify({ jsonrpc: "2.0", id: 7, method: "either", params: null }),
  ...["either", "named", "listed"].flatMap((method) => [
    call(method),
    call(method, []),
    call(method, {}),
    call(method, [5]),
    call(method, { a: "" }),
    call(method, { a: null }),
    call(method, ["x", "y"]),
    call(method, ["x", 1, 2]),
    call(method, { a: "x", c: 1 }),
    call(method, { a: "x", b: 1.5 }),
  ]),
  call("named", ["x"]),
  call("listed", { a: "x" }),
  call("either", [5], { id: "text" }),
  call("either", [5], { id: null }),
  `[${call("gone")},${call("named", ["x"], { id: 8 })}]`,
  ...Object.entries(keywords).flatMap(([name, [, bad]]) => [
    call(name).replace("}", `,"params":[${bad}]}`),
    call(name).replace("}", `,"params":{"a":${bad}}}`),
  ]),
  call("beside", ["abc"]),
  call("inherited", [{}]),
  call("any").replace("}", `,"params":[${"[".repeat(50_000)}${"]".repeat(50_000)}]}`),
  call("watch", ["price"]),
];

/** Over WebSockets, in order, on one connection. */
const subscriptions = [
  call("watch", ["news"]),
  call("watch", ["trade"]),
  call("watch", ["trade", { isFull: false }]),
  call("watch", ["trade", { isFull: true }]),
  call("watch", { what: "price" }),
  call("watch", ["gone"]),
  call("unwatch", ["x"]),
  call("unwatch", [77]),
];

function fail(): never {
  throw new Error("the server logged a problem");
}

async function post(url: string, body: string): Promise<unknown> {
  return comparable(await (await fetch(url, { method: "POST", body })).text());
}

/** That of a body of some length. */
async function status(url: string, bytes: number): Promise<number> {
  return (await fetch(url, { method: "POST", body: "x".repeat(bytes) })).status;
}

/** The responses to `subscriptions`. */
async function exchange(url: string): Promise<readonly object[]> {
  const socket = new WebSocket(url);
  const responses: object[] = [];
  socket.on("message", (data) => {
    const message = comparable(String(data)) as object;
    if ("id" in message) responses.push(message);
  });
  await once(socket, "open");
  for (const [index, text] of subscriptions.entries()) {
    socket.send(text);
    await expect.poll(() => responses.length).toBe(index + 1);
  }
  socket.terminate();
  return responses;
}

/** The response without the data of errors, which each words for itself. */
function comparable(response: string | undefined): unknown {
  if (response === undefined || response === "") return undefined;
  return JSON.parse(response, (key, value) => (key === "data" ? undefined : value));
}

async function generated(): Promise<(log: () => void) => Server> {
  const { createServer } = await import(join(folder, "src/generated/server.ts"));
  return (log) => createServer({ log });
}

test("the mock and the generated server refuse the same requests with the same ID, code and message", async () => {
  const createServer = await generated();
  await withServer(createServer(fail), (server) =>
    withMock(document, async (mock) => {
      for (const body of refused) {
        const [own, other] = await Promise.all([mock, server].map((url) => post(url, body)));
        expect([body.slice(0, 200), own]).toEqual([body.slice(0, 200), other]);
        expect(JSON.stringify(own)).toContain('"error"');
      }
      expect(await post(mock, call("named", { a: "x" }))).toMatchObject({ id: 7, result: "text" });
      for (const [name, [, , good]] of Object.entries(keywords)) {
        const body = call(name).replace("}", `,"params":[${good}]}`);
        expect([body, await post(mock, body)]).toEqual([
          body,
          expect.objectContaining({ result: "text" }),
        ]);
        expect([body, await post(server, body)]).toEqual([
          body,
          expect.objectContaining({ error: { code: -32000, message: "Not implemented" } }),
        ]);
      }
      const long = await Promise.all([mock, server].map((url) => status(url, 5 * 1024 * 1024)));
      expect(long).toEqual([413, 413]);
    }),
  );
});

test("the mock and the generated server refuse the same subscriptions", async () => {
  const createServer = await generated();
  await withServer(createServer(fail), (server) =>
    withMock(document, async (mock) => {
      const [own, other] = await Promise.all([mock, server].map((url) => exchange(url)));
      expect(own?.map((response) => "error" in response)).toEqual([
        true,
        true,
        true,
        false,
        false,
        true,
        true,
        false,
      ]);
      expect(own).toEqual(other);
    }),
  );
});

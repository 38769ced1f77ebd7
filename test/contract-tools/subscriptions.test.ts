import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { createMockServer } from "../../codegen/foreign/mock/server.ts";
import { packForPage } from "../../codegen/foreign/page/pack.ts";
import { withDescribedStreams } from "../../codegen/foreign/subscriptions/described.ts";
import {
  subscriptionsOf,
  withoutPushes,
  withoutSubscriptions,
} from "../../codegen/foreign/subscriptions/find.ts";
import { formatJson, type JsonObject } from "../../codegen/load/json.ts";
import { readDocument } from "./harness.ts";
import { breakingServer, refusingServer } from "./streams/breaking-server.ts";

const path = fileURLToPath(new URL("documents/pulse.json", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "contract-subscriptions-"));
const document = await readDocument(path);
const mock = createMockServer(document, { pushIntervalMs: 5 });
let url = "";

/** The client, as its package has it, without types. */
type Client = {
  readonly subscriptions: Readonly<
    Record<string, (params?: object, options?: object) => AsyncGenerator<unknown>>
  >;
};
let createClient: (url: string, options: object) => Client;
const webSocket = (target: string) => new WebSocket(target);

beforeAll(async () => {
  for (const { path: file, text } of clientPackage(document, "typescript").files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  ({ createClient } = await import(join(folder, "src/index.ts")));
  url = await listen(mock);
});
afterAll(() => {
  mock.closeAllConnections();
  mock.close();
  rmSync(folder, { recursive: true });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const names = (methods: unknown) => (methods as readonly JsonObject[]).map(({ name }) => name);
const subscribing = ["pulse_subscribe", "chain_subscribeHeads", "accountSubscribe"];

test("the extension and each convention tie methods to what they push", () => {
  const found = subscriptionsOf(document).map(({ method, name, when, pushes, end, idMember }) => [
    method["name"],
    name,
    when,
    pushes.map(({ notification }) => notification),
    end,
    idMember,
  ]);
  const kind = (name: string) => [
    "pulse_subscribe",
    name,
    { kind: name },
    ["pulse_subscription"],
    "pulse_unsubscribe",
    "subscription",
  ];
  expect(found).toEqual([
    kind("blocks"),
    kind("logs"),
    kind("syncing"),
    [
      "chain_subscribeHeads",
      "",
      {},
      ["chain_subscriptionHeads", "chain_subscriptionReorg"],
      "chain_unsubscribe",
      "subscription_id",
    ],
    ["accountSubscribe", "", {}, ["accountNotification"], "accountUnsubscribe", "subscription"],
  ]);
});

test("schemas of what is pushed can refer to other files and places", async () => {
  const [types, stream] = ["types.json", "stream.json"].map((name) => join(folder, name));
  writeFileSync(types ?? "", JSON.stringify({ Block: { type: "object" } }));
  const watch = {
    name: "watch",
    params: [{ name: "what", required: true, schema: { enum: ["block", "id"] } }],
    result: { name: "ID", schema: { type: "integer" } },
    "x-subscription": {
      notification: "watched",
      kinds: [
        { when: { what: "block" }, schema: { $ref: "types.json#/Block" } },
        { when: { what: "id" }, schema: { $ref: "#/methods/0/result/schema" } },
      ],
    },
  };
  const info = { title: "Stream", version: "1.0.0" };
  writeFileSync(stream ?? "", JSON.stringify({ openrpc: "1.3.2", info, methods: [watch] }));
  const read = await readDocument(stream ?? "");
  const { schemas } = read["components"] as { schemas: JsonObject };
  const payloads = subscriptionsOf(read).map(({ pushes }) => pushes[0]?.payload as JsonObject);
  expect(
    payloads.map(({ $ref: reference }) => schemas[String(reference).split("/").at(-1) ?? ""]),
  ).toEqual([{ type: "object" }, { type: "integer" }]);
});

test("a method whose first param is an enum of a component pushes under a common name", () => {
  const bare = (name: string, params: JsonObject[]): JsonObject => ({
    name,
    params,
    result: { name: "r", schema: true },
  });
  const kinds = { name: "kind", schema: { $ref: "#/components/schemas/Kinds" } };
  const found = subscriptionsOf({
    methods: [bare("eth_subscribe", [kinds]), bare("eth_unsubscribe", [{ name: "id" }])],
    components: { schemas: { Kinds: { enum: ["newHeads", "logs"] } } },
  });
  expect(found.map(({ name, when }) => [name, when])).toEqual([
    ["newHeads", { kind: "newHeads" }],
    ["logs", { kind: "logs" }],
  ]);
});

test("eth_subscribe pushes what the other methods of the document return", async () => {
  const own = await readDocument(fileURLToPath(new URL("documents/ether.json", import.meta.url)));
  const found = subscriptionsOf(own);
  expect(found.map(({ name, when, takes }) => [name, when, takes])).toEqual([
    ["newHeads", { kind: "newHeads" }, []],
    ["logs", { kind: "logs" }, ["arg"]],
    ["newPendingTransactions", { kind: "newPendingTransactions" }, []],
    ["newPendingTransactions_full", { kind: "newPendingTransactions", arg: true }, []],
    ["syncing", { kind: "syncing" }, []],
    ["transactionReceipts", { kind: "transactionReceipts" }, ["arg"]],
    ["mystery", { kind: "mystery" }, undefined],
  ]);
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const payloads = new Map(found.map(({ name, pushes }) => [name, pushes[0]?.payload]));
  expect(payloads.get("newHeads")).toMatchObject({
    required: ["hash", "number", "parentHash", "stateRoot"],
  });
  expect(payloads.get("logs")).toEqual(reference("Log"));
  expect(payloads.get("newPendingTransactions")).toEqual(reference("hash32"));
  expect(payloads.get("newPendingTransactions_full")).toEqual(reference("PendingTransactionInfo"));
  expect(payloads.get("transactionReceipts")).toMatchObject({ items: reference("ReceiptInfo") });
  expect(payloads.get("mystery")).toBe(true);
  const text = clientPackage(own, "typescript").files.find(({ path: file }) =>
    file.endsWith("generated/types.ts"),
  )?.text;
  expect(text).toMatch(
    /interface EthSubscribeLogsParams \{[^}]*readonly arg\?: Filter \| undefined;/s,
  );
});

test("eth_subscribe without an enum has the kinds of geth, and pushes the transactions that it has", () => {
  const method = (name: string, params: JsonObject[]): JsonObject => ({
    name,
    params,
    result: { name: "r", schema: true },
  });
  const found = subscriptionsOf({
    methods: [
      method("eth_subscribe", [
        { name: "event", schema: { type: "string" } },
        { name: "options", schema: true },
      ]),
      method("eth_unsubscribe", [{ name: "id" }]),
      {
        ...method("eth_getTransactionByHash", []),
        result: { name: "r", schema: { $ref: "#/components/schemas/Tx" } },
      },
    ],
    components: { schemas: { Tx: { properties: { hash: true } } } },
  });
  expect(found.map(({ name }) => name)).toEqual([
    "newHeads",
    "logs",
    "newPendingTransactions",
    "newPendingTransactions_full",
    "syncing",
  ]);
  expect(found[3]?.pushes[0]?.payload).toEqual({ $ref: "#/components/schemas/Tx" });
});

test("what the server calls is no method of a client or server, and what streams is none over HTTP", () => {
  expect(names(withoutPushes(document)["methods"])).toEqual([
    "pulse_subscribe",
    "pulse_unsubscribe",
    "chain_subscribeHeads",
    "chain_unsubscribe",
    "accountSubscribe",
    "accountUnsubscribe",
    "pulse_height",
  ]);
  expect(names(withoutSubscriptions(document)["methods"])).toEqual(["pulse_height"]);
  expect(subscriptionsOf(document).map(({ method }) => method["name"])).toEqual(
    expect.arrayContaining(subscribing),
  );
});

test("the page says what a subscription pushes, and who receives a notification", () => {
  const described = new Map(
    (withDescribedStreams(document)["methods"] as readonly JsonObject[]).map((method) => [
      method["name"],
      method["description"],
    ]),
  );
  expect(described.get("chain_subscribeHeads")).toBe(
    "Over WebSockets, the server then pushes `chain_subscriptionHeads` and `chain_subscriptionReorg` until `chain_unsubscribe` ends it.",
  );
  expect(described.get("accountNotification")).toBe(
    "The server sends it to subscribers of `accountSubscribe`.",
  );
  expect(described.get("pulse_height")).toBe(undefined);
  const packed = formatJson(packForPage(withDescribedStreams(document), "/"));
  expect(packed).toContain('"name": "chain_subscriptionReorg"');
});

test("the page subscribes to a kind that exists if the param of the kind is any string", () => {
  const param = (name: string) => ({ name, required: true, schema: { type: "string" } });
  const methods = ["eth_subscribe", "eth_unsubscribe"].map((name) => ({
    name,
    params: [param(name === "eth_subscribe" ? "kind" : "ID")],
    result: { name: "value", schema: true },
  }));
  const info = { title: "Any string", version: "1.0.0" };
  const packed = formatJson(packForPage({ openrpc: "1.3.2", info, methods }, "/"));
  expect(packed).toContain(JSON.stringify(formatJson({ kind: "newHeads" })));
});

async function first<Item>(items: AsyncGenerator<Item>, count: number): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length === count) break;
  }
  return found;
}

describe("the TypeScript client", () => {
  const block = { number: 18446744073709551615n, hash: "0xab" };

  test("iterates over what the mock pushes, with exact integers", async () => {
    const { subscriptions } = createClient(url, { webSocket });
    expect(await first(subscriptions["pulse_subscribe_blocks"]!(), 3)).toEqual([
      block,
      block,
      block,
    ]);
    const logs = subscriptions["pulse_subscribe_logs"]!({ filter: { topic: "a" } });
    expect(await first(logs, 1)).toEqual([{ topic: expect.any(String), data: expect.any(String) }]);
    expect(await first(subscriptions["pulse_subscribe_syncing"]!(), 1)).toEqual([
      expect.any(Boolean),
    ]);
  });

  test("names the notification if a subscription has several", async () => {
    const { subscriptions } = createClient(url, { webSocket });
    expect(await first(subscriptions["chain_subscribeHeads"]!({ from: 3n }), 2)).toEqual([
      { notification: "chain_subscriptionHeads", payload: block },
      { notification: "chain_subscriptionReorg", payload: { depth: expect.any(Number) } },
    ]);
  });

  test("throws the error of a server that refuses", async () => {
    const { subscriptions } = createClient(url, { webSocket });
    const refused = first(subscriptions["accountSubscribe"]!({ account: 5 }), 1);
    await expect(refused).rejects.toMatchObject({ name: "RpcError", code: -32602 });
  });

  test("throws if it cannot connect", async () => {
    const { subscriptions } = createClient("http://127.0.0.1:1", { webSocket });
    const refused = first(subscriptions["pulse_subscribe_blocks"]!(), 1);
    await expect(refused).rejects.toMatchObject({ name: "TransportError", reason: "connection" });
  });

  test("ends when its signal aborts", async () => {
    const { subscriptions } = createClient(url, { webSocket });
    const controller = new AbortController();
    const items = subscriptions["pulse_subscribe_blocks"]!({ signal: controller.signal });
    await items.next();
    controller.abort(new Error("enough"));
    await expect(first(items, 1_000)).rejects.toThrow("enough");
  });
});

/** The first item from a server that sends these messages for each one that it receives. */
async function firstFrom(messages: readonly (string | Buffer)[], open = webSocket, more = {}) {
  const server = createServer();
  new WebSocketServer({ server }).on("connection", (socket) => {
    socket.once("message", () => {
      for (const message of messages) socket.send(message);
    });
  });
  const options = { webSocket: open, timeoutMs: 5_000, ...more };
  const { subscriptions } = createClient(await listen(server), options);
  const items = subscriptions["accountSubscribe"]!({ account: "a" });
  return first(items, 1).finally(() => {
    server.closeAllConnections();
    server.close();
  });
}

test("an error without the ID of the call refuses the subscription", async () => {
  const error = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}';
  await expect(firstFrom([error])).rejects.toMatchObject({ name: "RpcError", code: -32700 });
});

test("a message that is longer than the limit ends the subscription", async () => {
  const notification = {
    method: "accountNotification",
    params: { subscription: 7, result: { lamports: 5 }, padding: "x".repeat(1_000) },
  };
  const texts = ['{"jsonrpc":"2.0","result":7,"id":1}', JSON.stringify(notification)];
  for (const messages of [texts, texts.map((text) => Buffer.from(text))]) {
    const items = firstFrom(messages, webSocket, { maxResponseBytes: 1_000 });
    const message = "a message is longer than 1000 bytes";
    await expect(items).rejects.toMatchObject({ reason: "response", message });
  }
});

test("the limit of a message is in bytes, not in letters", async () => {
  const notification = {
    method: "accountNotification",
    params: { subscription: 7, result: { lamports: 5 }, padding: "\u6f22".repeat(400) },
  };
  const messages = ['{"jsonrpc":"2.0","result":7,"id":1}', JSON.stringify(notification)];
  const items = firstFrom(messages, webSocket, { maxResponseBytes: 1_000 });
  const message = "a message is longer than 1000 bytes";
  await expect(items).rejects.toMatchObject({ reason: "response", message });
});

test("null is not the ID of a subscription", async () => {
  const messages = [
    '{"jsonrpc":"2.0","result":null,"id":1}',
    '{"method":"accountNotification","params":{"subscription":null,"result":{"lamports":5}}}',
  ];
  const message = "accountSubscribe: expected a value, got null";
  await expect(firstFrom(messages)).rejects.toMatchObject({ reason: "response", message });
});

test("binary messages are read as text, also from a WebSocket that makes blobs of them", async () => {
  const texts = [
    '{"jsonrpc":"2.0","result":7,"id":1}',
    '{"jsonrpc":"2.0","method":"accountNotification","params":{"subscription":7,"result":{"lamports":5}}}',
  ];
  // As WebSockets of Node.js and browsers do. The types of ws do not have it yet.
  const blobs = (target: string) => Object.assign(new WebSocket(target), { binaryType: "blob" });
  const binary = texts.map((text) => Buffer.from(text));
  expect(await firstFrom(binary, blobs)).toEqual([{ lamports: 5n }]);
});

test("a client subscribes again when the connection breaks, says so, and ends what it leaves", async () => {
  const { server, asked } = breakingServer(2);
  const target = await listen(server);
  const { subscriptions } = createClient(target, { webSocket, retryDelayMs: 1 });
  const reasons: string[] = [];
  const onReconnect = ({ message }: Error) => reasons.push(message);
  const items = subscriptions["accountSubscribe"]!({ account: "a" }, { onReconnect });
  const lamports = (await first(items, 6)).map((item) => (item as { lamports: bigint }).lamports);
  expect(lamports).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
  expect(reasons).toEqual(Array(2).fill("the server closed the connection"));
  expect(asked).toEqual([...Array(3).fill('accountSubscribe ["a"]'), "accountUnsubscribe [7]"]);
  server.closeAllConnections();
  server.close();
});

test.each([401, 403, 404])(
  "a client that is refused with %i when it connects again ends",
  async (status) => {
    const { server, attempts } = refusingServer([503, 429, 500, status]);
    const target = await listen(server);
    const { subscriptions } = createClient(target, { webSocket, retryDelayMs: 1 });
    const items = subscriptions["accountSubscribe"]!({ account: "a" });
    expect(await items.next()).toMatchObject({ value: { lamports: 1n } });
    await expect(items.next()).rejects.toMatchObject({ reason: "http", status });
    expect(attempts()).toBe(5);
    server.close();
  },
);

test("a consumer that is too slow gets an error instead of a full memory", async () => {
  const { server } = breakingServer(50);
  const target = await listen(server);
  const { subscriptions } = createClient(target, { webSocket, waitingMax: 10 });
  const items = subscriptions["accountSubscribe"]!({ account: "a" });
  await expect(first(items, 1_000)).rejects.toThrow("more than 10 notifications wait to be read");
  server.closeAllConnections();
  server.close();
});

// Compiling the clients takes minutes: npm run test:subscriptions
describe.each([
  ["typescript", "accountSubscribe"],
  ["go", "AccountSubscribe"],
  ["python", "account_subscribe"],
  ["rust", "account_subscribe"],
  ["java", "accountSubscribe"],
])("the %s package", (language, nameInCode) => {
  const text = (from: JsonObject) =>
    clientPackage(from, language)
      .files.map((file) => `${file.path}\n${file.text}`)
      .join("\n");

  test("has a stream for each subscription, and its README names them", () => {
    const files = text(document);
    for (const name of ["PulseSubscribeBlocks", "ChainSubscribeHeads", "AccountSubscribe"]) {
      const written = new RegExp(name.replaceAll(/(?<!^)(?=[A-Z])/g, "_?"), "i");
      expect(files).toMatch(
        new RegExp(`Subscription<?.*${written.source}|${written.source}.*Subscription`, "i"),
      );
    }
    expect(files).toContain("## Subscriptions\n");
    const [, table] = files.split(/## (?:Subscriptions|Methods)\n/);
    expect(table).toContain(`| \`accountSubscribe\` | \`${nameInCode}\` |`);
  });

  test("of a document without subscriptions has no WebSocket", () => {
    expect(text(withoutSubscriptions(document))).not.toMatch(
      /websockets>=|coder\/websocket|tungstenite|web_?socket_?url/i,
    );
  });
});

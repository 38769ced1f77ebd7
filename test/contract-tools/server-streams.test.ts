import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { createMockServer } from "../../codegen/foreign/mock/server.ts";
import { readDocument } from "./harness.ts";
import { writeServer } from "./server-check.ts";

// Clients of all five languages against this server: npm run test:subscriptions
const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "contract-server-streams-"));
const document = await readDocument(
  fileURLToPath(new URL("documents/pulse.json", import.meta.url)),
);

type Log = { readonly log: (problem: string) => void; readonly pingIntervalMs?: number };
type Options = Log & { readonly allowedOrigin?: string; readonly subscriptionsMax?: number };
let createServer: (options: Options) => Server;
type Stream = (params?: object, options?: object) => AsyncGenerator<unknown>;
let createClient: (
  url: string,
  options: object,
) => { readonly subscriptions: Readonly<Record<string, Stream>> };
const servers: Server[] = [];

const handlers = {
  "pulse-subscribe-blocks": `import { on } from "node:events";
import { feed } from "../feed.ts";
import type { StreamHandler } from "../generated/handlers.ts";

export const handler: StreamHandler<"pulse_subscribe_blocks"> = async function* (_params, { signal }) {
  feed.begun += 1;
  try {
    for await (const [number] of on(feed.events, "block", { signal })) yield { number, hash: "0x1" };
  } finally {
    feed.ended += 1;
  }
};
`,
  "pulse-subscribe-logs": `import type { StreamHandler } from "../generated/handlers.ts";

export const handler: StreamHandler<"pulse_subscribe_logs"> = async function* ({ filter }) {
  yield { topic: filter?.topic ?? "all" };
  if (filter === undefined) yield { data: "no topic" } as never;
};
`,
  "chain-subscribe-heads": `import type { StreamHandler } from "../generated/handlers.ts";

export const handler: StreamHandler<"chain_subscribeHeads"> = async function* ({ from = 0n }) {
  yield { notification: "chain_subscriptionHeads", payload: { number: from, hash: "0x2" } };
  yield { notification: "chain_subscriptionReorg", payload: { depth: 2 } };
};
`,
  "account-subscribe": `import type { StreamHandler } from "../generated/handlers.ts";
import { errors } from "../generated/errors.ts";

export const handler: StreamHandler<"accountSubscribe"> = async ({ account }) => {
  if (account === "nobody") throw errors.invalidParams("no such account");
  return (async function* () {
    for (let lamports = 1n; ; lamports++) yield { lamports };
  })();
};
`,
} as const;

beforeAll(async () => {
  const server = join(folder, "server");
  writeServer(document, server);
  for (const [name, text] of Object.entries(handlers)) {
    writeFileSync(join(server, `src/handlers/${name}.ts`), text);
  }
  writeFileSync(
    join(server, "src/feed.ts"),
    'import { EventEmitter } from "node:events";\nexport const feed = { begun: 0, ended: 0, events: new EventEmitter() };\n',
  );
  symlinkSync(modules, join(folder, "node_modules"));
  for (const { path, text } of clientPackage(document, "typescript").files) {
    mkdirSync(dirname(join(folder, "client", path)), { recursive: true });
    writeFileSync(join(folder, "client", path), text);
  }
  ({ createServer } = await import(join(server, "src/generated/server.ts")));
  ({ createClient } = await import(join(folder, "client/src/index.ts")));
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const problems: string[] = [];
async function start(options: Partial<Options> = {}) {
  problems.length = 0;
  const url = await listen(createServer({ log: (problem) => problems.push(problem), ...options }));
  const webSocket = (target: string) => new WebSocket(target);
  return { url, ...createClient(url, { webSocket, retryDelayMs: 1 }) };
}

async function first(items: AsyncGenerator<unknown>, count: number): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length === count) break;
  }
  return found;
}

/** A connection that records what it receives. */
async function connect(url: string, headers: Readonly<Record<string, string>> = {}) {
  const socket = new WebSocket(url, { headers });
  const received: Record<string, unknown>[] = [];
  socket.on("message", (data) => received.push(JSON.parse(String(data))));
  await once(socket, "open");
  return { socket, received, send: (message: unknown) => socket.send(JSON.stringify(message)) };
}

const subscribe = (kind: string, id = 1) => ({
  jsonrpc: "2.0",
  id,
  method: "pulse_subscribe",
  params: [kind],
});

test("the server compiles, and its stubs refuse", async () => {
  const tsc = [join(modules, "typescript/bin/tsc"), "-p", "tsconfig.json", "--noUnusedLocals"];
  const args = [...tsc, "--noEmit", "--typeRoots", join(modules, "@types")];
  await promisify(execFile)(process.execPath, args, { cwd: join(folder, "server") });
  const { url, subscriptions } = await start();
  const refused = first(subscriptions["pulse_subscribe_syncing"]!(), 1);
  await expect(refused).rejects.toThrow("pulse_subscribe: Not implemented");
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "rpc.discover" });
  const { result } = JSON.parse(await (await fetch(url, { method: "POST", body })).text());
  const [written] = result.methods as { readonly errors?: readonly unknown[] }[];
  expect(written?.errors).toEqual([{ code: -32000, message: "Not implemented" }]);
}, 30_000);

test("clients receive what the handlers yield, exactly, for the params that they receive", async () => {
  const { subscriptions } = await start();
  const logs = subscriptions["pulse_subscribe_logs"]!({ filter: { topic: "a" } });
  expect(await first(logs, 1)).toEqual([{ topic: "a" }]);
  const from = 18446744073709551615n;
  expect(await first(subscriptions["chain_subscribeHeads"]!({ from }), 2)).toEqual([
    { notification: "chain_subscriptionHeads", payload: { number: from, hash: "0x2" } },
    { notification: "chain_subscriptionReorg", payload: { depth: 2 } },
  ]);
  expect(await first(subscriptions["accountSubscribe"]!({ account: "a" }), 3)).toEqual([
    { lamports: 1n },
    { lamports: 2n },
    { lamports: 3n },
  ]);
  const refused = first(subscriptions["accountSubscribe"]!({ account: "nobody" }), 1);
  await expect(refused).rejects.toMatchObject({ code: -32602, data: "no such account" });
  expect(problems).toEqual([]);
});

test("a subscription ends by its method and with its connection, and its handler with it", async () => {
  const { url } = await start();
  const { feed } = await import(join(folder, "server/src/feed.ts"));
  const { socket, received, send } = await connect(url);
  send([subscribe("blocks", 1), subscribe("blocks", 2)]);
  await expect.poll(() => feed.begun - feed.ended).toBe(2);
  const [one, two] = received[0] as unknown as { readonly id: number; readonly result: string }[];
  expect(new Set([one?.result, two?.result]).size).toBe(2);
  send({ jsonrpc: "2.0", id: 3, method: "pulse_unsubscribe", params: [one?.result] });
  send({ jsonrpc: "2.0", id: 4, method: "pulse_unsubscribe", params: ["0xunknown"] });
  await expect.poll(() => feed.ended).toBe(1);
  feed.events.emit("block", 5n);
  await expect.poll(() => received.length).toBe(4);
  expect(received.slice(1)).toEqual([
    { jsonrpc: "2.0", id: 3, result: true },
    { jsonrpc: "2.0", id: 4, result: false },
    {
      jsonrpc: "2.0",
      method: "pulse_subscription",
      params: { subscription: two?.result, result: { number: 5, hash: "0x1" } },
    },
  ]);
  socket.terminate();
  await expect.poll(() => feed.ended).toBe(2);
});

test("what does not match the document is logged and ends the connection instead of being sent", async () => {
  const { url } = await start();
  const { socket, received, send } = await connect(url);
  send(subscribe("logs"));
  const [code] = await once(socket, "close");
  expect(code).toBe(1011);
  expect(received.map(({ method }) => method)).toEqual([undefined, "pulse_subscription"]);
  expect(problems.join()).toContain("must have required property 'topic'");
});

test("a server that closes says so, one connection has a limit, and pages of other origins have none", async () => {
  const { url } = await start({ subscriptionsMax: 1, allowedOrigin: "https://own.example" });
  await expect(connect(url, { origin: "https://other.example" })).rejects.toThrow("403");
  const { socket, received, send } = await connect(url, { origin: "https://own.example" });
  send(subscribe("blocks", 1));
  send(subscribe("blocks", 2));
  await expect.poll(() => received.length).toBe(2);
  expect(received.find(({ id }) => id === 2)).toMatchObject({
    error: { message: "Too many subscriptions" },
  });
  const closed = Promise.all([
    once(socket, "close"),
    ...servers.splice(0).map((server) => once(server.close(), "close")),
  ]);
  const [[code]] = await closed;
  expect(code).toBe(1001);
});

test("a client that does not reply to pings loses its connection", async () => {
  const { url } = await start({ pingIntervalMs: 20 });
  const socket = new WebSocket(url, { autoPong: false });
  const [code] = await once(socket, "close");
  expect(code).toBe(1006);
  const { socket: polite } = await connect(url);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(polite.readyState).toBe(WebSocket.OPEN);
});

test("server and mock refuse subscriptions over HTTP with the same error", async () => {
  const { url } = await start();
  const mock = await listen(createMockServer(document));
  const call = (target: string, method: string, params: unknown) =>
    fetch(target, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }).then(async (response) => (await response.json()) as { readonly error: unknown });
  for (const [method, params] of [
    ["pulse_subscribe", ["blocks"]],
    ["accountUnsubscribe", [1]],
  ] as const) {
    const own = await call(url, method, params);
    expect(own.error).toEqual({
      code: -32601,
      message: "Method not found",
      data: "subscriptions need a WebSocket",
    });
    expect(await call(mock, method, params)).toEqual(own);
  }
});

test("the handler of the guide pushes what its source emits", async () => {
  const guide = readFileSync(
    new URL("../../docs/guides/contract-tools.md", import.meta.url),
    "utf8",
  );
  const [, ticker = ""] = /^```json file=ticker.json\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  const [, snippet = ""] = /^```ts snippet\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  writeFileSync(join(folder, "ticker.json"), ticker);
  const own = join(folder, "ticker");
  writeServer(await readDocument(join(folder, "ticker.json")), own);
  writeFileSync(
    join(own, "src/market.ts"),
    'import { EventEmitter } from "node:events";\nexport const market = new EventEmitter();\n',
  );
  const imports = `import type { StreamHandler } from "../generated/handlers.ts";\nimport { market } from "../market.ts";\n`;
  writeFileSync(join(own, "src/handlers/watch-price.ts"), `${imports}${snippet}`);
  const made = await import(join(own, "src/generated/server.ts"));
  const { market } = await import(join(own, "src/market.ts"));
  const { received, send } = await connect(await listen(made.createServer()));
  send({ jsonrpc: "2.0", id: 1, method: "watch", params: ["price"] });
  await expect.poll(() => market.listenerCount("price")).toBe(1);
  market.emit("price", 1.5);
  await expect.poll(() => received.length).toBe(2);
  expect(received[1]).toMatchObject({ method: "watched", params: { result: 1.5 } });
});

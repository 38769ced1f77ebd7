import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Relay } from "../../../src/rpc/http/relay.ts";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import type { Elsewhere } from "../../../src/rpc/json-rpc/elsewhere.ts";
import type { Asked, Handler } from "../../../src/rpc/json-rpc/method.ts";
import { entry, makeToy, send, sendRaw, startToy, type Toy, table, toyDescription } from "./toy.ts";

let directory: string;
let path: string;
const servers: RpcServer[] = [];
let relay: Relay;

/** Passes every call on. */
const elsewhere: Elsewhere = {
  answersHere: () => false,
  returned: () => {},
  forward: (to, call, client) => relay.post(to, call, client),
};

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "couloir-relay-"));
  path = join(directory, "writer.sock");
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(0);
  relay.close();
  rmSync(directory, { recursive: true, force: true });
});

async function start(toy: Toy): Promise<{ readonly port: number }> {
  const writer = await startToy(toy);
  await writer.server.startAt(path);
  relay = new Relay(path);
  const reader = await startToy(makeToy(), { relay, gets: [], disabled: [] });
  servers.push(reader.server, writer.server);
  return reader;
}

it.each(["GET", "HEAD", "DELETE", "OPTIONS"])(
  "passes on the body of a %s in chunks as a body, not as a request of its own",
  async (verb) => {
    const toy = makeToy();
    const reader = await start(toy);
    const call = '{"jsonrpc":"2.0","id":1,"method":"toy.getHeight"}';
    // Its body is longer than what comes: the next request on the connection would be the rest of it.
    const inner = `POST /ext/toy HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n${call}`;
    const head = `${verb} /ext/other/report HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
    const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
    const bytes = await sendRaw(reader.port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`);
    expect(bytes.toString().match(/HTTP\/1\.1 /g)).toHaveLength(1);
    for (let i = 0; i < 3; i++) {
      const reply = await send(reader.port, { verb: "GET", target: "/ext/other/report" });
      expect(reply.text).toBe('{"tags":[]}\n');
    }
    expect(toy.runs.size).toBe(0);
  },
  5_000,
);

it("passes on only one request of a connection that asks for a WebSocket on another path", async () => {
  const { port } = await start(makeToy());
  const target = "GET /ext/other/report HTTP/1.1\r\nHost: localhost\r\n";
  const upgrade = `${target}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  expect((await sendRaw(port, upgrade)).toString()).toContain('{"tags":[]}');
  const bytes = await sendRaw(port, upgrade + `${target}\r\n`.repeat(100));
  expect(bytes.toString().match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

it("has a connection of its own for each client", async () => {
  const toy = makeToy();
  const seen: unknown[] = [];
  const [route] = toyDescription(toy).routes;
  const handlers: Readonly<Record<string, Handler>> = {
    "toy.note": (_params: never, _context: never, { connection }: Asked) => {
      seen.push(connection);
      return {};
    },
  };
  const routes = [{ ...route!, methods: table(entry("toy.note", "live")), handlers }];
  const writer = await startToy(toy, { routes });
  await writer.server.startAt(path);
  relay = new Relay(path);
  const reader = await startToy(makeToy(), { routes, relay, elsewhere, gets: [], disabled: [] });
  servers.push(reader.server, writer.server);
  const body = '{"jsonrpc":"2.0","id":1,"method":"toy.note"}';
  const head = `POST /ext/toy HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const twice = `${head}\r\n${body}${head}Connection: close\r\n\r\n${body}`;
  for (let i = 0; i < 2; i++) await sendRaw(reader.port, twice);
  const [first, second, third, fourth] = seen;
  expect([seen.length, first === second, second === third, third === fourth]).toEqual([
    4,
    true,
    false,
    true,
  ]);
});

it("passes on that the other server is busy, also to a batch", async () => {
  const busy = createServer((_request, response) => {
    response.writeHead(503, { "Retry-After": "1" }).end("the node is busy: try again\n");
  }).listen(path);
  await once(busy, "listening");
  relay = new Relay(path);
  const toy = makeToy();
  const reader = await startToy(toy, { relay, elsewhere, gets: [], disabled: [] });
  servers.push(reader.server);
  const headers = { "content-type": "application/json" };
  const call = '{"jsonrpc":"2.0","id":1,"method":"toy.getHeight"}';
  for (const body of [call, `[${call},${call}]`]) {
    const reply = await send(reader.port, { headers, body });
    expect([reply.status, reply.headers.get("retry-after"), reply.text]).toEqual([
      503,
      "1",
      "the node is busy: try again\n",
    ]);
  }
  expect(toy.logged).toEqual([]);
  busy.close();
});

it("lets the other server finish what it is asked until its own clients are served", async () => {
  const writer = await startToy(makeToy());
  await writer.server.startAt(path);
  relay = new Relay(path);
  const reader = await startToy(makeToy(), { relay, elsewhere, gets: [], disabled: [] });
  const headers = { "content-type": "application/json" };
  // Longer than a server waits for calls whose clients have gone.
  const slow = '{"jsonrpc":"2.0","id":1,"method":"toy.slow","params":{"n":2000}}';
  const call = '{"jsonrpc":"2.0","id":2,"method":"toy.getHeight"}';
  const reply = send(reader.port, { headers, body: `[${slow},${call}]` });
  await expect.poll(() => writer.server.calls).toBe(1);
  await writer.server.stop(60_000, reader.server.stop(60_000));
  expect(JSON.parse((await reply).text)).toMatchObject([{ result: {} }, { result: {} }]);
});

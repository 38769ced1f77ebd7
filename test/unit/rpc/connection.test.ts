import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { readPlainHead } from "../../../src/rpc/http/plain-call.ts";
import type { HttpOptions, RpcServer } from "../../../src/rpc/http/server.ts";
import { makeToy, startToy } from "./toy.ts";

let server: RpcServer | undefined;
afterEach(async () => {
  await server?.stop(100);
});

type Options = {
  readonly dialect?: "json-rpc" | "gorilla";
  readonly timeouts?: HttpOptions["timeouts"];
  readonly limits?: HttpOptions["limits"];
};

/** The request as most clients send it. */
function request(body: string, headers: readonly string[] = []): Buffer {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  const lines = ["host: 127.0.0.1", "content-type: application/json", ...headers, length];
  return Buffer.from(["POST /ext/toy HTTP/1.1", ...lines, "", body].join("\r\n"));
}

/** A connection that collects what arrives. */
class Client {
  readonly socket: Socket;
  text = "";

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk) => {
      this.text += chunk.toString("latin1");
    });
  }

  /** The response to one request, without its date. */
  ask(...chunks: readonly Uint8Array[]): Promise<string> {
    return this.askSeveral(1, ...chunks);
  }

  /** The responses to several requests. */
  async askSeveral(count: number, ...chunks: readonly Uint8Array[]): Promise<string> {
    this.text = "";
    for (const [at, chunk] of chunks.entries()) {
      if (at > 0) await sleep(10);
      this.socket.write(chunk);
    }
    await expect.poll(() => completeResponses(this.text), { interval: 2 }).toBe(count);
    return this.text.replaceAll(/^Date: .*$/gm, "Date: now");
  }
}

/** How many responses a text has, all of each. */
function completeResponses(text: string): number {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd === -1) return 0;
  const bodyAt = headEnd + 4;
  const length = /^content-length: (\d+)\r$/im.exec(text.slice(0, bodyAt))?.[1];
  const chunksEnd = "0\r\n\r\n";
  const end =
    length === undefined
      ? text.indexOf(`\n${chunksEnd}`, bodyAt - 1) + 1 + chunksEnd.length
      : bodyAt + Number(length);
  if (end <= bodyAt && length === undefined) return 0;
  return text.length < end ? 0 : 1 + completeResponses(text.slice(end));
}

async function start({ dialect = "json-rpc", timeouts = {}, limits = {} }: Options = {}) {
  const toy = makeToy();
  const started = await startToy(toy, { dialect }, { timeouts, limits });
  server = started.server;
  const open = async () => {
    const socket = connect(started.port, "127.0.0.1");
    await once(socket, "connect");
    return new Client(socket);
  };
  return { toy, open };
}

const body = (method: string, params = "{}") =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;

const bodies = [
  body("toy.getHeight"),
  body("toy.echo", '{"text":"é ☃"}'),
  body("toy.double", '{"n":"nothing"}'),
  body("toy.large", '{"n":100}'),
  body("toy.large", '{"n":2000}'),
  body("toy.slow"),
  body("toy.fail"),
  body("toy.fail", '{"errorName":"Other"}'),
  body("toy.crash"),
  body("toy.none"),
  '{"jsonrpc":"2.0","method":"toy.getHeight"}',
  `[${body("toy.getHeight")},${body("toy.echo")}]`,
  "no JSON",
  "{",
];

describe.each(["json-rpc", "gorilla"] as const)("with the dialect %s", (dialect) => {
  it.each([[], ["accept-encoding: gzip", "user-agent: a test"]])(
    "requests are answered as node:http answers those in pieces, headers %j",
    async (...headers) => {
      const { open } = await start({ dialect });
      const later = await open();
      await later.ask(request(body("toy.getHeight")));
      for (const each of bodies) {
        const [first, inPieces] = [await open(), await open()];
        const bytes = request(each, headers);
        const expected = await inPieces.ask(bytes.subarray(0, 30), bytes.subarray(30));
        expect(await first.ask(bytes), each).toBe(expected);
        expect(await later.ask(bytes), each).toBe(expected);
        first.socket.destroy();
        inPieces.socket.destroy();
      }
      later.socket.destroy();
    },
  );
});

it("a handler runs once for each request, also if its answer needs node:http", async () => {
  const { open, toy } = await start();
  const client = await open();
  for (let i = 1; i <= 4; i++) {
    toy.height += 1;
    await client.ask(request(body("toy.large", '{"n":3000}'), ["accept-encoding: gzip"]));
    expect(toy.runs.get("large")).toBe(i);
  }
  client.socket.destroy();
});

it("requests that come in pieces, together or behind a waiting one are answered in order", async () => {
  const { open } = await start();
  const client = await open();
  const [one, two] = ["one", "two"].map((text) => request(body("toy.echo", `{"text":"${text}"}`)));
  const slow = request(body("toy.slow", '{"n":30}'));
  const answers = (text: string) => text.match(/"result":\{[^}]*\}/g);
  const expected = ['"result":{"text":"one"}', '"result":{"text":"two"}'];
  await client.ask(one!);
  expect(answers(await client.askSeveral(3, slow, one!, two!))).toEqual([
    '"result":{}',
    ...expected,
  ]);
  expect(answers(await client.askSeveral(2, one!, two!))).toEqual(expected);
  expect(answers(await client.askSeveral(2, Buffer.concat([one!, two!])))).toEqual(expected);
  expect(answers(await client.askSeveral(2, one!, two!))).toEqual(expected);
  const halves = [
    one!.subarray(0, 50),
    one!.subarray(50),
    two!.subarray(0, 120),
    two!.subarray(120),
  ];
  expect(answers(await client.askSeveral(2, ...halves))).toEqual(expected);
  client.socket.destroy();
});

it("a request behind one that takes longer than a head may take is answered", async () => {
  const { open } = await start({ timeouts: { readMs: 800, readHeaderMs: 400 } });
  const client = await open();
  const slow = request(body("toy.slow", '{"n":1200}'));
  const next = request(body("toy.getHeight"), [`user-agent: ${"a".repeat(2_000)}`]);
  client.socket.write(Buffer.concat([slow, next]));
  await expect.poll(() => client.text).toContain('"height"');
  client.socket.destroy();
});

describe("a client that does not read a long answer", () => {
  const long = request(body("toy.large", '{"n":300000}'));

  async function startUnread() {
    const { open, toy } = await start();
    const client = await open();
    await client.ask(request(body("toy.getHeight")));
    client.text = "";
    client.socket.pause();
    for (let i = 0; i < 4; i++) {
      client.socket.write(long);
      await sleep(50);
    }
    return { client, toy };
  }

  it("occupies one, and gets the others when it reads", async () => {
    const { client, toy } = await startUnread();
    const { budget } = server!;
    await expect.poll(() => budget.bytes).toBeGreaterThan(7_000_000);
    await sleep(100);
    expect(toy.runs.get("large")).toBe(1);
    expect(budget.bytes).toBeLessThan(9_000_000);
    client.socket.resume();
    await expect.poll(() => client.text.split("HTTP/1.1 200 OK").length - 1).toBe(4);
    await expect.poll(() => budget.bytes).toBe(0);
    client.socket.destroy();
  });

  it("does not keep the server from stopping", async () => {
    const { client } = await startUnread();
    const began = performance.now();
    await server!.stop(200);
    expect(performance.now() - began).toBeLessThan(3_000);
    client.socket.destroy();
  });

  it("releases its memory when it disconnects", async () => {
    const { client } = await startUnread();
    client.socket.destroy();
    await expect.poll(() => server!.budget.bytes).toBe(0);
  });
});

it("a node that is not ready, or gets another host, refuses later requests, too", async () => {
  const { open, toy } = await start();
  const client = await open();
  await client.ask(request(body("toy.echo")));
  toy.ready = false;
  expect(await client.ask(request(body("toy.echo")))).toMatch(/^HTTP\/1.1 503 /);
  toy.ready = true;
  const foreign = Buffer.from(
    request(body("toy.echo")).toString().replace("127.0.0.1", "a.example"),
  );
  expect(await client.ask(foreign)).toMatch(/^HTTP\/1.1 403 /);
  client.socket.destroy();
});

it.each([
  ["stops in its method", ["PO"]],
  ["stops in a header", ["POST /ext/toy HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Lo"]],
  ["grows by a header at a time", ["POST /ext/toy HTTP/1.1\r\n", ...Array(50).fill("a: b\r\n")]],
])("a first head that %s ends with 408", async (_, parts) => {
  const { open } = await start({ timeouts: { readMs: 120, readHeaderMs: 60 } });
  const client = await open();
  const ended = once(client.socket, "end");
  for (const part of parts) {
    // A client that writes after the end loses what it has not read.
    if (client.text === "") client.socket.write(part);
    await sleep(10);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
  expect(client.text).toMatch(/^HTTP\/1.1 408 /);
});

it("a head after a body that was refused before all of it had come is a head again", async () => {
  const { open } = await start({ limits: { bodyBytes: 1_000 } });
  const client = await open();
  const long = request("x".repeat(3_000), ["accept: application/json"]);
  expect(await client.ask(long.subarray(0, 500))).toMatch(/^HTTP\/1.1 413 /);
  for (const at of [500, 2_000]) client.socket.write(long.subarray(at, at + 1_500));
  const next = request(body("toy.getHeight"), [`x-long: ${"y".repeat(9_000)}`]);
  expect(await client.ask(next.subarray(0, 4_000), next.subarray(4_000))).toMatch(
    /^HTTP\/1.1 200 /,
  );
  client.socket.destroy();
});

describe("a connection whose first request was plain", () => {
  it("ends when it has been idle for long", async () => {
    const { open } = await start({ timeouts: { idleMs: 60 } });
    const { socket } = await open();
    socket.write(request(body("toy.getHeight")));
    await once(socket, "end");
  });

  it("does not end while a call takes longer than it may be idle", async () => {
    const { open } = await start({ timeouts: { idleMs: 500 } });
    const client = await open();
    await client.ask(request(body("toy.getHeight")));
    client.text = "";
    client.socket.write(request(body("toy.slow", '{"n":900}')));
    await expect.poll(() => client.text).toContain('"result":{}');
    await once(client.socket, "end");
  });

  it("ends when its next head takes too long", async () => {
    const { open } = await start({ timeouts: { readMs: 80, readHeaderMs: 40 } });
    const client = await open();
    await client.ask(request(body("toy.getHeight")));
    await sleep(200);
    expect(client.socket.closed).toBe(false);
    client.text = "";
    client.socket.write("POST /ext/toy HTTP/1.1\r\n");
    await once(client.socket, "end");
    expect(client.text).toMatch(/^HTTP\/1.1 408 /);
  });

  it("does not keep the server from stopping", async () => {
    const { open } = await start();
    const client = await open();
    await client.ask(request(body("toy.getHeight")));
    const began = performance.now();
    await server!.stop(5_000);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

it("a body over the limit is refused on a kept connection", async () => {
  const { open } = await start({ limits: { bodyBytes: 100 } });
  const client = await open();
  expect(await client.ask(request(body("toy.getHeight")))).toMatch(/^HTTP\/1.1 200 /);
  expect(await client.ask(request(body("toy.getHeight").padEnd(101)))).toMatch(/^HTTP\/1.1 413 /);
});

describe("a head is plain", () => {
  const lines = ["POST /ext/bc/P HTTP/1.1", "Host: a", "Content-Type: application/json"];
  const head = (...more: readonly string[]) => [...lines, ...more].join("\r\n");

  it("with the usual headers", () => {
    expect(readPlainHead(head("User-Agent: x y", "Content-Length: 20"))).toEqual({
      target: "/ext/bc/P",
      host: "a",
      contentLength: 20,
      acceptEncoding: undefined,
      isLast: false,
    });
    expect(readPlainHead(head("Accept-Encoding: gzip", "content-length: 1"))).toMatchObject({
      acceptEncoding: "gzip",
    });
    expect(readPlainHead(head("Connection: close", "content-length: 1"))).toMatchObject({
      isLast: true,
    });
  });

  it.each([
    [[]],
    [["Content-Length: 20", "Content-Length: 20"]],
    [["Content-Length: 20", "Host: b"]],
    [["Content-Length: 20", "Transfer-Encoding: chunked"]],
    [["Content-Length: 20", "Expect: 100-continue"]],
    [["Content-Length: 20", "Connection: upgrade"]],
    [["Content-Length: 20", "Upgrade: websocket"]],
    [["Content-Length: 20", "Origin: http://a"]],
    [["Content-Length: 20", "Couloir-Min-Height: 3"]],
    [["Content-Length: 20", " folded"]],
    [["Content-Length: 20", "Accept : a"]],
    [["Content-Length: 20", "Accept:\ta"]],
    [["Content-Length: 020"]],
    [["Content-Length: 0"]],
    [["Content-Length: +2"]],
  ])("but not with %j", (more) => {
    expect(readPlainHead(head(...more))).toBeUndefined();
  });

  it.each(["GET / HTTP/1.1", "POST / HTTP/1.0", "POST /a?b HTTP/1.1", "POST /%61 HTTP/1.1"])(
    "but not as %s",
    (first) => {
      expect(readPlainHead(head("Content-Length: 2").replace(lines[0]!, first))).toBeUndefined();
    },
  );
});

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTLS } from "node:tls";
import { afterEach, describe, expect, it, vi } from "vitest";
import WebSocket from "ws";
import { Usage } from "../../../src/rpc/http/scheduler.ts";
import type { HttpOptions, RpcServer } from "../../../src/rpc/http/server.ts";
import {
  type Stream,
  type StreamMessage,
  type StreamRefusal,
  StreamRoute,
} from "../../../src/rpc/streams/channel.ts";
import { makeToy, startToy } from "./toy.ts";

/** A stream that says where it begins and then whatever a test sends. */
class ToyStream extends StreamRoute {
  readonly path = "/ext/stream";
  readonly sends = new Set<(message: StreamMessage) => boolean>();
  resumed = 0;
  /** Called when a client listens. */
  started = (): void => {};

  override resumeAt(query: URLSearchParams, lastID: string): void {
    query.set("after", lastID);
  }

  override open(query: URLSearchParams): Stream | StreamRefusal {
    const after = query.get("after") ?? "0";
    if (after === "bad") return { status: 400, text: "after: expected a number, got bad\n" };
    let send = (_message: StreamMessage): boolean => false;
    return {
      start: (channel) => {
        send = (message) => channel.send(message);
        this.sends.add(send);
        this.started();
        send({ id: after, event: "ready", data: `{"after":"${after}"}` });
      },
      resume: () => {
        this.resumed++;
      },
      close: () => this.sends.delete(send),
    };
  }

  /** Whether every client wants more. */
  send(id: string, data: string): boolean {
    return [...this.sends].map((send) => send({ id, event: "toy", data })).every(Boolean);
  }
}

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function start(options: Partial<HttpOptions> = {}) {
  const stream = new ToyStream();
  const toy = makeToy();
  const started = await startToy(toy, { streams: [stream] }, options);
  stop = () => started.server.stop(100);
  return { stream, port: started.port, server: started.server as RpcServer };
}

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { interval: 10 }).toBe(true);
}

/** What a server says on a connection after this head. */
async function talk(port: number, head: string, enough: RegExp): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.write(`${head.replaceAll("\n", "\r\n")}\r\n\r\n`);
  await until(() => enough.test(text) || socket.closed);
  socket.destroy();
  return text;
}

const handshake = (path: string, more = "") =>
  `GET ${path} HTTP/1.1
Host: localhost
Connection: Upgrade
Upgrade: websocket
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==${more}`;

describe("Server-Sent Events", () => {
  it("carry messages with their names and IDs", async () => {
    const { stream, port } = await start();
    const talked = talk(port, "GET /ext/stream HTTP/1.1\nHost: localhost", /"n":2/);
    await until(() => stream.sends.size === 1);
    stream.send("1", '{"n":1}');
    stream.send("2", '{"n":2}');
    const text = await talked;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(text).toMatch(/^content-type: text\/event-stream; charset=utf-8\r$/im);
    expect(text).toMatch(/^node-id: /im);
    expect(text).toContain('id: 0\nevent: ready\ndata: {"after":"0"}\n\n');
    expect(text).toContain('id: 1\nevent: toy\ndata: {"n":1}\n\n');
    await until(() => stream.sends.size === 0);
  });

  it("resume where the client was, whatever its original start", async () => {
    const { port } = await start();
    const head = "GET /ext/stream?after=3 HTTP/1.1\nHost: localhost\nLast-Event-ID: 17";
    expect(await talk(port, head, /ready/)).toContain('{"after":"17"}');
  });

  it.each([
    [
      "GET /ext/stream?after=bad HTTP/1.1\nHost: localhost",
      400,
      "after: expected a number, got bad",
    ],
    ["POST /ext/stream HTTP/1.1\nHost: localhost\nContent-Length: 0", 405, "GET method required"],
    ["GET /ext/stream HTTP/1.1\nHost: evil.example", 403, "invalid host specified"],
    [handshake("/ext/stream?after=bad"), 400, "after: expected a number, got bad"],
    [handshake("/ext/stream").replace("localhost", "evil.example"), 403, "invalid host specified"],
    [handshake("/ext/stream", "\nOrigin: https://evil.example"), 403, "this origin is not allowed"],
    [handshake("/ext/stream").replace("13", "7"), 400, ""],
    [handshake("/ext/nowhere"), 404, "404 page not found"],
  ])("%s is answered %i", async (head, status, text) => {
    const { port } = await start({ allowedOrigins: ["https://good.example"] });
    const answer = await talk(port, head, /\r\n\r\n.+|\r\n\r\n$/s);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(text);
  });
});

describe("a WebSocket", () => {
  it("carries the same data", async () => {
    const { stream, port } = await start();
    const webSocket = new WebSocket(`ws://127.0.0.1:${port}/ext/stream?after=5`);
    const got: string[] = [];
    webSocket.on("message", (data) => got.push(String(data)));
    await until(() => stream.sends.size === 1);
    stream.send("6", '{"n":6}');
    await until(() => got.length === 2);
    expect(got).toEqual(['{"after":"5"}', '{"n":6}']);
    webSocket.close();
    await until(() => stream.sends.size === 0);
  });

  it("has the headers of every response, and accepts an allowed origin", async () => {
    const { port } = await start({ allowedOrigins: ["https://good.example"] });
    const head = handshake("/ext/stream", "\nOrigin: https://good.example");
    const answer = await talk(port, head, /ready|after/);
    expect(answer).toMatch(/^HTTP\/1\.1 101 /);
    expect(answer).toMatch(/^node-id: /im);
    expect(answer).toContain("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  });

  it("is no place to speak", async () => {
    const { port } = await start();
    const webSocket = new WebSocket(`ws://127.0.0.1:${port}/ext/stream`);
    await once(webSocket, "open");
    webSocket.send("hello");
    const [code] = await once(webSocket, "close");
    expect(code).toBe(1003);
  });

  it("ends after a long message, and the server keeps running", async () => {
    const { port } = await start();
    const webSocket = new WebSocket(`ws://127.0.0.1:${port}/ext/stream`);
    await once(webSocket, "open");
    webSocket.send("x".repeat(10_000));
    const [code] = await once(webSocket, "close");
    expect(code).toBe(1009);
    expect(await talk(port, "GET /ext/stream HTTP/1.1\nHost: localhost", /ready/)).toContain("200");
  });

  it.each([
    ["a message", 0x81],
    ["a pong", 0x8a],
  ])("reads frames in turns, and ends a connection that sends too many: %s", async (_, opcode) => {
    const { port, server } = await start();
    const socket = connect(port, "127.0.0.1");
    socket.write(`${handshake("/ext/stream").replaceAll("\n", "\r\n")}\r\n\r\n`);
    await once(socket, "data");
    const frame = Buffer.from([opcode, 0x80, 1, 2, 3, 4]);
    let turns = 0;
    const { run } = server.scheduler;
    server.scheduler.run = (...args) => {
      turns++;
      run.apply(server.scheduler, args);
    };
    socket.on("error", () => {});
    socket.write(Buffer.concat(Array<Buffer>(2_000).fill(frame)));
    await until(() => turns > 5);
    expect(socket.closed).toBe(false);
    socket.resume().write(Buffer.concat(Array<Buffer>(2_000).fill(frame)));
    await until(() => socket.closed);
    expect(server.connections).toBe(0);
  });
});

describe("what is done when a WebSocket opens", () => {
  it("counts as its client's use of the event loop, so that a crowd has it in turns", async () => {
    const { stream, port } = await start();
    const workMs = 20;
    stream.started = () => {
      const end = performance.now() + workMs;
      while (performance.now() < end) {}
    };
    const usedMs = vi.spyOn(Usage.prototype, "add");
    for (let i = 0; i < 3; i++) {
      usedMs.mockClear();
      expect(await talk(port, handshake("/ext/stream"), /"after"/)).toContain("101 Switching");
      expect(Math.max(...usedMs.mock.calls.map(([tookMs]) => tookMs))).toBeGreaterThanOrEqual(
        workMs,
      );
    }
    usedMs.mockRestore();
  });
});

describe("streams", () => {
  it("wait for a slow client without delaying others", async () => {
    const { stream, port } = await start();
    const slow = connect(port, "127.0.0.1");
    slow.write("GET /ext/stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
    slow.pause();
    const quick = new WebSocket(`ws://127.0.0.1:${port}/ext/stream`);
    let taken = 0;
    quick.on("message", () => {
      taken++;
    });
    await until(() => stream.sends.size === 2);
    const [toSlow, toQuick] = [...stream.sends];
    const message = { id: "1", event: "toy", data: `"${"x".repeat(10_000)}"` };
    let sent = 0;
    while (toSlow!(message) && sent < 10_000) {
      sent++;
      if (sent % 10 === 0) await sleep(0);
    }
    expect(sent).toBeLessThan(10_000);
    for (let i = 0; i < 5; i++) expect(toQuick!(message)).toBe(true);
    await until(() => taken === 6);
    slow.resume();
    await until(() => stream.resumed > 0);
    slow.destroy();
    quick.close();
  });

  it("end when the server stops", async () => {
    const { stream, port, server } = await start();
    const webSocket = new WebSocket(`ws://127.0.0.1:${port}/ext/stream`);
    const events = talk(port, "GET /ext/stream HTTP/1.1\nHost: localhost", /\r\n0\r\n\r\n$/);
    await until(() => stream.sends.size === 2);
    const closed = once(webSocket, "close");
    await server.stop(5_000);
    expect((await closed)[0]).toBe(1001);
    expect(await events).toMatch(/\r\n0\r\n\r\n$/);
    expect(stream.sends.size).toBe(0);
  });
});

describe("a stream without messages", () => {
  const read = (name: string) => readFileSync(new URL(`vectors/${name}`, import.meta.url), "utf8");
  const tls = { key: read("localhost-key.pem"), cert: read("localhost-cert.pem") };
  const events = "GET /ext/stream HTTP/1.1\nHost: localhost";

  afterEach(() => vi.useRealTimers());

  /** Lets seconds pass, with moments between in which sockets do their work. */
  async function pass(seconds: number): Promise<void> {
    for (let ms = 0; ms < seconds * 1_000; ms += 250) {
      vi.advanceTimersByTime(250);
      await new Promise((resolve) => setImmediate(resolve));
      if (ms % 5_000 === 0) await sleep(5);
    }
  }

  async function open(isTLS: boolean, head: string) {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    const { stream, port } = await start(isTLS ? { tls } : {});
    const socket = isTLS
      ? connectTLS({ port, host: "127.0.0.1", rejectUnauthorized: false })
      : connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`${head.replaceAll("\n", "\r\n")}\r\n\r\n`);
    await until(() => stream.sends.size === 1);
    return { stream, socket };
  }

  it.each([
    ["Server-Sent Events", false, events, ":\n\n"],
    ["Server-Sent Events over TLS", true, events, ":\n\n"],
    ["a WebSocket", false, handshake("/ext/stream"), "\x89\0"],
    ["a WebSocket over TLS", true, handshake("/ext/stream"), "\x89\0"],
  ])("stays open, with keep-alives: %s", async (_, isTLS, head, keepAlive) => {
    const { stream, socket } = await open(isTLS, head);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    await pass(120);
    await until(() => text.split(keepAlive).length === 9);
    stream.send("1", '{"n":1}');
    await until(() => text.includes('{"n":1}'));
    socket.destroy();
  });

  it.each([
    ["Server-Sent Events", events],
    ["a WebSocket", handshake("/ext/stream")],
  ])("ends when its client has read nothing between two keep-alives: %s", async (_, head) => {
    const { stream, socket } = await open(false, head);
    socket.pause();
    const data = `"${"x".repeat(100_000)}"`;
    // More than the buffers of the kernel have room for.
    for (let i = 0; i < 200; i++) stream.send("1", data);
    await sleep(50);
    await pass(14);
    expect(stream.sends.size).toBe(1);
    await pass(17);
    await until(() => stream.sends.size === 0);
    socket.destroy();
  });
});

describe("a WebSocket whose client resets the connection before its turn", () => {
  it("is not opened, and affects nobody else", async () => {
    const { port, server, stream } = await start();
    const busy = () => {
      const end = performance.now() + 20;
      while (performance.now() < end);
    };
    for (let i = 0; i < 20; i++) server.scheduler.run(new Usage(), busy, "heavy");
    const socket = connect(port, "127.0.0.1");
    socket.write(`${handshake("/ext/stream").replaceAll("\n", "\r\n")}\r\n\r\n`);
    await sleep(100);
    socket.resetAndDestroy();
    expect(server.scheduler.waiting).toBeGreaterThan(1);
    await until(() => server.scheduler.waiting === 0 && server.connections === 0);
    expect(stream.sends.size).toBe(0);
    expect(await talk(port, handshake("/ext/stream"), /^HTTP/)).toMatch(/^HTTP\/1.1 101 /);
  });
});

describe("a request that asks for another protocol", () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"toy.getHeight"}';
  const call = `POST /ext/toy HTTP/1.1
Host: localhost
Connection: Upgrade, HTTP2-Settings
Upgrade: h2c
HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA
Content-Type: application/json
Content-Length: ${body.length}`;

  it("gets an ordinary response, however often it asks", async () => {
    const { port } = await start();
    const socket: Socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    for (let i = 1; i <= 3; i++) {
      const head = `${call.replaceAll("\n", "\r\n")}\r\n\r\n`;
      // In one piece, in two, and cut within the head.
      const cut = [head.length, 0, 40][i - 1]!;
      socket.write((head + body).slice(0, cut));
      await sleep(20);
      socket.write((head + body).slice(cut));
      await until(() => text.split('{"height":"44"}').length === i + 1);
    }
    socket.destroy();
  });

  it("is so over TLS too", async () => {
    const read = (name: string) =>
      readFileSync(new URL(`vectors/${name}`, import.meta.url), "utf8");
    const [key, cert] = [read("localhost-key.pem"), read("localhost-cert.pem")];
    const { port } = await start({ tls: { key, cert } });
    const text = await new Promise<string>((resolve, reject) => {
      const asked = request(
        {
          host: "127.0.0.1",
          port,
          path: "/ext/toy",
          method: "POST",
          ca: cert,
          checkServerIdentity: () => undefined,
          headers: { "content-type": "application/json", connection: "upgrade", upgrade: "h2c" },
        },
        (response) => {
          response.on("data", (chunk) => resolve(String(chunk)));
        },
      );
      asked.on("error", reject);
      asked.end(body);
    });
    expect(text).toContain('{"height":"44"}');
  });
});

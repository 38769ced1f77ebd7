import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectSecurely } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import { makeToy, startToy } from "./toy.ts";

/*
 * Each conversation gets the same bytes from our server as from a bare node:http server that sends the same responses. One thing
 * is masked: the value of `Date`. These differ and are not compared here:
 *
 * - A client that asks for CONNECT gets 405; node:http closes its connection.
 * - A client that sends more after `Connection: close` gets its response; from node:http it gets 400 instead.
 * - A client that sends a body together with `Expect: 100-continue` gets no 100.
 * - node:http drops the responses of a client that has closed its half, unless a flag is set that its types lack: it is set below.
 */

const timeouts = { readMs: 3_200, readHeaderMs: 1_600, idleMs: 10_000 };
const read = (name: string): string =>
  readFileSync(new URL(`vectors/${name}`, import.meta.url), "utf8");
const tls = { key: read("localhost-key.pem"), cert: read("localhost-cert.pem") };

const call = (method: string, params = "{}", headers = ""): string => {
  const body = `{"jsonrpc":"2.0","id":1,"method":"toy.${method}","params":${params}}`;
  return `POST /ext/toy HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};
const echo = (text: string, headers = ""): string => call("echo", `{"text":"${text}"}`, headers);
const plain = echo("plain");
const slow = call("slow", '{"n":30}');
const long = call("large", '{"n":20000}');
const get = "GET /ext/other HTTP/1.1\r\nHost: localhost\r\n\r\n";
const unusual = echo("unusual", "X-Unusual: 1\r\n");
const chunkedHead =
  "POST /ext/toy HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
const chunked = (...pieces: readonly string[]): string =>
  `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("")}0\r\n\r\n`;
const echoBody = '{"jsonrpc":"2.0","id":1,"method":"toy.echo","params":{"text":"chunks"}}';

const split = unusual.indexOf("{");
const expecting = [
  unusual.slice(0, split).replace("X-Unusual: 1", "Expect: 100-continue"),
  unusual.slice(split),
] as const;

/** What a client sends: a text at once, or a number of responses to wait for, or all bytes of a text one after the other. */
type Step = string | number | { readonly bytes: string } | { readonly ms: number };

const conversations: Readonly<Record<string, readonly Step[]>> = {
  "one call": [plain],
  "a kept connection": [plain, 1, plain, 2, plain],
  "calls before the responses": [plain + plain + plain],
  "calls before the responses, the first slow": [slow + plain + unusual + slow + plain],
  "calls in separate writes before the responses": [slow, { ms: 5 }, plain, { ms: 5 }, unusual],
  "a long response, then others": [long + plain + unusual + long],
  "a call cut in its head": [plain.slice(0, 40), { ms: 10 }, plain.slice(40)],
  "a call cut in its body": [plain.slice(0, -10), { ms: 10 }, plain.slice(-10)],
  "a call byte by byte": [{ bytes: plain }, 1, { bytes: unusual }],
  "a call and half of the next": [plain + plain.slice(0, 70), 1, plain.slice(70)],
  "a body of chunks": [chunkedHead + chunked(echoBody.slice(0, 9), echoBody.slice(9))],
  "a body of chunks in pieces": [chunkedHead, { ms: 10 }, { bytes: chunked(echoBody) }, 1, plain],
  "chunks, then a call in the same write": [chunkedHead + chunked(echoBody) + plain + get],
  "chunks with trailers": [
    `${chunkedHead + chunked(echoBody).slice(0, -2)}X-Trailer: 1\r\n\r\n${plain}`,
  ],
  "a chunk whose text looks like the end of a head": [
    chunkedHead + chunked(`{"a":"\r\n\r\n"`, "}") + plain,
  ],
  "HTTP/1.0": [plain.replace("HTTP/1.1", "HTTP/1.0")],
  "HTTP/1.0 with keep-alive": [
    unusual.replace("HTTP/1.1", "HTTP/1.0").replace("X-Unusual: 1", "Connection: keep-alive"),
    1,
    plain,
  ],
  "Connection: close": [plain, 1, echo("last", "Connection: close\r\n")],
  "Connection: close behind a slow call": [slow + echo("last", "Connection: close\r\n")],
  "Connection: close in a slow call": [call("slow", '{"n":30}', "Connection: close\r\n")],
  "Connection: close and a long response": [call("large", '{"n":20000}', "Connection: close\r\n")],
  "Expect: 100-continue": [expecting[0], 1, expecting[1], 2, plain],
  "Expect: 100-continue behind a slow call": [slow + expecting[0], 2, expecting[1], 3, plain],
  "another method": [plain, 1, get, 2, plain, 3, get + get],
  "plain and unusual calls in turns": [plain, 1, unusual, 2, plain, 3, unusual, 4, plain],
  "plain and unusual calls at once": [plain + unusual + plain + get + plain + slow + unusual],
  "an upgrade that is refused": [
    plain,
    1,
    echo(
      "h2c",
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n",
    ),
    2,
    plain,
  ],
  "empty lines before a call": [`\r\n\r\n${plain}`, 1, `\r\n${unusual}`, 2, plain],
  "a malformed head": [plain, 1, "NONSENSE\r\n\r\n"],
  "no head at all": ["\x16\x03\x01\x00\x00"],
  "a head with bare line feeds": [plain.replaceAll("\r\n", "\n")],
  "two lengths": [plain.replace("Content-Length", "Content-Length: 1\r\nContent-Length")],
  "a length and chunks": [echo("x", "Transfer-Encoding: chunked\r\n") + plain],
  "a head that is too long": [`GET / HTTP/1.1\r\nX-Long: ${"y".repeat(20_000)}\r\n\r\n`],
  "a long head that is not too long": [echo("long", `X-Long: ${"y".repeat(9_000)}\r\n`), 1, plain],
  nothing: [{ ms: 2_600 }],
  "a head that stops": [plain.slice(0, 30), { ms: 2_600 }],
  "a head that stops on a kept connection": [plain, 1, plain.slice(0, 30), { ms: 2_600 }],
  "a body that stops": [plain.slice(0, -10), { ms: 4_400 }],
  "a body that stops on a kept connection": [plain, 1, plain.slice(0, -10), { ms: 4_400 }],
  "a call that takes longer than a request may": [call("slow", '{"n":4000}') + plain],
};

let [ours, bare]: { port: number; stop: () => Promise<void> }[] = [];

describe.each([false, true])("over TLS: %s", (isSecure) => {
  beforeAll(async () => {
    const options = { timeouts, ...(isSecure && { tls }) };
    const { server, port } = await startToy(makeToy(), {}, options);
    ours = { port, stop: () => stopped(server) };
    bare = await startBare(isSecure);
  });
  afterAll(async () => {
    await ours!.stop();
    await bare!.stop();
  });

  it.concurrent.each(Object.entries(conversations))("%s", async (_name, steps) => {
    const expected = converse(bare!.port, steps, isSecure);
    expect(await converse(ours!.port, steps, isSecure)).toBe(await expected);
  });
});

const stopped = (server: RpcServer): Promise<void> => server.stop(100);

/** Sends the steps, closes its half, and resolves to all that came before the server closed its own. */
async function converse(port: number, steps: readonly Step[], isSecure: boolean): Promise<string> {
  const options = { port, host: "127.0.0.1", allowHalfOpen: true };
  const socket: Socket = isSecure
    ? connectSecurely({ ...options, rejectUnauthorized: false })
    : connect(options);
  let text = "";
  const ended = new Promise<void>((resolve) => {
    socket.on("end", resolve).on("close", () => resolve());
  });
  socket.on("error", () => {});
  socket.setNoDelay(true).on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  for (const step of steps) await take(step);
  socket.end();
  await ended;
  socket.destroy();
  return text.replaceAll(/^Date: .*$/gm, "Date: now");

  async function take(step: Step): Promise<void> {
    if (typeof step === "string") socket.write(step, "latin1");
    else if (typeof step === "number") {
      while (completeResponses(text) < step && !socket.destroyed && !socket.readableEnded)
        await sleep(2);
    } else if ("ms" in step) await sleep(step.ms);
    else {
      for (const byte of step.bytes) {
        socket.write(byte, "latin1");
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }
}

/** How many responses a text has, all of each; 100 Continue counts. */
function completeResponses(text: string): number {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd === -1) return 0;
  const length = Number(/^content-length: (\d+)\r$/im.exec(text.slice(0, headEnd + 2))?.[1] ?? 0);
  const end = headEnd + 4 + length;
  return text.length < end ? 0 : 1 + completeResponses(text.slice(end));
}

/** A node:http server with the responses of the toy. */
async function startBare(isSecure: boolean) {
  const options = {
    requestTimeout: timeouts.readMs,
    headersTimeout: timeouts.readHeaderMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: 50,
    noDelay: true,
    allowHalfOpen: true,
  };
  const server: Server = isSecure
    ? createSecureServer({ ...options, ...tls })
    : createServer(options);
  (server as Server & { httpAllowHalfOpen?: boolean }).httpAllowHalfOpen = true;
  server.on("request", respond);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const status = refusals[error.code!] ?? "400 Bad Request";
    const head = "Content-Type: text/plain; charset=utf-8\r\nConnection: close";
    if (!socket.writable || socket.writableLength > 0) socket.destroy();
    else {
      const text = `HTTP/1.1 ${status}\r\n${head}\r\nContent-Length: ${status.length}\r\n\r\n${status}`;
      socket.end(text, () => socket.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const refusals: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  try {
    for await (const chunk of request.setEncoding("latin1")) body += chunk;
  } catch {
    return;
  }
  const fixed = ["node-id", "NodeID-toy", "Vary", "Accept-Encoding, Origin"];
  const json = (text: string, more: readonly string[] = ["X-Content-Type-Options", "nosniff"]) => {
    const type = more.length > 0 ? "application/json; charset=utf-8" : "application/json";
    const length = `${Buffer.byteLength(text)}`;
    response.writeHead(200, [...fixed, "Content-Type", type, ...more, "Content-Length", length]);
    response.end(text);
  };
  if (request.method === "GET") {
    json('{"tags":[]}\n', []);
    return;
  }
  const { method, params } = readCall(body);
  if (method === "slow") await sleep(params.n);
  json(`${resultOf(method, params)}\n`);
}

function readCall(body: string): { method: string; params: { n: number; text: string } } {
  try {
    const { method, params } = JSON.parse(body);
    return { method: method.slice("toy.".length), params };
  } catch {
    return { method: "", params: { n: 0, text: "" } };
  }
}

function resultOf(method: string, { n, text }: { n: number; text: string }): string {
  const result = {
    echo: () => ({ text }),
    slow: () => ({}),
    large: () => Array.from({ length: n }, (_, i) => `member ${i} of é many`),
  }[method];
  return result === undefined
    ? '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"field":"body","expected":"JSON","got":"invalid character \'\\\\r\' in string literal"}},"id":null}'
    : `{"jsonrpc":"2.0","result":${JSON.stringify(result())},"id":1}`;
}

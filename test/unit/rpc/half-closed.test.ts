import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import { makeToy, startToy } from "./toy.ts";

/*
 * A client that has sent its last request may close its half of the connection at once, as `nc -N` and simple scripts do. It
 * still gets every response, and then the server closes the other half.
 */

let server: RpcServer | undefined;
afterEach(async () => {
  await server?.stop(100);
  server = undefined;
});

const post = (method: string, params: string, headers = "") => {
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  return `POST /ext/toy HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
const get = "GET /ext/other HTTP/1.1\r\nHost: localhost\r\n\r\n";
const quick = post("toy.getHeight", "{}");
const slow = post("toy.slow", '{"n":50}');
// Only node:http reads a request with this header.
const origin = "Origin: http://localhost\r\n";

const conversations: Readonly<Record<string, readonly string[]>> = {
  "a call": [quick],
  "a call that takes time": [slow],
  "a call through node:http": [post("toy.getHeight", "{}", origin)],
  "a call through node:http that takes time": [post("toy.slow", '{"n":50}', origin)],
  "a GET request": [get],
  "a long response": [post("toy.large", '{"n":300000}')],
  "two calls": [slow, quick],
  "several requests": [quick, get, slow, get, quick],
};

/** Sends text with the end of this half of the connection; returns everything until the server ends the other. */
async function converse(port: number, sent: string, before = ""): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
  });
  if (before !== "") {
    socket.write(before);
    await expect.poll(() => text).toContain("HTTP/1.1 200 OK");
  }
  socket.end(sent);
  await once(socket, "end");
  socket.destroy();
  return text;
}

const cases = [[], [quick], [get]].flatMap((before) =>
  Object.entries(conversations).map(([name, sent]) => [name, before.length, before, sent] as const),
);

it.each(cases)("%s is answered, %i requests before it", async (_name, _count, before, sent) => {
  const started = await startToy(makeToy(), {}, { allowedOrigins: ["http://localhost"] });
  server = started.server;
  const text = await converse(started.port, sent.join(""), before.join(""));
  const responses = text.split("HTTP/1.1 ").slice(1);
  expect(responses.map((each) => each.slice(0, 6))).toEqual(
    [...before, ...sent].map(() => "200 OK"),
  );
  expect(responses.at(-1)).toMatch(/[}\]]\n?(\r\n0\r\n\r\n)?$/);
});

it("a stream ends", async () => {
  const stream = {
    path: "/ext/stream",
    resumeAt: () => {},
    connectionArrived: () => {},
    open: () => ({ start: () => {}, resume: () => {}, close: () => {} }),
  };
  const started = await startToy(makeToy(), { streams: [stream] });
  server = started.server;
  const head = "GET /ext/stream HTTP/1.1\r\nHost: localhost\r\n\r\n";
  expect(await converse(started.port, head)).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(await converse(started.port, "", head)).toMatch(/^HTTP\/1\.1 200 OK/);
  await expect.poll(() => started.server.connections).toBe(0);
});

it("a connection on which nothing is sent ends, though a call is in work", async () => {
  const started = await startToy(makeToy(), {}, { timeouts: { halfClosedMs: 40 } });
  server = started.server;
  expect(await converse(started.port, post("toy.slow", '{"n":60000}'))).toBe("");
  await expect.poll(() => started.server.connections).toBe(0);
});

import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { headersMax, longHeadBytes, shortenHead } from "../../../src/rpc/http/long-heads.ts";
import { makeToy, parseReply, sendRaw, startToy } from "./toy.ts";

const body = '{"jsonrpc":"2.0","id":1,"method":"toy.getHeight","params":{}}';
const upgrade = ["Upgrade: h2c"];

function post(...more: readonly string[]): string {
  const last = ["Content-Type: application/json", `Content-Length: ${body.length}`];
  const head = ["POST /ext/toy HTTP/1.1", "Host: 127.0.0.1", ...more, ...last];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

const fill = (count: number) => Array.from({ length: count }, (_, i) => `x${i}: y`);

test.each([
  ["a request", "Connection: close", []],
  ["an upgrade", "Connection: close, Upgrade", upgrade],
])(
  "%s with more headers than the limit gets 431, and its connection closes",
  async (_, connection, more) => {
    const { server, port } = await startToy(makeToy());
    // Host, Connection, Content-Type and Content-Length are four others.
    const free = headersMax - 4 - more.length;
    const most = parseReply(await sendRaw(port, post(connection, ...more, ...fill(free))));
    expect(most.status).toBe(200);
    const kept = connection.replace("close", "keep-alive");
    for (const count of [1, 40, 1_000]) {
      const reply = parseReply(await sendRaw(port, post(kept, ...more, ...fill(free + count))));
      expect(reply.status).toBe(431);
    }
    await server.stop(1_000);
  },
);

test("a long head keeps the headers that the server reads", () => {
  const cookie = ["Cookie", "y".repeat(longHeadBytes)];
  const pairs = ["Host", "a", ...cookie, "Accept-Encoding", "gzip", "Min-Height", "7"];
  const headers = { host: "a", cookie: cookie[1], "accept-encoding": "gzip", "min-height": "7" };
  const request = { url: "/", rawHeaders: pairs, headers } as unknown as IncomingMessage;
  expect(shortenHead(request, "min-height")).toBe(true);
  expect(request.headers).toEqual({ host: "a", "accept-encoding": "gzip", "min-height": "7" });
  expect(request.rawHeaders).toEqual(["Host", "a", "Accept-Encoding", "gzip", "Min-Height", "7"]);
});

test("long cookies change nothing for their client, and long headers that the server reads get 431", async () => {
  const { server, port } = await startToy(makeToy(), {}, { allowedOrigins: [] });
  const long = "y".repeat(2 * longHeadBytes);
  const ask = async (...more: readonly string[]) =>
    parseReply(await sendRaw(port, post("Connection: close", ...more)));
  expect((await ask(`Cookie: ${long}`)).text).toBe((await ask()).text);
  expect((await ask("Origin: http://a.example", `Cookie: ${long}`)).headers).not.toContain(
    "access-control-allow-origin",
  );
  expect((await ask(`Origin: ${long}`)).status).toBe(431);
  expect((await ask(`Accept-Encoding: ${long}`)).status).toBe(431);
  await server.stop(1_000);
});

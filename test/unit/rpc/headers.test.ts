import { expect, test } from "vitest";
import { headersMax } from "../../../src/rpc/http/requests.ts";
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

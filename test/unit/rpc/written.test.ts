import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { WrittenResult } from "../../../src/formats/written-json.ts";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import { makeToy, send, startToy, toyDescription } from "./toy.ts";

let server: RpcServer | undefined;
afterEach(async () => {
  await server?.stop(100);
});

/** Serves these pieces as the result of `toy.large`; they may not be JSON. */
async function serveWritten(pieces: () => Iterable<Uint8Array>, byteLength: number) {
  const toy = makeToy();
  const written: WrittenResult = { byteLength, jsonChunks: pieces };
  const { routes } = toyDescription(toy);
  const [route] = routes;
  const handlers = { ...route!.handlers, "toy.large": async () => written };
  const started = await startToy(toy, { routes: [{ ...route!, handlers }] });
  server = started.server;
  return { toy, port: started.port };
}

const piece = (text: string) => Buffer.from(text);
const words = () => [piece('["a",'), piece('"b",'), piece('"é"]')];
const wordBytes = Buffer.concat(words()).length;
const body = '{"jsonrpc":"2.0","id":7,"method":"toy.large"}';
const answer = '{"jsonrpc":"2.0","result":["a","b","é"],"id":7}\n';

describe("a result that its handler has written", () => {
  it("is sent unchanged, with its length", async () => {
    const { port } = await serveWritten(words, wordBytes);
    const reply = await send(port, { body });
    expect(reply.text).toBe(answer);
    expect(reply.headers.get("content-length")).toBe(String(Buffer.byteLength(answer)));
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("is compressed for clients that accept gzip", async () => {
    const { port } = await serveWritten(words, wordBytes);
    const reply = await fetch(`http://127.0.0.1:${port}/ext/toy`, {
      method: "POST",
      headers: { "content-type": "application/json", "accept-encoding": "gzip" },
      body,
    });
    expect(reply.headers.get("content-encoding")).toBe("gzip");
    expect(await reply.text()).toBe(answer);
    const raw = await send(port, {
      body,
      headers: { "content-type": "application/json", "accept-encoding": "gzip" },
    });
    expect(gunzipSync(raw.body).toString()).toBe(answer);
  });

  it("is joined with others in a batch, and not made for a notification", async () => {
    let made = 0;
    const { port } = await serveWritten(() => {
      made += 1;
      return words();
    }, wordBytes);
    const notification = '{"jsonrpc":"2.0","method":"toy.large"}';
    expect((await send(port, { body: notification })).text).toBe("");
    expect(made).toBe(0);
    const batch = await send(port, { body: `[${body},${notification},${body}]` });
    expect(batch.text).toBe(`[${answer.trim()},${answer.trim()}]\n`);
  });

  it("waits for a client that reads slowly", async () => {
    const count = 2_000;
    let read = 0;
    const { port } = await serveWritten(function* () {
      for (; read < count; read++) yield Buffer.alloc(16_384, 0x20);
    }, count * 16_384);
    const request = `POST /ext/toy HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const socket = connect(port, "127.0.0.1");
    socket.pause();
    socket.write(request);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(read).toBeLessThan(count);
    let bytes = 0;
    await new Promise((resolve) => {
      socket.on("data", (chunk) => {
        bytes += chunk.length;
      });
      socket.on("end", resolve);
      socket.resume();
    });
    expect(read).toBe(count);
    expect(bytes).toBeGreaterThan(count * 16_384);
  });

  it("breaks off where a piece cannot be read, and the log says why", async () => {
    const { port, toy } = await serveWritten(function* () {
      yield piece("[1,");
      throw new Error("a broken disk");
    }, 1_000);
    for (const encoding of ["gzip", "identity"]) {
      const headers = { "content-type": "application/json", "accept-encoding": encoding };
      const url = `http://127.0.0.1:${port}/ext/toy`;
      const text = fetch(url, { method: "POST", headers, body }).then((reply) => reply.text());
      await expect(text).rejects.toThrow();
    }
    expect(toy.logged.map(({ fields, message }) => [fields["method"], message])).toEqual([
      ["toy.large", "couldn't read the whole result"],
      ["toy.large", "couldn't read the whole result"],
    ]);
    expect(
      (await send(port, { body: '{"jsonrpc":"2.0","id":1,"method":"toy.getHeight"}' })).status,
    ).toBe(200);
  });
});

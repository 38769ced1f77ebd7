import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptsGzip, gzipEnd, gzipStem } from "../../../src/rpc/http/compression.ts";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import { makeToy, type Reply, send, startToy, type Toy } from "./toy.ts";

const toy: Toy = makeToy();
let server: RpcServer;
let port: number;

beforeAll(async () => {
  ({ server, port } = await startToy(toy));
});
afterAll(() => server.stop(100));

const call = (method: string, params: string, encoding: string, id = "1"): Promise<Reply> =>
  send(port, {
    headers: { "content-type": "application/json", "accept-encoding": encoding },
    body: `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`,
  });

test.each([
  [undefined, false],
  ["", false],
  ["identity", false],
  ["*", false],
  ["gzip", true],
  ["gzip, deflate, br", true],
  ["deflate,GZIP;q=0.5", true],
  ["gzip;q=0", false],
  ["gzip; q=0.0", false],
  ["x-gzip", false],
])("Accept-Encoding %s takes gzip: %s", (header, accepted) => {
  expect(acceptsGzip(header)).toBe(accepted);
});

describe("an answer", () => {
  test.each([
    ["toy.echo", '{"text":"short"}', false],
    ["toy.echo", `{"text":"${"x".repeat(1_400)}"}`, true],
    ["toy.echo", `{"text":"${"xé".repeat(100_000)}"}`, true],
    ["toy.large", '{"n":5}', false],
    ["toy.large", '{"n":100}', true],
    ["toy.large", '{"n":30000}', true],
  ])("of %s %.20s is compressed when it is long: %s", async (method, params, compressed) => {
    const plain = await call(method, params, "identity");
    for (const _again of [1, 2]) {
      const reply = await call(method, params, "gzip, deflate");
      expect(reply.headers.get("content-encoding")).toBe(compressed ? "gzip" : undefined);
      expect(reply.headers.get("content-length")).toBe(`${reply.body.length}`);
      const body = compressed ? gunzipSync(reply.body) : reply.body;
      expect(body.equals(plain.body)).toBe(true);
    }
    expect(plain.headers.has("content-encoding")).toBe(false);
    JSON.parse(plain.text);
  });

  test("that is remembered is joined with any id", async () => {
    for (const id of ["7", '"é"', `"${"x".repeat(1_000)}"`, `"${"y".repeat(70_000)}"`]) {
      const reply = await call("toy.large", '{"n":100}', "gzip", id);
      const zipped = reply.headers.get("content-encoding") === "gzip";
      const text = (zipped ? gunzipSync(reply.body) : reply.body).toString();
      expect(JSON.parse(text)).toMatchObject({ id: JSON.parse(id), jsonrpc: "2.0" });
      expect(text.endsWith(`,"id":${id}}\n`)).toBe(true);
    }
  });

  test("of a page is compressed too", async () => {
    const target = `/ext/other/report?tag=${"x".repeat(2_000)}`;
    const reply = await send(port, {
      verb: "GET",
      target,
      headers: { "accept-encoding": "gzip" },
    });
    expect(JSON.parse(gunzipSync(reply.body).toString())).toEqual({ tags: ["x".repeat(2_000)] });
  });
});

test("a stem and any ending make one gzip stream", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 100_000, size: "max" }),
      fc.uint8Array({ maxLength: 65_535 }),
      async (start, ending) => {
        const stem = await gzipStem(Buffer.from(start));
        const stream = Buffer.concat([stem.bytes, gzipEnd(stem, Buffer.from(ending))]);
        expect(gunzipSync(stream).equals(Buffer.concat([start, ending]))).toBe(true);
      },
    ),
    { numRuns: 50 },
  );
});

test("a compressed batch that waits for its client, with requests behind it, warns of no leak", async () => {
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  process.on("warning", warned);
  const large = '{"jsonrpc":"2.0","id":1,"method":"toy.large","params":{"n":20000}}';
  const body = `[${Array(20).fill(large)}]`;
  const head = `POST /ext/toy HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept-Encoding: gzip\r\nContent-Length: ${body.length}\r\n`;
  const socket = connect(port, "127.0.0.1");
  socket.pause();
  socket.write(`${head}\r\n${body}`.repeat(3));
  await sleep(300);
  socket.resume();
  let responses = 0;
  socket.on("data", (chunk: Buffer) => {
    responses += chunk.toString("latin1").split("HTTP/1.1 200").length - 1;
  });
  await expect.poll(() => responses).toBe(3);
  socket.destroy();
  process.off("warning", warned);
  expect(warnings).toEqual([]);
});

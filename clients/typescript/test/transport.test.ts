import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { pipeline, Readable } from "node:stream";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { createClient, type Fetch, TransportError } from "../src/index.ts";

const url = "http://node";
const height = '{"jsonrpc":"2.0","result":{"height":"1"},"id":1}';

/** Responds with these in turn: a status with a body, or a failed connection. */
function flaky(...answers: (readonly [number, string] | Error)[]): {
  fetch: Fetch;
  sent: string[];
} {
  const sent: string[] = [];
  const fetch: Fetch = async (_url, { body = "" }) => {
    const answer = answers[sent.push(body) - 1];
    if (answer === undefined) throw new Error("asked too often");
    if (answer instanceof Error) throw answer;
    const [status, text] = answer;
    return { ok: status < 300, status, text: async () => text };
  };
  return { fetch, sent };
}

test("a call that may be repeated outlives passing failures, with the same body", async () => {
  const { fetch, sent } = flaky([503, "chain is not done bootstrapping"], new Error("reset"), [
    200,
    height,
  ]);
  const client = createClient(url, { fetch, retryDelayMs: 1 });
  expect(await client.platform.getHeight()).toEqual({ height: 1n });
  expect(new Set(sent).size).toBe(1);
  expect(sent).toHaveLength(3);
});

test("the query of a URL follows the path", async () => {
  const urls: string[] = [];
  const fetch: Fetch = async (target) => {
    urls.push(target);
    return { ok: false, status: 404, text: async () => "no" };
  };
  for (const query of ["/?key=a/", "/ext/bc/P?key=a/"]) {
    const client = createClient(`${url}${query}`, { fetch });
    await expect(client.platform.getHeight()).rejects.toThrow(`${url}/ext/bc/P?key=a/: HTTP 404`);
  }
  const events = createClient(`${url}?key=a`, { fetch }).events({ fromHeight: 5n });
  await expect(events[Symbol.asyncIterator]().next()).rejects.toThrow("no");
  const post = `${url}/ext/bc/P?key=a/`;
  expect(urls).toEqual([post, post, `${url}/ext/events?key=a&fromHeight=5`]);
});

test("a call that changes state is never repeated", async () => {
  const { fetch, sent } = flaky([503, "no"], [200, "never"]);
  const client = createClient(url, { fetch, retryDelayMs: 1 });
  await expect(client.platform.issueTx({ tx: "0x" })).rejects.toMatchObject({ status: 503 });
  expect(sent).toHaveLength(1);
});

test("lasting failures are not repeated, and repetitions end", async () => {
  const lasting = flaky([404, "404 page not found"]);
  await expect(
    createClient(url, { fetch: lasting.fetch }).platform.getHeight(),
  ).rejects.toMatchObject({
    reason: "http",
    status: 404,
    message: `platform.getHeight at ${url}/ext/bc/P: HTTP 404: 404 page not found`,
  });
  const down = flaky(new Error("1"), new Error("2"));
  await expect(
    createClient(url, { fetch: down.fetch, retryDelayMs: 1 }).platform.getHeight({ retries: 1 }),
  ).rejects.toMatchObject({ reason: "connection", cause: new Error("2") });
});

test("a deadline ends a call that gets no answer, repetitions included", async () => {
  const fetch: Fetch = () => new Promise(() => {});
  const client = createClient(url, { fetch });
  const call = client.platform.getHeight({ timeoutMs: 5 });
  await expect(call).rejects.toThrow(TransportError);
  await expect(call).rejects.toMatchObject({
    reason: "timeout",
    message: `platform.getHeight at ${url}/ext/bc/P: no answer within 5 ms`,
  });
});

test("a signal ends a call with its reason, before and during it", async () => {
  const fetch: Fetch = () => new Promise(() => {});
  const client = createClient(url, { fetch });
  const reason = new Error("enough");
  const early = AbortSignal.abort(reason);
  await expect(client.platform.getHeight({ signal: early })).rejects.toBe(reason);
  const controller = new AbortController();
  const call = client.platform.getHeight({ signal: controller.signal });
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

test("a signal ends the wait before a repetition", async () => {
  const controller = new AbortController();
  const fetch: Fetch = async () => {
    setTimeout(() => controller.abort(), 1);
    throw new Error("down");
  };
  const client = createClient(url, { fetch, retryDelayMs: 60_000 });
  await expect(client.platform.getHeight({ signal: controller.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
});

test("the global fetch reaches a server", async () => {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end(height));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient(`http://127.0.0.1:${port}`);
  expect(await client.platform.getHeight()).toEqual({ height: 1n });
  server.closeAllConnections();
  server.close();
});

test("a redirect to another server is an error, and that server is never asked", async () => {
  const asked: string[] = [];
  const other = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end(height);
  }).listen(0, "127.0.0.1");
  const node = createServer((_request, response) => {
    const { port } = other.address() as AddressInfo;
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
  }).listen(0, "127.0.0.1");
  try {
    await Promise.all(
      [other, node].map(
        (each) => each.listening || new Promise((done) => each.once("listening", done)),
      ),
    );
    const { port } = node.address() as AddressInfo;
    const client = createClient(`http://127.0.0.1:${port}`, { headers: { authorization: "x" } });
    await expect(client.platform.getHeight()).rejects.toMatchObject({
      reason: "http",
      status: 307,
    });
    expect(asked).toEqual([]);
  } finally {
    node.close();
    other.close();
  }
});

function* endlessResult() {
  yield '{"result":"';
  for (;;) yield "x".repeat(65_536);
}

test("a response is read up to a limit", async () => {
  const node = createServer((_request, response) => {
    pipeline(Readable.from(endlessResult()), response, () => {});
  }).listen(0, "127.0.0.1");
  try {
    await new Promise((done) => node.once("listening", done));
    const { port } = node.address() as AddressInfo;
    const client = createClient(`http://127.0.0.1:${port}`, { maxResponseBytes: 1_000_000 });
    await expect(client.platform.getHeight()).rejects.toMatchObject({
      reason: "response",
      message: expect.stringContaining("the response is longer than 1000000 bytes"),
    });
  } finally {
    node.closeAllConnections();
    node.close();
  }
});

/** The URL of a node whose every response is this compressed body, with its length. */
async function compressedNode(status: number, coding: string, body: Uint8Array): Promise<string> {
  const node = createServer((_request, response) => {
    const headers = { "content-encoding": coding, "content-length": body.length };
    response.writeHead(status, headers).end(body);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    node.closeAllConnections();
    node.close();
  });
  await new Promise((done) => node.once("listening", done));
  return `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
}

test("a compressed response is read", async () => {
  const node = await compressedNode(200, "gzip", gzipSync(height));
  expect(await createClient(node).platform.getHeight()).toEqual({ height: 1n });
});

test.each([
  ["gzip", gzipSync, 200],
  ["gzip", gzipSync, 500],
  ["br", brotliCompressSync, 200],
] as const)("the limit is that of the decompressed body: %s", async (coding, compress, status) => {
  const node = await compressedNode(status, coding, compress(" ".repeat(4_000_000)));
  const client = createClient(node, { maxResponseBytes: 1_000_000 });
  await expect(client.platform.getHeight()).rejects.toMatchObject({
    reason: "response",
    message: expect.stringContaining("the response is longer than 1000000 bytes"),
  });
});

test("a response that is compressed more than once is an error", async () => {
  const node = await compressedNode(200, "gzip, gzip", gzipSync(gzipSync(height)));
  await expect(createClient(node).platform.getHeight()).rejects.toMatchObject({
    reason: "response",
    message: expect.stringContaining("the response is compressed more than once"),
  });
});

test("a result of another type is an error that names the member", async () => {
  for (const [member, found] of [
    ['"height":true', "true"],
    ['"height":"ten"', '"ten"'],
    ['"height":[1]', "a list of 1"],
    ['"height":0.99999999999999999999', "0.9999999999999999"],
    ['"height":18446744073709551616', "18446744073709551616"],
  ]) {
    const { fetch } = flaky([200, `{"jsonrpc":"2.0","result":{${member}},"id":1}`]);
    const message = `platform.getHeight: height: expected an integer from 0 to 18446744073709551615, got ${found}`;
    const failed = createClient(url, { fetch }).platform.getHeight();
    await expect(failed).rejects.toMatchObject({ name: "TransportError", message });
  }
});

test("a response that is nested too deeply is an error of the client's own type", async () => {
  const depth = 1_000_000;
  const nested = `{"jsonrpc":"2.0","result":${"[".repeat(depth)}1234567890123456789${"]".repeat(depth)},"id":1}`;
  const { fetch } = flaky([200, nested]);
  await expect(createClient(url, { fetch }).platform.getHeight()).rejects.toBeInstanceOf(
    TransportError,
  );
});

test("the error of a result with another ID says so", async () => {
  const { fetch } = flaky([200, '{"jsonrpc":"2.0","result":{"height":"7"},"id":999}']);
  await expect(createClient(url, { fetch }).platform.getHeight()).rejects.toMatchObject({
    name: "TransportError",
    message: "platform.getHeight: the response is not that to this call",
  });
});

test("the error for a node with a self-signed certificate says so", async () => {
  const vector = (name: string) =>
    readFileSync(new URL(`../../../test/unit/rpc/vectors/${name}`, import.meta.url));
  const key = vector("localhost-key.pem");
  const server = createSecureServer({ key, cert: vector("localhost-cert.pem") });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const node = `https://127.0.0.1:${port}`;
  const call = createClient(node, { retries: 0 }).platform.getHeight();
  await expect(call).rejects.toMatchObject({
    reason: "connection",
    message: expect.stringMatching(
      /^platform\.getHeight at https:\S+: the node could not be reached: self-signed certificate[^(]* \(in Node\.js, NODE_EXTRA_CA_CERTS/,
    ),
  });
  await new Promise((resolve) => server.close(resolve));
});

test("the error for a node that is down names the reason", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const call = createClient(`http://127.0.0.1:${port}`, { retries: 0 }).platform.getHeight();
  await expect(call).rejects.toMatchObject({
    message: `platform.getHeight at http://127.0.0.1:${port}/ext/bc/P: the node could not be reached: connect ECONNREFUSED 127.0.0.1:${port}`,
  });
});

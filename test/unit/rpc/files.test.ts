import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { FileRoute } from "../../../src/rpc/http/description.ts";
import { makeToy, send, startToy } from "./toy.ts";

const long = "a page\n".repeat(1_000);

function file(path: string, read: () => Promise<Uint8Array>): FileRoute {
  const headers = (query: URLSearchParams) => ["X-Node", query.get("node") ?? "own"];
  return { path, contentType: "text/plain", headers, read };
}

test("a file is read once, and sent compressed to those who take it", async () => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return Buffer.from(long);
  };
  const { server, port } = await startToy(makeToy(), { files: [file("/docs/page", read)] });
  const get = (headers: Record<string, string> = {}, target = "/docs/page") =>
    send(port, { verb: "GET", target, headers });

  const plain = await get();
  expect(plain.status).toBe(200);
  expect(plain.text).toBe(long);
  expect(plain.headers.get("content-type")).toBe("text/plain");
  expect(plain.headers.get("cache-control")).toBe("no-cache");
  expect(plain.headers.get("x-content-type-options")).toBe("nosniff");
  expect(plain.headers.get("x-node")).toBe("own");
  const compressed = await get({ "accept-encoding": "gzip" }, "/docs/page?node=other");
  expect(compressed.headers.get("content-encoding")).toBe("gzip");
  expect(compressed.headers.get("x-node")).toBe("other");
  expect(gunzipSync(compressed.body).toString()).toBe(long);
  expect(reads).toBe(1);

  const tag = plain.headers.get("etag")!;
  expect(tag).toBe(compressed.headers.get("etag"));
  const known = await get({ "if-none-match": `"x", ${tag}` });
  expect(known.status).toBe(304);
  expect(known.body.length).toBe(0);
  expect((await get({ "if-none-match": '"x"' })).status).toBe(200);
  await server.stop(100);
});

test("a file follows the rules of hosts and verbs", async () => {
  const files = [file("/docs/page", async () => Buffer.from("short"))];
  const { server, port } = await startToy(makeToy(), { files });
  const target = "/docs/page";
  const stranger = await send(port, { verb: "GET", target, headers: { host: "evil.example" } });
  expect(stranger.status).toBe(403);
  const post = await send(port, { target, body: "{}" });
  expect(post.status).toBe(405);
  expect(post.headers.get("allow")).toBe("GET, HEAD");
  const head = await send(port, { verb: "HEAD", target });
  expect(head.status).toBe(200);
  expect(head.headers.get("content-length")).toBe("5");
  expect(head.body.length).toBe(0);
  await server.stop(100);
});

test("a file that could not be read is read again when it is asked for again", async () => {
  let isThere = false;
  const read = async () => {
    if (!isThere) throw new Error("no such file");
    return Buffer.from("short");
  };
  const { server, port } = await startToy(makeToy(), { files: [file("/docs/page", read)] });
  const get = () => send(port, { verb: "GET", target: "/docs/page" });
  expect((await get()).status).toBe(500);
  isThere = true;
  expect((await get()).text).toBe("short");
  await server.stop(100);
});

test("only a browser that asks for a page is sent on", async () => {
  const moved = [{ path: "/docs", location: "docs/" }];
  const { server, port } = await startToy(makeToy(), { moved });
  const accept = "text/html,application/xhtml+xml";
  const get = (target: string, headers: Record<string, string>) =>
    send(port, { verb: "GET", target, headers });
  const page = await get("/docs?node=http%3A%2F%2Fa", { accept });
  expect(page.status).toBe(302);
  expect(page.headers.get("location")).toBe("docs/?node=http%3A%2F%2Fa");
  expect((await get("/docs", { accept: "*/*" })).status).toBe(404);
  const post = await send(port, { target: "/docs", headers: { accept }, body: "{}" });
  expect(post.status).toBe(404);
  await server.stop(100);
});

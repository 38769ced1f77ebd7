import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { GetRequest, GetRoute } from "../../../src/rpc/http/description.ts";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import { makeToy, send, startToy } from "./toy.ts";

let server: RpcServer | undefined;

afterEach(async () => {
  await server?.stop(0);
  server = undefined;
});

type Asked = Pick<GetRequest, "path"> & { readonly bodyBytes: number };

/** Serves one route of requests with bodies, and returns its port and what reaches the route. */
async function servePages(work: () => void = () => {}) {
  const asked: Asked[] = [];
  const route: GetRoute = {
    path: "/pages",
    base: "pages",
    hasPathsBelow: true,
    readsBodies: true,
    answer: (_query, _asked, { path, body }) => {
      work();
      asked.push({ path, bodyBytes: body?.length ?? 0 });
      return { status: 200, contentType: "text/plain", body: "ok" };
    },
  };
  const started = await startToy(makeToy(), { gets: [route] });
  server = started.server;
  return { port: started.port, asked };
}

it.each([
  ["70,000 values", `[${"0,".repeat(70_000)}0]`],
  ["40,000 names", `{${Array.from({ length: 40_000 }, (_, i) => `"n${i}":0`)}}`],
  ["65 levels", "[".repeat(65) + "]".repeat(65)],
  ["5 MiB of levels that never close", "[".repeat(5 * 1024 * 1024)],
])("a body with %s does not reach a route", async (_what, body) => {
  const { port, asked } = await servePages();
  const reply = await send(port, { target: "/pages/one", body });
  expect(reply.status).toBe(413);
  expect(reply.text).toBe("the body has more than 65536 values or 64 levels of nesting\n");
  expect(asked).toEqual([]);
  expect(server!.refusals.bodies).toBe(1);
});

it.each([
  ["60,000 values", `[${"0,".repeat(60_000)}0]`],
  ["64 levels", "[".repeat(64) + "]".repeat(64)],
  ["a long text", `"${"[".repeat(1_000_000)}"`],
])("a body with %s reaches a route", async (_what, body) => {
  const { port, asked } = await servePages();
  expect((await send(port, { target: "/pages/one", body })).status).toBe(200);
  expect(asked).toEqual([{ path: "/pages/one", bodyBytes: body.length }]);
});

it.each([
  ["/pages/one?two=3", "/pages/one"],
  ["/pages/a%20b", "/pages/a%20b"],
  ["http://127.0.0.1/pages/one?two", "/pages/one"],
  ["http://127.0.0.1:99999/pages/one", "/pages/one"],
])("a route gets the path of %s", async (target, path) => {
  const { port, asked } = await servePages();
  expect((await send(port, { target, verb: "GET" })).status).toBe(200);
  expect(asked).toEqual([{ path, bodyBytes: 0 }]);
});

it("a call goes before a crowd of pages that take long", async () => {
  const until = (end: number) => {
    while (performance.now() < end);
  };
  const { port, asked } = await servePages(() => until(performance.now() + 10));
  const page = "GET /pages/one HTTP/1.1\r\nHost: localhost\r\n\r\n";
  for (let i = 0; i < 3; i++) await send(port, { target: "/pages/one", verb: "GET" });
  const crowd = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      return socket.resume();
    }),
  );
  try {
    for (const socket of crowd) socket.write(page);
    await once(crowd[0]!, "data");
    const call = { jsonrpc: "2.0", id: 1, method: "toy.getHeight" };
    const before = asked.length;
    expect((await send(port, { target: "/ext/toy", body: JSON.stringify(call) })).status).toBe(200);
    expect(asked.length - before).toBeLessThan(10);
  } finally {
    for (const socket of crowd) socket.destroy();
  }
});

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
async function servePages() {
  const asked: Asked[] = [];
  const route: GetRoute = {
    path: "/pages",
    base: "pages",
    hasPathsBelow: true,
    readsBodies: true,
    answer: (_query, _asked, { path, body }) => {
      asked.push({ path, bodyBytes: body?.length ?? 0 });
      return { status: 200, contentType: "text/plain", body: "ok" };
    },
  };
  const started = await startToy(makeToy(), { gets: [route] });
  server = started.server;
  return { port: started.port, asked };
}

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

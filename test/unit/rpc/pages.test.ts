import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { GetAnswer, GetRequest, GetRoute } from "../../../src/rpc/http/description.ts";
import type { HttpOptions, RpcServer } from "../../../src/rpc/http/server.ts";
import { makeToy, send, startToy } from "./toy.ts";

let server: RpcServer | undefined;

afterEach(async () => {
  await server?.stop(0);
  server = undefined;
});

type Asked = Pick<GetRequest, "path"> & { readonly bodyBytes: number };

const text = (body: string): GetAnswer => ({ status: 200, contentType: "text/plain", body });

/** Serves one route of requests with bodies, and returns its port and what reaches the route. */
async function servePages(
  make: (path: string) => ReturnType<GetRoute["answer"]> = () => text("ok"),
  options: Partial<HttpOptions> = {},
) {
  const asked: Asked[] = [];
  const route: GetRoute = {
    path: "/pages",
    base: "pages",
    hasPathsBelow: true,
    readsBodies: true,
    operationOf: (_verb, path) => path,
    answer: (_query, _asked, { path, body }) => {
      asked.push({ path, bodyBytes: body?.length ?? 0 });
      return make(path);
    },
  };
  const started = await startToy(makeToy(), { gets: [route] }, options);
  server = started.server;
  return { port: started.port, asked };
}

const page = "GET /pages/one HTTP/1.1\r\nHost: localhost\r\n\r\n";

const callBody = '{"jsonrpc":"2.0","id":1,"method":"toy.getHeight"}';
const call = `POST /ext/toy HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${callBody.length}\r\n\r\n${callBody}`;

/** Clients that each ask for a page at the same time. */
async function crowdOf(size: number, port: number): Promise<Socket[]> {
  const crowd = await Promise.all(
    Array.from({ length: size }, async () => {
      const socket = connect(port, "127.0.0.1").pause();
      socket.on("error", () => {});
      await once(socket, "connect");
      return socket;
    }),
  );
  while (server!.connections < size) await sleep(1);
  for (const socket of crowd) socket.write(page);
  return crowd;
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

it.each([
  ["call", call],
  ["page of another operation", page.replace("one", "two")],
])("a %s goes before a crowd of pages that take long", async (_what, request) => {
  let onPage = () => {};
  const { port, asked } = await servePages((path) => {
    if (path !== "/pages/one") return text("ok");
    onPage();
    const end = performance.now() + 10;
    while (performance.now() < end);
    return text("ok");
  });
  // Until it is known that they take long.
  for (let i = 0; i < 20; i++) await send(port, { target: "/pages/one", verb: "GET" });
  const caller = connect(port, "127.0.0.1");
  await once(caller, "connect");
  let before = 0;
  onPage = () => {
    if (before > 0) return;
    before = asked.length;
    caller.write(request);
  };
  const crowd = await crowdOf(40, port);
  try {
    await once(caller, "data");
    expect(asked.length - before).toBeLessThan(10);
  } finally {
    for (const socket of [caller, ...crowd]) socket.destroy();
  }
});

it("a page whose client leaves before its call begins is no longer in work", async () => {
  let leave = () => {};
  const route: GetRoute = {
    path: "/pages",
    base: "pages",
    answer: async (_query, _asked, { post }) => {
      leave();
      await sleep(50);
      return text(await post("/ext/toy", callBody));
    },
  };
  const started = await startToy(makeToy(), { gets: [route] });
  server = started.server;
  const socket = connect(started.port, "127.0.0.1");
  leave = () => socket.resetAndDestroy();
  socket.write(page.replace("/one", ""));
  const inWork = () => server!.metrics.map(({ base, processing }) => `${base} ${processing}`);
  await expect.poll(inWork).toContain("pages 1");
  await expect.poll(inWork).not.toContain("pages 1");
});

describe.each(["at once", "later"])("a crowd that does not read pages that are made %s", (when) => {
  it("has no more of them made than there is room for", async () => {
    const clientBytes = 32_000_000;
    const longBytes = 4_000_000;
    const made = () => text("x".repeat(longBytes));
    const later = async () => {
      await sleep(50);
      return made();
    };
    const { port, asked } = await servePages(when === "later" ? later : made, {
      limits: { clientBytes },
    });
    await send(port, { target: "/pages/one", verb: "GET" });
    const crowd = await crowdOf(40, port);
    try {
      await sleep(700);
      expect(asked.length).toBeGreaterThan(2);
      expect(asked.length).toBeLessThanOrEqual(20);
    } finally {
      for (const socket of crowd) socket.destroy();
    }
  });
});

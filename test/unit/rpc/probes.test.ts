import { afterAll, beforeAll, expect, test } from "vitest";
import { probe } from "../../../src/rpc/http/probes.ts";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import { entry, makeToy, send, startToy } from "./toy.ts";

type Report = { healthy: boolean; tags: readonly string[] };
let healthy: unknown = true;
let server: RpcServer;
let port: number;

beforeAll(async () => {
  const tags = (value: unknown): unknown =>
    value === undefined || (value as string[]).length < 4 ? value : Number("not reached");
  const health = probe({
    path: "/ext/health",
    base: "health",
    entry: entry(
      "health.health",
      "live",
      { tags },
      {
        validateResult: (value) =>
          typeof (value as Report).healthy === "boolean"
            ? undefined
            : { field: "healthy", expected: "a boolean", got: "something else" },
      },
    ),
    handler: async (params: { tags?: string[] }) => ({ healthy, tags: params.tags ?? ["none"] }),
    context: undefined,
    ownPagesOnly: true,
    query: { tag: "tags" },
    status: { member: "healthy", true: 200, false: 503 },
  });
  const options = { allowedOrigins: [] };
  ({ server, port } = await startToy(makeToy(), { gets: [health] }, options));
});
afterAll(() => server.stop(100));

const get = (target: string): ReturnType<typeof send> => send(port, { verb: "GET", target });

test("status and body come from the method's result", async () => {
  expect(await get("/ext/health")).toMatchObject({
    status: 200,
    text: '{"healthy":true,"tags":["none"]}\n',
  });
  healthy = false;
  expect(await get("/ext/health?tag=a&tag=")).toMatchObject({
    status: 503,
    text: '{"healthy":false,"tags":["a",""]}\n',
  });
});

test("pages of other origins cannot read it", async () => {
  const from = (origin: string) =>
    send(port, { verb: "GET", target: "/ext/health", headers: { origin } });
  expect((await from("https://wallet.example")).status).toBe(403);
  expect((await from("http://localhost:3000")).status).toBe(503);
});

test("a result that breaks its schema is not sent", async () => {
  healthy = "yes";
  const reply = await get("/ext/health");
  expect([reply.status, reply.text]).toEqual([500, "internal error, log id log-1\n"]);
});

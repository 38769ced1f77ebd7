import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { metricsRoute } from "../../../../src/node/health/metrics-route.ts";
import type { RouteMetrics } from "../../../../src/rpc/http/metrics.ts";
import type { Asked } from "../../../../src/rpc/json-rpc/method.ts";
import { makeToy, send, startToy } from "../../rpc/toy.ts";

test("calls are counted by route and served in Prometheus' form", async () => {
  const routes: RouteMetrics[] = [];
  const metrics = metricsRoute({
    path: "/ext/metrics",
    routes: () => routes,
    register: (registry) => {
      registry.setDefaultLabels({});
    },
  });
  const { server, port } = await startToy(makeToy(), { gets: [metrics] });
  routes.push(...server.metrics);
  const body = '{"jsonrpc":"2.0","id":1,"method":"toy.getHeight"}';
  for (const _again of [1, 2, 3]) await send(port, { body });
  await send(port, { target: "/ext/bc/T", body });
  await send(port, { target: "/nowhere", body });

  for (const _again of [1, 2]) {
    const reply = await send(port, { verb: "GET", target: "/ext/metrics" });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const line = (start: string): string | undefined =>
      reply.text.split("\n").find((candidate) => candidate.startsWith(start));
    expect(line('avalanche_api_calls{base="toy"}')).toBe('avalanche_api_calls{base="toy"} 4');
    expect(line('avalanche_api_calls{base="other"}')).toBe('avalanche_api_calls{base="other"} 0');
    expect(line('avalanche_api_calls_processing{base="toy"}')).toMatch(/ 0$/);
    expect(line('avalanche_api_calls_duration{base="toy"}')).toMatch(/ [\d.]+$/);
    expect(line("# TYPE avalanche_api_call_seconds")).toMatch(/ histogram$/);
    expect(line('avalanche_api_call_seconds_bucket{le="+Inf",base="toy"}')).toMatch(/ 4$/);
    expect(line('avalanche_api_call_seconds_count{base="toy"}')).toMatch(/ 4$/);
  }
  await server.stop(100);
});

/** Asks a route that calls `refresh` before each collection. */
function collecting(refresh: () => Promise<void>) {
  const { answer } = metricsRoute({
    path: "/ext/metrics",
    routes: () => [],
    register: () => {},
    refresh,
  });
  const request = {
    verb: "GET",
    path: "/ext/metrics",
    headers: {},
    post: () => Promise.reject(),
  };
  return async () => answer(new URLSearchParams(), {} as Asked, request);
}

test("a crowd that asks at once shares a response that is not older than its questions", async () => {
  let collected = 0;
  let isFirstHeld = true;
  const ask = collecting(async () => {
    collected += 1;
    while (isFirstHeld) await sleep(1);
  });
  const first = Array.from({ length: 100 }, ask);
  await expect.poll(() => collected).toBe(1);
  const later = Array.from({ length: 100 }, ask);
  isFirstHeld = false;
  expect(await Promise.all(first)).toHaveLength(100);
  expect(collected).toBe(1);
  await Promise.all(later);
  expect(collected).toBe(2);
});

test("a failure is not kept", async () => {
  let isFailing = true;
  const ask = collecting(async () => {
    if (isFailing) throw new Error("not now");
  });
  await expect(ask()).rejects.toThrow("not now");
  isFailing = false;
  expect(await ask()).toHaveProperty("status", 200);
});

import { expect, test } from "vitest";
import { RouteMetrics } from "../../../src/rpc/http/metrics.ts";

test("a call is counted in the bucket of its time", () => {
  const route = new RouteMetrics("a");
  route.end(route.begin());
  route.end(route.begin() - 1_000_000);
  expect([route.calls, route.processing]).toEqual([2, 0]);
  expect([route.buckets[0], route.buckets.at(-1)]).toEqual([1, 1]);
  expect(route.durationMs).toBeGreaterThan(999_999);
});

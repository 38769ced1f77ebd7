import { expect, test } from "vitest";
import { Arrivals } from "../../../src/rpc/http/scheduler.ts";

test("work waits in a pass in which a connection arrived, and in no other", () => {
  const arrivals = new Arrivals(10);
  expect(arrivals.comeFirst(1)).toBe(false);
  arrivals.note();
  expect(arrivals.comeFirst(2)).toBe(true);
  expect(arrivals.comeFirst(3)).toBe(false);
});

test("connections that do not end let work continue in one pass of each window", () => {
  const arrivals = new Arrivals(10);
  const waits = Array.from({ length: 24 }, (_, now) => {
    arrivals.note();
    return arrivals.comeFirst(now + 1);
  });
  const allowed = waits.flatMap((isWaiting, i) => (isWaiting ? [] : [i + 1]));
  expect(allowed).toEqual([11, 22]);
});

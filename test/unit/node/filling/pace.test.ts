import { performance } from "node:perf_hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pace } from "../../../../src/node/filling/pace.ts";

let nowMs = 10_000;

beforeEach(() => {
  // A process that does nothing else.
  const utilization = { active: 0, idle: 1_000, utilization: 0 };
  vi.spyOn(performance, "eventLoopUtilization").mockReturnValue(utilization);
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const { signal } = new AbortController();
const nothing = () => false;

test("a process without other work is not busy", async () => {
  const pace = new Pace(() => 0);
  expect(pace.isBusy).toBe(true);
  await pace.slice(nothing, signal);
  expect(pace.isBusy).toBe(false);
});

test("a call makes it busy for a second", async () => {
  let calls = 0;
  const pace = new Pace(() => calls);
  await pace.slice(nothing, signal);
  calls += 1;
  await pace.slice(nothing, signal);
  expect(pace.isBusy).toBe(true);
  nowMs += 999;
  await pace.slice(nothing, signal);
  expect(pace.isBusy).toBe(true);
  nowMs += 1;
  expect(pace.isBusy).toBe(false);
});

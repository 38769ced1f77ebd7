import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { limitHeapGrowth } from "../../../src/node/heap-growth.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("garbage is collected sooner while a node is crowded", () => {
  const flags: string[] = [];
  let isCrowded = false;
  limitHeapGrowth(
    () => isCrowded,
    (flag) => flags.push(flag),
  );
  vi.advanceTimersByTime(300);
  expect(flags).toEqual([]);
  isCrowded = true;
  vi.advanceTimersByTime(300);
  expect(flags).toEqual(["--heap-growing-percent=30"]);
  isCrowded = false;
  vi.advanceTimersByTime(300);
  expect(flags).toEqual(["--heap-growing-percent=30", "--heap-growing-percent=0"]);
});

it("V8 knows the flag", () => {
  const options = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  expect(options).toMatch(/^ {2}--heap-growing-percent /m);
});

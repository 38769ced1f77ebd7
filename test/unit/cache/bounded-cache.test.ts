import { expect, test } from "vitest";
import { BoundedCache } from "../../../src/cache/bounded-cache.ts";

const keysOf = (cache: BoundedCache<string, number>, ...keys: readonly string[]) =>
  keys.filter((key) => cache.get(key) !== undefined);

test("drops the oldest entries that were not used", () => {
  const cache = new BoundedCache<string, number>(3);
  for (const key of ["a", "b", "c"]) cache.set(key, 1);
  cache.get("a");
  cache.set("d", 1);
  expect(keysOf(cache, "a", "b", "c", "d")).toEqual(["a", "c", "d"]);
});

test("takes a new entry when all others are in use, and drops the oldest of them", () => {
  const cache = new BoundedCache<string, number>(3);
  for (const key of ["a", "b", "c"]) {
    cache.set(key, 1);
    cache.get(key);
  }
  cache.set("d", 1);
  expect(keysOf(cache, "a", "b", "c", "d")).toEqual(["b", "c", "d"]);
});

test("never weighs more than its limit", () => {
  const cache = new BoundedCache<string, number>(10, (weight) => weight);
  for (const [key, weight] of [
    ["a", 4],
    ["b", 4],
    ["a", 7],
    ["c", 3],
    ["d", 11],
  ] as const) {
    cache.set(key, weight);
    const kept = ["a", "b", "c", "d"].map((each) => cache.get(each) ?? 0);
    expect(kept.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(10);
  }
  expect(keysOf(cache, "d")).toEqual([]);
  cache.set("e", 10);
  expect(keysOf(cache, "a", "b", "c", "d", "e")).toEqual(["e"]);
});

import { expect, it } from "vitest";
import { lastNumber, numberBefore, revertedTo } from "../../../src/watches/reverts.ts";
import { parseProgress, textOfProgress } from "../../../src/watches/stored-watch.ts";
import type { Revert, WatchProgress } from "../../../src/watches/watch.ts";

const at = (height: bigint, count = 0) => ({ height, count, part: 0 });
const revertAll = (...heights: bigint[]) =>
  heights.reduce<readonly Revert[]>((reverts, height) => revertedTo(reverts, at(height)), []);

it("counts the reverts before a position, so that no position has a number twice", () => {
  const reverts = revertAll(10n, 15n, 5n, 7n);
  expect(reverts).toEqual([
    { height: 5n, count: 0, number: 3 },
    { height: 7n, count: 0, number: 4 },
  ]);
  expect([4n, 5n, 6n, 7n, 8n, 20n].map((height) => numberBefore(reverts, at(height)))).toEqual([
    0, 0, 3, 3, 4, 4,
  ]);
  expect(lastNumber(reverts)).toBe(4);
});

it("distinguishes events of one block, and reports of one event", () => {
  const reverts = revertedTo([], { height: 5n, count: 2 });
  expect(numberBefore(reverts, at(5n, 2))).toBe(0);
  expect(numberBefore(reverts, { ...at(5n, 2), part: 1 })).toBe(1);
  expect(numberBefore(reverts, at(5n, 3))).toBe(1);
});

it("keeps the newest", () => {
  const reverts = revertAll(...Array.from({ length: 150 }, (_, height) => BigInt(height)));
  expect(reverts.length).toBe(100);
  expect(lastNumber(reverts)).toBe(150);
});

it("reads what it wrote, and the number that earlier versions wrote", () => {
  const progress = {
    position: { ...at(3n, 1), block: "00112233" },
    reverts: revertAll(1n, 2n),
  } as unknown as WatchProgress;
  const text = textOfProgress(progress);
  expect(parseProgress(text).reverts).toEqual(progress.reverts);
  const of = (reverts: number) => parseProgress(JSON.stringify({ position: "3.1.0.00", reverts }));
  expect(of(0).reverts).toEqual([]);
  expect(of(2).reverts).toEqual([{ height: 0n, count: 0, number: 2 }]);
});

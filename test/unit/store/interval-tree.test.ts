import fc from "fast-check";
import { expect, test } from "vitest";
import { forkOf, forksOf } from "../../../src/store/interval-tree.ts";

function isFound(from: number, to: number, number: number): boolean {
  const fork = forkOf(from, to);
  const { lower, upper } = forksOf(number);
  return (lower.includes(fork) && to >= number) || (upper.includes(fork) && from <= number);
}

test("finds an interval from every number in it and from no other, for all small intervals", () => {
  for (let from = 0; from < 40; from++) {
    for (let to = from; to < 40; to++) {
      for (let number = 0; number < 40; number++) {
        expect(isFound(from, to, number)).toBe(from <= number && number <= to);
      }
    }
  }
});

test("finds intervals anywhere below 2^31", () => {
  const height = fc.nat(2 ** 31 - 1);
  fc.assert(
    fc.property(height, height, height, (a, b, number) => {
      const [from, to] = a < b ? [a, b] : [b, a];
      const fork = forkOf(from, to);
      expect(from <= fork && fork <= to).toBe(true);
      expect(isFound(from, to, number)).toBe(from <= number && number <= to);
    }),
    { numRuns: 5000 },
  );
});

test("has no place for larger or negative numbers", () => {
  expect(() => forksOf(2 ** 31)).toThrow("2147483648 is outside of the tree");
  expect(() => forksOf(-1)).toThrow("-1 is outside of the tree");
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitAllocations } from "../../../../src/pchain/genesis/stakes.ts";
import { heapOrder } from "../../../../src/pchain/genesis/validators.ts";

const address = (fill: number) => new Uint8Array(20).fill(fill);
const allocation = (fill: number, amounts: readonly bigint[]) => ({
  ethAddress: address(0),
  avaxAddress: address(fill),
  initialAmount: 0n,
  unlockSchedule: amounts.map((amount, index) => ({ amount, locktime: BigInt(index) })),
});
const split = (amounts: readonly bigint[][], count: number) =>
  splitAllocations(
    amounts.map((each, index) => allocation(index, each)),
    count,
  ).map((part) => part.map(({ amount }) => amount));

describe("splitAllocations", () => {
  it("cuts amounts and leaves the rest to the last", () => {
    expect(split([[10n]], 3)).toEqual([[3n], [3n], [4n]]);
    expect(split([[2n, 5n], [3n]], 2)).toEqual([
      [2n, 3n],
      [2n, 3n],
    ]);
  });

  it("ends a part that is full with a stake of zero, as AvalancheGo does", () => {
    expect(split([[5n], [5n]], 2)).toEqual([[5n, 0n], [5n]]);
  });

  it("leaves amounts of zero out", () => {
    expect(split([[0n, 4n, 0n]], 1)).toEqual([[4n]]);
  });

  it("gives every part the same, but for the last", () => {
    const property = fc.property(
      fc.array(fc.array(fc.bigInt({ min: 0n, max: 50n }), { maxLength: 4 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 6 }),
      (amounts, count) => {
        const total = amounts.flat().reduce((sum, amount) => sum + amount, 0n);
        fc.pre(total >= BigInt(count));
        const sums = split(amounts, count).map((part) => part.reduce((a, b) => a + b, 0n));
        const each = total / BigInt(count);
        expect(sums.slice(0, -1)).toEqual(Array(count - 1).fill(each));
        expect(sums.at(-1)).toBe(total - each * BigInt(count - 1));
      },
    );
    fc.assert(property);
  });
});

describe("heapOrder", () => {
  it("is the array of a heap, not sorted", () => {
    expect(heapOrder([50n, 40n, 30n, 20n, 10n], (value) => value)).toEqual([
      10n,
      20n,
      40n,
      50n,
      30n,
    ]);
    expect(heapOrder([1n, 2n, 3n], (value) => value)).toEqual([1n, 2n, 3n]);
  });

  it("leaves equal keys in their places", () => {
    const values = ["a", "b", "c", "d"];
    expect(heapOrder(values, () => 1n)).toEqual(values);
  });
});

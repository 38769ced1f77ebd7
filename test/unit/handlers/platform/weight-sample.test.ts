import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillRandomBelow } from "../../../../src/handlers/validators/random-integers.ts";
import { sampleByWeight } from "../../../../src/handlers/validators/weight-sample.ts";

const weights = fc.array(
  fc.oneof(fc.bigInt(0n, 20n), fc.bigInt(0n, 2n ** 21n), fc.bigInt(0n, 2n ** 60n)),
  { maxLength: 8 },
);

describe("sampleByWeight", () => {
  it("draws as many units as wanted, and of no weight more than it has", () => {
    fc.assert(
      fc.property(weights, fc.nat(60), (each, count) => {
        const times = sampleByWeight(each, count, fillRandomBelow);
        const total = each.reduce((sum, weight) => sum + weight, 0n);
        if (BigInt(count) > total) {
          expect(times).toBeUndefined();
          return;
        }
        expect(times!.reduce((sum, drawn) => sum + drawn, 0)).toBe(count);
        for (const [index, weight] of each.entries()) {
          expect(BigInt(times![index]!)).toBeLessThanOrEqual(weight);
        }
      }),
    );
  });

  it.each([
    ["few of few", [1n, 1n, 1n, 1n, 1n], 2],
    ["most of few", [1n, 1n, 1n, 1n, 1n], 3],
  ])("draws each unit as likely as another: %s", (_how, each, count) => {
    const counts = new Map<string, number>();
    // Every way in which two draws, of those that are in or left out, can fall.
    for (let first = 0n; first < 5n; first++) {
      for (let second = 0n; second < 5n; second++) {
        if (first === second) continue;
        // The first unit twice: the second time it is drawn again.
        const draws = [first, first, second];
        const times = sampleByWeight(each, count, (integers) => {
          for (let i = 0; i < integers.length; i++) integers[i] = draws.shift()!;
        });
        const key = times!.join("");
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    expect([...counts.values()]).toEqual(new Array(10).fill(2));
  });

  it("draws units of large weights in proportion to them", () => {
    const each = [1n, 2n, 5n].map((share) => share * 2n ** 60n);
    const times = sampleByWeight(each, 40_000, fillRandomBelow)!;
    for (const [index, share] of [1, 2, 5].entries()) {
      expect(times[index]! / 5_000).toBeGreaterThan(share * 0.9);
      expect(times[index]! / 5_000).toBeLessThan(share * 1.1);
    }
  });

  it("draws again what it has drawn, of large weights, too", () => {
    const draws = [7n, 7n, 9n];
    const times = sampleByWeight([8n, 2n ** 40n], 2, (integers) => {
      for (let i = 0; i < integers.length; i++) integers[i] = draws.shift()!;
    });
    expect(times).toEqual([1, 1]);
  });
});

describe("fillRandomBelow", () => {
  it.each([1n, 2n, 3n, 2n ** 32n, 2n ** 32n + 1n, 2n ** 33n - 1n, 2n ** 64n])(
    "draws all parts of the integers below %s",
    (bound) => {
      const integers = new BigUint64Array(3_000);
      fillRandomBelow(integers, bound);
      const shares = [...integers].map((integer) => Number((integer * 1_000n) / bound));
      expect([...integers].every((integer) => integer < bound)).toBe(true);
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      const wanted = bound <= 3n ? (Number(bound - 1n) / Number(bound) / 2) * 1_000 : 500;
      expect(Math.abs(mean - wanted)).toBeLessThan(40);
    },
  );
});

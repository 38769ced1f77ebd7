import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleByWeight } from "../../../../src/handlers/validators/weight-sample.ts";

const weights = fc.array(fc.bigInt(0n, 20n), { maxLength: 8 });

describe("sampleByWeight", () => {
  it("draws as many units as wanted and none twice", () => {
    fc.assert(
      fc.property(
        weights,
        fc.nat(60),
        fc.infiniteStream(fc.bigInt(0n, 2n ** 64n)),
        (each, count, numbers) => {
          const randomBelow = (bound: bigint) => numbers.next().value % bound;
          const sample = sampleByWeight(each, count, randomBelow);
          const total = each.reduce((sum, weight) => sum + weight, 0n);
          if (BigInt(count) > total) {
            expect(sample).toBeUndefined();
            return;
          }
          expect(sample).toHaveLength(count);
          for (const [index, weight] of each.entries()) {
            const drawn = sample!.filter((item) => item === index).length;
            expect(BigInt(drawn)).toBeLessThanOrEqual(weight);
          }
        },
      ),
    );
  });

  it("draws each unit as likely as another", () => {
    const counts = new Map<string, number>();
    // Every way in which the two draws can fall: one of four units, then one of five.
    for (let first = 0n; first < 4n; first++) {
      for (let second = 0n; second < 5n; second++) {
        const draws = [first, second];
        const sample = sampleByWeight([1n, 1n, 1n, 1n, 1n], 2, () => draws.shift()!);
        const key = sample!.toSorted().join();
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    expect([...counts.values()]).toEqual(new Array(10).fill(2));
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeSorted, SortedList, withoutItems } from "../../../../src/pchain/state/sorted-list.ts";

type Item = { readonly key: number; readonly tag: number };
const byKey = (a: Item, b: Item) => a.key - b.key;

describe("SortedList", () => {
  test("holds what a sorted map of its keys holds, through many chunks", () => {
    const step = fc.record({ isAdd: fc.boolean(), key: fc.nat(2000) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 500, maxLength: 3000 }), (steps) => {
        const list = new SortedList<Item>(byKey);
        const model = new Map<number, Item>();
        for (const [tag, { isAdd, key }] of steps.entries()) {
          const item = { key, tag };
          if (isAdd) {
            list.add(item);
            model.set(key, item);
          } else expect(list.delete(item)).toBe(model.delete(key));
        }
        const expected = [...model.values()].sort(byKey);
        expect([...list]).toEqual(expected);
        expect(list.size).toBe(expected.length);
      }),
      { numRuns: 20 },
    );
  });

  test("keeps order where items come in order, forwards and backwards", () => {
    for (const keys of [
      Array.from({ length: 2000 }, (_, i) => i),
      Array.from({ length: 2000 }, (_, i) => 1999 - i),
    ]) {
      const list = new SortedList<Item>(byKey);
      for (const key of keys) list.add({ key, tag: 0 });
      expect([...list].map(({ key }) => key)).toEqual([...keys].sort((a, b) => a - b));
      for (const key of keys) expect(list.delete({ key, tag: 1 })).toBe(true);
      expect([...list]).toEqual([]);
    }
  });
});

describe("mergeSorted and withoutItems", () => {
  test("merging and leaving out equals sorting and filtering", () => {
    const sorted = fc.array(fc.nat(50)).map((keys) => keys.sort((a, b) => a - b));
    fc.assert(
      fc.property(sorted, sorted, fc.nat(50), (first, second, leftOut) => {
        const compare = (a: number, b: number) => a - b;
        const merged = [...mergeSorted(first, second, compare)];
        expect(merged).toEqual([...first, ...second].sort(compare));
        expect([...withoutItems(merged, (key) => key === leftOut)]).toEqual(
          merged.filter((key) => key !== leftOut),
        );
      }),
    );
  });

  test("reads no more of its sources than it gives", () => {
    let readCount = 0;
    function* counting(): IterableIterator<number> {
      for (let i = 0; ; i += 2) {
        readCount++;
        yield i;
      }
    }
    const merged = mergeSorted(counting(), [1, 3], (a, b) => a - b);
    expect([merged.next().value, merged.next().value]).toEqual([0, 1]);
    expect(readCount).toBeLessThanOrEqual(2);
  });
});

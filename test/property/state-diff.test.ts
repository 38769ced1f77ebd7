import fc from "fast-check";
import { expect, test } from "vitest";
import { Diff } from "../../src/pchain/state/diff.ts";
import { MemoryState } from "../../src/pchain/state/memory-state.ts";
import { operations, perform, subjects } from "../support/state/operations.ts";
import { PlainState } from "../support/state/plain-state.ts";
import { readState } from "../support/state/read-state.ts";

test("a diff shows what a plain state shows, alone and stacked, before and after it is applied", () => {
  fc.assert(
    fc.property(fc.array(operations(40), { maxLength: 6 }), fc.boolean(), (batches, isStacked) => {
      const model = new PlainState();
      const base = new MemoryState();
      let tag = 0;
      for (const batch of batches) {
        const first = new Diff(base);
        const half = isStacked ? batch.length >> 1 : batch.length;
        for (const operation of batch.slice(0, half)) perform(operation, tag++, first, model);
        const second = new Diff(first);
        for (const operation of batch.slice(half)) perform(operation, tag++, second, model);
        const expected = readState(model, subjects);
        expect(readState(second, subjects)).toEqual(expected);
        first.applyTo(base);
        second.applyTo(base);
        expect(readState(base, subjects)).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
});

test("a diff leaves its parent alone", () => {
  fc.assert(
    fc.property(operations(40), operations(40), (before, after) => {
      const base = new MemoryState();
      const model = new PlainState();
      let tag = 0;
      const first = new Diff(base);
      for (const operation of before) perform(operation, tag++, first, model);
      first.applyTo(base);
      const expected = readState(base, subjects);
      const second = new Diff(base);
      for (const operation of after) perform(operation, tag++, second, model);
      expect(readState(base, subjects)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

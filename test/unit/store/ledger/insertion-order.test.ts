import fc from "fast-check";
import { expect, test } from "vitest";
import { insertionOrder } from "../../../../src/store/ledger/insertion-order.ts";

test("sorts rows by the start of their keys, and leaves rows of one key in their order", () => {
  const key = fc.uint8Array({ minLength: 20, maxLength: 20 });
  const fewKeys = fc.array(key, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fewKeys, fc.array(fc.nat(4)), (keys, picks) => {
      const rows = picks.map((pick, place) => ({ key: keys[pick % keys.length]!, place }));
      const start = (row: { readonly key: Uint8Array }) =>
        Buffer.from(row.key.subarray(0, 4)).readUInt32BE();
      const expected = [...rows].sort((a, b) => start(a) - start(b));
      expect(insertionOrder(rows, (row) => row.key)).toStrictEqual(expected);
    }),
  );
});

import { expect, it } from "vitest";
import { amountBytes, pageOfSorted } from "../../../src/data-api/sorted-page.ts";
import type { LedgerPlace } from "../../../src/store/ledger/queries/ledger-queries.ts";

const count = 1_000;
/** 7919 is prime: every number once, in no order. */
const shuffled = Array.from({ length: count }, (_, i) => (i * 7_919) % count);
const ascending = shuffled.toSorted((a, b) => a - b);
const orders = { shuffled, ascending, descending: ascending.toReversed() };

let comparisons = 0;

/** A place that counts how often its first part is read. */
const placeOf = (entry: number): LedgerPlace => {
  const place = [amountBytes(BigInt(entry >> 1)), amountBytes(BigInt(entry))];
  return Object.defineProperty([...place], 0, {
    get: () => {
      comparisons += 1;
      return place[0];
    },
  });
};

it.each(
  Object.keys(orders).flatMap((name) => [true, false].map((isDescending) => [name, isDescending])),
)("pages of %s entries, descending: %s, are the list in order", (name, isDescending) => {
  const entries = orders[name as keyof typeof orders];
  const pages: number[] = [];
  let after: LedgerPlace | undefined;
  do {
    const page = { limit: 300, after, isDescending: isDescending as boolean };
    const { entries: some, next } = pageOfSorted(entries, page, placeOf);
    pages.push(...some);
    after = next;
  } while (after !== undefined);
  expect(pages).toEqual(isDescending ? ascending.toReversed() : ascending);
});

it("a short page compares most entries once", () => {
  comparisons = 0;
  pageOfSorted(shuffled, { limit: 1, after: undefined, isDescending: true }, placeOf);
  expect(comparisons).toBeLessThan(4 * count);
});

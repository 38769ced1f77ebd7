import type { LedgerPage, LedgerPlace } from "../store/ledger/queries/ledger-queries.ts";
import { comparePlaces } from "../store/ledger/queries/merged.ts";

/** A page of entries that are all in memory. Places differ. */
export function pageOfSorted<Entry>(
  entries: readonly Entry[],
  { limit, after, isDescending }: LedgerPage,
  placeOf: (entry: Entry) => LedgerPlace,
): { readonly entries: readonly Entry[]; readonly next: LedgerPlace | undefined } {
  const sign = isDescending ? -1 : 1;
  const isBefore = (a: LedgerPlace, b: LedgerPlace) => sign * comparePlaces(a, b) < 0;
  // In order, with one more than the page: to sort all entries takes longer than to find these.
  const first: { readonly entry: Entry; readonly place: LedgerPlace }[] = [];
  for (const entry of entries) {
    const place = placeOf(entry);
    if (after !== undefined && !isBefore(after, place)) continue;
    if (first.length > limit && !isBefore(place, first[limit]!.place)) continue;
    let [at, end] = [0, first.length];
    while (at < end) {
      const middle = (at + end) >> 1;
      if (isBefore(place, first[middle]!.place)) end = middle;
      else at = middle + 1;
    }
    first.splice(at, 0, { entry, place });
    if (first.length > limit + 1) first.pop();
  }
  const page = first.slice(0, limit);
  return {
    entries: page.map(({ entry }) => entry),
    next: first.length > limit ? page.at(-1)!.place : undefined,
  };
}

/** Bytes that sort as the amount does. */
export function amountBytes(amount: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(amount);
  return bytes;
}

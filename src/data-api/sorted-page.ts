import type { LedgerPage, LedgerPlace } from "../store/ledger/queries/ledger-queries.ts";
import { comparePlaces } from "../store/ledger/queries/merged.ts";

/** A page of entries that are all in memory. Places differ. */
export function pageOfSorted<Entry>(
  entries: readonly Entry[],
  { limit, after, isDescending }: LedgerPage,
  placeOf: (entry: Entry) => LedgerPlace,
): { readonly entries: readonly Entry[]; readonly next: LedgerPlace | undefined } {
  const sign = isDescending ? -1 : 1;
  const following = entries
    .map((entry) => ({ entry, place: placeOf(entry) }))
    .filter(({ place }) => after === undefined || sign * comparePlaces(place, after) > 0)
    .sort((a, b) => sign * comparePlaces(a.place, b.place));
  const page = following.slice(0, limit);
  return {
    entries: page.map(({ entry }) => entry),
    next: following.length > limit ? page.at(-1)!.place : undefined,
  };
}

/** Bytes that sort as the amount does. */
export function amountBytes(amount: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(amount);
  return bytes;
}

import { compareBytes } from "../../../formats/bytes.ts";
import type { LedgerPage, LedgerPlace } from "./ledger-queries.ts";
import { eachRead } from "./unread.ts";

/** Reads rows of one sorted source after a place, at most `count`. Fewer mean that there are no more. */
export type Source<Row> = (after: LedgerPlace | undefined, count: number) => readonly Row[];

const chunkMin = 4;

/**
 * A page of several sorted sources as one list. Rows of one place form a group, such as a transaction that several addresses
 * share. Reads from each source only what the page needs.
 */
export function mergedPage<Row>(
  sources: readonly Source<Row>[],
  { limit, after, isDescending }: LedgerPage,
  placeOf: (row: Row) => LedgerPlace,
): { readonly groups: readonly (readonly Row[])[]; readonly next: LedgerPlace | undefined } {
  const wanted = limit + 1;
  const chunk = Math.min(wanted, Math.max(chunkMin, Math.ceil((2 * wanted) / sources.length)));
  const sign = isDescending ? -1 : 1;
  const heads = eachRead(sources, (source) => new Head(source, placeOf, { after, chunk }));
  const groups: Row[][] = [];
  let last: LedgerPlace | undefined;
  while (groups.length < wanted) {
    let best: LedgerPlace | undefined;
    for (const { place } of heads) {
      if (place !== undefined && (best === undefined || sign * comparePlaces(place, best) < 0)) {
        best = place;
      }
    }
    if (best === undefined) return { groups, next: undefined };
    if (groups.length === limit) break;
    const group: Row[] = [];
    for (const head of heads) {
      while (head.place !== undefined && comparePlaces(head.place, best) === 0) {
        group.push(head.take());
      }
    }
    groups.push(group);
    last = best;
  }
  return { groups, next: last };
}

/** The next row of a source. */
class Head<Row> {
  readonly #source: Source<Row>;
  readonly #placeOf: (row: Row) => LedgerPlace;
  readonly #chunk: number;
  #rows: readonly Row[];
  #index = 0;
  place: LedgerPlace | undefined;

  constructor(
    source: Source<Row>,
    placeOf: (row: Row) => LedgerPlace,
    { after, chunk }: { readonly after: LedgerPlace | undefined; readonly chunk: number },
  ) {
    this.#source = source;
    this.#placeOf = placeOf;
    this.#chunk = chunk;
    this.#rows = source(after, chunk);
    this.#note();
  }

  take(): Row {
    const row = this.#rows[this.#index]!;
    this.#index += 1;
    if (this.#index === this.#rows.length && this.#rows.length === this.#chunk) {
      this.#rows = this.#source(this.place, this.#chunk);
      this.#index = 0;
    }
    this.#note();
    return row;
  }

  #note(): void {
    const row = this.#rows[this.#index];
    this.place = row === undefined ? undefined : this.#placeOf(row);
  }
}

/** Lexicographic. Both have the same parts. */
export function comparePlaces(a: LedgerPlace, b: LedgerPlace): number {
  for (const [index, part] of a.entries()) {
    const other = b[index]!;
    const order =
      typeof part === "number" ? part - (other as number) : compareBytes(part, other as Uint8Array);
    if (order !== 0) return order;
  }
  return 0;
}

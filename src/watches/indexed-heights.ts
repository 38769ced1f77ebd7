import type {
  LedgerList,
  LedgerPage,
  LedgerPlace,
} from "../store/ledger/queries/ledger-queries.ts";
import type { WatchSource } from "./block-reading.ts";

/** Heights at which a rule may have something to report, ascending: all of those up to `knownTo`. */
type IndexedHeights = { readonly heights: readonly bigint[]; readonly knownTo: bigint };

/** Finds them in the ledger's index, between two heights, both included. Undefined if that costs more than reading the blocks. */
export type FindHeights = (
  source: WatchSource,
  from: bigint,
  to: bigint,
) => IndexedHeights | undefined;

/** Goes through the heights at which a rule may have something to report. */
export class HeightSearch {
  readonly #source: WatchSource;
  #found: IndexedHeights | undefined;

  constructor(source: WatchSource) {
    this.#source = source;
  }

  /** All heights between two, if the index knows them by now. */
  all(find: FindHeights | undefined, from: bigint, to: bigint): readonly bigint[] | undefined {
    if (from > to) return undefined;
    if (this.#found === undefined || from > this.#found.knownTo) {
      this.#found = find?.(this.#source, from, to);
    }
    return this.#found?.knownTo === to ? this.#found.heights : undefined;
  }

  /** The first height from one on that may have an event, or that has to be read because the index says no more. */
  next(find: FindHeights | undefined, from: bigint, to: bigint): bigint {
    this.all(find, from, to);
    if (this.#found === undefined || from > this.#found.knownTo) return from;
    return this.#found.heights.find((each) => each >= from) ?? this.#found.knownTo;
  }
}

/** Rows that one search reads. */
const indexedRowsMax = 256;

/** The heights of a page of rows that are in the order of the chain. */
export function heightsOf<Row extends { readonly height: number }>(
  { rows, next }: LedgerList<Row>,
  to: bigint,
): IndexedHeights {
  const heights = sortedHeights(rows.map(({ height }) => height));
  return { heights, knownTo: next === undefined ? to : heights.at(-1)! };
}

/** The first page of a list, in the order of the chain. */
export const firstPage: LedgerPage = {
  limit: indexedRowsMax,
  after: undefined,
  isDescending: false,
};

/** All rows of a list that has none of the chain's order; undefined if there are too many. */
export function allRows<Row>(
  list: (page: LedgerPage) => LedgerList<Row>,
  max: number,
): readonly Row[] | undefined {
  const rows: Row[] = [];
  let after: LedgerPlace | undefined;
  do {
    const page = list({ ...firstPage, after });
    rows.push(...page.rows);
    after = page.next;
  } while (after !== undefined && rows.length < max);
  return after === undefined ? rows : undefined;
}

export function sortedHeights(heights: Iterable<number>): bigint[] {
  return [...new Set(heights)].sort((a, b) => a - b).map(BigInt);
}

/** Both, as far as both are known. */
export function mergedHeights(found: readonly IndexedHeights[]): IndexedHeights {
  let knownTo = found[0]!.knownTo;
  for (const each of found) if (each.knownTo < knownTo) knownTo = each.knownTo;
  const heights = found.flatMap(({ heights: each }) => each).filter((each) => each <= knownTo);
  return { heights: sortedHeights(heights.map(Number)), knownTo };
}

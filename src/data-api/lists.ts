import type {
  LedgerList,
  LedgerPage,
  LedgerPlace,
} from "../store/ledger/queries/ledger-queries.ts";
import { mergedPage, type Source } from "../store/ledger/queries/merged.ts";

export type List<Row> = (page: LedgerPage) => LedgerList<Row>;

/** The rows of several lists with one order as one list. */
export function merged<Row>(
  lists: readonly List<Row>[],
  placeOf: (row: Row) => LedgerPlace,
): List<Row> {
  const [only, ...others] = lists;
  if (only !== undefined && others.length === 0) return only;
  return (page) => {
    const sources = lists.map(
      (list): Source<Row> =>
        (after, limit) =>
          list({ ...page, after, limit }).rows,
    );
    const { groups, next } = mergedPage(sources, page, placeOf);
    return { rows: groups.map(([row]) => row!), next };
  };
}

/** The rows of a list that a condition selects. Reads on until the page is full. */
export function filtered<Row>(
  list: List<Row>,
  isWanted: (row: Row) => boolean,
  placeOf: (row: Row) => LedgerPlace,
): List<Row> {
  return (page) => {
    const found: Row[] = [];
    let { after } = page;
    // One more shows whether another page follows.
    while (found.length <= page.limit) {
      const { rows, next } = list({ ...page, limit: page.limit + 1, after });
      found.push(...rows.filter(isWanted));
      if (next === undefined) break;
      after = next;
    }
    const rows = found.slice(0, page.limit);
    const last = rows.at(-1);
    const isLast = found.length <= page.limit || last === undefined;
    return { rows, next: isLast ? undefined : placeOf(last) };
  };
}

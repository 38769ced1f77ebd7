import { errors } from "../../generated/errors.ts";
import { describeValue } from "../../generated/issue.ts";
import type { ValidatorPage, ValidatorSort } from "../../generated/types.ts";
import type { Candidate } from "./candidates.ts";
import type { Place, Sorted } from "./sort.ts";

/** A page of a list. `nextCursor` is present if more entries follow. */
export type CandidatePage = {
  readonly candidates: readonly Candidate[];
  readonly nextCursor?: string;
};

/**
 * Returns a page. A cursor names a place in the order rather than a position, so validators that appear or disappear
 * between two calls cause no gaps and no duplicates. Throws InvalidParams for a cursor of another order.
 */
export function pageOf(
  { candidates, placeOf, compare }: Sorted,
  { limit, startAfter }: ValidatorPage,
  sort: ValidatorSort | undefined,
): CandidatePage {
  const order = orderName(sort);
  const begin =
    startAfter === undefined
      ? 0
      : firstAfter(candidates, (each) => compare(placeOf(each), parseCursor(startAfter, order)));
  const end = limit === undefined ? candidates.length : begin + limit;
  const page = candidates.slice(begin, end);
  const last = page.at(-1);
  return last === undefined || end >= candidates.length
    ? { candidates: page }
    : { candidates: page, nextCursor: formatCursor(placeOf(last), order) };
}

/** Binary search: the index of the first candidate after the place that `comparison` compares with. */
function firstAfter(
  candidates: readonly Candidate[],
  comparison: (candidate: Candidate) => number,
): number {
  let from = 0;
  let to = candidates.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (comparison(candidates[middle]!) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function orderName(sort: ValidatorSort | undefined): string {
  return sort === undefined ? "list" : `${sort.by}${sort.descending ? "-" : "+"}`;
}

function formatCursor({ value = "", order }: Place, name: string): string {
  return `${name}:${value}:${order}`;
}

function parseCursor(text: string, name: string): Place {
  const [found, value, order, ...rest] = text.split(":");
  const isWhole = value !== undefined && order !== undefined && rest.length === 0;
  if (!isWhole || found !== name || !/^[01][0-9a-f]{60,}$/.test(order)) {
    const expected = "the nextCursor of a call with the same sort and nodeIDs";
    const field = "page.startAfter";
    throw errors.invalidParams({ field, expected, got: describeValue(text) });
  }
  return { value: value === "" ? undefined : value, order };
}

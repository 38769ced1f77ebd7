import type { PageParams } from "../page.ts";
import { badRequest } from "../problem.ts";

/** A page of a short list in memory; the token is the number of entries before. Throws Problem with status 400. */
export function slicedPage<Entry>(
  all: readonly Entry[],
  { pageToken = "0", pageSize }: PageParams,
) {
  if (!/^\d{1,9}$/.test(pageToken)) {
    throw badRequest("pageToken", "nextPageToken of the page before", pageToken);
  }
  const from = Number(pageToken);
  const to = from + pageSize;
  const token = to < all.length ? { nextPageToken: String(to) } : {};
  return { entries: all.slice(from, to), token };
}

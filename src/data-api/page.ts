import { formatCursor, type PlaceForm, parseCursor } from "../handlers/past/cursor.ts";
import type { LedgerPage, LedgerPlace } from "../store/ledger/queries/ledger-queries.ts";
import type { WholeLedger } from "./ledger.ts";
import { badRequest, Problem } from "./problem.ts";

export type PageParams = { readonly pageToken?: string; readonly pageSize: number };

/** A list that pages are of. */
export type PagedList = {
  /** The operation and all values that decide which entries it has. */
  readonly selection: readonly (string | number | undefined)[];
  readonly isDescending: boolean;
  readonly form: PlaceForm;
};

export type RequestedPage = {
  readonly page: LedgerPage;
  /** The member `nextPageToken` of the result, if more entries follow. */
  readonly token: (next: LedgerPlace | undefined) => { readonly nextPageToken?: string };
};

/** Reads `pageToken` and `pageSize`. Throws Problem with status 400 for the token of another list or of a reverted chain. */
export function requestedPage(
  { pageToken, pageSize }: PageParams,
  { selection, isDescending, form }: PagedList,
  { ledger, tip }: WholeLedger,
): RequestedPage {
  const call = JSON.stringify(["data", isDescending, ...selection]);
  const cursor = pageToken === undefined ? undefined : parseCursor(pageToken, call, form);
  if (pageToken !== undefined && cursor === undefined) {
    const expected = "nextPageToken of the page before, with the same other parameters";
    throw badRequest("pageToken", expected, pageToken);
  }
  if (cursor !== undefined && !ledger.holds(cursor.checkpoint)) {
    const { height } = cursor.checkpoint;
    throw new Problem(400, `pageToken: the chain went back below height ${height}: begin again`);
  }
  return {
    page: { limit: pageSize, after: cursor?.place, isDescending },
    token: (place) =>
      place === undefined
        ? {}
        : { nextPageToken: formatCursor({ checkpoint: ledger.checkpoint(tip), place }, call) },
  };
}

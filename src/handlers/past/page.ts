import { errors } from "../../generated/errors.ts";
import { describeValue } from "../../generated/issue.ts";
import type {
  LedgerPage,
  LedgerPlace,
  LedgerQueries,
} from "../../store/ledger/queries/ledger-queries.ts";
import { formatCursor, type PlaceForm, parseCursor } from "./cursor.ts";

const limitDefault = 50;

export type PageParams = {
  readonly page?: { readonly limit?: number; readonly startAfter?: string };
  readonly sort?: { readonly descending: boolean };
};

/** A list that pages are of. */
export type PagedList = {
  readonly method: string;
  /** The params that decide which entries the list has. */
  readonly selection: object;
  /** Whether it is without `sort`. */
  readonly isDescending: boolean;
  readonly form: PlaceForm;
};

export type RequestedPage = {
  readonly page: LedgerPage;
  /** The member `nextCursor` of the result, if more entries follow. */
  readonly cursor: (next: LedgerPlace | undefined) => { readonly nextCursor?: string };
};

/** Reads `page` and `sort`. Throws LedgerCursorOfOtherCall and LedgerCursorReverted. */
export function pageOf(
  { page: { limit = limitDefault, startAfter } = {}, sort }: PageParams,
  list: PagedList,
  { ledger, tip }: { readonly ledger: LedgerQueries; readonly tip: number },
): RequestedPage {
  const isDescending = sort?.descending ?? list.isDescending;
  const call = JSON.stringify([list.method, isDescending, canonical(list.selection)]);
  const after =
    startAfter === undefined ? undefined : placeAfter(startAfter, { call, list, ledger });
  return {
    page: { limit, after, isDescending },
    cursor: (place) =>
      place === undefined
        ? {}
        : { nextCursor: formatCursor({ checkpoint: ledger.checkpoint(tip), place }, call) },
  };
}

function placeAfter(
  text: string,
  {
    call,
    list: { form },
    ledger,
  }: { readonly call: string; readonly list: PagedList; readonly ledger: LedgerQueries },
): LedgerPlace {
  const cursor = parseCursor(text, call, form);
  if (cursor === undefined) throw errors.ledgerCursorOfOtherCall({ got: describeValue(text) });
  const { checkpoint, place } = cursor;
  if (!ledger.holds(checkpoint)) throw errors.ledgerCursorReverted({ height: checkpoint.height });
  return place;
}

/** The same value for params that select the same, whatever their order. */
function canonical(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return [...new Set(value.map(String))].sort();
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, canonical(member)]);
}

/** Each entry with only the members in `fields` that it has, in their order. */
export function selectedMembers<View extends object, Name extends keyof View & string>(
  views: readonly View[],
  fields: readonly Name[],
): Partial<Pick<View, Name>>[] {
  return views.map((view) => {
    const part: Partial<Pick<View, Name>> = {};
    for (const name of fields) if (view[name] !== undefined) part[name] = view[name];
    return part;
  });
}

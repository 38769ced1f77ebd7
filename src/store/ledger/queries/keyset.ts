import type { Compilable, SelectQueryBuilder } from "kysely";
import type { HeightBounds, LedgerPage, LedgerPlace } from "./ledger-queries.ts";
import type { Source } from "./merged.ts";
import { type Selects, type SlotValues, slot } from "./selects.ts";

/** Of any tables and columns. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely has no other type for any query.
export type AnyQuery = SelectQueryBuilder<any, any, any>;

/** What a list is ordered by, and the column of a height or time in it and its range, if there is one. */
export type Order = {
  readonly columns: readonly string[];
  readonly height?: { readonly column: string; readonly bounds: HeightBounds } | undefined;
};

type List = {
  /** Names the statements of queries that differ in the values of slots only. */
  readonly form: string;
  readonly query: () => AnyQuery;
  readonly order: Order;
  /** Of the slot `value`. */
  readonly values: readonly unknown[];
  /** Of the other slots. */
  readonly slots?: SlotValues;
};

/**
 * A source for each value of the slot `value`. All run the same two statements: one for the first rows, one for those after a
 * place, which an index of the order finds without reading the rows before it.
 */
export function keysetSources<Row>(
  selects: Selects,
  { form, query, order, values, slots }: List,
  { isDescending }: Pick<LedgerPage, "isDescending">,
): Source<Row>[] {
  const compose = (hasPlace: boolean): Compilable<Row> => {
    let composed = query();
    if (order.height !== undefined) {
      const { column } = order.height;
      // SQLite would begin at a bound on the side of the place, and read every row up to the place.
      if (!hasPlace || isDescending) composed = composed.where(column, ">=", slot<number>("from"));
      if (!hasPlace || !isDescending) composed = composed.where(column, "<=", slot<number>("to"));
    }
    if (hasPlace) {
      composed = composed.where((eb) =>
        eb(
          eb.refTuple(...(order.columns as [string, string])),
          isDescending ? "<" : ">",
          eb.tuple(...(order.columns.map((_, part) => slot(`place${part}`)) as [unknown, unknown])),
        ),
      );
    }
    for (const column of order.columns) {
      composed = composed.orderBy(column, isDescending ? "desc" : "asc");
    }
    // Not a bare parameter: see `limitParameter`.
    return composed.limit((eb) =>
      eb(eb.val(slot<number>("count")), "+", eb.lit(0)),
    ) as Compilable<Row>;
  };
  /** Whether a place does not exclude any row of the range of heights. */
  const isBeforeFirst = ([height]: LedgerPlace): boolean => {
    if (order.height === undefined || typeof height !== "number") return false;
    const { from, to } = order.height.bounds;
    return isDescending ? height > to : height < from;
  };
  const composed = (hasPlace: boolean) => {
    const make = () => compose(hasPlace);
    return selects.fixed<Row>(`${form} ${isDescending ? "down" : "up"} ${hasPlace}`, make);
  };
  const known = { ...slots, ...order.height?.bounds };
  let first: ReturnType<typeof composed> | undefined;
  let following: ReturnType<typeof composed> | undefined;
  return values.map((value) => (after, count) => {
    if (after === undefined || isBeforeFirst(after)) {
      first ??= composed(false);
      return first({ ...known, value, count });
    }
    following ??= composed(true);
    return following({ ...known, value, count, ...placeSlots(after) });
  });
}

/** Names the statements of a list by the conditions that a filter has, and by the values that are in their text. */
export function formOf(list: string, filter: object, ...inText: readonly unknown[]): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return [list, ...given.map(([name]) => name).sort(), "", ...inText].join(" ");
}

function placeSlots(place: LedgerPlace): Readonly<Record<string, unknown>> {
  return Object.fromEntries(place.map((part, index) => [`place${index}`, part]));
}

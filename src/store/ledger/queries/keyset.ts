import type { Compilable, SelectQueryBuilder } from "kysely";
import type { HeightBounds, LedgerPage, LedgerPlace } from "./ledger-queries.ts";
import type { Source } from "./merged.ts";
import { type Selects, slot } from "./selects.ts";

/** Of any tables and columns. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely has no other type for any query.
export type AnyQuery = SelectQueryBuilder<any, any, any>;

/** What a list is ordered by, and the columns of a height in it, if it has one. */
export type Order = {
  readonly columns: readonly string[];
  readonly height?: { readonly column: string; readonly bounds: HeightBounds } | undefined;
};

/**
 * A source for each value of the slot `value`. All run the same two statements: one for the first rows, one for those after a
 * place, which an index of the order finds without reading the rows before it.
 */
export function keysetSources<Row>(
  selects: Selects,
  {
    query,
    order,
    values,
  }: { readonly query: AnyQuery; readonly order: Order; readonly values: readonly unknown[] },
  { isDescending }: Pick<LedgerPage, "isDescending">,
): Source<Row>[] {
  const compose = (hasPlace: boolean): Compilable<Row> => {
    let composed = query;
    if (order.height !== undefined) {
      const { column, bounds } = order.height;
      composed = composed.where(column, ">=", bounds.from).where(column, "<=", bounds.to);
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
    return composed.limit(slot<number>("count")) as Compilable<Row>;
  };
  let first: ReturnType<typeof selects.prepared<Row>> | undefined;
  let following: ReturnType<typeof selects.prepared<Row>> | undefined;
  return values.map((value) => (after, count) => {
    if (after === undefined) {
      first ??= selects.prepared(compose(false));
      return first({ value, count });
    }
    following ??= selects.prepared(compose(true));
    return following({ value, count, ...placeSlots(after) });
  });
}

function placeSlots(place: LedgerPlace): Readonly<Record<string, unknown>> {
  return Object.fromEntries(place.map((part, index) => [`place${index}`, part]));
}

import { errors } from "../../generated/errors.ts";
import type { Handler } from "../handler.ts";
import { watchView } from "./view.ts";

/** The watches, in the order of their creation. */
export const list: Handler<"watch.list", "watches"> = ({ limit, startAfter }, { watches }) => {
  const all = watches.list("watch");
  const before = startAfter === undefined ? -1 : all.findIndex(({ id }) => id === startAfter);
  if (startAfter !== undefined && before === -1) {
    const expected = "the ID of a watch: omit it to start at the first page";
    throw errors.invalidParams({ field: "startAfter", expected, got: startAfter });
  }
  const page = all.slice(before + 1, before + 1 + limit);
  const hasMore = before + 1 + limit < all.length;
  return {
    watches: page.map((watch) => watchView(watch, watches)),
    ...(hasMore && { next: page.at(-1)!.id }),
  };
};

import type { Handler } from "../handler.ts";
import { notFound, watchView } from "./view.ts";

/** The watches, in the order of their creation. */
export const list: Handler<"watch.list", "watches"> = ({ limit, startAfter }, { watches }) => {
  const all = watches.list("watch");
  const before = startAfter === undefined ? -1 : all.findIndex(({ id }) => id === startAfter);
  if (startAfter !== undefined && before === -1) throw notFound(startAfter);
  const page = all.slice(before + 1, before + 1 + limit);
  const hasMore = before + 1 + limit < all.length;
  return {
    watches: page.map((watch) => watchView(watch, watches)),
    ...(hasMore && { next: page.at(-1)!.id }),
  };
};

import type { Handler } from "../handler.ts";
import { notFound, watchView } from "./view.ts";

/** A watch and how far its deliveries are. */
export const get: Handler<"watch.get", "watches"> = ({ watchID }, { watches }) => {
  const watch = watches.get("watch", watchID);
  if (watch === undefined) throw notFound(watchID);
  return watchView(watch, watches);
};

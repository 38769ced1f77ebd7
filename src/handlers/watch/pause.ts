import type { Handler } from "../handler.ts";
import { notFound, watchView } from "./view.ts";

/** Stops the deliveries of a watch. */
export const pause: Handler<"watch.pause", "watches"> = ({ watchID }, { watches }) => {
  const watch = watches.setStatus("watch", watchID, "paused");
  if (watch === undefined) throw notFound(watchID);
  return watchView(watch, watches);
};

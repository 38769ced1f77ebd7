import type { Handler } from "../handler.ts";
import { notFound, watchView } from "./view.ts";

/** Continues the deliveries of a watch, at once. */
export const resume: Handler<"watch.resume", "watches"> = ({ watchID }, { watches }) => {
  const watch = watches.setStatus("watch", watchID, "active");
  if (watch === undefined) throw notFound(watchID);
  return watchView(watch, watches);
};

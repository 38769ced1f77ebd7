import type { Handler } from "../handler.ts";
import { changeable } from "./view.ts";

/** Deletes a watch; what waits for its target is not delivered. */
export const remove: Handler<"watch.remove", "watches"> = ({ watchID }, { watches }) => {
  changeable(watchID, watches);
  watches.delete("watch", watchID);
  return {};
};

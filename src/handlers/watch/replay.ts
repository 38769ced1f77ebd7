import { errors } from "../../generated/errors.ts";
import { describeValue } from "../../generated/issue.ts";
import type { WatchControls } from "../context.ts";
import type { Handler } from "../handler.ts";
import { ledgerOf, requireHeights } from "../past/coverage.ts";
import { notFound, watchView } from "./view.ts";

/** Delivers every event of a watch after a cursor again. */
export const replay: Handler<"watch.replay", "queries" | "watches"> = (
  { watchID, after },
  context,
) => {
  const { watches } = context;
  if (watches.get("watch", watchID) === undefined) throw notFound(watchID);
  const { coverage, tip } = ledgerOf(context);
  requireReadable(after, watches);
  const position = watches.positions.after(after);
  if (typeof position === "string") {
    throw errors.watchCursorReverted({ cursor: after, reason: position });
  }
  requireHeights({ from: Number(position.height), to: tip }, coverage, { field: "after", tip });
  const watch = watches.replay("watch", watchID, position);
  if (watch === undefined) throw notFound(watchID);
  return watchView(watch, watches);
};

/** Throws InvalidParams for a cursor of a height whose rows were removed from the store. */
function requireReadable(after: string, watches: WatchControls): void {
  const lowest = watches.positions.lowestInsteadOf(after);
  if (lowest === undefined) return;
  const expected = `a cursor of a height from ${lowest} on, because older rows of the ledger are in the database of --db-url only (--ledger-keep-blocks)`;
  throw errors.invalidParams({ field: "after", expected, got: describeValue(after) });
}

import { errors } from "../../generated/errors.ts";
import { addressCount, type WatchRule } from "../../watches/rule.ts";
import type { Watches } from "../../watches/watches.ts";

/** Throws WatchLimitReached if the node may not have one more watch, or the addresses of its rule. */
export function verifyLimits(
  watches: Pick<Watches, "room">,
  { rule, before }: { readonly rule: WatchRule; readonly before?: WatchRule },
): void {
  const room = watches.room();
  if (before === undefined && room.watches <= 0) {
    const limit = `${room.watchesMax} watches`;
    throw errors.watchLimitReached({ limit, field: "rule", got: "one more" });
  }
  const more = addressCount(rule) - (before === undefined ? 0 : addressCount(before));
  if (more <= room.addresses) return;
  const limit = `${room.addressesMax} watched addresses`;
  throw errors.watchLimitReached({ limit, field: "rule.addresses", got: `${more} more` });
}

import { errors } from "../../generated/errors.ts";
import { addressCount, type WatchRule } from "../../watches/rule.ts";
import type { Watches } from "../../watches/watches.ts";

type Wanted = {
  readonly rule: WatchRule;
  /** The rule that it replaces. */
  readonly before?: WatchRule;
  readonly target?: { readonly url: string } | null | undefined;
};

/** Throws WatchLimitReached if the node may not have one more watch, the addresses of its rule, or its target. */
export function verifyLimits(
  watches: Pick<Watches, "room">,
  { rule, before, target }: Wanted,
): void {
  const room = watches.room();
  if (before === undefined && room.watches <= 0) {
    const limit = `${room.watchesMax} watches`;
    throw errors.watchLimitReached({ limit, field: "rule", got: "one more" });
  }
  if (target != null && room.targets <= 0 && !room.hasTarget(target.url)) {
    const limit = `${room.targetsMax} different URLs of targets`;
    throw errors.watchLimitReached({ limit, field: "target.url", got: "another one" });
  }
  const more = addressCount(rule) - (before === undefined ? 0 : addressCount(before));
  if (more <= room.addresses || more <= 0) return;
  const limit = `${room.addressesMax} watched addresses`;
  throw errors.watchLimitReached({ limit, field: "rule.addresses", got: `${more} more` });
}

import { isBefore } from "./positions.ts";
import type { Revert, WatchPosition } from "./watch.ts";

/** How many are kept. Of a node that goes back to ever later blocks more often, the oldest events get other IDs. */
const revertsMax = 100;

/** Adds one that led back to a position. What followed the ones it undid follows it, too. */
export function revertedTo(
  reverts: readonly Revert[],
  { height, count }: Pick<WatchPosition, "height" | "count">,
): readonly Revert[] {
  const to = { height, count, part: 0 };
  const earlier = reverts.filter((each) => isBefore({ ...each, part: 0 }, to));
  const number = lastNumber(reverts) + 1;
  return [...earlier, { height, count, number }].slice(-revertsMax);
}

/** How often blocks were undone before the events that follow a position became part of the chain. */
export function numberBefore(
  reverts: readonly Revert[],
  after: Pick<WatchPosition, "height" | "count" | "part">,
): number {
  return reverts.findLast((each) => isBefore({ ...each, part: 0 }, after))?.number ?? 0;
}

/** How often blocks were undone. */
export function lastNumber(reverts: readonly Revert[]): number {
  return reverts.at(-1)?.number ?? 0;
}

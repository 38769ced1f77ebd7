import type { WatchEvent } from "../generated/events.ts";
import type { BlockReading, BlockReadings } from "./block-reading.ts";
import { keysOfEvent, type Matcher } from "./matcher.ts";
import { cursorOf } from "./positions.ts";
import type { WatchPosition } from "./watch.ts";
import { type WatchEventDetails, watchEvent } from "./watch-event.ts";

/** The next event of a watch, and the position after it. */
export type MatchedEvent = { readonly event: WatchEvent; readonly after: WatchPosition };

/** The first event of a watch at a height, after a position. */
export function nextAt(
  readings: BlockReadings,
  reading: BlockReading,
  { id, matcher }: { readonly id: string; readonly matcher: Matcher },
  after: WatchPosition,
): MatchedEvent | undefined {
  const { height, block, blockID, time, events } = reading;
  const isHere = after.height === height;
  for (let count = isHere ? after.count : 0; count < events.length; count++) {
    const all = detailsOf(matcher, readings, reading, count);
    const part = isHere && count === after.count ? after.part : 0;
    const details = all[part];
    if (details === undefined) continue;
    const here = { height, block };
    const next =
      part + 1 < all.length
        ? { ...here, count, part: part + 1 }
        : { ...here, count: count + 1, part: 0 };
    const place = { cursor: cursorOf(next), height: String(height), blockID, time };
    return { event: watchEvent(id, place, details), after: next };
  }
  return undefined;
}

/** What a watch reports of the event at a place. */
export function detailsOf(
  matcher: Matcher,
  { source }: BlockReadings,
  reading: BlockReading,
  count: number,
): readonly WatchEventDetails[] {
  const event = reading.events[count]!;
  const keys = keysOfEvent(event);
  const { keys: watched } = matcher;
  // An index of its keys would cost more than it saves: most rules have one.
  if (watched.length < smallMax && !watched.some((key) => keys.includes(key))) return [];
  return matcher.match(event, { reading, source });
}

const smallMax = 8;

import { placeOf } from "../events/cursor.ts";
import type { Id } from "../formats/bytes.ts";
import { formatHex } from "../formats/hex.ts";
import type { BlockReadings } from "./block-reading.ts";
import type { WatchPosition, WatchProgress } from "./watch.ts";

/** The position after everything that has happened so far, at the last height, because a dev node may add to it. */
export function endOf(readings: BlockReadings): WatchPosition {
  const { height } = readings.source.blocks.lastAccepted();
  const { events, block } = readings.at(height);
  return { height, count: events.length, part: 0, block };
}

/** The cursor of a position: that of the event stream, and a fourth number between two reports of one event. */
export function cursorOf({ height, count, block, part }: WatchPosition): string {
  return `${height}.${count}.${block}${part === 0 ? "" : `.${part}`}`;
}

/** The position that a cursor names, on this chain or another. */
export function positionAfter(cursor: string): WatchPosition {
  const [, , block = "", part = "0"] = cursor.split(".");
  return { ...placeOf(cursor), part: Number(part), block };
}

/** Whether the chain still has the block of a position. `later`: the chain is not there yet. */
export function isOnChain(
  readings: BlockReadings,
  { height, count, block }: WatchPosition,
): boolean | "later" {
  const { blocks } = readings.source;
  const last = blocks.lastAccepted();
  if (height > last.height) return "later";
  const id = height === last.height ? last.id : blocks.byHeight(height)!.id;
  if (blockOf(id) !== block) return false;
  return count === 0 || count <= readings.at(height).events.length;
}

/** The first four bytes of a block's ID in hex, as in a cursor. */
export function blockOf(id: Id): string {
  return formatHex(id.subarray(0, 4)).slice(2);
}

/** After everything that a target may have received. */
export function furthestOf({
  position,
  reached = position,
}: Pick<WatchProgress, "position" | "reached">): WatchPosition {
  return isBefore(reached, position) ? position : reached;
}

type Place = Pick<WatchPosition, "height" | "count" | "part">;

export function isBefore(one: Place, other: Place): boolean {
  if (one.height !== other.height) return one.height < other.height;
  return one.count === other.count ? one.part < other.part : one.count < other.count;
}

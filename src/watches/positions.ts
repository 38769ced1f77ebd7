import type { BlockReadings } from "./block-reading.ts";
import type { WatchPosition } from "./watch.ts";

/** The position after everything that has happened so far, at the last height, because a dev node may add to it. */
export function endOf(readings: BlockReadings): WatchPosition {
  const { height } = readings.source.blocks.lastAccepted();
  const { events, block } = readings.at(height);
  return { height, count: events.length, part: 0, block };
}

/** Whether the chain still has the block of a position. `later`: the chain is not there yet. */
export function isOnChain(
  readings: BlockReadings,
  { height, count, block }: WatchPosition,
): boolean | "later" {
  const { source } = readings;
  if (height > source.blocks.lastAccepted().height) return "later";
  const reading = readings.at(height);
  return reading.block === block && count <= reading.events.length;
}

export function isBefore(one: WatchPosition, other: WatchPosition): boolean {
  if (one.height !== other.height) return one.height < other.height;
  return one.count === other.count ? one.part < other.part : one.count < other.count;
}

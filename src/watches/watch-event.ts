import { sha256 } from "../crypto/hash.ts";
import { formatHex } from "../formats/hex.ts";
import type { WatchEvent } from "../generated/events.ts";

/** What a rule adds to an event. The watch, the block and the time follow from where it happened. */
export type WatchEventDetails = Omit<
  WatchEvent,
  "type" | "cursor" | "watchID" | "height" | "blockID" | "time"
>;

/** Where an event happened. */
export type WatchEventPlace = Pick<WatchEvent, "cursor" | "height" | "blockID" | "time">;

/** The event of a watch. Its JSON is the same at every repetition: the order of members is fixed. */
export function watchEvent(
  watchID: string,
  { cursor, height, blockID, time }: WatchEventPlace,
  details: WatchEventDetails,
): WatchEvent {
  const { kind, ...others } = details;
  return { type: "watch", cursor, watchID, kind, height, blockID, time, ...others };
}

const idBytes = 16;

/**
 * The `webhook-id` of a body: the same at every repetition, and another one for every other event. After a dev node undid
 * blocks, the same may happen again: that is another event. `revert` is the number of the last revert before it, 0 if none.
 */
export function webhookID(body: string, revert: number): string {
  const digest = sha256(Buffer.from(revert === 0 ? body : `${revert} ${body}`));
  return `msg_${formatHex(digest.subarray(0, idBytes)).slice(2)}`;
}

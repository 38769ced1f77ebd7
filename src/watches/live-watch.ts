import type { RevertedEvent, WatchEvent } from "../generated/events.ts";
import type { Matcher } from "./matcher.ts";
import type { WatchDefinition, WatchProgress } from "./watch.ts";

/** An event that no block contains. */
export type OutboxEvent = { readonly number: number; readonly event: WatchEvent | RevertedEvent };

/** A watch of the running node. */
export type LiveWatch = {
  definition: WatchDefinition;
  matcher: Matcher;
  progress: WatchProgress;
  /** Waiting events that no block contains, oldest first. They are delivered before those of blocks. */
  outbox: OutboxEvent[];
  /**
   * The next heights with events, ascending, as far as they are known: without them, every height after the position is read.
   * Undefined if heights in between may be missing.
   */
  nextHeights: bigint[] | undefined;
};

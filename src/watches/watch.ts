import type { WatchRule } from "./rule.ts";

/**
 * `active`: events are delivered. `paused`: they wait until it is resumed. `ended`: the target returned 410, and nothing is
 * delivered until it is resumed.
 */
export type WatchStatus = "active" | "paused" | "ended";

/** The API that a watch belongs to: it decides the body of a delivery, and which methods see the watch. */
export type WatchApi = "watch" | "data";

export type WatchTarget = {
  readonly url: string;
  /** The key that signs, in the store of keys. Several watches may share one. */
  readonly keyID: string;
};

/** What a caller decides about a watch. */
export type WatchDefinition = {
  readonly id: string;
  readonly api: WatchApi;
  readonly name: string;
  readonly rule: WatchRule;
  /** Undefined for a watch that is only read as a stream. */
  readonly target: WatchTarget | undefined;
  /** Unix milliseconds. */
  readonly createdMs: number;
  /** Whether it comes from the file of --watch-config. */
  readonly isConfigured: boolean;
  /** What else its API keeps of it, as JSON. */
  readonly extra: string | undefined;
};

/**
 * A position in the events of the chain: after `count` events of the block at `height`, and after `part` of those that the
 * watch reports of the next one. The ID shows whether the chain still has that block.
 */
export type WatchPosition = {
  readonly height: bigint;
  readonly count: number;
  readonly part: number;
  /** The first four bytes of the block's ID in hex, as in a cursor. */
  readonly block: string;
};

/** Blocks that were undone: what follows this position was not yet there. */
export type Revert = Pick<WatchPosition, "height" | "count"> & {
  /** The first of a watch is 1. */
  readonly number: number;
};

/** How far the deliveries of a watch are. */
export type WatchProgress = {
  readonly status: WatchStatus;
  /** After what it has delivered. */
  readonly position: WatchPosition;
  /**
   * After the last event that was sent, if that is beyond the position: its target may have it although it did not say so. Noted
   * where blocks can be undone.
   */
  readonly reached: WatchPosition | undefined;
  /** Whether an event after the position waits. Without one, the watch is where all blocks have been looked at. */
  readonly isBehind: boolean;
  /** Its `reverted` so far, those that a later one covers left out: an event of the new past is not that of the old one. */
  readonly reverts: readonly Revert[];
  /** Of a rule whose events no block contains: what it has reported and still sees. */
  readonly reported: string | undefined;
  readonly delivered: number;
  /** Attempts that failed since the last delivery. */
  readonly failures: number;
  /** Unix milliseconds of the last attempt; undefined before the first. */
  readonly lastAttemptMs: number | undefined;
  /** What the target returned last, or why it did not answer. */
  readonly lastAnswer: string | undefined;
};

export type Watch = WatchDefinition & WatchProgress;

import type { RevertedEvent, WatchEvent } from "../../generated/events.ts";
import type { BlockReadings } from "../block-reading.ts";
import { HeightSearch } from "../indexed-heights.ts";
import type { LiveWatch } from "../live-watch.ts";
import { type MatchedEvent, nextAt } from "../matched.ts";
import type { WatchRegistry } from "../registry.ts";
import type { WatchProgress } from "../watch.ts";

/** What a watch delivers next. `after` is its position then; undefined for an event that no block contains. */
export type NextEvent = {
  readonly event: WatchEvent | RevertedEvent;
  readonly after: MatchedEvent["after"] | undefined;
};

/** The number of heights that are read before others get their turn. */
const heightsATurn = 8;

/** Looks for the next event of a watch, a few heights at a time. A member of `Rounds`. */
export class Seeker {
  readonly #live: LiveWatch;
  readonly #registry: WatchRegistry;
  readonly #readings: BlockReadings;
  readonly #found: (next: NextEvent | undefined) => void;
  #begin: Pick<LiveWatch, "matcher"> & Pick<WatchProgress, "position">;
  #height: bigint;
  #search: HeightSearch;

  /** `found` is called once, with undefined if the watch is where all blocks have been looked at. */
  constructor(
    live: LiveWatch,
    { registry, readings }: { registry: WatchRegistry; readings: BlockReadings },
    found: (next: NextEvent | undefined) => void,
  ) {
    this.#live = live;
    this.#registry = registry;
    this.#readings = readings;
    this.#found = found;
    this.#begin = beginOf(live);
    this.#height = this.#begin.position.height;
    this.#search = new HeightSearch(readings.source);
  }

  turn(): { readonly heights: number; readonly hasMore: boolean } {
    try {
      return this.#seek();
    } catch (error) {
      this.#found(undefined);
      throw error;
    }
  }

  #seek(): { readonly heights: number; readonly hasMore: boolean } {
    const live = this.#live;
    const [first] = live.outbox;
    if (first !== undefined) {
      this.#found({ event: first.event, after: undefined });
      return { heights: 0, hasMore: false };
    }
    this.#beginAgainIfMoved();
    for (let heights = 0; ; heights++) {
      const height = this.#nextHeight();
      if (height === undefined) {
        this.#registry.move(live, { isBehind: false });
        live.nextHeights = [];
        this.#found(undefined);
        return { heights, hasMore: false };
      }
      // Not before it is known that there is one: a dev node may add to the last height.
      if (heights === heightsATurn) return { heights, hasMore: true };
      const { id } = live.definition;
      const reading = this.#readings.at(height);
      const { matcher, progress } = live;
      const next = nextAt(this.#readings, reading, { id, matcher }, progress.position);
      if (next !== undefined) {
        this.#found(next);
        return { heights: heights + 1, hasMore: false };
      }
      this.#height = height + 1n;
    }
  }

  /** A replay, another rule, or blocks that were undone: what was searched so far says nothing about it. */
  #beginAgainIfMoved(): void {
    const { position, matcher } = beginOf(this.#live);
    if (position === this.#begin.position && matcher === this.#begin.matcher) return;
    this.#begin = { position, matcher };
    this.#height = position.height;
    this.#search = new HeightSearch(this.#readings.source);
  }

  /** Undefined if there is none with an event that all watches have looked at. */
  #nextHeight(): bigint | undefined {
    const live = this.#live;
    const { scanned } = this.#registry;
    if (scanned === undefined || !live.progress.isBehind) return undefined;
    if (live.nextHeights === undefined) {
      const { height: to } = scanned;
      const { heights: find } = live.matcher;
      const known = this.#search.all(find, this.#height, to);
      if (known === undefined) {
        return this.#height <= to ? this.#search.next(find, this.#height, to) : undefined;
      }
      live.nextHeights = [...known];
    }
    while (live.nextHeights.length > 0 && live.nextHeights[0]! < this.#height) {
      live.nextHeights.shift();
    }
    return live.nextHeights[0];
  }
}

const beginOf = ({ matcher, progress: { position } }: LiveWatch) => ({ matcher, position });

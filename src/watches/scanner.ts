import type { BlockReadings } from "./block-reading.ts";
import type { LiveWatch } from "./live-watch.ts";
import { detailsOf } from "./matched.ts";
import { keysOfEvent } from "./matcher.ts";
import { blockOf, cursorOf, endOf, furthestOf, isBefore, isOnChain } from "./positions.ts";
import type { QuietHeights } from "./quiet-heights.ts";
import type { WatchRegistry } from "./registry.ts";
import { revertedTo } from "./reverts.ts";
import type { WatchPosition } from "./watch.ts";

export type ScannerOptions = {
  readonly registry: WatchRegistry;
  readonly readings: BlockReadings;
  readonly quiet: QuietHeights;
  /** Whether what happens now may still be undone. */
  readonly isHeld: () => boolean;
  /** Whether blocks can be undone at all: those that a network accepted cannot. */
  readonly canUndo: boolean;
  /** Called for a watch that has something to deliver. */
  readonly onEvents: (live: LiveWatch) => void;
};

/** The number of heights that are read before others get their turn. */
const heightsATurn = 8;

/** The number of heights that a watch knows ahead. Beyond it, the heights after the last of them are read one by one. */
const nextHeightsMax = 256;

/** Looks at every event of the chain once, for all watches together, and finds those that have something to deliver. */
export class Scanner {
  readonly #options: ScannerOptions;

  constructor(options: ScannerOptions) {
    this.#options = options;
  }

  /** The last height whose events are known: the ledger may lack those of the tip. */
  lastReadable(): bigint {
    const { source } = this.#options.readings;
    const { height } = source.blocks.lastAccepted();
    const { offSince, gaps } = source.ledger.ledgerQueries.coverage();
    const from = this.#options.registry.scanned?.height ?? height;
    const ends = gaps.filter(({ to }) => BigInt(to) >= from).map((gap) => gap.from);
    const missing = offSince === undefined ? ends : [...ends, offSince];
    return missing.reduce(
      (last, each) => (BigInt(each) <= last ? BigInt(each) - 1n : last),
      height,
    );
  }

  /** A turn in `Rounds`. */
  turn(): { readonly heights: number; readonly hasMore: boolean } {
    const { registry, readings, quiet, isHeld } = this.#options;
    if (isHeld() || registry.size === 0) return { heights: 0, hasMore: false };
    if (registry.scanned === undefined) registry.scannedTo(endOf(readings));
    if (!this.#isWhereItWas()) return { heights: 0, hasMore: false };
    const last = this.lastReadable();
    let heights = 0;
    while (heights < heightsATurn) {
      const { height, count } = registry.scanned!;
      if (height > last) return { heights, hasMore: false };
      if (!quiet.has(height)) this.#read(height, count);
      heights += 1;
      if (height === last) return { heights, hasMore: false };
      quiet.passed(height);
      const next = height + 1n;
      registry.scannedTo({ height: next, block: this.#blockAt(next), count: 0, part: 0 });
    }
    return { heights, hasMore: true };
  }

  #blockAt(height: bigint): string {
    const { blocks } = this.#options.readings.source;
    const last = blocks.lastAccepted();
    return blockOf(height === last.height ? last.id : blocks.byHeight(height)!.id);
  }

  /** Looks at the events of a height from a count on. */
  #read(height: bigint, count: number): void {
    const { registry, readings } = this.#options;
    const { events, block } = readings.at(height);
    for (let at = count; at < events.length; at++) this.#look(height, at);
    if (count < events.length) {
      registry.scannedTo({ height, block, count: events.length, part: 0 });
    }
  }

  #look(height: bigint, count: number): void {
    const { registry, readings, onEvents } = this.#options;
    const reading = readings.at(height);
    const here = { height, count, part: 0, block: reading.block };
    for (const live of registry.withKeys(keysOfEvent(reading.events[count]!))) {
      const { isBehind, position } = live.progress;
      // A watch that was set back, or began later, has its own position.
      if (isBefore(here, position)) continue;
      if (isBehind && live.nextHeights === undefined) continue;
      if (detailsOf(live.matcher, readings, reading, count).length === 0) continue;
      noteHeight(live, height);
      if (isBehind) continue;
      registry.move(live, { isBehind: true, position: here });
      onEvents(live);
    }
  }

  /** Call after blocks were undone, before anything takes their place. */
  undone(): void {
    const { scanned } = this.#options.registry;
    if (scanned !== undefined && isOnChain(this.#options.readings, scanned) !== true) {
      this.#reverted();
    }
  }

  /** Returns false while the chain is not where it was when the node stopped. Reports blocks that were undone. */
  #isWhereItWas(): boolean {
    const { registry, readings, canUndo } = this.#options;
    const state = isOnChain(readings, registry.scanned!);
    if (state === true) return true;
    if (state === "later" && !canUndo) return false;
    this.#reverted();
    return true;
  }

  #reverted(): void {
    const { registry, readings, quiet } = this.#options;
    readings.forgetAll();
    quiet.forget();
    registry.renewMatchers();
    registry.scannedTo(endOf(readings));
    for (const live of registry.all()) {
      live.nextHeights = live.progress.isBehind ? undefined : [];
      this.verify(live);
    }
  }

  /** Reports to a watch that the last event which its target may have was undone, if it was. */
  verify(live: LiveWatch): void {
    const { registry, readings, canUndo, onEvents } = this.#options;
    if (!canUndo || isOnChain(readings, furthestOf(live.progress)) === true) return;
    const end = endOf(readings);
    const { height, blockID } = readings.at(end.height);
    const cursor = cursorOf(end);
    const { position, reached, isBehind, reverts, delivered } = live.progress;
    // What is still there and was not received continues to wait.
    const isThere = isOnChain(readings, position) === true;
    const mayHaveEvents = delivered > 0 || reached !== undefined;
    registry.move(live, {
      ...(!isThere && { position: end }),
      ...{ reached: undefined, isBehind: isThere && isBehind },
      ...(mayHaveEvents && { reverts: revertedTo(reverts, end) }),
    });
    live.nextHeights = live.progress.isBehind ? undefined : [];
    if (!mayHaveEvents) return;
    registry.offer(live, { type: "reverted", cursor, height: String(height), blockID });
    onEvents(live);
  }

  /** The position at which a new watch begins. */
  end(): WatchPosition {
    const { registry, readings } = this.#options;
    if (registry.size === 0 || registry.scanned === undefined) {
      const end = endOf(readings);
      registry.scannedTo(end);
      return end;
    }
    return endOf(readings);
  }
}

function noteHeight(live: LiveWatch, height: bigint): void {
  const { nextHeights } = live;
  if (nextHeights === undefined || nextHeights.at(-1) === height) return;
  if (nextHeights.length >= nextHeightsMax) live.nextHeights = undefined;
  else nextHeights.push(height);
}

import { type Message, messageOf, type Sink, turnOf } from "../events/subscriber.ts";
import { formatId } from "../formats/id.ts";
import type { ReadyEvent, RevertedEvent, WatchEvent } from "../generated/events.ts";
import type { BlockReadings } from "./block-reading.ts";
import { HeightSearch } from "./indexed-heights.ts";
import type { LiveWatch } from "./live-watch.ts";
import { nextAt } from "./matched.ts";
import { cursorOf, endOf, isOnChain } from "./positions.ts";
import type { WatchPosition } from "./watch.ts";

/** The number of heights that one stream reads before others get their turn. */
const heightsATurn = 8;

/** Events that no block contains and that a client has not read yet. Beyond it, the oldest are dropped. */
const offersMax = 256;

/**
 * A client that reads the events of a watch as a stream: a position of its own, whatever the deliveries of the watch have reached.
 * A member of `Rounds`.
 */
export class WatchStream {
  readonly #readings: BlockReadings;
  readonly #live: LiveWatch;
  readonly #sink: Sink;
  #search: HeightSearch;
  #position: WatchPosition;
  #offers: Message[] = [];
  #isWritable = true;
  #isEnded = false;

  constructor(readings: BlockReadings, live: LiveWatch, sink: Sink, position: WatchPosition) {
    this.#readings = readings;
    this.#search = new HeightSearch(readings.source);
    this.#live = live;
    this.#sink = sink;
    this.#position = position;
    this.#send(this.#here("ready", position));
    // `ready` has the client's cursor: a client that disconnects before `reverted` must receive it again.
    this.undone();
  }

  get watchID(): string {
    return this.#live.definition.id;
  }

  /** Call when the client can receive more. */
  resume(): void {
    this.#isWritable = !this.#isEnded;
  }

  /** Call when the watch has another rule: what the client has not read yet follows it. */
  ruleChanged(): void {
    // What the index said is of the old rule.
    this.#search = new HeightSearch(this.#readings.source);
  }

  /** Ends the connection: nothing more is sent. */
  end(reason: string): void {
    this.#isEnded = true;
    this.#isWritable = false;
    this.#sink.end(reason);
  }

  /** Call after blocks were undone, before anything takes their place. Reports it to a client that may have read of them. */
  undone(): void {
    // What the index said is of blocks that may be gone.
    this.#search = new HeightSearch(this.#readings.source);
    if (isOnChain(this.#readings, this.#position) === true) return;
    this.#position = endOf(this.#readings);
    this.#send(this.#here("reverted", this.#position));
  }

  /** Sends an event that no block contains. */
  offer(event: WatchEvent): void {
    if (this.#offers.length === offersMax) this.#offers.shift();
    this.#offers.push(messageOf(event));
  }

  turn(): { readonly heights: number; readonly hasMore: boolean } {
    return turnOf(this.#sink, () => {
      const heights = this.#advance();
      return { heights, hasMore: this.#isWritable && heights >= heightsATurn };
    });
  }

  /** Returns how many heights it has read. */
  #advance(): number {
    const readings = this.#readings;
    let heights = 0;
    while (this.#isWritable && heights < heightsATurn) {
      const last = readings.source.blocks.lastAccepted().height;
      const { height } = this.#position;
      if (height > last) break;
      const reading = readings.at(height);
      const { definition, matcher } = this.#live;
      const next = nextAt(readings, reading, { id: definition.id, matcher }, this.#position);
      if (next !== undefined) {
        this.#position = next.after;
        this.#send(next.event);
        continue;
      }
      heights += 1;
      // A dev node may add to the last height.
      const { events, block } = reading;
      if (height === last) {
        this.#position = { height, count: events.length, part: 0, block };
        break;
      }
      const above = readings.at(this.#search.next(matcher.heights, height + 1n, last));
      this.#position = { height: above.height, count: 0, part: 0, block: above.block };
    }
    while (this.#isWritable && this.#offers.length > 0) {
      this.#isWritable = this.#sink.send(this.#offers.shift()!);
    }
    return heights;
  }

  #send(event: WatchEvent | ReadyEvent | RevertedEvent): void {
    this.#isWritable = this.#sink.send(messageOf(event));
  }

  #here<Type extends "ready" | "reverted">(type: Type, position: WatchPosition) {
    const { source } = this.#readings;
    const last = source.blocks.lastAccepted();
    const cursor = cursorOf(position);
    return { type, cursor, height: String(last.height), blockID: formatId(last.id) };
  }
}

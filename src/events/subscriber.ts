import type { EventsQuery, StreamEvent } from "../generated/events.ts";
import { NotLocal } from "../store/ledger/queries/ledger-queries.ts";
import type { Place } from "./cursor.ts";
import { selects, wantsLedger } from "./topics.ts";

/** An event and its serialized frame, which all subscribers share. */
export type Message = {
  readonly event: StreamEvent;
  readonly frame: { readonly id: string; readonly event: string; readonly data: string };
};

export function messageOf(event: StreamEvent): Message {
  return { event, frame: { id: event.cursor, event: event.type, data: JSON.stringify(event) } };
}

/** The connection to a client. */
export type Sink = {
  /** Sends a message. Returns false if the client should read before the next one. */
  readonly send: (message: Message) => boolean;
  /** Does something that sends many messages, and writes them all at once. */
  readonly together: (sends: () => void) => void;
  /** Ends the connection. */
  readonly end: (reason: string) => void;
};

type Turn = { readonly heights: number; readonly hasMore: boolean };

/**
 * Lets a client have its turn. Ends its connection at rows that were removed from the store while it read: when it reconnects
 * with its cursor, the response has the reason.
 */
export function turnOf(sink: Sink, read: () => Turn): Turn {
  let done: Turn = { heights: 0, hasMore: false };
  let removed: NotLocal | undefined;
  sink.together(() => {
    try {
      done = read();
    } catch (error) {
      if (!(error instanceof NotLocal)) throw error;
      removed = error;
    }
  });
  if (removed !== undefined) sink.end(removed.message);
  return done;
}

/** The chain as a subscriber reads it. */
export type EventChain = {
  readonly tipHeight: () => bigint;
  /** The messages of an accepted height, with or without those of the ledger. */
  readonly at: (height: bigint, withLedger: boolean) => readonly Message[];
  /** Messages that are not on the chain. Each is for subscribers that have all of the chain up to its height. */
  readonly offers: () => readonly Offer[];
  /** Call when a subscriber has something to do. */
  readonly wake: (subscriber: Subscriber) => void;
};

/** `number` increases from offer to offer. The cursor depends on what a subscriber receives at the height. */
export type Offer = {
  readonly number: number;
  readonly height: bigint;
  readonly message: (withLedger: boolean) => Message;
};

/** The number of heights that one subscriber reads before others get their turn. */
const heightsATurn = 8;

/**
 * A client of the feed. It stores its place in the chain rather than a queue, and reads the next events from the store
 * when the client is ready for them and it is its turn.
 */
export class Subscriber {
  readonly #chain: EventChain;
  readonly #sink: Sink;
  readonly #wants: (event: StreamEvent) => boolean;
  readonly withLedger: boolean;
  #height: bigint;
  #count: number;
  #offersSeen: number;
  #writable = true;
  #closed = false;

  constructor(chain: EventChain, query: EventsQuery, sink: Sink, { height, count }: Place) {
    this.#chain = chain;
    this.#sink = sink;
    this.#wants = selects(query);
    this.withLedger = wantsLedger(query);
    this.#height = height;
    this.#count = count;
    this.#offersSeen = lastNumber(chain.offers());
  }

  /** Whether the client can receive more. */
  get isWritable(): boolean {
    return this.#writable && !this.#closed;
  }

  /** Call when the client can receive more. What was offered in the meantime is not sent. */
  resume(): void {
    if (!this.#writable) this.#offersSeen = lastNumber(this.#chain.offers());
    this.#writable = true;
    this.#chain.wake(this);
  }

  close(): void {
    this.#closed = true;
  }

  /** Sends the next events until the client is up to date, must read first, or has had its turn. */
  turn(): Turn {
    return turnOf(this.#sink, () => this.#sendNext());
  }

  #sendNext(): Turn {
    let heights = 0;
    while (this.isWritable) {
      this.#sendOffers();
      if (this.#has(this.#chain.tipHeight())) break;
      if (heights === heightsATurn) return { heights, hasMore: true };
      if (this.isWritable) this.#sendHeight();
      heights += 1;
    }
    return { heights, hasMore: false };
  }

  /** Continues at a place of another chain. */
  moveTo({ height, count }: Place, reverted: Message): void {
    this.#height = height;
    this.#count = count;
    this.#send(reverted);
  }

  /** Sends what was offered to those that have the chain up to the height that this one has. */
  #sendOffers(): void {
    for (const { number, height, message } of this.#chain.offers()) {
      if (number <= this.#offersSeen) continue;
      if (!this.#has(height)) return;
      this.#offersSeen = number;
      const isNext = height === this.#height || (height === this.#height - 1n && this.#count === 0);
      if (!isNext || !this.#writable) continue;
      const offered = message(this.withLedger);
      if (this.#wants(offered.event)) this.#send(offered);
    }
  }

  /** Whether this one has received all that there is of a height. */
  #has(height: bigint): boolean {
    if (this.#height !== height) return this.#height > height;
    return this.#count >= this.#chain.at(height, this.withLedger).length;
  }

  #sendHeight(): void {
    const messages = this.#chain.at(this.#height, this.withLedger);
    while (this.#count < messages.length) {
      const message = messages[this.#count]!;
      this.#count++;
      if (this.#wants(message.event)) this.#send(message);
      if (!this.#writable) break;
    }
    // A dev node may add to the last height.
    if (this.#count < messages.length || this.#height === this.#chain.tipHeight()) return;
    this.#height++;
    this.#count = 0;
  }

  #send(message: Message): void {
    if (!this.#closed) this.#writable = this.#sink.send(message);
  }
}

function lastNumber(offers: readonly Offer[]): number {
  return offers.at(-1)?.number ?? Number.NEGATIVE_INFINITY;
}

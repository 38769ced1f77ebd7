import type { EventsQuery, StreamEvent } from "../generated/events.ts";
import type { Place } from "./cursor.ts";

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
};

/** The chain as a subscriber reads it. */
export type EventChain = {
  readonly tipHeight: () => bigint;
  /** The messages of an accepted height. */
  readonly at: (height: bigint) => readonly Message[];
};

/** The number of heights that one subscriber reads before others get their turn. */
const heightsATurn = 64;

/**
 * A client of the feed. It stores its place in the chain rather than a queue, and reads the next events from the store
 * when the client is ready for them.
 */
export class Subscriber {
  readonly #chain: EventChain;
  readonly #sink: Sink;
  readonly #wants: (event: StreamEvent) => boolean;
  #height: bigint;
  #count: number;
  #writable = true;
  #turn: NodeJS.Immediate | undefined;
  #closed = false;

  constructor(chain: EventChain, query: EventsQuery, sink: Sink, { height, count }: Place) {
    this.#chain = chain;
    this.#sink = sink;
    this.#wants = filterOf(query);
    this.#height = height;
    this.#count = count;
  }

  /** Call when the client can receive more. */
  resume(): void {
    this.#writable = true;
    this.pump();
  }

  close(): void {
    this.#closed = true;
    clearImmediate(this.#turn);
  }

  /** Sends the next events until the client is up to date or must read first. */
  pump(): void {
    if (this.#turn !== undefined || this.#closed) return;
    for (let heights = 0; this.#writable && this.#height <= this.#chain.tipHeight(); heights++) {
      if (heights === heightsATurn) {
        this.#turn = setImmediate(() => {
          this.#turn = undefined;
          this.pump();
        });
        return;
      }
      this.#sendHeight();
    }
  }

  /** Sends an event that is not on the chain, if the client is up to date. */
  offer(message: Message): void {
    const hasAll = this.#height > this.#chain.tipHeight();
    if (hasAll && this.#writable && this.#wants(message.event)) this.#send(message);
  }

  /** Continues at a place of another chain. */
  moveTo({ height, count }: Place, reverted: Message): void {
    this.#height = height;
    this.#count = count;
    this.#send(reverted);
  }

  #sendHeight(): void {
    const messages = this.#chain.at(this.#height);
    while (this.#count < messages.length) {
      const message = messages[this.#count]!;
      this.#count++;
      if (this.#wants(message.event)) this.#send(message);
      if (!this.#writable) break;
    }
    if (this.#count < messages.length) return;
    this.#height++;
    this.#count = 0;
  }

  #send(message: Message): void {
    this.#writable = this.#sink.send(message);
  }
}

function filterOf({ topics, subnetID, txID }: EventsQuery): (event: StreamEvent) => boolean {
  const wanted = new Set(topics?.split(",") ?? ["block", "transaction", "validator"]);
  return (event) => {
    if (!wanted.has(event.type)) return false;
    if (event.type === "validator") return subnetID === undefined || event.subnetID === subnetID;
    if (event.type === "transaction") return txID === undefined || event.txID === txID;
    return true;
  };
}

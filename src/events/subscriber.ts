import type { EventsQuery, StreamEvent } from "../generated/events.ts";
import type { Message, Sink } from "./message.ts";

/** The chain as a subscriber reads it. */
export type EventChain = {
  readonly tipHeight: () => bigint;
  /** The messages of an accepted height. */
  readonly at: (height: bigint) => readonly Message[];
};

/** A place in the chain's events: behind the first `count` of a height. */
export type Place = { readonly height: bigint; readonly count: number };

/** Heights that one subscriber is given before others have their turn. */
const heightsATurn = 64;

/**
 * One reader of the feed. It has a place in the chain and no queue: what its client has not read is read
 * from the chain when the client is ready for it.
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

  /** The client has read what it had. */
  resume(): void {
    this.#writable = true;
    this.pump();
  }

  close(): void {
    this.#closed = true;
    clearImmediate(this.#turn);
  }

  /** Sends what the client has not got yet, as far as it takes it. */
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

  /** Sends what the chain does not hold, to a client that has all that it holds. */
  offer(message: Message): void {
    const hasAll = this.#height > this.#chain.tipHeight();
    if (hasAll && this.#writable && this.#wants(message.event)) this.#send(message);
  }

  /** The chain is another one: goes on at a place of it. */
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

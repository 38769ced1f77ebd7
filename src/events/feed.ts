import { BoundedCache } from "../cache/bounded-cache.ts";
import { equalBytes, type Id } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
import type {
  EventsQuery,
  ReadyEvent,
  RevertedEvent,
  TransactionEvent,
} from "../generated/events.ts";
import { HistoryMissing } from "../store/chain-queries.ts";
import { type EventSource, eventsAt } from "./block-events.ts";
import { formatCursor, type Place, placeOf } from "./cursor.ts";
import { QueryError } from "./query.ts";
import { Rounds } from "./rounds.ts";
import {
  type EventChain,
  type Message,
  messageOf,
  type Offer,
  type Sink,
  Subscriber,
} from "./subscriber.ts";

/** The number of heights whose events are cached: subscribers read the same ones at about the same time. */
const rememberedHeights = 256;
/**
 * Maximum number of waiting messages that are not in the chain. Beyond it, subscribers that have not received the
 * oldest one miss it.
 */
const offersMax = 4_096;

/** Sends the events of the chain to its subscribers. */
export class EventFeed implements EventChain {
  readonly #source: EventSource;
  readonly #subscribers = new Set<Subscriber>();
  readonly #remembered = new BoundedCache<bigint, readonly Message[]>(rememberedHeights);
  readonly #rounds: Rounds;
  #offers: Offer[] = [];
  #offerCount = 0;
  #tip: { readonly id: Id; readonly height: bigint };

  /** `onError` is called when events cannot be read from the store, `isBusy` as in Rounds. */
  constructor(
    source: EventSource,
    onError: (error: unknown) => void = rethrow,
    isBusy: () => boolean = () => false,
  ) {
    this.#source = source;
    this.#rounds = new Rounds(onError, isBusy);
    this.#tip = source.blocks.lastAccepted();
  }

  get subscribers(): number {
    return this.#subscribers.size;
  }

  /** Height of the last accepted block. */
  tipHeight(): bigint {
    return this.#tip.height;
  }

  /** Checks a query and returns a function that starts its subscription. Throws QueryError. */
  open(query: EventsQuery): (sink: Sink) => Subscriber {
    const { height } = this.#tip;
    const { after, fromHeight } = query;
    if (fromHeight !== undefined && BigInt(fromHeight) > height + 1n) {
      throw new QueryError("fromHeight", `a height up to ${height + 1n}`, fromHeight);
    }
    this.#verifyHistory(query);
    return (sink) => {
      // `ready` still has the old cursor: a client that disconnects before `reverted` must receive it again.
      const lost = after === undefined || this.#isOnChain(after) ? undefined : after;
      const begin = lost === undefined ? this.#beginOf(query) : this.#end();
      const subscriber = new Subscriber(this, query, sink, begin);
      this.#subscribers.add(subscriber);
      const cursor = this.#cursorAt(begin);
      sink.send(messageOf(this.#here("ready", lost ?? cursor)));
      if (lost !== undefined) sink.send(messageOf(this.#here("reverted", cursor)));
      this.#rounds.add(subscriber);
      return subscriber;
    };
  }

  /** Throws QueryError for a height before the snapshot that the node started from. */
  #verifyHistory(query: EventsQuery): void {
    const { after, fromHeight } = query;
    if (after === undefined && fromHeight === undefined) return;
    const { height } = this.#beginOf(query);
    try {
      if (height <= this.#tip.height) this.at(height);
    } catch (error) {
      if (!(error instanceof HistoryMissing)) throw error;
      const [field, got] = after === undefined ? ["fromHeight", fromHeight!] : ["after", after];
      const expected = `a height from ${error.from + 1n} on, because the node started from a snapshot and has no older history yet`;
      throw new QueryError(field, expected, got);
    }
  }

  close(subscriber: Subscriber): void {
    subscriber.close();
    this.#rounds.delete(subscriber);
    this.#subscribers.delete(subscriber);
  }

  /** Call after blocks were accepted or undone. */
  chainMoved(): void {
    const seen = this.#tip;
    this.#tip = this.#source.blocks.lastAccepted();
    const { height } = this.#tip;
    const same = this.#source.blocks.byHeight(seen.height);
    if (height < seen.height || same === undefined || !equalBytes(same.id, seen.id)) {
      this.#remembered.clear();
      const end = this.#end();
      const reverted = messageOf(this.#here("reverted", this.#cursorAt(end)));
      for (const subscriber of this.#subscribers) subscriber.moveTo(end, reverted);
    }
    this.#wakeAll();
  }

  /** Sends the new status of a transaction that is in no block to the subscribers that are up to date. */
  transactionWaits(event: Omit<TransactionEvent, "cursor" | "type">): void {
    if (this.#subscribers.size === 0) return;
    const message = messageOf({
      type: "transaction",
      cursor: this.#cursorAt(this.#end()),
      ...event,
    });
    // No subscriber waits, so all have received the earlier messages.
    if (this.#rounds.waiting === 0) this.#offers = [];
    if (this.#offers.length === offersMax) this.#offers.shift();
    this.#offerCount += 1;
    this.#offers.push({ number: this.#offerCount, height: this.#tip.height, message });
    this.#wakeAll();
  }

  offers(): readonly Offer[] {
    return this.#offers;
  }

  wake(subscriber: Subscriber): void {
    this.#rounds.add(subscriber);
  }

  /** The events of an accepted height. */
  at(height: bigint): readonly Message[] {
    const remembered = this.#remembered.get(height);
    if (remembered !== undefined) return remembered;
    const messages = eventsAt(height, this.#source).map(messageOf);
    this.#remembered.set(height, messages);
    return messages;
  }

  /** Subscribers that do not read get no turn until they read again. */
  #wakeAll(): void {
    this.#rounds.addAll([...this.#subscribers].filter(({ isWritable }) => isWritable));
  }

  #beginOf({ after, fromHeight }: EventsQuery): Place {
    if (after !== undefined) return placeOf(after);
    return fromHeight === undefined ? this.#end() : { height: BigInt(fromHeight), count: 0 };
  }

  /** The place after all events. */
  #end(): Place {
    return { height: this.#tip.height + 1n, count: 0 };
  }

  #cursorAt({ height, count }: Place): string {
    if (height > this.#tip.height) {
      const last = this.#tip.height;
      return formatCursor({ height: last, count: this.#countAt(last), blockID: this.#tip.id });
    }
    return formatCursor({ height, count, blockID: this.#source.blocks.byHeight(height)!.id });
  }

  /** The block of a snapshot has no events until the history is there. */
  #countAt(height: bigint): number {
    try {
      return this.at(height).length;
    } catch (error) {
      if (error instanceof HistoryMissing) return 0;
      throw error;
    }
  }

  #here<Type extends (ReadyEvent | RevertedEvent)["type"]>(type: Type, cursor: string) {
    const { height, id } = this.#tip;
    return { type, cursor, height: String(height), blockID: formatId(id) };
  }

  #isOnChain(cursor: string): boolean {
    const { height, count } = placeOf(cursor);
    const block = this.#source.blocks.byHeight(height);
    return block !== undefined && formatCursor({ height, count, blockID: block.id }) === cursor;
  }
}

function rethrow(error: unknown): never {
  throw error;
}

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
import { verifyLedger } from "./ledger-coverage.ts";
import { type LedgerSource, ledgerEventsAt } from "./ledger-events.ts";
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
import { wantsLedger } from "./topics.ts";

/** The number of heights whose events are cached: subscribers read the same ones at about the same time. */
const rememberedHeights = 256;
/**
 * Maximum number of waiting messages that are not in the chain. Beyond it, subscribers that have not received the
 * oldest one miss it.
 */
const offersMax = 4_096;

export type FeedOptions = {
  /** What events of the ledger are read from. */
  readonly ledger: LedgerSource;
  /** Called when events cannot be read from the store. */
  readonly onError?: (error: unknown) => void;
  /** As in Rounds. */
  readonly isBusy?: () => boolean;
};

/** Sends the events of the chain to its subscribers. */
export class EventFeed implements EventChain {
  readonly #source: EventSource;
  readonly #ledger: LedgerSource;
  readonly #subscribers = new Set<Subscriber>();
  readonly #remembered = new BoundedCache<bigint, readonly Message[]>(rememberedHeights);
  readonly #rememberedWithLedger = new BoundedCache<bigint, readonly Message[]>(rememberedHeights);
  readonly #rounds: Rounds;
  #offers: Offer[] = [];
  #offerCount = 0;
  #tip: { readonly id: Id; readonly height: bigint };

  constructor(source: EventSource, options: FeedOptions) {
    const { ledger, onError = rethrow, isBusy = () => false } = options;
    this.#source = source;
    this.#ledger = ledger;
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
    const withLedger = wantsLedger(query);
    if (withLedger) {
      const begin = this.#beginOf(query, withLedger).height;
      verifyLedger(query, this.#ledger.ledgerQueries.coverage(), { begin, tip: height });
    }
    return (sink) => {
      // `ready` still has the old cursor: a client that disconnects before `reverted` must receive it again.
      const isThere = after === undefined || this.#isOnChain(after, withLedger);
      const lost = isThere ? undefined : after;
      const begin = lost === undefined ? this.#beginOf(query, withLedger) : this.#end(withLedger);
      const subscriber = new Subscriber(this, query, sink, begin);
      this.#subscribers.add(subscriber);
      const cursor = this.#cursorAt(begin, withLedger);
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
    const { height } = this.#beginOf(query, false);
    try {
      if (height <= this.#tip.height) this.at(height, false);
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

  /** Call after blocks were accepted. */
  chainMoved(): void {
    this.#tip = this.#source.blocks.lastAccepted();
    this.#wakeAll();
  }

  /** Call after blocks were undone, or what a dev node did outside of them. */
  chainUndone(): void {
    const { height, id } = this.#tip;
    const before = this.#rememberedWithLedger.get(height);
    this.#remembered.clear();
    this.#rememberedWithLedger.clear();
    this.#tip = this.#source.blocks.lastAccepted();
    const same = this.#source.blocks.byHeight(height);
    const isThere = same !== undefined && equalBytes(same.id, id);
    // What is done outside of blocks changes no ID.
    const isWhole = () => isThere && before !== undefined && isStart(before, this.at(height, true));
    for (const subscriber of this.#subscribers) {
      const { withLedger } = subscriber;
      if (withLedger ? isWhole() : isThere) continue;
      const end = this.#end(withLedger);
      const reverted = this.#here("reverted", this.#cursorAt(end, withLedger));
      subscriber.moveTo(end, messageOf(reverted));
    }
    this.#wakeAll();
  }

  /** Call after a dev node changed its state outside of blocks: the ledger has more of the last height. */
  stateChanged(): void {
    this.#rememberedWithLedger.delete(this.#tip.height);
    this.#wakeAll();
  }

  /** Sends the new status of a transaction that is in no block to the subscribers that are up to date. */
  transactionWaits(event: Omit<TransactionEvent, "cursor" | "type">): void {
    if (this.#subscribers.size === 0) return;
    const { height } = this.#tip;
    const messageWith = (withLedger: boolean): Message => {
      const cursor = this.#cursorAt(this.#end(withLedger), withLedger);
      return messageOf({ type: "transaction", cursor, ...event });
    };
    const usual = messageWith(false);
    const isLedgerWanted = [...this.#subscribers].some(({ withLedger }) => withLedger);
    const other = isLedgerWanted ? messageWith(true) : usual;
    const message = (withLedger: boolean): Message => (withLedger ? other : usual);
    // No subscriber waits, so all have received the earlier messages.
    if (this.#rounds.waiting === 0) this.#offers = [];
    if (this.#offers.length === offersMax) this.#offers.shift();
    this.#offerCount += 1;
    this.#offers.push({ number: this.#offerCount, height, message });
    this.#wakeAll();
  }

  offers(): readonly Offer[] {
    return this.#offers;
  }

  wake(subscriber: Subscriber): void {
    this.#rounds.add(subscriber);
  }

  /** The events of an accepted height, with or without those of the ledger. */
  at(height: bigint, withLedger = false): readonly Message[] {
    const cache = withLedger ? this.#rememberedWithLedger : this.#remembered;
    const remembered = cache.get(height);
    if (remembered !== undefined) return remembered;
    const ofLedger = withLedger ? ledgerEventsAt(height, this.#ledger) : [];
    const messages = eventsAt(height, this.#source, ofLedger).map(messageOf);
    cache.set(height, messages);
    return messages;
  }

  /** Subscribers that do not read get no turn until they read again. */
  #wakeAll(): void {
    this.#rounds.addAll([...this.#subscribers].filter(({ isWritable }) => isWritable));
  }

  #beginOf({ after, fromHeight }: EventsQuery, withLedger: boolean): Place {
    if (after !== undefined) return placeOf(after);
    if (fromHeight === undefined) return this.#end(withLedger);
    return { height: BigInt(fromHeight), count: 0 };
  }

  /** The place after all events. It is at the last height, as a dev node may add to that. */
  #end(withLedger: boolean): Place {
    const { height } = this.#tip;
    const count = this.#countAt(height, withLedger);
    return count === 0 ? { height: height + 1n, count: 0 } : { height, count };
  }

  #cursorAt({ height, count }: Place, withLedger: boolean): string {
    if (height > this.#tip.height) {
      const { height: last, id: blockID } = this.#tip;
      return formatCursor({ height: last, count: this.#countAt(last, withLedger), blockID });
    }
    return formatCursor({ height, count, blockID: this.#source.blocks.byHeight(height)!.id });
  }

  /** The block of a snapshot has no events until the history is there. */
  #countAt(height: bigint, withLedger: boolean): number {
    try {
      return this.at(height, withLedger).length;
    } catch (error) {
      if (error instanceof HistoryMissing) return 0;
      throw error;
    }
  }

  #here<Type extends (ReadyEvent | RevertedEvent)["type"]>(type: Type, cursor: string) {
    const { height, id } = this.#tip;
    return { type, cursor, height: String(height), blockID: formatId(id) };
  }

  #isOnChain(cursor: string, withLedger: boolean): boolean {
    const { height, count } = placeOf(cursor);
    const block = this.#source.blocks.byHeight(height);
    if (block === undefined) return false;
    if (formatCursor({ height, count, blockID: block.id }) !== cursor) return false;
    return !withLedger || count <= this.at(height, true).length;
  }
}

function isStart(messages: readonly Message[], all: readonly Message[]): boolean {
  return messages.every(({ frame }, index) => frame.data === all[index]?.frame.data);
}

function rethrow(error: unknown): never {
  throw error;
}

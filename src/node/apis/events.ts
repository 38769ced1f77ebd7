import { readFile } from "node:fs/promises";
import type { PendingStatus } from "../../chain/chain.ts";
import { EventFeed } from "../../events/feed.ts";
import { type AddressReader, QueryError, readQuery } from "../../events/query.ts";
import type { Sink, Subscriber } from "../../events/subscriber.ts";
import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { type EventsQuery, eventsPath } from "../../generated/events.ts";
import { type AddressReading, parsePlatformAddress } from "../../handlers/arguments.ts";
import { addressText } from "../../handlers/views/owners.ts";
import type { DisabledPath, GetRoute } from "../../rpc/http/description.ts";
import { Arrivals } from "../../rpc/http/scheduler.ts";
import {
  type ListenedChannel,
  Stream,
  type StreamRefusal,
  StreamRoute,
} from "../../rpc/streams/channel.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { WatchStream } from "../../watches/watch-stream.ts";
import type { WatchStreams } from "../../watches/watch-streams.ts";
import type { Watches } from "../../watches/watches.ts";

/** The event stream of a node: what to call when something happens, and its routes. */
export type Events = {
  /** Call after blocks were accepted. */
  readonly chainMoved: () => void;
  /** Call after blocks were undone, or what a dev node did outside of them. */
  readonly chainUndone: () => void;
  /** Call after a dev node changed its state outside of blocks. */
  readonly stateChanged: () => void;
  readonly pending: (txID: Id, status: PendingStatus) => void;
  readonly streams: readonly StreamRoute[];
  readonly gets: readonly GetRoute[];
  readonly disabled: readonly DisabledPath[];
};

/** How long streams wait while connections arrive. */
const arrivalsMs = 10;

const documentPath = `${eventsPath}/asyncapi.json`;
const document = new URL("../../../openrpc/asyncapi/events.json", import.meta.url);

/** `watches` is undefined where their streams are not served. */
export function makeEvents(
  store: ChainStore,
  reading: AddressReading,
  enabled: boolean,
  watches: Watches | undefined,
): Events {
  if (!enabled) {
    const reason = "The event stream is off: --api-events-enabled turns it on.";
    const disabled = [eventsPath, documentPath].map((path) => ({ path, reason }));
    const nothing = () => {};
    const moves = { chainMoved: nothing, chainUndone: nothing, stateChanged: nothing };
    return { ...moves, pending: nothing, streams: [], gets: [], disabled };
  }
  const onError = (error: unknown): void => {
    store.condition.note(error);
    // Anything else is a bug.
    if (store.condition.damage === undefined) throw error;
  };
  const arrivals = new Arrivals(arrivalsMs);
  const { avaxAssetID, network } = reading.chain;
  const { eventQueries: ledgerQueries, txs } = store;
  const ledger = { ledgerQueries, txs, avaxAssetID, hrp: network.hrp };
  const feed = new EventFeed(store, {
    ledger,
    onError,
    isBusy: () => arrivals.comeFirst(performance.now()),
  });
  const address = (text: string) => addressText(parsePlatformAddress(text, reading), reading.chain);
  return {
    chainMoved: () => feed.chainMoved(),
    chainUndone: () => feed.chainUndone(),
    stateChanged: () => feed.stateChanged(),
    pending: (txID, status) =>
      feed.transactionWaits({
        txID: formatId(txID),
        status: status.kind,
        ...(status.kind === "Dropped" && { reason: status.reason }),
      }),
    streams: [new EventRoute({ feed, watches, arrivals, address, condition: store.condition })],
    gets: [
      {
        path: documentPath,
        base: "events",
        answer: async () => ({
          status: 200,
          contentType: "application/json",
          body: await readFile(document, "utf8"),
        }),
      },
    ],
    disabled: [],
  };
}

type Sources = {
  readonly feed: EventFeed;
  readonly watches: Watches | undefined;
  readonly arrivals: Arrivals;
  readonly address: AddressReader;
  readonly condition: ChainStore["condition"];
};

/** The path of the events. */
class EventRoute extends StreamRoute {
  readonly path = eventsPath;
  readonly #sources: Sources;

  constructor(sources: Sources) {
    super();
    this.#sources = sources;
  }

  override connectionArrived(): void {
    this.#sources.arrivals.note();
  }

  override resumeAt(query: URLSearchParams, lastID: string): void {
    query.set("after", lastID);
    query.delete("fromHeight");
  }

  override open(query: URLSearchParams): Stream | StreamRefusal {
    const { feed, watches, address, condition } = this.#sources;
    if (condition.damage !== undefined) return { status: 503, text: "the store is damaged\n" };
    try {
      const read = readQuery(query, address);
      if (read.watchID !== undefined) return watchStream(read, watches);
      return new EventStream(feed, feed.open(read));
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      return { status: 400, text: `${error.message}\n` };
    }
  }
}

/** The events of the chain for one client. */
class EventStream extends Stream {
  readonly #feed: EventFeed;
  readonly #begin: ReturnType<EventFeed["open"]>;
  #subscriber: Subscriber | undefined;

  constructor(feed: EventFeed, begin: ReturnType<EventFeed["open"]>) {
    super();
    this.#feed = feed;
    this.#begin = begin;
  }

  override start(channel: ListenedChannel): void {
    this.#subscriber = this.#begin(sinkOf(channel));
  }

  override resume(): void {
    this.#subscriber?.resume();
  }

  override close(): void {
    if (this.#subscriber !== undefined) this.#feed.close(this.#subscriber);
  }
}

/** The events of a watch for one client. */
class WatchEvents extends Stream {
  readonly #streams: WatchStreams;
  readonly #begin: (sink: Sink) => WatchStream;
  #stream: WatchStream | undefined;

  constructor(streams: WatchStreams, begin: (sink: Sink) => WatchStream) {
    super();
    this.#streams = streams;
    this.#begin = begin;
  }

  override start(channel: ListenedChannel): void {
    this.#stream = this.#begin(sinkOf(channel));
  }

  override resume(): void {
    if (this.#stream !== undefined) this.#streams.resume(this.#stream);
  }

  override close(): void {
    if (this.#stream !== undefined) this.#streams.close(this.#stream);
  }
}

const sinkOf = (channel: ListenedChannel): Sink => ({
  send: ({ frame }) => channel.send(frame),
  together: (sends) => channel.together(sends),
  end: (reason) => channel.end(reason),
});

/** Throws QueryError for a watch that is not there, and for a height that the node does not have or cannot read. */
function watchStream(
  { watchID = "", after, fromHeight }: EventsQuery,
  watches: Watches | undefined,
): Stream {
  const from = {
    ...(after !== undefined && { after }),
    ...(fromHeight !== undefined && { fromHeight }),
  };
  const begin = watches?.streamOf(watchID, from);
  if (watches === undefined || begin === undefined) {
    const expected =
      watches === undefined
        ? "no watchID on a node with --public or --watch-token-file"
        : "the ID of a watch of this node";
    throw new QueryError("watchID", expected, JSON.stringify(watchID));
  }
  if (typeof begin === "string") {
    const [field, got = ""] = after === undefined ? ["fromHeight", fromHeight] : ["after", after];
    throw new QueryError(field as string, `one of this chain, but ${begin}`, JSON.stringify(got));
  }
  return new WatchEvents(watches.streams, begin);
}

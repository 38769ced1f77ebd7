import { readFile } from "node:fs/promises";
import type { PendingStatus } from "../../chain/chain.ts";
import { EventFeed } from "../../events/feed.ts";
import { type AddressReader, QueryError, readQuery } from "../../events/query.ts";
import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { type EventsQuery, eventsPath } from "../../generated/events.ts";
import { type AddressReading, parsePlatformAddress } from "../../handlers/arguments.ts";
import { addressText } from "../../handlers/views/owners.ts";
import type { DisabledPath, GetRoute } from "../../rpc/http/description.ts";
import type { StreamRoute } from "../../rpc/streams/channel.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { Watches } from "../../watches/watches.ts";

/** The event stream of a node: what to call when something happens, and its routes. */
export type Events = {
  /** Call after blocks were accepted or reverted. */
  readonly chainMoved: () => void;
  /** Call after a dev node changed its state outside of blocks. */
  readonly stateChanged: () => void;
  readonly pending: (txID: Id, status: PendingStatus) => void;
  readonly streams: readonly StreamRoute[];
  readonly gets: readonly GetRoute[];
  readonly disabled: readonly DisabledPath[];
};

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
    const nothing = { chainMoved: () => {}, stateChanged: () => {}, pending: () => {} };
    return { ...nothing, streams: [], gets: [], disabled };
  }
  const onError = (error: unknown): void => {
    store.condition.note(error);
    // Anything else is a bug.
    if (store.condition.damage === undefined) throw error;
  };
  let isBusy = (): boolean => false;
  const { avaxAssetID, network } = reading.chain;
  const { ledgerQueries, txs } = store;
  const ledger = { ledgerQueries, txs, avaxAssetID, hrp: network.hrp };
  const feed = new EventFeed(store, { ledger, onError, isBusy: () => isBusy() });
  const address = (text: string) => addressText(parsePlatformAddress(text, reading), reading.chain);
  return {
    chainMoved: () => feed.chainMoved(),
    stateChanged: () => feed.stateChanged(),
    pending: (txID, status) =>
      feed.transactionWaits({
        txID: formatId(txID),
        status: status.kind,
        ...(status.kind === "Dropped" && { reason: status.reason }),
      }),
    streams: [
      {
        ...streamOf({ feed, watches }, address, () => store.condition.damage !== undefined),
        waitWhile: (isServerBusy) => {
          isBusy = isServerBusy;
        },
      },
    ],
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

type Sources = { readonly feed: EventFeed; readonly watches: Watches | undefined };

function streamOf(
  { feed, watches }: Sources,
  address: AddressReader,
  isDamaged: () => boolean,
): StreamRoute {
  return {
    path: eventsPath,
    resumeAt: (query, lastID) => {
      query.set("after", lastID);
      query.delete("fromHeight");
    },
    open: (query) => {
      if (isDamaged()) return { status: 503, text: "the store is damaged\n" };
      try {
        const read = readQuery(query, address);
        if (read.watchID !== undefined) return { start: watchStream(read, watches) };
        const begin = feed.open(read);
        return {
          start: (channel) => {
            const subscriber = begin({
              send: ({ frame }) => channel.send(frame),
              together: (sends) => channel.together(sends),
            });
            return {
              resume: () => subscriber.resume(),
              close: () => feed.close(subscriber),
            };
          },
        };
      } catch (error) {
        if (!(error instanceof QueryError)) throw error;
        return { status: 400, text: `${error.message}\n` };
      }
    },
  };
}

/** Throws QueryError for a watch that is not there, and for a cursor that the chain does not have. */
function watchStream(
  { watchID = "", after, fromHeight }: EventsQuery,
  watches: Watches | undefined,
): Extract<ReturnType<StreamRoute["open"]>, { readonly start: unknown }>["start"] {
  const from = {
    ...(after !== undefined && { after }),
    ...(fromHeight !== undefined && { fromHeight }),
  };
  const begin = watches?.openStream(watchID, from);
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
  return (channel) => {
    const stream = begin({
      send: ({ frame }) => channel.send(frame),
      together: (sends) => channel.together(sends),
    });
    return {
      resume: () => watches.resumeStream(stream),
      close: () => watches.closeStream(stream),
    };
  };
}

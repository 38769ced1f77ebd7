import { readFile } from "node:fs/promises";
import type { PendingStatus } from "../../chain/chain.ts";
import { EventFeed } from "../../events/feed.ts";
import { type AddressReader, QueryError, readQuery } from "../../events/query.ts";
import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { eventsPath } from "../../generated/events.ts";
import { type AddressReading, parsePlatformAddress } from "../../handlers/arguments.ts";
import { addressText } from "../../handlers/views/owners.ts";
import type { DisabledPath, GetRoute } from "../../rpc/http/description.ts";
import type { StreamRoute } from "../../rpc/streams/channel.ts";
import type { ChainStore } from "../../store/chain-store.ts";

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

export function makeEvents(store: ChainStore, reading: AddressReading, enabled: boolean): Events {
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
        ...streamOf(feed, address, () => store.condition.damage !== undefined),
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

function streamOf(feed: EventFeed, address: AddressReader, isDamaged: () => boolean): StreamRoute {
  return {
    path: eventsPath,
    resumeAt: (query, lastID) => {
      query.set("after", lastID);
      query.delete("fromHeight");
    },
    open: (query) => {
      if (isDamaged()) return { status: 503, text: "the store is damaged\n" };
      try {
        const begin = feed.open(readQuery(query, address));
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

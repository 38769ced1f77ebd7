import { readFile } from "node:fs/promises";
import type { PendingStatus } from "../../chain/chain.ts";
import { EventFeed } from "../../events/feed.ts";
import { QueryError, readQuery } from "../../events/query.ts";
import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { eventsPath } from "../../generated/events.ts";
import type { DisabledPath, GetRoute } from "../../rpc/http/description.ts";
import type { StreamRoute } from "../../rpc/streams/channel.ts";
import type { ChainStore } from "../../store/chain-store.ts";

/** The event stream of a node: what to call when something happens, and its routes. */
export type Events = {
  /** Call after blocks were accepted or reverted. */
  readonly chainMoved: () => void;
  readonly pending: (txID: Id, status: PendingStatus) => void;
  readonly streams: readonly StreamRoute[];
  readonly gets: readonly GetRoute[];
  readonly disabled: readonly DisabledPath[];
};

const documentPath = `${eventsPath}/asyncapi.json`;
const document = new URL("../../generated/documents/asyncapi/events.json", import.meta.url);

export function makeEvents(store: ChainStore, enabled: boolean): Events {
  if (!enabled) {
    const reason = "The event stream is off: --api-events-enabled turns it on.";
    const disabled = [eventsPath, documentPath].map((path) => ({ path, reason }));
    return { chainMoved: () => {}, pending: () => {}, streams: [], gets: [], disabled };
  }
  const onError = (error: unknown): void => {
    store.condition.note(error);
    // Anything else is a bug.
    if (store.condition.damage === undefined) throw error;
  };
  let isBusy = (): boolean => false;
  const feed = new EventFeed(store, onError, () => isBusy());
  return {
    chainMoved: () => feed.chainMoved(),
    pending: (txID, status) =>
      feed.transactionWaits({
        txID: formatId(txID),
        status: status.kind,
        ...(status.kind === "Dropped" && { reason: status.reason }),
      }),
    streams: [
      {
        ...streamOf(feed, () => store.condition.damage !== undefined),
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

function streamOf(feed: EventFeed, isDamaged: () => boolean): StreamRoute {
  return {
    path: eventsPath,
    resumeAt: (query, lastID) => {
      query.set("after", lastID);
      query.delete("fromHeight");
    },
    open: (query) => {
      if (isDamaged()) return { status: 503, text: "the store is damaged\n" };
      try {
        const begin = feed.open(readQuery(query));
        return {
          start: ({ send, together }) => {
            const subscriber = begin({ send: ({ frame }) => send(frame), together });
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

import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { EventSource } from "../../../src/events/block-events.ts";
import { EventFeed } from "../../../src/events/feed.ts";
import type { LedgerSource } from "../../../src/events/ledger-events.ts";
import { readQuery } from "../../../src/events/query.ts";
import type { Message } from "../../../src/events/subscriber.ts";
import type { ChainStore } from "../../../src/store/chain-store.ts";
import { readHistory } from "../../support/histories.ts";
import { openHistoryChain } from "../../support/history-chain.ts";
import { ledgerSource } from "../../support/ledger-source.ts";
import { replayHistory } from "../../support/replay-history.ts";

let store: ChainStore;
let ledger: LedgerSource;
let all: readonly Message[];

beforeAll(async () => {
  const { opened } = await openHistoryChain("small");
  store = opened.store;
  ledger = ledgerSource(opened);
  replayHistory(readHistory("small"), { ...opened, heightMax: Number.MAX_SAFE_INTEGER });
  const feed = new EventFeed(store, { ledger });
  const heights = Array.from({ length: Number(feed.tipHeight()) + 1 }, (_, height) => height);
  all = heights.flatMap((height) => feed.at(BigInt(height)));
});

/** The chain as it was when a block was the last one. */
class GrowingChain implements EventSource {
  readonly validators = store.validators;
  tip: bigint;

  constructor(tip: bigint) {
    this.tip = tip;
  }

  readonly blocks = {
    lastAccepted: () => store.blocks.byHeight(this.tip)!,
    byHeight: (height: bigint) => (height > this.tip ? undefined : store.blocks.byHeight(height)),
  };
}

/** A client that has enough after each `patience` messages. */
class Client {
  readonly got: Message[] = [];
  readonly #patience: number;

  constructor(patience = Number.POSITIVE_INFINITY) {
    this.#patience = patience;
  }

  readonly send = (message: Message): boolean => {
    this.got.push(message);
    return this.got.length % this.#patience !== 0;
  };

  readonly together = (sends: () => void): void => sends();

  readonly end = (): void => {};

  get texts(): string[] {
    return this.got.filter(({ event }) => event.type !== "ready").map(({ frame }) => frame.data);
  }
}

function open(feed: EventFeed, query: string, client: Client) {
  return feed.open(readQuery(new URLSearchParams(query), (text) => text))(client);
}

async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await turn();
}

const texts = (messages: readonly Message[]) => messages.map(({ frame }) => frame.data);

describe("a feed", () => {
  it("begins with its position, then sends what follows", () => {
    const chain = new GrowingChain(0n);
    const feed = new EventFeed(chain, { ledger });
    const client = new Client();
    open(feed, "", client);
    expect(client.got.map(({ event }) => event)).toEqual([
      expect.objectContaining({
        type: "ready",
        height: "0",
        cursor: feed.at(0n).at(-1)?.event.cursor,
      }),
    ]);
    chain.tip = 2n;
    feed.chainMoved();
    expect(client.texts).toEqual(texts([...feed.at(1n), ...feed.at(2n)]));
  });

  it("resumes after any cursor: nothing is missed and nothing is repeated", async () => {
    const feed = new EventFeed(store, { ledger });
    for (const [index, { event }] of all.entries()) {
      const client = new Client();
      open(feed, `after=${event.cursor}`, client);
      await settle();
      expect(client.texts).toEqual(texts(all.slice(index + 1)));
    }
  });

  it("resumes after the first message of any stream", async () => {
    const feed = new EventFeed(store, { ledger });
    for (const query of ["", "fromHeight=0", "fromHeight=17", `after=${all[20]!.event.cursor}`]) {
      const first = new Client();
      open(feed, query, first);
      await settle();
      const again = new Client();
      open(feed, `after=${first.got[0]!.event.cursor}`, again);
      await settle();
      expect(again.texts).toEqual(first.texts);
    }
  });

  it("waits for slow clients without a queue, while the chain grows", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ patience: fc.integer({ min: 1, max: 9 }), resumes: fc.boolean() }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (kinds) => {
          const chain = new GrowingChain(0n);
          const feed = new EventFeed(chain, { ledger });
          const readers = kinds.map(({ patience, resumes }) => {
            const client = new Client(patience);
            return { client, resumes, subscriber: open(feed, "fromHeight=0", client) };
          });
          for (chain.tip = 1n; chain.tip < store.blocks.lastAccepted().height; chain.tip++) {
            feed.chainMoved();
            for (const { resumes, subscriber } of readers) if (resumes) subscriber.resume();
          }
          feed.chainMoved();
          for (const { client, subscriber } of readers) {
            for (let i = 0; i < all.length; i++) {
              subscriber.resume();
              await turn();
            }
            expect(client.texts).toEqual(texts(all.slice(0, client.texts.length)));
            expect(client.texts.length).toBe(
              [...Array(Number(chain.tip) + 1).keys()].flatMap((h) => feed.at(BigInt(h))).length,
            );
          }
        },
      ),
      { numRuns: 10 },
    );
  });

  it("sends only what was requested", async () => {
    const feed = new EventFeed(store, { ledger });
    const ask = async (query: string) => {
      const client = new Client();
      open(feed, `fromHeight=0&${query}`, client);
      await settle();
      return client.got.slice(1).map(({ event }) => event);
    };
    const events = all.map(({ event }) => event);
    expect(await ask("topics=block")).toEqual(events.filter(({ type }) => type === "block"));
    expect(await ask("topics=transaction,validator")).toEqual(
      events.filter(({ type }) => type !== "block"),
    );
    const [one] = events.flatMap((event) => (event.type === "transaction" ? [event] : []));
    expect(await ask(`topics=transaction&txID=${one!.txID}`)).toEqual([one]);
    const subnetID = "11111111111111111111111111111111LpoYY";
    expect(await ask(`topics=validator&subnetID=${subnetID}`)).toEqual(
      events.filter((event) => event.type === "validator" && event.subnetID === subnetID),
    );
  });

  it("sends pending transactions to clients that have seen everything else", () => {
    const feed = new EventFeed(store, { ledger });
    const [current, slow, deaf] = [new Client(), new Client(1), new Client()];
    open(feed, "", current);
    open(feed, "fromHeight=0", slow);
    open(feed, "topics=block", deaf);
    const { cursor } = current.got[0]!.event;
    feed.transactionWaits({ txID: "a", status: "Processing" });
    feed.transactionWaits({ txID: "a", status: "Dropped", reason: "for a reason" });
    expect(current.got.slice(1).map(({ event }) => event)).toEqual([
      { type: "transaction", cursor, txID: "a", status: "Processing" },
      { type: "transaction", cursor, txID: "a", status: "Dropped", reason: "for a reason" },
    ]);
    expect(slow.texts.length).toBe(1);
    expect(deaf.texts).toEqual([]);
  });

  it("sends reverted when the client has seen another chain", () => {
    const chain = new GrowingChain(5n);
    const feed = new EventFeed(chain, { ledger });
    const client = new Client();
    open(feed, "", client);
    chain.tip = 3n;
    feed.chainUndone();
    const reverted = { type: "reverted", height: "3", cursor: feed.at(3n).at(-1)!.event.cursor };
    expect(client.got.at(-1)!.event).toMatchObject(reverted);
    chain.tip = 4n;
    feed.chainMoved();
    expect(client.got.slice(2)).toEqual(feed.at(4n));
  });

  it.each(["9.1.00000000", "3.1.00000000", "9223372036854775808.1.00000000"])(
    "reports a client that returns with %s, which no event of this chain has",
    (cursor) => {
      const feed = new EventFeed(new GrowingChain(5n), { ledger });
      const client = new Client();
      open(feed, `after=${cursor}`, client);
      expect(client.got.map(({ event }) => [event.type, event.cursor])).toEqual([
        ["ready", cursor],
        ["reverted", feed.at(5n).at(-1)!.event.cursor],
      ]);
    },
  );

  it("forgets who has gone", () => {
    const feed = new EventFeed(new GrowingChain(5n), { ledger });
    const client = new Client();
    const subscriber = open(feed, "", client);
    expect(feed.subscribers).toBe(1);
    feed.close(subscriber);
    expect(feed.subscribers).toBe(0);
    subscriber.resume();
    expect(client.got.length).toBe(1);
  });
});

describe("a query", () => {
  it.each([
    [
      "topics=blocks",
      'topics: expected block, transaction, validator, balance, reward, stakingPeriod, l1Validator or several of them, separated by commas, got "blocks"',
    ],
    [
      "topic=block",
      'query: expected one of topics, after, fromHeight, subnetID, txID, address, nodeID, validationID, watchID, got "topic"',
    ],
    ["after=5", 'after: expected the cursor of an event, got "5"'],
    ["fromHeight=-1", 'fromHeight: expected a height, got "-1"'],
    ["fromHeight=7", "fromHeight: expected a height up to 6, got 7"],
    [
      "fromHeight=1&after=1.1.00000000",
      "fromHeight: expected no fromHeight together with after, got 1",
    ],
    ["fromHeight=1&fromHeight=1", "fromHeight: expected one value, got several"],
    [
      "txID=11111111111111111111111111111111LpoYZ",
      'txID: expected the ID of a transaction, cb58 of 32 bytes, got "11111111111111111111111111111111LpoYZ"',
    ],
    ["subnetID=x", 'subnetID: expected the ID of a subnet, cb58 of 32 bytes, got "x"'],
  ])("%s is refused by name", (query, text) => {
    const feed = new EventFeed(new GrowingChain(5n), { ledger });
    expect(() => open(feed, query, new Client())).toThrow(text);
  });
});

import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { type EventSource, eventsAt } from "../../../src/events/block-events.ts";
import { EventFeed } from "../../../src/events/feed.ts";
import {
  type LedgerEventWithoutCursor,
  ledgerEventsAt,
} from "../../../src/events/ledger-events.ts";
import { readQuery } from "../../../src/events/query.ts";
import type { Message } from "../../../src/events/subscriber.ts";
import { formatAddress } from "../../../src/formats/address.ts";
import { keyOf } from "../../../src/formats/bytes.ts";
import { formatId } from "../../../src/formats/id.ts";
import type { OpenChain } from "../../../src/node/chain/open-chain.ts";
import { fund } from "../../../src/node/dev/fund.ts";
import type { LedgerRow, LedgerTableName } from "../../../src/store/ledger/schema.ts";
import { type HistoryName, historyNames, readHistory } from "../../support/histories.ts";
import { openHistoryChain } from "../../support/history-chain.ts";
import { ledgerSource } from "../../support/ledger-source.ts";
import { replayHistory } from "../../support/replay-history.ts";

const document = JSON.parse(
  readFileSync(new URL("../../../openrpc/asyncapi/events.json", import.meta.url), "utf8"),
);
const ajv = new Ajv({ strict: false });
ajv.addSchema({ $id: "events", components: document.components });
const isEvent = ajv.compile({
  anyOf: ["BalanceEvent", "RewardEvent", "StakingPeriodEvent", "L1ValidatorEvent"].map((name) => ({
    $ref: `events#/components/schemas/${name}`,
  })),
});

/** The chain of a history, and the events of each height as they were when it was the last one. */
async function grown(name: HistoryName) {
  const { opened } = await openHistoryChain(name);
  const seen: string[] = [JSON.stringify(eventsOf(opened, 0n))];
  replayHistory(readHistory(name), {
    ...opened,
    heightMax: Number.MAX_SAFE_INTEGER,
    onBlock: () => {
      const { height } = opened.store.blocks.lastAccepted();
      seen[Number(height)] = JSON.stringify(eventsOf(opened, height));
    },
  });
  const heights = [...seen.keys()].map(BigInt);
  return {
    opened,
    seen,
    byHeight: heights.map((height) => ledgerEventsAt(height, ledgerSource(opened))),
  };
}

function eventsOf(opened: OpenChain, height: bigint) {
  return eventsAt(height, opened.store, ledgerEventsAt(height, ledgerSource(opened)));
}

function rowsOf<Name extends LedgerTableName>({ store }: OpenChain, name: Name): LedgerRow<Name>[] {
  return store.database().prepare(`SELECT * FROM ledger_${name}`).all() as LedgerRow<Name>[];
}

type Of<Type extends string> = Extract<LedgerEventWithoutCursor, { type: Type }>;

function ofType<Type extends string>(events: readonly LedgerEventWithoutCursor[], type: Type) {
  return events.filter((event): event is Of<Type> => event.type === type);
}

describe.each([...historyNames, "all-1"] as const)("the ledger's events of %s", async (name) => {
  const { opened, seen, byHeight } = await grown(name);
  const all = byHeight.flat();

  it("are what the document says", () => {
    const cursor = "1.1.00000000";
    for (const event of all)
      expect(isEvent({ ...event, cursor }), JSON.stringify(event)).toBe(true);
    expect(new Set(all.map(({ type }) => type)).size).toBeGreaterThan(2);
  });

  it("stay the same while the chain grows", () => {
    for (const [height, text] of seen.entries()) {
      // A proposal waits for its option.
      if (text !== undefined) expect(JSON.stringify(eventsOf(opened, BigInt(height)))).toBe(text);
    }
  });

  it("report every change of a balance or stake", () => {
    const { hrp } = opened.context.network;
    const txIDs = new Map(
      rowsOf(opened, "txs").map((tx) => [`${tx.height} ${tx.position}`, tx.id]),
    );
    const expected = rowsOf(opened, "address_txs")
      .filter(({ received, sent, staked }) =>
        [received, sent, staked].some((part) => BigInt(part) !== 0n),
      )
      .map((row) => {
        const txID = formatId(txIDs.get(`${row.height} ${row.position}`)!);
        const parts = [row.received, row.sent, row.staked].map((part) =>
          String(BigInt.asUintN(64, BigInt(part))),
        );
        return [row.height, txID, formatAddress("P", hrp, row.address), ...parts].join(" ");
      });
    const reported = ofType(all, "balance").map((event) =>
      [event.height, event.txID, event.address, event.received, event.sent, event.staked].join(" "),
    );
    expect(reported.sort()).toEqual(expected.sort());
  });

  it("add up to the balances of all addresses", () => {
    const { hrp } = opened.context.network;
    const { ledgerQueries, blocks } = opened.store;
    const tip = Number(blocks.lastAccepted().height);
    const sums = new Map<string, bigint>();
    for (const { address, received, sent } of ofType(all, "balance")) {
      sums.set(address, (sums.get(address) ?? 0n) + BigInt(received) - BigInt(sent));
    }
    const addresses = new Map(
      rowsOf(opened, "holdings").map(({ address }) => [keyOf(address), address]),
    );
    expect(sums.size).toBeGreaterThan(3);
    for (const address of addresses.values()) {
      const avax = ledgerQueries
        .balance([address], tip, 0n)
        .assets.find(({ assetID }) => keyOf(assetID) === keyOf(opened.context.avaxAssetID));
      const total =
        avax === undefined ? 0n : avax.unlocked + avax.lockedStakeable + avax.lockedNotStakeable;
      expect(sums.get(formatAddress("P", hrp, address)) ?? 0n).toBe(total);
    }
  });

  it("report every reward, period and change of an L1 validator once", () => {
    expect(ofType(all, "reward").length).toBe(rowsOf(opened, "rewards").length);
    expect(ofType(all, "l1Validator").length).toBe(rowsOf(opened, "l1_events").length);
    const periods = ofType(all, "stakingPeriod").map(
      ({ kind, height, txID }) => `${kind} ${height} ${txID}`,
    );
    const expected = rowsOf(opened, "staking_periods").flatMap((row) => [
      ...(row.added_height === row.began_height
        ? []
        : [`added ${row.added_height} ${formatId(row.tx_id)}`]),
      ...(row.began_height === null ? [] : [`began ${row.began_height} ${formatId(row.tx_id)}`]),
      ...(row.ended_height === null ? [] : [`ended ${row.ended_height} ${formatId(row.tx_id)}`]),
    ]);
    expect(periods.sort()).toEqual(expected.sort());
  });
});

const everyTopic = "topics=block,transaction,validator,balance,reward,stakingPeriod,l1Validator";

/** Listens and keeps everything but `ready`. */
async function listening(feed: EventFeed, query: string) {
  const got: Message[] = [];
  const sink = {
    send: (message: Message) => got.push(message) > 0,
    together: (sends: () => void) => sends(),
    end: () => {},
  };
  feed.open(readQuery(new URLSearchParams(query), (text) => text))(sink);
  const settle = async () => {
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    return got.slice(1).map(({ frame }) => frame.data);
  };
  await settle();
  return { got, settle };
}

describe("a feed with the ledger", async () => {
  const { opened } = await openHistoryChain("small");
  const { store } = opened;
  replayHistory(readHistory("small"), { ...opened, heightMax: Number.MAX_SAFE_INTEGER });
  const ledger = ledgerSource(opened);

  it("resumes after any cursor, whichever topics it came from", async () => {
    const feed = new EventFeed(store, { ledger });
    const { got } = await listening(feed, `${everyTopic}&fromHeight=0`);
    const all = got.slice(1);
    for (const [index, { event }] of [...all.entries()].filter((_, each) => each % 7 === 0)) {
      const { settle } = await listening(feed, `${everyTopic}&after=${event.cursor}`);
      expect(await settle()).toEqual(all.slice(index + 1).map(({ frame }) => frame.data));
    }
    const usual = await listening(feed, "fromHeight=0");
    const chainOnly = all.filter(({ event }) =>
      ["block", "transaction", "validator"].includes(event.type),
    );
    expect(await usual.settle()).toEqual(chainOnly.map(({ frame }) => frame.data));
  });

  it("sends only what the filters select", async () => {
    const feed = new EventFeed(store, { ledger });
    const { got } = await listening(feed, `${everyTopic}&fromHeight=0`);
    const events = got.slice(1).map(({ event }) => event);
    const balance = events.find((event) => event.type === "balance" && event.height !== "0");
    const reward = events.find((event) => event.type === "reward");
    if (balance?.type !== "balance" || reward?.type !== "reward") throw new Error("none");
    const ask = async (query: string) => {
      const { got: found } = await listening(feed, `fromHeight=0&${query}`);
      return found.slice(1).map(({ event }) => event);
    };
    const { address } = balance;
    expect(await ask(`topics=balance&address=${address}`)).toEqual(
      events.filter((event) => event.type === "balance" && event.address === address),
    );
    const [owner] = reward.addresses;
    const ofOwner = await ask(`topics=reward,stakingPeriod&address=${owner}`);
    expect(ofOwner).toContainEqual(reward);
    expect(ofOwner.every((event) => "addresses" in event && event.addresses.includes(owner!))).toBe(
      true,
    );
    const ofNode = await ask(`topics=stakingPeriod,reward&nodeID=${reward.nodeID}`);
    expect(ofNode).toContainEqual(reward);
    expect(ofNode).toEqual(
      events.filter(
        (event) =>
          (event.type === "stakingPeriod" || event.type === "reward") &&
          event.nodeID === reward.nodeID,
      ),
    );
  });

  it("adds what a dev node does outside of blocks, and resumes after it", async () => {
    const own = (await openHistoryChain("small")).opened;
    const feed = new EventFeed(own.store, { ledger: ledgerSource(own) });
    const live = await listening(feed, "topics=balance");
    const late = await listening(feed, "topics=block");
    const give = (number: number) => {
      fund(own.store, number, {
        address: new Uint8Array(20).fill(number),
        amountNavax: 7n,
        assetID: own.context.avaxAssetID,
      });
      feed.stateChanged();
    };
    give(1);
    give(2);
    const sent = await live.settle();
    expect(sent.map((text) => JSON.parse(text))).toMatchObject([
      { type: "balance", height: "0", received: "7", sent: "0" },
      { type: "balance", height: "0", received: "7", sent: "0" },
    ]);
    const { cursor } = JSON.parse(sent[0]!);
    const again = await listening(feed, `topics=balance&after=${cursor}`);
    expect(await again.settle()).toEqual(sent.slice(1));
    replayHistory(readHistory("small"), { ...own, heightMax: 3 });
    feed.chainMoved();
    const later = await live.settle();
    expect(later.slice(0, 2)).toEqual(sent);
    expect((await late.settle()).length).toBe(Number(own.store.blocks.lastAccepted().height));
  });
});

describe("a feed of what a dev node did outside of blocks and undid", async () => {
  const { opened } = await openHistoryChain("small");
  const { store, context } = opened;
  const give = (number: number) =>
    fund(store, number, {
      address: new Uint8Array(20).fill(number),
      amountNavax: BigInt(number),
      assetID: context.avaxAssetID,
    });
  const types = (sent: readonly string[]) =>
    sent.map((text) => {
      const { type, received } = JSON.parse(text);
      return received === undefined ? type : `${type} ${received}`;
    });

  it("sends reverted to those who may have it, and what follows", async () => {
    const feed = new EventFeed(store, { ledger: ledgerSource(opened) });
    const live = await listening(feed, "topics=balance");
    const blocks = await listening(feed, "topics=block");
    const before = store.snapshots.take();
    give(1);
    feed.stateChanged();
    const { cursor } = JSON.parse((await live.settle())[0]!);
    store.snapshots.revertTo(before);
    feed.chainUndone();
    const again = await listening(feed, `topics=balance&after=${cursor}`);
    expect(types(again.got.map(({ frame }) => frame.data))).toEqual(["ready", "reverted"]);
    give(2);
    feed.stateChanged();
    expect(types(await live.settle())).toEqual(["balance 1", "reverted", "balance 2"]);
    expect(types(await again.settle())).toEqual(["reverted", "balance 2"]);
    expect(await blocks.settle()).toEqual([]);
  });

  it("sends no reverted if nothing of it was undone", async () => {
    const feed = new EventFeed(store, { ledger: ledgerSource(opened) });
    const live = await listening(feed, "topics=balance");
    give(3);
    feed.stateChanged();
    await live.settle();
    store.snapshots.revertTo(store.snapshots.take());
    feed.chainUndone();
    give(4);
    feed.stateChanged();
    expect(types(await live.settle())).toEqual(["balance 3", "balance 4"]);
  });
});

it("the stream of a client ends when rows are removed that it has not read yet", async () => {
  const { opened } = await openHistoryChain("small");
  const { store } = opened;
  replayHistory(readHistory("small"), { ...opened, heightMax: Number.MAX_SAFE_INTEGER });
  const feed = new EventFeed(store, {
    ledger: { ...ledgerSource(opened), ledgerQueries: store.eventQueries },
  });
  const open = (query: string) => feed.open(readQuery(new URLSearchParams(query), (text) => text));
  const ends: string[] = [];
  const got: Message[] = [];
  let isReading = false;
  const subscriber = open("topics=balance&fromHeight=0")({
    send: (message) => {
      got.push(message);
      return isReading;
    },
    together: (sends) => sends(),
    end: (reason) => ends.push(reason),
  });
  while (store.together(() => store.ledger.pruning.step(30)));
  isReading = true;
  subscriber.resume();
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toEqual(["the rows of heights below 30 are in the database of --db-url only"]);
  const { cursor } = got.at(-1)!.event;
  expect(() => open(`topics=balance&after=${cursor}`)).toThrow(
    "after: expected a cursor of a height from 30 on",
  );
});

/** The ledger as if it were off, or lacked heights. */
function lacking(
  opened: OpenChain,
  coverage: { offSince?: number; gaps?: { from: number; to: number }[] },
) {
  const source = ledgerSource(opened);
  const { ledgerQueries } = source;
  const given = {
    offSince: coverage.offSince,
    gaps: coverage.gaps ?? [],
    problem: undefined,
    localFrom: 0,
  };
  return {
    ...source,
    ledgerQueries: {
      block: (height: number) => ledgerQueries.block(height),
      changesAt: (height: number) => ledgerQueries.changesAt(height),
      txDetails: ledgerQueries.txDetails.bind(ledgerQueries),
      coverage: () => given,
    },
  };
}

describe("a query of the ledger's events", async () => {
  const { opened } = await openHistoryChain("small");
  replayHistory(readHistory("small"), { ...opened, heightMax: 9 });
  const source: EventSource = opened.store;
  const open = (query: string, ledger = ledgerSource(opened)) =>
    new EventFeed(source, { ledger }).open(readQuery(new URLSearchParams(query), (text) => text));

  it.each([
    [
      "address=P-local1",
      'topics: expected topics with balance, reward, stakingPeriod or several of them when address is given, got "block,transaction,validator"',
    ],
    [
      "topics=validator&validationID=11111111111111111111111111111111LpoYY",
      'topics: expected topics with l1Validator or several of them when validationID is given, got "validator"',
    ],
    [
      "topics=reward&nodeID=x",
      'nodeID: expected a node ID: NodeID- followed by the cb58 encoding of 20 bytes, got "x"',
    ],
    [
      "topics=balances",
      'topics: expected block, transaction, validator, balance, reward, stakingPeriod, l1Validator or several of them, separated by commas, got "balances"',
    ],
  ])("%s is refused by name", (query, text) => {
    expect(() => open(query)).toThrow(text);
  });

  it("is refused while the ledger is off", () => {
    const off = lacking(opened, { offSince: 4 });
    expect(() => open("topics=balance", off)).toThrow(
      'topics: expected block, transaction or validator, because the ledger is off: to receive the others, start the node with --ledger=true, got "balance"',
    );
    expect(() => open("topics=block", off)).not.toThrow();
  });

  it("is refused while the ledger lacks a height that it needs", () => {
    const filling = lacking(opened, { gaps: [{ from: 2, to: 5 }] });
    const why = "because the ledger is still being filled and lacks heights 2 to 5";
    expect(() => open("topics=reward&fromHeight=1", filling)).toThrow(
      `fromHeight: expected a height from 6 on, ${why}, got 1`,
    );
    expect(() => open("topics=reward&after=3.1.00000000", filling)).toThrow(
      `after: expected a cursor of a height from 6 on, ${why}, got 3.1.00000000`,
    );
    expect(() => open("topics=reward&fromHeight=6", filling)).not.toThrow();
    expect(() => open("topics=reward", filling)).not.toThrow();
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChainStore } from "../../../src/store/chain-store.ts";
import type { WatchPosition } from "../../../src/watches/watch.ts";
import { openTarget, type Target } from "../../support/watches/target.ts";
import { openWatchedChain } from "../../support/watches/watched-chain.ts";

let target: Target;

beforeEach(async () => {
  target = await openTarget();
});

afterEach(() => target.close());

const kind = "hmac-sha256";

async function openChain() {
  const chain = await openWatchedChain({ isHeld: () => chain.opened.store.snapshots.count > 0 });
  const watches = chain.watch();
  const { address, text } = chain.newAddress();
  const { watch } = watches.create({
    api: "watch",
    name: "",
    rule: { kind: "addressActivity", addresses: [text] },
    target: { url: target.url, kind },
  });
  const { store } = chain.opened;
  return {
    ...{ chain, watches, watch, store },
    pay: (amountNavax: bigint) => {
      chain.fund(address, amountNavax);
      watches.stateChanged();
    },
  };
}

/** Longer than a delivery takes. */
const soon = () => new Promise((resolve) => setTimeout(resolve, 150));

describe("what a dev node undoes", () => {
  it("is never delivered, because deliveries wait while a snapshot is open", async () => {
    const { watches, store, pay } = await openChain();
    pay(1n);
    await target.has(1);
    const snapshot = store.snapshots.take();
    pay(2n);
    await soon();
    expect(target.received).toHaveLength(1);
    store.snapshots.revertTo(snapshot);
    watches.chainUndone();
    pay(3n);
    await target.has(2);
    expect(target.received.map(({ event }) => event)).toMatchObject([
      { received: "1" },
      { received: "3" },
    ]);
    watches.stop();
  });

  it("and was delivered before is followed by reverted, and may happen again", async () => {
    const { chain, watches, watch, store, pay } = await openChain();
    const { undo } = openToUndo(store);
    pay(1n);
    await target.has(1);
    undo();
    watches.chainUndone();
    await target.has(2);
    const { height } = store.blocks.lastAccepted();
    expect(target.received[1]!.event).toMatchObject({ type: "reverted", height: String(height) });
    chain.rewind();
    pay(1n);
    await target.has(3);
    const [first, , again] = target.received;
    expect(again!.body).toBe(first!.body);
    expect(again!.id).not.toBe(first!.id);
    expect(watches.get("watch", watch.id)).toMatchObject({ reverts: [{ number: 1 }] });
    watches.stop();
  });

  it.each([
    ["refuses it", 500],
    ["receives it", 204],
  ])("while a target %s is followed by one reverted", async (_what, status) => {
    const { watches, store, pay } = await openChain();
    pay(1n);
    await target.has(1);
    await soon();
    let answer = () => {};
    target.answer = (response) => {
      answer = () => response.writeHead(status).end();
    };
    const { undo } = openToUndo(store);
    pay(2n);
    await target.has(2);
    undo();
    target.answer = (response) => response.writeHead(204).end();
    watches.chainUndone();
    pay(3n);
    answer();
    await target.has(4);
    await soon();
    expect(target.received.map(({ event }) => event)).toMatchObject([
      { received: "1" },
      { received: "2" },
      { type: "reverted" },
      { received: "3" },
    ]);
    watches.stop();
  });

  it("after a replay began is followed by reverted, and what is left of the replay", async () => {
    const { watches, watch, store, pay } = await openChain();
    pay(1n);
    await target.has(1);
    const { cursor } = target.received[0]!.event;
    pay(2n);
    const { undo } = openToUndo(store);
    pay(3n);
    await target.has(3);
    await soon();
    target.answer = (response) => response.writeHead(500).end();
    watches.replay("watch", watch.id, watches.positions.after(cursor) as WatchPosition);
    await target.has(4);
    undo();
    target.answer = (response) => response.writeHead(204).end();
    watches.chainUndone();
    await target.has(6);
    expect(target.received.slice(3).map(({ event }) => event)).toMatchObject([
      { received: "2" },
      { type: "reverted" },
      { received: "2" },
    ]);
    watches.stop();
  });

  it("is not reported to a target that received nothing", async () => {
    const { watches, store, chain, pay } = await openChain();
    const { undo } = openToUndo(store);
    const other = chain.newAddress();
    chain.fund(other.address, 1n);
    watches.stateChanged();
    const { watch: late } = watches.create({
      api: "watch",
      name: "",
      rule: { kind: "addressActivity", addresses: [other.text] },
      target: { url: target.url, kind },
    });
    undo();
    watches.chainUndone();
    expect(watches.get("watch", late.id)).toMatchObject({ isBehind: false, reverts: [] });
    pay(2n);
    await target.has(1);
    await soon();
    expect(target.received.map(({ event }) => event)).toMatchObject([{ received: "2" }]);
    watches.stop();
  });

  it("changes no ID of what came before, at a replay", async () => {
    const { watches, watch, store, pay } = await openChain();
    const begin = watches.get("watch", watch.id)!.position;
    pay(1n);
    pay(2n);
    await target.has(2);
    await soon();
    const { undo } = openToUndo(store);
    pay(3n);
    await target.has(3);
    undo();
    watches.chainUndone();
    await target.has(4);
    pay(4n);
    await target.has(5);
    await soon();
    watches.replay("watch", watch.id, begin);
    await target.has(8);
    const [first, second, , , fourth, ...replayed] = target.received;
    expect(replayed.map(({ id }) => id)).toEqual([first!.id, second!.id, fourth!.id]);
    watches.stop();
  });
});

/** What happens until `undo` is undone, although it was delivered: as if dev.loadState replaced the file by an older one. */
function openToUndo(store: ChainStore) {
  const { snapshots } = store;
  const before = snapshots.take();
  const count = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(snapshots), "count")!;
  Object.defineProperty(snapshots, "count", { get: () => 0, configurable: true });
  return {
    undo: () => {
      Object.defineProperty(snapshots, "count", count);
      snapshots.revertTo(before);
    },
  };
}

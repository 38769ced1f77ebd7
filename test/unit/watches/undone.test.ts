import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTarget, type Target } from "../../support/watches/target.ts";
import { openWatchedChain } from "../../support/watches/watched-chain.ts";

let target: Target;

beforeEach(async () => {
  target = await openTarget();
});

afterEach(() => target.close());

const kind = "hmac-sha256";

async function openChain() {
  const chain = await openWatchedChain({ isHeld: () => chain.opened.store.snapshotCount > 0 });
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
    const snapshot = store.takeSnapshot();
    pay(2n);
    await soon();
    expect(target.received).toHaveLength(1);
    store.revertTo(snapshot);
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
    // The file of the store is replaced by an older one, as dev.loadState does.
    const before = store.takeSnapshot();
    const isHeld = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(store), "snapshotCount")!;
    Object.defineProperty(store, "snapshotCount", { get: () => 0, configurable: true });
    pay(1n);
    await target.has(1);
    store.revertTo(before);
    Object.defineProperty(store, "snapshotCount", isHeld);
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
    expect(watches.get("watch", watch.id)).toMatchObject({ reverts: 1 });
    watches.stop();
  });
});

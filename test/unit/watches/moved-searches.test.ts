import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formatCursor } from "../../../src/events/cursor.ts";
import type { WatchPosition } from "../../../src/watches/watch.ts";
import { openTarget, type Target } from "../../support/watches/target.ts";
import { openWatchedChain } from "../../support/watches/watched-chain.ts";

let target: Target;

beforeEach(async () => {
  target = await openTarget();
});

afterEach(() => target.close());

/** An address of the recorded chain, whose balance only the genesis changes. */
const ofGenesis = "P-custom10jaky27qf6740t7kqh5k4xcacfc8vx7wa4lxem";

/** Lets everything that waits have several turns. */
async function turns(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
}

describe("a replay", () => {
  it("that begins while a later one is searched delivers everything after its cursor", async () => {
    let isBusy = false;
    const chain = await openWatchedChain({ isBusy: () => isBusy });
    const watches = chain.watch();
    // Of more than 64 addresses, every block is read.
    const others = Array.from({ length: 64 }, () => chain.newAddress().text);
    const { watch } = watches.create({
      api: "watch",
      name: "",
      rule: { kind: "addressActivity", addresses: [ofGenesis, ...others] },
      target: { url: target.url, kind: "hmac-sha256" },
    });
    const { blocks } = chain.opened.store;
    const replayFrom = (height: bigint) => {
      const cursor = formatCursor({ height, count: 0, blockID: blocks.byHeight(height)!.id });
      watches.replay("watch", watch.id, watches.positions.after(cursor) as WatchPosition);
    };
    await turns();
    isBusy = true;
    await turns();
    replayFrom(30n);
    replayFrom(0n);
    isBusy = false;
    await target.has(4);
    expect(target.received.map(({ event }) => event)).toMatchObject(
      Array.from({ length: 4 }, () => ({ kind: "activity", address: ofGenesis, height: "0" })),
    );
    watches.stop();
    expect(chain.errors).toEqual([]);
  });
});

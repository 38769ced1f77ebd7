import { expect, it, vi } from "vitest";
import type { WatchEvent } from "../../../src/generated/events.ts";
import { WatchStore } from "../../../src/store/watch-store.ts";
import type { NetworkView } from "../../../src/watches/observations.ts";
import { WatchRegistry } from "../../../src/watches/registry.ts";
import type { Watch } from "../../../src/watches/watch.ts";
import { openTarget } from "../../support/watches/target.ts";
import { openWatchedChain } from "../../support/watches/watched-chain.ts";

const id = "watch_5b1f0c9a4e7d2836a0b1c2d3";

const watch: Watch = {
  ...{ id, api: "watch", name: "", rule: { kind: "halt" }, target: undefined },
  ...{ createdMs: 0, isConfigured: false, extra: undefined, status: "active" },
  position: { height: 0n, count: 0, part: 0, block: "00000000" },
  ...{
    reached: undefined,
    isBehind: false,
    reverts: [],
    reported: undefined,
    delivered: 0,
    failures: 0,
  },
  ...{ lastAttemptMs: undefined, lastAnswer: undefined },
};

const event = (number: number): WatchEvent => ({
  type: "watch",
  ...{ cursor: "0.0.00000000", watchID: id, kind: "followingHalted" },
  ...{ height: "0", blockID: "x", time: "2026-11-21T00:00:00Z", reason: String(number) },
});

it("keeps the first and the latest events, says how many are lost, and is the same after a restart", () => {
  const path = ":memory:";
  const store = new WatchStore(path);
  const registry = new WatchRegistry(store);
  registry.scannedTo(watch.position);
  registry.put([watch]);
  const live = registry.get(id)!;
  for (let number = 1; number <= 1000; number++) {
    registry.offer(live, event(number));
    if (number % 7 === 0) registry.flush();
  }
  registry.flush();
  const { outbox } = live;
  expect(outbox).toHaveLength(256);
  expect(outbox[0]!.event).toEqual(event(1));
  expect(outbox[1]!.event).toEqual({ ...event(746), missed: 744 });
  expect(outbox.at(-1)!.event).toEqual(event(1000));
  expect(new WatchRegistry(store).get(id)!.outbox).toEqual(outbox);
  registry.takeOffer(live);
  registry.takeOffer(live);
  registry.flush();
  expect(new WatchRegistry(store).get(id)!.outbox).toEqual(live.outbox);
  expect(live.outbox[0]!.event).toEqual(event(747));
});

it("all outboxes together have a number of bytes, beyond which a watch keeps the first and the latest event", () => {
  const bytesOf = (all: readonly { readonly event: object }[]) =>
    all.reduce((sum, each) => sum + JSON.stringify(each.event).length, 0);
  const bytesMax = 5_000;
  const store = new WatchStore(":memory:");
  const registry = new WatchRegistry(store, bytesMax);
  registry.scannedTo(watch.position);
  const ids = ["a", "b", "c"].map((letter) => `watch_${letter.repeat(24)}`);
  registry.put(ids.map((each) => ({ ...watch, id: each })));
  const [first, second, third] = ids.map((each) => registry.get(each)!);
  for (let number = 1; number <= 100; number++) registry.offer(first!, event(number));
  expect(bytesOf(first!.outbox)).toBeGreaterThan(bytesMax - 400);
  expect(bytesOf(first!.outbox)).toBeLessThanOrEqual(bytesMax);
  for (let number = 1; number <= 10; number++) registry.offer(second!, event(number));
  expect(second!.outbox.map((each) => each.event)).toEqual([event(1), { ...event(10), missed: 8 }]);
  registry.flush();
  registry.delete([ids[0]!]);
  for (let number = 1; number <= 10; number++) registry.offer(third!, event(number));
  expect(third!.outbox).toHaveLength(10);
  registry.flush();
  const again = new WatchRegistry(store, bytesMax);
  for (let number = 1; number <= 100; number++) again.offer(again.get(ids[2]!)!, event(number));
  const all = ids.slice(1).flatMap((each) => again.get(each)!.outbox);
  expect(bytesOf(all)).toBeLessThanOrEqual(bytesMax);
});

it("what a watch has observed for an earlier rule is neither sent nor hides what it observes for the next", async () => {
  const chain = await openWatchedChain();
  const target = await openTarget();
  const watches = chain.watch();
  const nodeIDs = [
    "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
    "NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ",
  ];
  const rule = (nodeID: string) => ({ kind: "uptime", nodeID, percent: 80 }) as const;
  const view: NetworkView = {
    ...{ nowMs: 0, isFollowing: true, haltReason: undefined, nextUpgrade: undefined },
    validator: () => ({ isConnected: true, uptime: 0.5, peer: undefined }),
  };
  target.answer = (response) => response.writeHead(500).end();
  const { watch } = watches.create({
    ...{ api: "watch", name: "", rule: rule(nodeIDs[0]!) },
    target: { url: target.url, kind: "hmac-sha256" },
  });
  watches.observe(() => view);
  await target.has(1);
  target.answer = (response) => response.writeHead(204).end();
  watches.update("watch", watch.id, { rule: rule(nodeIDs[1]!) });
  watches.observe(() => view);
  await target.has(2);
  expect(target.received.map(({ event }) => event)).toMatchObject(
    nodeIDs.map((nodeID) => ({ nodeID })),
  );
  await vi.waitUntil(() => watches.get("watch", watch.id)!.delivered === 1);
  expect(watches.get("watch", watch.id)!.failures).toBe(0);
  watches.stop();
  target.close();
});

it("a validator that no watch asked about for a while is offline since it was asked about again", async () => {
  const chain = await openWatchedChain();
  const watches = chain.watch();
  const nodeID = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
  const rule = { kind: "offline", nodeID, seconds: 60 } as const;
  const observe = (seconds: number) =>
    watches.observe(() => ({
      ...{
        nowMs: seconds * 1000,
        isFollowing: true,
        haltReason: undefined,
        nextUpgrade: undefined,
      },
      validator: () => ({ isConnected: false, uptime: 1, peer: undefined }),
    }));
  const create = () => {
    const { watch } = watches.create({ api: "watch", name: "", rule, target: undefined });
    return { id: watch.id, reported: () => watches.get("watch", watch.id)!.reported };
  };
  const first = create();
  observe(0);
  observe(60);
  expect(first.reported()).toBe("offline");
  watches.delete("watch", first.id);
  observe(70);
  const second = create();
  observe(1_000);
  expect(second.reported()).toBeUndefined();
  observe(1_060);
  expect(second.reported()).toBe("offline");
  watches.stop();
});

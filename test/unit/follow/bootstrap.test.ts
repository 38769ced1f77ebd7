import { describe, expect, test } from "vitest";
import { Disagreement } from "../../../src/follow/acceptor.ts";
import { beaconsNeeded } from "../../../src/follow/beacons.ts";
import { Bootstrap } from "../../../src/follow/bootstrap.ts";
import { type Container, pChainForm } from "../../../src/follow/container.ts";
import { Rate } from "../../../src/follow/progress.ts";
import type { NodeId } from "../../../src/formats/bytes.ts";
import { StagedContainers } from "../../../src/store/staged-containers.ts";
import { makeChain, TestAcceptor, type TestChain, type TestPeer, TestPeers } from "./network.ts";
import { VirtualTime } from "./virtual-time.ts";

const chain = makeChain(500);
const start = chain.slice(0, 1);

function rig(
  peers: readonly TestPeer[],
  options: {
    staging?: StagedContainers;
    acceptor?: TestAcceptor;
    checkpoints?: readonly number[];
    isSigned?: (container: Container) => boolean;
  } = {},
) {
  const time = new VirtualTime();
  const network = new TestPeers(peers);
  const acceptor = options.acceptor ?? new TestAcceptor(start);
  const staging = options.staging ?? new StagedContainers(":memory:");
  const warnings: string[] = [];
  const abort = new AbortController();
  const bootstrap = new Bootstrap({
    form: pChainForm,
    peers: network,
    beacons: network.nodeIDs(),
    checkpoints: (options.checkpoints ?? []).map((height) => chain[height]!.id),
    acceptor,
    staging,
    acceptedID: acceptor.acceptedID,
    isAccepted: acceptor.isAccepted,
    countSigned: async (containers) => {
      const unsigned = containers.findIndex((container) => options.isSigned?.(container) === false);
      return unsigned === -1 ? containers.length : unsigned;
    },
    nowMillis: time.nowMillis,
    random: () => 0.5,
    sleep: time.sleep,
    fetched: new Rate(time.nowMillis),
    executed: new Rate(time.nowMillis),
    onConnected: () => {},
    onNetworkHeight: () => {},
    onWarning: (message) => warnings.push(message),
  });
  const run = () => bootstrap.run(abort.signal);
  return { network, acceptor, staging, warnings, abort, run, time };
}

const never = () => new Promise<undefined>(() => {});
const honest = (): TestPeer => ({ chain });
const five = (liar: TestPeer): readonly TestPeer[] => [
  honest(),
  honest(),
  liar,
  honest(),
  honest(),
];

describe("bootstrapping", () => {
  test("reaches the tip of the beacons and executes every container once, in order", async () => {
    const { run, acceptor, staging } = rig([honest(), honest(), honest()]);
    await run();
    expect(acceptor.accepted).toEqual(chain);
    expect(staging.count()).toBe(0);
  });

  test("fetches from checkpoints in parallel, and no container twice", async () => {
    const { run, acceptor, network } = rig([honest(), honest(), honest()], {
      checkpoints: [100, 201, 302, 403],
    });
    await run();
    expect(acceptor.tip().height).toBe(500n);
    // Walks end inside a response when they meet another one.
    const total = [...network.sent.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBeLessThan(500 + 5 * 20);
  });

  test("continues where an earlier process stopped, without fetching again what is staged", async () => {
    const staging = new StagedContainers(":memory:");
    const part = (from: number, to: number) => staging.put(chain.slice(from, to + 1));
    part(1, 40);
    part(90, 480);
    const { run, acceptor, network } = rig([honest(), honest(), honest()], { staging });
    await run();
    expect(acceptor.tip().height).toBe(500n);
    const total = [...network.sent.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBeLessThanOrEqual(20 + (89 - 40) + 20);
  });

  test("waits until three quarters of the beacons are connected", () => {
    expect([1, 2, 3, 4, 5, 24].map(beaconsNeeded)).toEqual([1, 2, 3, 3, 4, 18]);
  });

  const other = makeChain(520, 7);
  const fork = makeChain(510, 9, chain.slice(0, 300));
  const liars: Record<string, TestPeer> = {
    "has another chain": { chain: other },
    "has a fork": { chain: fork },
    "is silent": { chain, isSilent: true },
    "never answers votes and walks": {
      chain,
      lies: { accepted: never, ancestors: never },
    },
    "never answers": {
      chain,
      lies: { acceptedFrontier: never, accepted: never, ancestors: never },
    },
    "sends junk ancestors": { chain, lies: { ancestors: async () => [new Uint8Array(99)] } },
    "sends empty ancestors": { chain, lies: { ancestors: async () => [] } },
    "sends ancestors of another container": {
      chain,
      lies: { ancestors: async () => [other[400]!.bytes, other[399]!.bytes] },
    },
    "links the wrong parents": {
      chain,
      lies: { ancestors: async (_, id) => [byID(id), other[3]!.bytes, chain[2]!.bytes] },
    },
    "votes for everything twice": {
      chain: other,
      lies: { accepted: async (_, ids) => [...ids, ...ids, other[5]!.id] },
    },
  };
  const byID = (id: Uint8Array) =>
    chain.find((container) => Buffer.from(container.id).equals(id))?.bytes ?? new Uint8Array(0);

  test.each(Object.entries(liars))("one beacon of five that %s does no harm", async (_, liar) => {
    const { run, acceptor } = rig(five(liar));
    await run();
    expect(acceptor.accepted).toEqual(chain);
  });

  test("a beacon that never answers delays each poll by half a second", async () => {
    const { run, time } = rig(five(liars["never answers"]!));
    const startedAt = time.nowMillis();
    await run();
    // The second poll finds that nothing is new.
    expect(time.nowMillis() - startedAt).toBeLessThan(2 * 500 + 1_000);
  });

  test("refuses containers whose signature is invalid and asks another peer", async () => {
    let refused = 0;
    const isSigned = (container: Container) => container.height !== 250n || ++refused > 2;
    const { run, acceptor } = rig([honest(), honest(), honest()], { isSigned });
    await run();
    expect(acceptor.tip().height).toBe(500n);
    expect(refused).toBe(3);
  });

  test("accepts nothing while no majority of the beacons agrees", async () => {
    const peers = [0, 1, 2, 3].map((salt) => ({ chain: makeChain(50, 20 + salt) }));
    const { run, acceptor, abort, network } = rig(peers);
    const running = run();
    while (network.asked.accepted < 40) await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    await expect(running).rejects.toThrow();
    expect(acceptor.tip().height).toBe(0n);
  });

  test("drops what is staged if it conflicts with what the beacons attest now", async () => {
    const staging = new StagedContainers(":memory:");
    staging.put(fork.slice(310, 505));
    const { run, acceptor, warnings } = rig([honest(), honest(), honest()], { staging });
    await run();
    expect(acceptor.accepted).toEqual(chain);
    expect(warnings).toHaveLength(1);
  });

  describe("if no peer sends what the beacons attested", () => {
    /** Three peers that send nothing of their chain below a height, and have another chain after eight such requests. */
    const moving = (before: TestChain, lowest: number, after: TestChain) => {
      const peers: TestPeer[] = [];
      let refused = 0;
      const ancestors = async (node: NodeId, id: Uint8Array) => {
        const own = peers[node[0]!]!.chain;
        const height = own.findIndex((container) => Buffer.from(container.id).equals(id));
        const from = own === before ? lowest : 0;
        if (height < from && ++refused === 8) for (const peer of peers) peer.chain = after;
        return own
          .slice(Math.max(from, height - 9), height + 1)
          .map(({ bytes }) => bytes)
          .reverse();
      };
      peers.push(...[0, 1, 2].map(() => ({ chain: before, lies: { ancestors } })));
      return peers;
    };

    test("it follows the block that they attest instead", async () => {
      const { run, acceptor } = rig(moving(fork, 600, chain));
      await run();
      expect(acceptor.accepted).toEqual(chain);
    });

    test("it gives up what is staged above a chain that is shorter by now", async () => {
      const { run, acceptor, staging } = rig(moving(other, 60, chain.slice(0, 31)));
      await run();
      expect(acceptor.accepted).toEqual(chain.slice(0, 31));
      expect(staging.count()).toBe(0);
    });

    test("it continues within seconds when they respond again", async () => {
      let isAway = false;
      const peer: TestPeer = {
        chain,
        get isSilent() {
          return isAway;
        },
      };
      const { run, acceptor, network, time, abort } = rig([peer, peer, peer]);
      const running = run();
      while (network.asked.ancestors === 0) await new Promise((resolve) => setImmediate(resolve));
      isAway = true;
      await time.sleep(150_000, abort.signal);
      isAway = false;
      const backAt = time.nowMillis();
      await running;
      expect(acceptor.accepted).toEqual(chain);
      expect(time.nowMillis() - backAt).toBeLessThan(10_000);
    });
  });

  test("polls beacons that attest nothing any more at most once a second", async () => {
    let isOver = false;
    const peer: TestPeer = {
      chain,
      lies: {
        ancestors: async () => {
          isOver = true;
          return [];
        },
        get acceptedFrontier() {
          return isOver ? async () => undefined : undefined;
        },
      } as NonNullable<TestPeer["lies"]>,
    };
    const { run, network, time, abort } = rig([peer, peer, peer]);
    const running = run().catch(() => {});
    const asked = () => network.asked.acceptedFrontier;
    while (network.asked.ancestors === 0) await new Promise((resolve) => setImmediate(resolve));
    const before = asked();
    await time.sleep(90_000, abort.signal);
    const polls = (asked() - before) / 3;
    abort.abort();
    await running;
    expect(polls).toBeGreaterThan(10);
    expect(polls).toBeLessThan(70);
  });

  test("stops with the container that the engine rejects", async () => {
    const acceptor = new TestAcceptor(start, ({ height }) => height === 77n);
    const { run } = rig([honest(), honest(), honest()], { acceptor });
    const error = await run().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Disagreement);
    expect((error as Disagreement).container).toEqual(chain[77]);
    expect(acceptor.tip().height).toBe(76n);
  });
});

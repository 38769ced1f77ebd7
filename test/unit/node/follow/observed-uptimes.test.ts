import { expect, it, vi } from "vitest";
import type { NodeId } from "../../../../src/formats/bytes.ts";
import { primaryNetworkID } from "../../../../src/networks/chains.ts";
import {
  ObservedUptimes,
  type ObservedUptimesOptions,
} from "../../../../src/node/follow/observed-uptimes.ts";
import { diskFull } from "../../../../src/store/sqlite.ts";
import { StoreDamaged } from "../../../../src/store/store-files.ts";

const [own, up, down] = [1, 2, 3].map((byte) => new Uint8Array(20).fill(byte)) as [
  NodeId,
  NodeId,
  NodeId,
];

function setUp() {
  let now = 1000n;
  const rows = new Map<number, { upSeconds: bigint; lastUpdated: bigint }>(
    [up, down].map((id) => [id[0]!, { upSeconds: 0n, lastUpdated: 1000n }]),
  );
  const network = {
    isBootstrapped: false,
    peers: [] as { nodeID: NodeId }[],
    problem: undefined as Error | undefined,
  };
  const options = {
    following: () => ({
      isBootstrapped: () => network.isBootstrapped,
      peers: () => network.peers,
    }),
    store: {
      uptimes: {
        find: (_: Uint8Array, id: NodeId) => rows.get(id[0]!),
        set: (_: Uint8Array, id: NodeId, row: { upSeconds: bigint; lastUpdated: bigint }) =>
          rows.set(id[0]!, row),
      },
      state: {
        currentStakers: () => [up, down].map((nodeID) => ({ subnetID: primaryNetworkID, nodeID })),
      },
      together: (work: () => void) => {
        if (network.problem !== undefined) throw network.problem;
        work();
      },
    },
    clock: { nowSeconds: () => now },
    ownNodeID: own,
  } as unknown as ObservedUptimesOptions;
  const restart = () => new ObservedUptimes(options);
  return { restart, network, pass: (seconds: bigint) => (now += seconds) };
}

it("counts validators as up until it is bootstrapped, then while they are connected", () => {
  const { restart, network, pass } = setUp();
  const uptimes = restart();
  pass(100n);
  uptimes.observe();
  expect(uptimes.uptime(down, 1000n)).toBe(1);
  network.isBootstrapped = true;
  network.peers = [{ nodeID: up }];
  uptimes.observe();
  expect(uptimes.isConnected(up)).toBe(true);
  expect(uptimes.isConnected(down)).toBe(false);
  expect(uptimes.isConnected(own)).toBe(true);
  pass(100n);
  expect(uptimes.uptime(up, 1000n)).toBe(1);
  expect(uptimes.uptime(down, 1000n)).toBe(0.5);
  network.peers = [];
  uptimes.observe();
  pass(200n);
  expect(uptimes.uptime(up, 1000n)).toBe(0.5);
  expect(uptimes.uptime(down, 1000n)).toBe(0.25);
});

it("keeps them across a restart, which counts as up", () => {
  const { restart, network, pass } = setUp();
  network.isBootstrapped = true;
  const first = restart();
  first.observe();
  pass(100n);
  first.stop();
  pass(100n);
  expect(restart().uptime(down, 1000n)).toBe(0.5);
});

it.each([diskFull("no space"), new StoreDamaged("page 4")])(
  "survives a store that cannot take them, and a stop then: %s",
  (problem) => {
    vi.useFakeTimers();
    try {
      const { restart, network, pass } = setUp();
      network.isBootstrapped = true;
      network.peers = [{ nodeID: up }];
      const uptimes = restart();
      uptimes.start();
      vi.advanceTimersByTime(30_000);
      network.problem = problem;
      pass(100n);
      vi.advanceTimersByTime(30_000);
      network.problem = undefined;
      vi.advanceTimersByTime(30_000);
      expect(uptimes.uptime(up, 1000n)).toBe(1);
      expect(uptimes.uptime(down, 1000n)).toBe(0);
      network.problem = problem;
      uptimes.stop();
    } finally {
      vi.useRealTimers();
    }
  },
);

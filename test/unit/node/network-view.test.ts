import { describe, expect, it } from "vitest";
import { keyOf, type NodeId } from "../../../src/formats/bytes.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";
import { never } from "../../../src/networks/upgrades.ts";
import { type NetworkViewOptions, networkView } from "../../../src/node/watches/network-view.ts";

const now = 1_000_000n;
const nodes = [1, 2, 3].map((byte) => new Uint8Array(20).fill(byte) as NodeId);
const [first, second, third] = nodes as [NodeId, NodeId, NodeId];
const peer = (nodeID: NodeId, upgradeTime: bigint, version = "avalanchego/1.14.0") => ({
  ...{ nodeID, version, upgradeTime },
});

type Peer = ReturnType<typeof peer>;

/** A follower with three validators of weights 50, 30 and 20. */
function view({
  peers = [],
  progress = { phase: "following" },
  isBootstrapped = true,
  upgrades = { etna: 500_000n, granite: never },
}: {
  readonly peers?: readonly Peer[];
  readonly progress?: object;
  readonly isBootstrapped?: boolean;
  readonly upgrades?: object;
}) {
  const connected = new Set(peers.map(({ nodeID }) => keyOf(nodeID)));
  const weights = [50n, 30n, 20n];
  return networkView({
    following: () => ({
      peers: () => peers,
      progress: () => progress,
      isBootstrapped: () => isBootstrapped,
    }),
    store: {
      blocks: { lastAccepted: () => ({ height: 7n }) },
      state: {
        currentValidator: (_subnet: unknown, nodeID: NodeId) =>
          nodes.some((each) => keyOf(each) === keyOf(nodeID)) ? { startTime: 5n } : undefined,
      },
      validators: {
        setAt: () => nodes.map((nodeID, index) => ({ nodeID, weight: weights[index] })),
      },
    },
    uptimes: {
      isConnected: (nodeID: NodeId) => connected.has(keyOf(nodeID)),
      uptime: () => 0.75,
    },
    upgrades,
    nowSeconds: () => now,
  } as unknown as NetworkViewOptions);
}

describe("what a follower sees for watches", () => {
  it("validators, whether they are connected, and what connected ones say", () => {
    const { validator, isFollowing } = view({ peers: [peer(first, 9n, "avalanchego/1.13.0")] });
    expect(isFollowing).toBe(true);
    expect(validator(formatNodeId(first))).toMatchObject({
      ...{ isConnected: true, uptime: 0.75 },
      peer: { version: "avalanchego/1.13.0", upgradeTime: 9n },
    });
    expect(validator(formatNodeId(second))).toMatchObject({ isConnected: false, peer: undefined });
    const stranger = formatNodeId(new Uint8Array(20).fill(9) as NodeId);
    expect(validator(stranger)).toBeUndefined();
  });

  it("nobody is offline for a node that does not follow yet", () => {
    expect(view({ isBootstrapped: false }).isFollowing).toBe(false);
  });

  it("a halt and an outdated node, with the reason", () => {
    const reason = (progress: object) => view({ progress }).haltReason;
    expect(reason({ phase: "following" })).toBeUndefined();
    expect(reason({ phase: "halted", reason: "a block differs" })).toBe("a block differs");
    expect(reason({ phase: "halted" })).toBe("halted");
    expect(reason({ phase: "outdated", reason: "an unknown upgrade" })).toBe("an unknown upgrade");
  });

  it("the next upgrade of the schedule, by name, and none of the past", () => {
    expect(view({}).nextUpgrade).toBeUndefined();
    const upgrades = { etna: 500_000n, fortuna: now + 20n, granite: now + 50n };
    expect(view({ upgrades }).nextUpgrade).toEqual({ time: now + 20n, name: "fortuna" });
  });

  it("an upgrade that more than half of the connected stake announces", () => {
    const next = (...peers: readonly Peer[]) => view({ peers }).nextUpgrade;
    const time = now + 100n;
    expect(next(peer(first, time), peer(second, now - 1n))).toEqual({ time, name: undefined });
    // 30 of 80, and 50 of 100.
    expect(next(peer(second, time), peer(first, now - 1n))).toBeUndefined();
    const half = [peer(first, time), peer(second, now - 1n), peer(third, now - 1n)];
    expect(next(...half)).toBeUndefined();
    expect(next(peer(first, now - 1n))).toBeUndefined();
    expect(next(peer(first, never))).toBeUndefined();
  });

  it("the earlier one of the schedule and the announcement", () => {
    const upgrades = { fortuna: now + 200n };
    const peers = [peer(first, now + 100n)];
    expect(view({ upgrades, peers }).nextUpgrade).toEqual({ time: now + 100n, name: undefined });
    const later = [peer(first, now + 300n)];
    expect(view({ upgrades, peers: later }).nextUpgrade?.name).toBe("fortuna");
  });
});

import { afterEach, expect, test, vi } from "vitest";
import { pChainForm } from "../../../src/follow/container.ts";
import { Follower } from "../../../src/follow/peer-follower.ts";
import { keyOf, type NodeId } from "../../../src/formats/bytes.ts";
import { StagedContainers } from "../../../src/store/staged-containers.ts";
import { makeChain, TestAcceptor, type TestChain, type TestPeer, TestPeers } from "./network.ts";
import { VirtualTime } from "./virtual-time.ts";

const chain = makeChain(20);
const fork = makeChain(30, 5, chain.slice(0, 10));
const remedy = "if it was reset, follow it with a new data directory.";
const waitOptions = { timeout: 45_000, interval: 5 };

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A follower with a chain of its own, and three peers that have another one, and a third one after the first warning. */
function follow(stored: TestChain, others: TestChain, afterWarning?: TestChain) {
  const time = new VirtualTime();
  const peers: TestPeer[] = [1, 2, 3].map(() => ({ chain: others }));
  const network = new TestPeers(peers);
  const nodes = network.nodeIDs();
  const keys = new Set(nodes.map(keyOf));
  const acceptor = new TestAcceptor(stored);
  const warnings: string[] = [];
  const become = (next: TestChain) => {
    for (const peer of peers) peer.chain = next;
  };
  const follower = new Follower({
    form: pChainForm,
    peers: network,
    beacons: nodes,
    checkpoints: [],
    acceptor,
    staging: new StagedContainers(":memory:"),
    stakes: () => ({ total: 3n, of: (node: NodeId) => (keys.has(keyOf(node)) ? 1n : 0n), nodes }),
    acceptedID: acceptor.acceptedID,
    isAccepted: acceptor.isAccepted,
    isSigned: () => true,
    countSigned: async (containers) => containers.length,
    nowMillis: time.nowMillis,
    random: Math.random,
    sleep: time.sleep,
    onPhase: () => {},
    onWarning: (message) => {
      warnings.push(message);
      if (afterWarning !== undefined) become(afterWarning);
    },
    onHalt: () => {},
    onError: (error) => warnings.push(String(error)),
  });
  ends.push(() => follower.stop());
  follower.start();
  return { follower, warnings, become, network };
}

test("a network with another block at the height of this node is named once, with the remedy", async () => {
  const { follower, warnings, network } = follow(chain, fork);
  const text = `The network has another block at height 20 than this node: ${remedy}`;
  await vi.waitFor(() => expect(follower.warning).toBe(text), waitOptions);
  const rounds = network.asked.accepted;
  await vi.waitFor(() => expect(network.asked.accepted).toBeGreaterThan(rounds + 9), waitOptions);
  expect(warnings).toEqual([text]);
});

test("a network that has the block of this node again is followed, without a warning", async () => {
  // Between two rounds: in a round, nobody would have what the peers attested before.
  const { follower, warnings } = follow(chain, fork, chain);
  await vi.waitFor(() => expect(follower.isBootstrapped()).toBe(true), waitOptions);
  expect(warnings).toHaveLength(1);
  expect(follower.warning).toBeUndefined();
});

test("a network that is behind this node is named with the heights", async () => {
  const { follower } = follow(chain, chain.slice(0, 9));
  const text =
    "The peers are at height 8, and this node is at 20: they were reset, or are catching up. If they were reset, follow them with a new data directory.";
  await vi.waitFor(() => expect(follower.warning).toBe(text), waitOptions);
});

test("a network that lost the blocks it had announced is not ahead of this node any more", async () => {
  const { follower, become, network } = follow(chain, chain);
  await vi.waitFor(() => expect(follower.isBootstrapped()).toBe(true), waitOptions);
  // No peer sends the blocks above the height of this node.
  network.container = network.ancestors = async () => undefined;
  become(makeChain(40, 0, chain));
  await vi.waitFor(() => expect(follower.progress().networkHeight).toBe(40n), waitOptions);
  become(chain);
  await vi.waitFor(() => expect(follower.progress().networkHeight).toBe(20n), waitOptions);
  expect(follower.isBootstrapped()).toBe(true);
});

test("a network that forks below the tip of a node that follows it ends following", async () => {
  const { follower, become } = follow(chain, chain);
  await vi.waitFor(() => expect(follower.isBootstrapped()).toBe(true), waitOptions);
  become(fork);
  await vi.waitFor(() => expect(follower.isBootstrapped()).toBe(false), waitOptions);
  const text = `The network has another block at height 20 than this node: ${remedy}`;
  await vi.waitFor(() => expect(follower.warning).toBe(text), waitOptions);
});

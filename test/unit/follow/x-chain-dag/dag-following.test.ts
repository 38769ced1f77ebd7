import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { sha256 } from "../../../../src/crypto/hash.ts";
import { SharedMemoryFeed } from "../../../../src/follow/stored-chain/shared-memory-feed.ts";
import { DagFollowing, type DagPeers } from "../../../../src/follow/x-chain-dag/dag-following.ts";
import { isDagApplied, isDagStored } from "../../../../src/follow/x-chain-dag/dag-mark.ts";
import { spentTxIDs, vertexParentIDs } from "../../../../src/foreign-chains/x-chain-dag.ts";
import { compareBytes, emptyId, type Id, keyOf } from "../../../../src/formats/bytes.ts";
import { decodeBytes } from "../../../../src/formats/encoding.ts";
import { formatId } from "../../../../src/formats/id.ts";
import type { DagPath } from "../../../../src/indexer/dag-order.ts";
import { parseContainer } from "../../../../src/store/container-log.ts";
import { openIndexedChain } from "../../../support/follow/follower.ts";
import {
  DagServer,
  isTopological,
  makeDag,
  type TestDag,
} from "../../../support/follow/x-chain-dag.ts";
import { localGenesis } from "../../../support/genesis-chain.ts";
import { canMount, mount, unmount } from "../../../support/tmpfs.ts";
import { payer } from "../../../support/transfers.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const peerIDs = [1, 2, 3].map((byte) => new Uint8Array(20).fill(byte));
const waitOptions = { timeout: 30_000, interval: 20 };

type Answer = (id: Id) => readonly Uint8Array[] | undefined;

/** A store, and a way to follow a DAG on it, again and again. */
function open(dag?: (chainID: Id, assetID: Id) => TestDag, count = 60) {
  const folder = mkdtempSync(join(tmpdir(), "couloir-dag-"));
  const { store, context, indexer } = openIndexedChain(localGenesis(1_767_672_000n), {
    isFollower: true,
  });
  ends.push(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { xChainID: chainID, avaxAssetID: assetID, network } = context;
  const made =
    dag?.(chainID, assetID) ??
    makeDag({ networkID: network.id, chainID, assetID, count, destinationChain: emptyId });
  const { logs } = indexer;
  const feed = new SharedMemoryFeed({ path: "X/tx", chainID, network, store, log: logs["X/tx"] });
  const seen = { warnings: [] as string[], errors: [] as unknown[], phases: [] as string[] };
  const follow = (answers: readonly Answer[], stopVertexID = made.stopVertex.id) => {
    const peers: DagPeers = {
      connected: () => peerIDs.slice(0, answers.length),
      vertices: async (peer, id) => answers[peer[0]! - 1]!(id),
    };
    const following = new DagFollowing({
      chainID,
      stopVertexID,
      stagingFile: join(folder, "dag.sqlite"),
      peers,
      store,
      logs,
      sharedMemory: feed,
      nowMillis: Date.now,
      elapsedMillis: Date.now,
      random: Math.random,
      sleep: (delayMs, signal) => sleep(Math.min(delayMs, 20), undefined, { signal }),
      onPhase: (phase) => seen.phases.push(phase),
      onWarning: (message) => seen.warnings.push(message),
      onError: (error) => seen.errors.push(error),
    });
    ends.push(() => following.stop());
    following.start();
    return following;
  };
  return { ...seen, folder, store, chainID, assetID, logs, dag: made, follow };
}

type Opened = ReturnType<typeof open>;

function stored({ logs }: Opened, path: DagPath): readonly Uint8Array[] {
  return [...logs[path].pages()]
    .flat()
    .map((text) => decodeBytes(parseContainer(text).bytes, "hex"));
}

function untilPhase(following: DagFollowing, phase: string): Promise<void> {
  return vi.waitFor(() => expect(following.progress().phase).toBe(phase), waitOptions);
}

/** Both indices have the whole DAG, each container after those that it builds on. */
function expectWhole(opened: Opened): void {
  const { dag, store } = opened;
  const members = { "X/vtx": dag.vertices, "X/tx": dag.txs };
  const parents = { "X/vtx": vertexParentIDs, "X/tx": spentTxIDs };
  for (const path of ["X/vtx", "X/tx"] as const) {
    const bytes = stored(opened, path);
    const byID = new Map(bytes.map((each) => [keyOf(sha256(each)), each]));
    expect(byID.size).toBe(bytes.length);
    expect([...bytes].sort(compareBytes)).toEqual(
      members[path].map((each) => each.bytes).sort(compareBytes),
    );
    const parentIDsOf = (id: Id) => parents[path](byID.get(keyOf(id))!);
    expect(isTopological(bytes.map(sha256), parentIDsOf)).toBe(true);
  }
  expect(isDagStored(store.metadata, dag.stopVertex.id)).toBe(true);
  expect(isDagApplied(store.metadata, dag.stopVertex.id)).toBe(true);
}

test("fetches 5,000 vertices from a peer that sends some at a time", async () => {
  const opened = open(undefined, 5_000);
  const server = new DagServer(opened.dag);
  const following = opened.follow([server.vertices]);
  await untilPhase(following, "complete");
  expectWhole(opened);
  expect(opened.phases).toEqual(["fetching", "ordering", "storing", "complete"]);
  expect(following.progress()).toMatchObject({ vertices: 5_001, txs: 5_000 });
  expect(server.requests).toBeLessThan(40);
  expect([...opened.warnings, ...opened.errors]).toEqual([]);
});

test("numbers a DAG in one order, in pieces of any size", async () => {
  const [one, other, third] = [open(), open(), open()];
  const follow = (opened: Opened, max: number) =>
    opened.follow([new DagServer(opened.dag, max).vertices]);
  await untilPhase(follow(one, 2_000), "complete");
  await untilPhase(follow(other, 3), "complete");
  // A vertex of the maximum size leaves no room for its parents.
  await untilPhase(follow(third, 1), "complete");
  for (const path of ["X/tx", "X/vtx"] as const) {
    expect(stored(other, path)).toEqual(stored(one, path));
    expect(stored(third, path)).toEqual(stored(one, path));
  }
});

test("puts what was exported before Cortina into shared memory, once", async () => {
  const opened = open();
  const { store, chainID, dag } = opened;
  const following = opened.follow([new DagServer(dag).vertices]);
  await untilPhase(following, "complete");
  const owned = [...store.atomicUtxos.ownedBy(chainID, payer)];
  expect(owned).toHaveLength(1);
  await following.stop();
  const again = opened.follow([]);
  expect(again.progress()).toMatchObject({ phase: "complete", vertices: 61 });
  expect([...store.atomicUtxos.ownedBy(chainID, payer)]).toEqual(owned);
});

test("continues after stops at any moment, and asks for nothing twice", async () => {
  const opened = open(undefined, 300);
  const server = new DagServer(opened.dag, 20);
  let following: DagFollowing;
  let starts = 0;
  do {
    starts += 1;
    let left = 4;
    following = opened.follow([(id) => (left-- > 0 ? server.vertices(id) : undefined)]);
    await sleep(30);
    await following.stop();
  } while (following.progress().phase !== "complete" && starts < 500);
  expectWhole(opened);
  expect(starts).toBeGreaterThan(3);
});

test("continues an index of which an earlier process stored a part", async () => {
  const whole = open();
  await untilPhase(whole.follow([new DagServer(whole.dag).vertices]), "complete");
  const opened = open();
  const pages = (path: DagPath, count: number) =>
    [...whole.logs[path].pages()].flat().slice(0, count).map(parseContainer);
  const newContainers = (path: DagPath, count: number) =>
    pages(path, count).map(({ id, bytes, timestamp }) => {
      const content = decodeBytes(bytes, "hex");
      return { id: sha256(content), idText: id, bytesText: bytes, timestampText: timestamp };
    });
  opened.logs["X/tx"].append(newContainers("X/tx", 60));
  opened.logs["X/vtx"].append(newContainers("X/vtx", 17));
  const following = opened.follow([new DagServer(opened.dag).vertices]);
  await untilPhase(following, "complete");
  for (const path of ["X/tx", "X/vtx"] as const) {
    expect(stored(opened, path)).toEqual(stored(whole, path));
  }
});

/** Answers that an honest server never gives, each of its own. */
const lies: Record<string, (answer: readonly Uint8Array[], dag: TestDag) => unknown> = {
  "sends nothing": () => [],
  "does not answer": () => undefined,
  "sends the same vertex again and again": ([first]) => Array(2_000).fill(first),
  "sends a cycle": (answer) => [...answer, ...answer],
  "sends the children first": (_, { vertices }) => vertices.map(({ bytes }) => bytes).reverse(),
  "sends more than anybody asks for": (answer) => [
    ...answer,
    ...Array.from({ length: 5_000 }, (_, i) => new Uint8Array(100).fill(i)),
  ],
  "sends one of 2 MiB": () => [new Uint8Array(2 * 1024 * 1024)],
  "sends junk between vertices": (answer) =>
    answer.flatMap((bytes) => [bytes, new Uint8Array([0, 1, 2])]),
  "leaves out a vertex": (answer) => [answer[0], ...answer.slice(2)],
};

test.each(Object.keys(lies))("a peer that %s changes nothing", async (name) => {
  const opened = open();
  const server = new DagServer(opened.dag, 8);
  const lie: Answer = (id) => {
    const answer = server.vertices(id)!;
    return lies[name]!(answer, opened.dag) as ReturnType<Answer>;
  };
  const following = opened.follow([lie, server.vertices]);
  await untilPhase(following, "complete");
  expectWhole(opened);
  expect([...opened.warnings, ...opened.errors]).toEqual([]);
});

test("a wrong stop vertex ends it with the reason", async () => {
  const opened = open();
  const { dag, follow, warnings } = opened;
  const [first] = dag.vertices;
  const following = follow([new DagServer(dag).vertices], first!.id);
  await untilPhase(following, "halted");
  const reason = `vertex ${formatId(first!.id)} of the X-chain's DAG: it is not a stop vertex, so the network's cortinaXChainStopVertexID is wrong`;
  expect(following.progress().reason).toBe(reason);
  expect(warnings).toEqual([
    `the X-chain's DAG is not fetched: ${reason}. Set the network's cortinaXChainStopVertexID in --upgrade-file, and restart`,
  ]);
  expect(following.warnings()).toEqual(warnings);
  expect(stored(opened, "X/vtx")).toEqual([]);
  await following.stop();
  // With the right one, what was fetched below the other is forgotten.
  await untilPhase(follow([new DagServer(dag).vertices]), "complete");
  expectWhole(opened);
});

test("the DAG of another chain is refused", async () => {
  const opened = open((_, assetID) =>
    makeDag({ networkID: 12345, chainID: new Uint8Array(32).fill(7), assetID, count: 5 }),
  );
  const following = opened.follow([new DagServer(opened.dag).vertices]);
  await untilPhase(following, "halted");
  expect(following.progress().reason).toMatch(/: wrong ChainID in vertex$/);
});

test.skipIf(!canMount)(
  "a disk that fills is a warning with the remedy, and fetching continues when there is space (needs a mount)",
  async () => {
    const opened = open(undefined, 3_000);
    const { folder, dag, warnings } = opened;
    mount(folder, "size=1m");
    ends.push(() => unmount(folder));
    const following = opened.follow([new DagServer(dag, 100).vertices]);
    await vi.waitFor(() => expect(warnings).toHaveLength(1), waitOptions);
    expect(warnings[0]).toBe(
      `the X-chain's DAG does not fit on the disk of ${join(folder, "dag.sqlite")}: free some space, and fetching continues where it stopped`,
    );
    expect(following.warnings()).toEqual(warnings);
    const { vertices } = following.progress();
    mount(folder, "remount,size=64m");
    await untilPhase(following, "complete");
    expect(vertices).toBeGreaterThan(0);
    expectWhole(opened);
    expect(following.warnings()).toEqual([]);
    expect(warnings).toHaveLength(1);
    await following.stop();
  },
);

test("a stop vertex that nobody has is a warning after a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  ends.push(() => void vi.useRealTimers());
  const opened = open();
  const following = opened.follow([new DagServer(opened.dag).vertices], new Uint8Array(32).fill(9));
  await untilPhase(following, "fetching");
  expect(following.warnings()).toEqual([]);
  vi.setSystemTime(Date.now() + 61_000);
  expect(following.warnings()).toEqual([
    "no peer sends the next vertices of the X-chain's DAG, of which 0 are fetched: wait for a peer that has them",
  ]);
});

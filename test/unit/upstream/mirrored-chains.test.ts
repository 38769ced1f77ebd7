import { afterEach, expect, test, vi } from "vitest";
import { isDagApplied, isDagStored } from "../../../src/follow/x-chain-dag/dag-mark.ts";
import { genesisBlocks } from "../../../src/foreign-chains/genesis-blocks.ts";
import { emptyId, equalBytes } from "../../../src/formats/bytes.ts";
import { newContainer } from "../../../src/indexer/indexer.ts";
import type { ChainStore } from "../../../src/store/chain-store.ts";
import { IndexMirror } from "../../../src/upstream/index-mirror.ts";
import { MirroredChains } from "../../../src/upstream/mirrored-chains.ts";
import { openIndexedChain } from "../../support/follow/follower.ts";
import { ForeignChain, unsignedAtomicTx } from "../../support/follow/foreign-chain.ts";
import { makeDag } from "../../support/follow/x-chain-dag.ts";
import { localGenesis } from "../../support/genesis-chain.ts";
import { newIdentity } from "../../support/p2p/nodes.ts";
import { payer } from "../../support/transfers.ts";
import { makeChain } from "../follow/network.ts";
import type { FakeUpstream } from "./fake-upstream.ts";
import { fakes, serveIndex, sleep, upstreamOf } from "./following.ts";

const waitOptions = { timeout: 45_000, interval: 20 };
const platformChainID = new Uint8Array(32);
let ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  ends = [];
});

function openNode() {
  const opened = openIndexedChain(localGenesis(1_767_672_000n), { isFollower: true });
  const { store, context } = opened;
  const { cChainID } = context;
  const genesisID = genesisBlocks(store, context).C!;
  const chain = new ForeignChain({
    chain: "C",
    chainID: cChainID,
    genesisID,
    proposer: newIdentity(),
    unwrapped: 2,
  });
  return { ...opened, chain, genesisID, cChainID };
}

type TestNode = ReturnType<typeof openNode>;

/** An export of the C-chain to the payer on P. */
function exportTx(cChainID: Uint8Array, nonce: bigint) {
  const output = {
    kind: "TransferOutput" as const,
    amount: 5n,
    locktime: 0n,
    threshold: 1,
    addresses: [payer],
  };
  return unsignedAtomicTx({
    kind: "ExportTx",
    networkID: 12345,
    blockchainID: cChainID,
    destinationChain: platformChainID,
    inputs: [{ address: new Uint8Array(20), amount: 5n, assetID: cChainID, nonce }],
    exportedOutputs: [{ assetID: cChainID, output }],
  });
}

const served = ({ containers }: ForeignChain) =>
  containers.map(({ id, bytes }) => newContainer(id, bytes, 0n));

/** Copies the upstreams' C/block into a node, with its part of shared memory if the chain is followed. */
function startMirror(
  { store, context, indexer, genesisID, cChainID }: TestNode,
  urls: readonly URL[],
  followed: readonly ("X" | "C")[] = ["C"],
  stopVertexID = emptyId,
) {
  const upstreams = urls.map((url) => upstreamOf(url));
  const { logs } = indexer;
  const nowMillis = Date.now;
  const chains = new MirroredChains({
    chains: followed.map((chain) => ({
      chain,
      chainID: chain === "C" ? cChainID : context.xChainID,
    })),
    network: context.network,
    store,
    logs,
    isBootstrapped: () => true,
    nowMillis,
  });
  const mirror = new IndexMirror({
    upstreams,
    database: store.database(),
    logs,
    chains,
    genesisID: (path) => (path === "C/block" ? genesisID : undefined),
    stagingFile: ":memory:",
    metadata: store.metadata,
    stopVertexID,
    nowMillis,
    sleep,
  });
  const over = new AbortController();
  const running = mirror.run(over.signal).catch((error: unknown) => error);
  const stop = () => {
    over.abort();
    return running;
  };
  ends.push(stop);
  return { chains, stop };
}

async function startUpstreams(...chains: readonly ForeignChain[]): Promise<FakeUpstream[]> {
  const started = await fakes(...chains.map(() => makeChain(1)));
  for (const [i, fake] of started.entries()) serveIndex(fake, served(chains[i]!), "C/block");
  return started;
}

const exportsOf = (store: ChainStore, cChainID: Uint8Array) =>
  [...store.atomicUtxos.ownedBy(cChainID, payer)].length;

test("a copied index says what its chain exported, and when it is complete", async () => {
  const node = openNode();
  const { chain, store, cChainID } = node;
  chain.extend(20, [exportTx(cChainID, 1n)]);
  const [first, second] = await startUpstreams(chain, chain);
  const { chains } = startMirror(node, [first!.url, second!.url]);
  expect(chains.progress()).toMatchObject([{ chain: "C", isBootstrapped: false }]);
  await vi.waitFor(
    () => expect(chains.progress()).toMatchObject([{ isBootstrapped: true, startHeight: 1n }]),
    waitOptions,
  );
  expect(chains.progress()[0]!.progress).toMatchObject({ height: 20n, networkHeight: 20n });
  expect(exportsOf(store, cChainID)).toBe(1);
  chain.extend(1, [exportTx(cChainID, 2n)]);
  serveIndex(first!, served(chain), "C/block");
  await new Promise((resolve) => setTimeout(resolve, 200));
  // Only one of two has it.
  expect(exportsOf(store, cChainID)).toBe(1);
  serveIndex(second!, served(chain), "C/block");
  await vi.waitFor(() => expect(exportsOf(store, cChainID)).toBe(2), waitOptions);
});

test("containers that were copied before the chain was followed are applied once", async () => {
  const node = openNode();
  const { chain, store, indexer, cChainID } = node;
  chain.extend(150, [exportTx(cChainID, 1n)]);
  store.together(() => indexer.logs["C/block"].append(served(chain).slice(0, 130)));
  const [fake] = await startUpstreams(chain);
  const first = startMirror(node, [fake!.url]);
  await vi.waitFor(
    () => expect(first.chains.progress()).toMatchObject([{ isBootstrapped: true }]),
    waitOptions,
  );
  expect(exportsOf(store, cChainID)).toBe(1);
  await first.stop();
  chain.extend(2, [exportTx(cChainID, 2n)]);
  serveIndex(fake!, served(chain), "C/block");
  startMirror(node, [fake!.url]);
  await vi.waitFor(() => expect(exportsOf(store, cChainID)).toBe(2), waitOptions);
});

test("a block that cannot be read ends what is known of its chain, and copying continues", async () => {
  const node = openNode();
  const { chain, store, indexer, cChainID } = node;
  chain.extend(5);
  // An export of the form before Apricot phase 5.
  chain.extend(1, [exportTx(cChainID, 1n)], "single");
  chain.extend(5);
  const [fake] = await startUpstreams(chain);
  const { chains } = startMirror(node, [fake!.url]);
  await vi.waitFor(() => expect(indexer.logs["C/block"].count()).toBe(11n), waitOptions);
  await vi.waitFor(() => expect(chains.warnings()).toHaveLength(1), waitOptions);
  expect(chains.warnings()[0]).toMatch(
    /^this node cannot read a block of the C-chain that a majority of the upstreams has, so it does not know what the chain exported: /,
  );
  expect(chains.progress()).toMatchObject([
    { isBootstrapped: false, progress: { phase: "halted" } },
  ]);
  expect(exportsOf(store, cChainID)).toBe(0);
  expect(equalBytes(indexer.logs["C/block"].lastID()!, chain.lastID())).toBe(true);
});

test("the copied DAG of the X-chain says what was exported before the chain was linear", async () => {
  const node = openNode();
  const { store, context, indexer } = node;
  const { xChainID: chainID, avaxAssetID: assetID, network } = context;
  const dag = makeDag({
    networkID: network.id,
    chainID,
    assetID,
    count: 50,
    destinationChain: platformChainID,
  });
  const [first, second] = await fakes(makeChain(1), makeChain(1));
  const inOrder = (members: readonly { readonly id: Uint8Array; readonly bytes: Uint8Array }[]) =>
    members.map(({ id, bytes }) => newContainer(id, bytes, 0n));
  for (const fake of [first!, second!]) serveIndex(fake, inOrder(dag.vertices), "X/vtx");
  serveIndex(first!, inOrder(dag.txs), "X/tx");
  // The second one has not executed all transactions yet.
  serveIndex(second!, inOrder(dag.txs.slice(0, 40)), "X/tx");
  startMirror(node, [first!.url, second!.url], ["X"], dag.stopVertex.id);
  await vi.waitFor(() => expect(indexer.logs["X/vtx"].count()).toBe(51n), waitOptions);
  expect(isDagStored(store.metadata, dag.stopVertex.id)).toBe(false);
  serveIndex(second!, inOrder([...dag.txs].reverse()), "X/tx");
  const isApplied = () => isDagApplied(store.metadata, dag.stopVertex.id);
  await vi.waitFor(() => expect(isApplied()).toBe(true), waitOptions);
  expect(indexer.logs["X/tx"].count()).toBe(50n);
  expect([...store.atomicUtxos.ownedBy(chainID, payer)]).toHaveLength(1);
});

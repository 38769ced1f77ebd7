import { describe, expect, test } from "vitest";
import { Chain } from "../../../src/chain/chain.ts";
import { Bootstrap } from "../../../src/follow/bootstrap.ts";
import { ChainAcceptor } from "../../../src/follow/chain-acceptor.ts";
import { type Container, pChainForm, readContainer } from "../../../src/follow/container.ts";
import { Rate } from "../../../src/follow/progress.ts";
import { ProposerSignatures } from "../../../src/follow/proposer-signature.ts";
import { equalBytes } from "../../../src/formats/bytes.ts";
import { decodeBytes } from "../../../src/formats/encoding.ts";
import { parseId } from "../../../src/formats/id.ts";
import { Indexer, indexTables } from "../../../src/indexer/indexer.ts";
import type { ChainContext } from "../../../src/networks/network.ts";
import { parseBlock } from "../../../src/pchain/blocks/block.ts";
import { decodeUtxo } from "../../../src/pchain/components/utxo.ts";
import type { ChainStore } from "../../../src/store/chain-store.ts";
import { parseContainer } from "../../../src/store/container-log.ts";
import { StagedContainers } from "../../../src/store/staged-containers.ts";
import { openGenesisChain, recordedGenesis } from "../../support/genesis-chain.ts";
import { type HistoryName, readHistory } from "../../support/histories.ts";
import { TestPeers } from "./network.ts";
import { VirtualTime } from "./virtual-time.ts";

/** A chain with an index, as a node has it. */
function openChain(name: HistoryName, clock: { nowSeconds(): bigint }, isFollower: boolean) {
  const opened = openGenesisChain(
    recordedGenesis(name),
    readHistory(name).upgrades,
    "avalanchego-1.12",
    indexTables,
  );
  const { store, chain: context } = opened;
  const { upgrades } = context.network;
  const indexer = new Indexer({ database: store.database(), upgrades, enabled: true });
  const chain: Chain = new Chain({
    store,
    context,
    clock,
    mode: "trusted",
    hasSharedMemory: !isFollower,
    withinTransaction: (blocks) =>
      indexer.acceptBlocks(blocks, {
        nanos: clock.nowSeconds() * 1_000_000_000n,
        chainTime: store.state.timestamp(),
        pChainHeight: 0n,
      }),
  });
  return { store, context, chain, indexer };
}

/** Executes a recorded chain as a node that saw it happen, and returns its containers behind the genesis. */
function recordedContainers(name: HistoryName): {
  readonly containers: readonly Container[];
  readonly store: ChainStore;
  readonly context: ChainContext;
} {
  let now = 0n;
  const { store, context, chain, indexer } = openChain(name, { nowSeconds: () => now }, false);
  const genesis = store.blocks.byHeight(0n)!.bytes;
  for (const event of readHistory(name).events) {
    if ("atomicUTXO" in event) {
      const utxo = decodeUtxo(Buffer.from(event.atomicUTXO, "hex"));
      store.putAtomicUtxo(parseId(event.sourceChain), utxo);
    } else {
      now = BigInt(event.clock);
      const block = parseBlock(new Uint8Array(Buffer.from(event.block, "hex")));
      chain.acceptBlock(block, BigInt(event.pChainHeight));
    }
  }
  const containers = [...indexer.logs["P/block"].pages()].flat().map((text) => {
    const bytes = decodeBytes(parseContainer(text).bytes, "hex");
    return readContainer(new Uint8Array(bytes));
  });
  return { containers: [readContainer(genesis), ...containers], store, context };
}

describe.each(["small", "apricot-to-etna"] as const)("the recorded chain %s", (name) => {
  test("is the same for a follower that got its containers from peers", async () => {
    const { containers, store: original } = recordedContainers(name);
    const time = new VirtualTime();
    const clock = { nowSeconds: () => BigInt(Math.floor(time.nowMillis() / 1000)) };
    const { store, chain, indexer } = openChain(name, clock, true);
    const acceptor = new ChainAcceptor({ chain, store, indexer });
    const peers = new TestPeers([0, 1, 2].map(() => ({ chain: containers })));
    const staging = new StagedContainers(":memory:");
    const signatures = new ProposerSignatures();
    await new Bootstrap({
      form: pChainForm,
      peers,
      beacons: peers.nodeIDs(),
      checkpoints: [],
      acceptor,
      staging,
      acceptedID: () => undefined,
      isAccepted: () => false,
      countSigned: (containers) => signatures.countValid(containers),
      nowMillis: time.nowMillis,
      random: () => 0.5,
      sleep: time.sleep,
      fetched: new Rate(time.nowMillis),
      executed: new Rate(time.nowMillis),
      onConnected: () => {},
      onNetworkHeight: () => {},
      onWarning: () => {},
    }).run(new AbortController().signal);
    const { id } = containers.at(-1)!;
    expect(new Uint8Array(acceptor.tip().id)).toEqual(new Uint8Array(id));
    expect(equalBytes(indexer.lastAcceptedID()!, id)).toBe(true);
    expect(store.digest()).toEqual(original.digest());
    expect(staging.count()).toBe(0);
  });
});

test.each(["trusted", "verified"] as const)(
  "attested blocks are accepted by a node whose clock is slow: %s",
  (mode) => {
    const { containers, store: original } = recordedContainers("small");
    const { store, chain, indexer } = openChain("small", { nowSeconds: () => 0n }, true);
    const acceptor = new ChainAcceptor({ chain, store, indexer });
    for (const container of containers.slice(1)) {
      acceptor.batch(() => acceptor.accept(container, mode));
    }
    expect(store.digest()).toEqual(original.digest());
  },
);

test("a batch that fails keeps what it accepted, blocks and index alike", () => {
  const { containers } = recordedContainers("small");
  const clock = { nowSeconds: () => 1_900_000_000n };
  const { store, chain, indexer } = openChain("small", clock, true);
  const acceptor = new ChainAcceptor({ chain, store, indexer });
  const log = indexer.logs["P/block"];
  const accept = (heights: readonly number[]) =>
    acceptor.batch(() => {
      for (const height of heights) acceptor.accept(containers[height]!, "trusted");
    });
  accept([1]);
  // Height 4 does not follow.
  expect(() => accept([2, 4])).toThrow("not found");
  expect([store.blocks.lastAccepted().height, log.count()]).toEqual([2n, 2n]);
  expect(equalBytes(indexer.lastAcceptedID()!, containers[2]!.id)).toBe(true);
  accept([]);
  accept([3]);
  expect([store.blocks.lastAccepted().height, log.count()]).toEqual([3n, 3n]);
});

test("a batch that cannot be written is undone, and its blocks can be accepted again", () => {
  const { containers, store: original } = recordedContainers("small");
  const clock = { nowSeconds: () => 1_900_000_000n };
  const { store, chain, indexer } = openChain("small", clock, true);
  const acceptor = new ChainAcceptor({ chain, store, indexer });
  const accept = (from: number, to: number) =>
    acceptor.batch(() => {
      for (let at = from; at <= to; at++) acceptor.accept(containers[at]!, "trusted");
    });
  const last = containers.length - 1;
  accept(1, 2);
  const database = store.database();
  database.pragma(`max_page_count = ${database.pragma("page_count", { simple: true })}`);
  expect(() => accept(3, last)).toThrow();
  database.pragma("max_page_count = 1000000");
  const { height } = store.blocks.lastAccepted();
  expect([height, indexer.logs["P/block"].count()]).toEqual([2n, 2n]);
  expect(new Uint8Array(acceptor.tip().id)).toEqual(new Uint8Array(containers[2]!.id));
  accept(3, last);
  expect(store.digest()).toEqual(original.digest());
});

import { expect, test } from "vitest";
import {
  forgetApplied,
  lastUnbound,
  SharedMemoryFeed,
} from "../../../../src/follow/stored-chain/shared-memory-feed.ts";
import { genesisBlocks } from "../../../../src/foreign-chains/genesis-blocks.ts";
import { newContainer } from "../../../../src/indexer/indexer.ts";
import type { Upgrades } from "../../../../src/networks/network.ts";
import { LogUnavailable } from "../../../../src/store/container-log.ts";
import { openIndexedChain } from "../../../support/follow/follower.ts";
import { ForeignChain, unsignedAtomicTx } from "../../../support/follow/foreign-chain.ts";
import { localGenesis } from "../../../support/genesis-chain.ts";
import { newIdentity } from "../../../support/p2p/nodes.ts";
import { payer } from "../../../support/transfers.ts";

/** A store with 100 containers of the C-chain, of which the first exports to the payer on P. */
function openStored(upgrades: Partial<Upgrades> = {}) {
  const opened = openIndexedChain(localGenesis(1_767_672_000n), { isFollower: true });
  const { store, context, indexer } = opened;
  const { cChainID: chainID, network } = context;
  const genesisID = genesisBlocks(store, context).C!;
  const chain = new ForeignChain({ chain: "C", chainID, genesisID, proposer: newIdentity() });
  const isSingle = upgrades.apricotPhase5 !== undefined;
  const owners = { locktime: 0n, threshold: 1, addresses: [payer] };
  const tx = unsignedAtomicTx({
    kind: "ExportTx",
    networkID: network.id,
    blockchainID: chainID,
    destinationChain: new Uint8Array(32),
    inputs: [],
    exportedOutputs: [
      { assetID: chainID, output: { kind: "TransferOutput", amount: 5n, ...owners } },
    ],
  });
  chain.extend(100, [tx], isSingle ? "single" : "batch");
  const log = indexer.logs["C/block"];
  store.together(() =>
    log.append(chain.containers.map(({ id, bytes }) => newContainer(id, bytes, 0n))),
  );
  const { atomicUtxos, blocks, metadata, ledger } = store;
  const history = { isComplete: true };
  const together = <T>(work: () => T): T => store.together(work);
  const archived = [...log.pages()].flat();
  const server = { isAvailable: true };
  const older = {
    async *pages(start: bigint, end: bigint) {
      if (!server.isAvailable) throw new LogUnavailable("no server");
      yield archived.slice(Number(start), Number(end));
    },
  };
  const feed = new SharedMemoryFeed({
    older: { "C/block": older, "X/block": older, "X/tx": older },
    path: "C/block",
    chainID,
    network: { ...network, upgrades: { ...network.upgrades, ...upgrades } },
    store: { atomicUtxos, blocks, metadata, together, history, ledger } as never,
    log,
  });
  const exported = () => [...atomicUtxos.ownedBy(chainID, payer)].length;
  return { store, feed, history, exported, log, server };
}

test("applies stored containers once, in parts", () => {
  const { feed, exported } = openStored();
  expect(feed.isComplete()).toBe(false);
  expect([feed.advance(), feed.advance(), feed.advance()]).toEqual([true, true, false]);
  expect(feed.isComplete()).toBe(true);
  expect(exported()).toBe(1);
});

test("remembers up to which block no hash covers ExtData", () => {
  const never = 4_000_000_000n;
  const { store, feed, exported } = openStored({ apricotPhase1: never, apricotPhase5: never });
  while (feed.advance());
  expect([lastUnbound(store.metadata), exported()]).toEqual([100n, 1]);
  forgetApplied(store.metadata);
  expect(lastUnbound(store.metadata)).toBeUndefined();
  const bound = openStored();
  while (bound.feed.advance());
  expect(lastUnbound(bound.store.metadata)).toBeUndefined();
});

test("waits until the history of a snapshot is complete, since imports before it are unknown", () => {
  const { feed, history, exported } = openStored();
  history.isComplete = false;
  expect([feed.advance(), feed.isComplete(), exported()]).toEqual([false, false, 0]);
  history.isComplete = true;
  while (feed.advance());
  expect([feed.isComplete(), exported()]).toEqual([true, 1]);
});

test("applies everything again after the store was healed, which keeps no other chain's UTXOs", () => {
  const { store, feed, exported } = openStored();
  while (feed.advance());
  store.together(() => {
    store.database().exec("DELETE FROM atomic_utxos; DELETE FROM atomic_utxo_owners");
    forgetApplied(store.metadata);
  });
  expect([feed.isComplete(), exported()]).toEqual([false, 0]);
  while (feed.advance());
  expect([feed.isComplete(), exported()]).toEqual([true, 1]);
});

test("applies what was moved to the archive, when the archive responds", async () => {
  const { store, feed, exported, log, server } = openStored();
  store.together(() => {
    while (log.first() < 90n && log.remove(90n));
  });
  expect(log.first()).toBeGreaterThan(64n);
  const applyAll = async () => {
    do await feed.prepare();
    while (feed.advance());
  };
  server.isAvailable = false;
  await applyAll();
  expect([feed.isComplete(), exported()]).toEqual([false, 0]);
  server.isAvailable = true;
  await applyAll();
  expect([feed.isComplete(), exported()]).toEqual([true, 1]);
});

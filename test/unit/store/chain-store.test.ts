import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emptyId } from "../../../src/formats/bytes.ts";
import { makeBlock } from "../../../src/pchain/blocks/block.ts";
import { encodeUtxo, utxoID } from "../../../src/pchain/components/utxo.ts";
import { Diff } from "../../../src/pchain/state/diff.ts";
import { MemoryState } from "../../../src/pchain/state/memory-state.ts";
import type { MutableState } from "../../../src/pchain/state/state.ts";
import { ChainStore } from "../../../src/store/chain-store.ts";
import type { TableModule } from "../../../src/store/migrations.ts";
import { plain } from "../../support/state/read-state.ts";
import {
  avaxID,
  baseTxOf,
  createChainTxOf,
  idOf,
  l1ValidatorOf,
  nodeIDOf,
  stakerOf,
  transferOutput,
  utxoOf,
} from "../../support/state/values.ts";
import {
  acceptChanges,
  openStore,
  temporaryDirectory,
  testGenesisID,
  testNetwork,
} from "../../support/store/open-store.ts";
import { pageOfUtxos } from "../../support/store/utxo-pages.ts";

let store: ChainStore;
beforeEach(() => {
  store = openStore();
});
afterEach(() => store.close());

function accept(change: (diff: MutableState) => void, target = store): void {
  const diff = new Diff(target.state);
  change(diff);
  acceptChanges(target, diff.changes());
}

describe("blocks", () => {
  test("are found by ID and height, the genesis block at height 0", () => {
    accept(() => undefined);
    const { id, height } = store.blocks.lastAccepted();
    expect(height).toBe(1n);
    expect(store.blocks.byID(id)?.height).toBe(1n);
    expect(plain(store.blocks.byHeight(1n)?.id)).toBe(plain(id));
    const genesis = makeBlock({ kind: "ApricotCommitBlock", parentID: testGenesisID, height: 0n });
    expect(plain(store.blocks.byHeight(0n))).toEqual(
      plain({ height: 0n, id: genesis.id, bytes: genesis.bytes }),
    );
    expect(store.blocks.byHeight(2n)).toBeUndefined();
    expect(store.blocks.byHeight(2n ** 64n - 1n)).toBeUndefined();
    expect(store.blocks.byID(idOf(9))).toBeUndefined();
    expect([...store.blocks.from(2n ** 64n - 1n)]).toEqual([]);
  });

  test("are read in order while others are accepted", () => {
    for (let i = 0; i < 150; i++) accept(() => undefined);
    const heights: bigint[] = [];
    for (const { height } of store.blocks.from(3n)) {
      heights.push(height);
      if (heights.length === 10) accept(() => undefined);
    }
    expect(heights).toEqual(Array.from({ length: 149 }, (_, i) => BigInt(i + 3)));
  });

  test("must follow the last accepted one", () => {
    const block = makeBlock({ kind: "BanffCommitBlock", time: 0n, parentID: idOf(1), height: 1n });
    const changes = [new Diff(store.state).changes()];
    expect(() => store.accept({ blocks: [block], changes })).toThrow("does not follow");
    expect(store.blocks.lastAccepted().height).toBe(0n);
  });

  test("a proposal and its option are accepted together", () => {
    const { id: parentID } = store.blocks.lastAccepted();
    const tx = baseTxOf(1);
    const link = { parentID, height: 1n };
    const proposal = makeBlock({ kind: "BanffProposalBlock", time: 5n, ...link, txs: [], tx });
    const option = makeBlock({
      kind: "BanffAbortBlock",
      time: 5n,
      parentID: proposal.id,
      height: 2n,
    });
    const decision = new Diff(store.state);
    decision.setTimestamp(5n);
    decision.addUtxo(utxoOf(1, transferOutput(1n, [1])));
    const onAbort = new Diff(decision);
    onAbort.addTx(tx, "Aborted");
    onAbort.deleteUtxo(utxoID(utxoOf(1, transferOutput(1n, [1]))));
    store.accept({ blocks: [proposal, option], changes: [decision.changes(), onAbort.changes()] });
    expect(store.blocks.lastAccepted().height).toBe(2n);
    expect(store.state.timestamp()).toBe(5n);
    expect(store.txs.byID(tx.id)).toMatchObject({ status: "Aborted", height: 1n });
    expect([...store.state.allUtxos()]).toEqual([]);
  });
});

describe("transactions", () => {
  test("are read out of their blocks", () => {
    const directory = temporaryDirectory();
    const path = join(directory.path, "chain.db");
    const txs = [baseTxOf(1), createChainTxOf(idOf(4), "chain"), baseTxOf(2)];
    const first = openStore({ path });
    accept((diff) => {
      for (const tx of txs) diff.addTx(tx, "Committed");
    }, first);
    first.close();
    const again = openStore({ path });
    for (const tx of txs) {
      const found = again.txs.byID(tx.id);
      expect(plain(found?.tx)).toEqual(plain(tx));
      expect(found).toMatchObject({ status: "Committed", height: 1n });
    }
    expect(again.txs.byID(idOf(5))).toBeUndefined();
    again.close();
    directory.remove();
  });

  test("are those of the chain's block after a revert", () => {
    // More than stay in memory.
    const txs = (from: number) => Array.from({ length: 1_100 }, (_, i) => baseTxOf(from + i));
    const acceptAll = (from: number) =>
      accept((diff) => {
        for (const tx of txs(from)) diff.addTx(tx, "Committed");
      });
    store.snapshots.take();
    acceptAll(1);
    expect(plain(store.txs.byID(baseTxOf(1).id)?.tx)).toEqual(plain(baseTxOf(1)));
    store.snapshots.revertTo(1);
    acceptAll(5_000);
    expect(plain(store.txs.byID(baseTxOf(5_000).id)?.tx)).toEqual(plain(baseTxOf(5_000)));
    expect(store.txs.byID(baseTxOf(1).id)).toBeUndefined();
  });

  test("of genesis are in no block", () => {
    const genesis = new Diff(new MemoryState());
    const tx = createChainTxOf(emptyId, "X-Chain");
    genesis.addTx(tx, "Committed");
    const begun = openStore({}, genesis.changes());
    expect(plain(begun.txs.byID(tx.id)?.tx.bytes)).toBe(plain(tx.bytes));
    expect(begun.txs.byID(tx.id)?.height).toBe(0n);
    begun.close();
  });
});

test("chains are listed as AvalancheGo lists them: genesis newest first, then by creation", () => {
  const genesis = new Diff(new MemoryState());
  for (const name of ["X-Chain", "C-Chain"]) genesis.addChain(createChainTxOf(emptyId, name));
  const begun = openStore({}, genesis.changes());
  for (const name of ["a", "b"]) {
    accept((diff) => diff.addChain(createChainTxOf(idOf(1), name)), begun);
  }
  const names = (subnet: Uint8Array) => begun.chains.bySubnet(subnet).map(({ name }) => name);
  expect(names(emptyId)).toEqual(["C-Chain", "X-Chain"]);
  expect(names(idOf(1))).toEqual(["a", "b"]);
  expect(names(idOf(2))).toEqual([]);
  const [first] = begun.chains.bySubnet(idOf(1));
  expect(plain(begun.chains.byID(first!.id))).toEqual(plain(first));
  expect(plain(first!.vmID)).toBe(plain(idOf(77)));
  begun.close();
});

test("subnets are listed in the order of creation", () => {
  for (const number of [3, 1, 2]) accept((diff) => diff.addSubnet(idOf(number)));
  expect(plain(store.subnets.ids())).toEqual(plain([idOf(3), idOf(1), idOf(2)]));
  expect(store.subnets.has(idOf(1))).toBe(true);
  expect(store.subnets.has(idOf(4))).toBe(false);
});

test("reward UTXOs come in the order of payment", () => {
  const utxos = [5, 3, 4].map((number) => utxoOf(number, transferOutput(1n, [1])));
  accept((diff) => {
    for (const utxo of utxos) diff.addRewardUtxo(idOf(1), utxo);
  });
  expect(plain(store.utxos.rewards(idOf(1)))).toEqual(
    plain(utxos.map((utxo) => ({ utxoID: utxoID(utxo), bytes: encodeUtxo(utxo) }))),
  );
  expect(store.utxos.rewards(idOf(2))).toEqual([]);
});

test("a sum of a balance stops at the largest amount", () => {
  const most = 2n ** 64n - 1n;
  accept((diff) => {
    diff.addUtxo(utxoOf(1, transferOutput(most, [1])));
    diff.addUtxo(utxoOf(2, transferOutput(most, [1, 2])));
  });
  const { assets, utxos } = store.utxos.balance([nodeIDOf(1), nodeIDOf(2), nodeIDOf(1)], 0n);
  expect(plain(assets)).toEqual(
    plain([{ assetID: avaxID, unlocked: most, lockedStakeable: 0n, lockedNotStakeable: 0n }]),
  );
  expect(utxos.map(({ length }) => length)).toEqual([2, 0]);
});

test("locks of any length are distinguished by the requested time", () => {
  const forever = 2n ** 64n - 1n;
  accept((diff) => {
    diff.addUtxo(utxoOf(1, transferOutput(1n, [1], forever)));
    diff.addUtxo(utxoOf(2, transferOutput(2n, [1], 10n)));
  });
  const at = (now: bigint) => store.utxos.balance([nodeIDOf(1)], now).assets[0];
  expect(at(9n)).toMatchObject({ unlocked: 0n, lockedNotStakeable: 3n });
  expect(at(10n)).toMatchObject({ unlocked: 2n, lockedNotStakeable: 1n });
});

describe("pages of UTXOs", () => {
  const pageOf = (...owners: number[]) =>
    pageOfUtxos(
      store,
      owners.map((owner) => nodeIDOf(owner)),
    ).utxos.map(({ utxoID }) => plain(utxoID));
  const idText = (number: number) => plain(utxoID(utxoOf(number, transferOutput(1n, [1]))));

  test("follow each block, for every owner of what came and went", () => {
    accept((diff) => diff.addUtxo(utxoOf(1, transferOutput(1n, [1, 2]))));
    for (const owner of [1, 2]) expect(pageOf(owner)).toEqual([idText(1)]);
    accept((diff) => diff.addUtxo(utxoOf(2, transferOutput(1n, [2]))));
    expect(pageOf(1)).toEqual([idText(1)]);
    expect(pageOf(2)).toEqual([idText(2), idText(1)]);
    accept((diff) => diff.deleteUtxo(utxoID(utxoOf(1, transferOutput(1n, [1, 2])))));
    expect(pageOf(1)).toEqual([]);
    expect(pageOf(1, 2)).toEqual([idText(2)]);
  });

  test("give the same objects again as long as nothing changes", () => {
    accept((diff) => diff.addUtxo(utxoOf(1, transferOutput(1n, [1]))));
    const page = () => pageOfUtxos(store, [nodeIDOf(1)]).utxos[0];
    expect(page()).toBe(page());
  });

  test("are whole for an address that owns more than is kept", () => {
    const numbers = Array.from({ length: 200 }, (_, i) => i);
    accept((diff) => {
      for (const number of numbers) diff.addUtxo(utxoOf(number, transferOutput(1n, [1])));
    });
    expect(new Set(pageOf(1))).toEqual(new Set(numbers.map(idText)));
  });
});

describe("uptimes", () => {
  test("begin with a validator and end with it", () => {
    const { staker, tx } = stakerOf({ node: 1, startTime: 50n });
    accept((diff) => {
      diff.addTx(tx, "Committed");
      diff.putCurrentValidator(staker);
    });
    expect(store.uptimes.find(emptyId, nodeIDOf(1))).toEqual({ upSeconds: 0n, lastUpdated: 50n });
    store.uptimes.set(emptyId, nodeIDOf(1), { upSeconds: 7n, lastUpdated: 60n });
    expect(store.uptimes.find(emptyId, nodeIDOf(1))).toEqual({ upSeconds: 7n, lastUpdated: 60n });
    accept((diff) => diff.deleteCurrentValidator(staker));
    expect(store.uptimes.find(emptyId, nodeIDOf(1))).toBeUndefined();
  });
});

test("inactive L1 validators are summed under the empty node ID", () => {
  const subnetID = idOf(900);
  accept((diff) => {
    diff.putL1Validator(l1ValidatorOf(1));
    diff.putL1Validator(l1ValidatorOf(2, { endAccumulatedFee: 0n }));
    diff.putL1Validator(l1ValidatorOf(3, { endAccumulatedFee: 0n, weight: 5n }));
  });
  accept((diff) => diff.putL1Validator(l1ValidatorOf(1, { endAccumulatedFee: 0n })));
  const weights = (height: bigint) =>
    plain(store.validators.setAt(subnetID, height).map(({ nodeID, weight }) => [nodeID, weight]));
  expect(weights(0n)).toEqual([]);
  expect(weights(1n)).toEqual(
    plain(
      [
        [new Uint8Array(20), 15n],
        [nodeIDOf(1), 10n],
      ].reverse(),
    ),
  );
  expect(weights(2n)).toEqual(plain([[new Uint8Array(20), 25n]]));
  expect(store.validators.has(subnetID, nodeIDOf(1))).toBe(false);
});

describe("one transaction", () => {
  const counters: TableModule = {
    name: "counters",
    migrations: ["CREATE TABLE counters (height INTEGER PRIMARY KEY) STRICT"],
  };

  test("holds what others write with a block, or nothing at all", () => {
    const withCounters = openStore({ modules: [counters] });
    const insert = withCounters.database().prepare("INSERT INTO counters VALUES (?)");
    const count = withCounters.database().prepare("SELECT count(*) FROM counters").pluck();
    const changes = () => {
      const diff = new Diff(withCounters.state);
      diff.setTimestamp(diff.timestamp() + 1n);
      diff.addTx(baseTxOf(Number(diff.timestamp())), "Committed");
      diff.addUtxo(utxoOf(Number(diff.timestamp()), transferOutput(1n, [1])));
      diff.putL1Validator(l1ValidatorOf(Number(diff.timestamp())));
      return diff.changes();
    };
    acceptChanges(withCounters, changes(), { withinTransaction: () => insert.run(1) });
    const digest = plain(withCounters.digest());
    const page = () => pageOfUtxos(withCounters, [nodeIDOf(1)]).utxos.length;
    expect(page()).toBe(1);
    const failing = () =>
      acceptChanges(withCounters, changes(), {
        withinTransaction: () => {
          insert.run(2);
          throw new Error("The disk is full.");
        },
      });
    expect(failing).toThrow("The disk is full.");
    expect(count.get()).toBe(1);
    expect(plain(withCounters.digest())).toBe(digest);
    expect(withCounters.blocks.lastAccepted().height).toBe(1n);
    expect(withCounters.txs.byID(baseTxOf(2).id)).toBeUndefined();
    expect(withCounters.utxos.balance([nodeIDOf(1)], 0n).utxos.flat().length).toBe(1);
    expect(page()).toBe(1);
    acceptChanges(withCounters, changes(), { withinTransaction: () => insert.run(2) });
    expect(count.get()).toBe(2);
    expect(withCounters.validators.setAt(idOf(900), 2n).length).toBe(2);
    withCounters.close();
  });

  test("of a batch contains many blocks, which are visible immediately", () => {
    const directory = temporaryDirectory();
    const path = join(directory.path, "chain.db");
    const batched = openStore({ path });
    batched.beginBatch();
    for (let i = 0; i < 5; i++) accept((diff) => diff.addSubnet(idOf(i)), batched);
    expect(batched.blocks.lastAccepted().height).toBe(5n);
    expect(batched.subnets.ids().length).toBe(5);
    batched.commitBatch();
    batched.beginBatch();
    accept((diff) => diff.addSubnet(idOf(6)), batched);
    const digest = plain(batched.digest());
    batched.close();
    const again = openStore({ path });
    expect(plain(again.digest())).toBe(digest);
    again.close();
    directory.remove();
  });

  test("of a batch that failed undoes the whole batch", () => {
    accept((diff) => diff.addSubnet(idOf(1)));
    const digest = plain(store.digest());
    store.beginBatch();
    accept(() => undefined);
    const failing = () =>
      acceptChanges(store, new Diff(store.state).changes(), {
        withinTransaction: () => {
          throw new Error("The disk is full.");
        },
      });
    expect(failing).toThrow("The disk is full.");
    expect(() => accept(() => undefined)).toThrow("reopen the store");
    expect(() => store.commitBatch()).toThrow("The blocks could not be written.");
    expect(store.blocks.lastAccepted().height).toBe(1n);
    expect(plain(store.digest())).toBe(digest);
    store.beginBatch();
    accept((diff) => diff.addSubnet(idOf(2)));
    store.commitBatch();
    expect(store.subnets.ids().length).toBe(2);
  });
});

test("a copy holds the same chain", () => {
  const directory = temporaryDirectory();
  const path = join(directory.path, "copy.db");
  accept((diff) => diff.addUtxo(utxoOf(1, transferOutput(1n, [1]))));
  store.copyTo(path);
  const copy = openStore({ path });
  expect(plain(copy.digest())).toBe(plain(store.digest()));
  copy.close();
  directory.remove();
});

test("a store without genesis says so, and accepts one only once", () => {
  const empty = ChainStore.open({ path: ":memory:", ...testNetwork });
  expect(empty.blocks.isEmpty()).toBe(true);
  expect(empty.identity()).toBeUndefined();
  expect(() => empty.blocks.lastAccepted()).toThrow("The store has no genesis yet.");
  empty.close();
  const block = makeBlock({ kind: "ApricotCommitBlock", parentID: testGenesisID, height: 0n });
  const changes = new Diff(new MemoryState()).changes();
  expect(() => store.loadGenesis({ genesisID: testGenesisID, block, changes })).toThrow(
    "The store already has a genesis.",
  );
});

import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareBytes, emptyId, type Id, keyOf } from "../../src/formats/bytes.ts";
import { utxoID } from "../../src/pchain/components/utxo.ts";
import { applyChanges } from "../../src/pchain/state/changes.ts";
import { Diff } from "../../src/pchain/state/diff.ts";
import { MemoryState } from "../../src/pchain/state/memory-state.ts";
import type { ChainStore } from "../../src/store/chain-store.ts";
import { digestState } from "../../src/store/digest.ts";
import {
  listUtxos,
  type NaiveValidator,
  naiveBalance,
  naiveValidatorSet,
  type Owned,
  ownedBy,
} from "../support/state/naive-queries.ts";
import {
  type Operation,
  operations,
  performOnChain,
  subjects,
} from "../support/state/operations.ts";
import { PlainState } from "../support/state/plain-state.ts";
import { plain, readState } from "../support/state/read-state.ts";
import { addressOf } from "../support/state/values.ts";
import { acceptChanges, openStore, temporaryDirectory } from "../support/store/open-store.ts";
import { pageOfUtxos } from "../support/store/utxo-pages.ts";

const histories = fc.array(operations(20), { minLength: 1, maxLength: 12 });
const subnetIDs = [emptyId, ...subjects.subnetIDs];

/** Runs a history on the store and on a memory state, a block for each batch. */
function runHistory(
  history: readonly Operation[][],
  store: ChainStore,
  afterBlock: (memory: MemoryState, model: PlainState) => void,
): MemoryState {
  const memory = new MemoryState();
  const model = new PlainState();
  let tag = 0;
  for (const batch of history) {
    const diff = new Diff(store.state);
    for (const operation of batch) performOnChain(operation, tag++, diff, model);
    const changes = diff.changes();
    acceptChanges(store, changes);
    applyChanges(memory, changes);
    afterBlock(memory, model);
  }
  return memory;
}

test("the store's state reads and digests as one in memory, also after it is reopened", () => {
  const directory = temporaryDirectory();
  let run = 0;
  fc.assert(
    fc.property(histories, (history) => {
      const path = join(directory.path, `${run++}.db`);
      const store = openStore({ path });
      const memory = runHistory(history, store, (state, model) => {
        const expected = readState(model, subjects);
        expect(readState(store.state, subjects)).toEqual(expected);
        expect(readState(state, subjects)).toEqual(expected);
      });
      const expected = readState(memory, subjects);
      const digest = digestState(memory, store.blocks.lastAccepted());
      expect(plain(store.digest())).toEqual(plain(digest));
      store.close();
      const again = openStore({ path });
      expect(readState(again.state, subjects)).toEqual(expected);
      expect(plain(again.digest())).toEqual(plain(digest));
      again.close();
    }),
    { numRuns: 30 },
  );
  directory.remove();
});

test("the validators at every height are those that the state had then", () => {
  fc.assert(
    fc.property(histories, (history) => {
      const store = openStore();
      const recorded: NaiveValidator[][][] = [subnetIDs.map(() => [])];
      const memory = runHistory(history, store, (state) => {
        recorded.push(subnetIDs.map((subnetID) => naiveValidatorSet(state, subnetID)));
      });
      for (const [height, sets] of recorded.entries()) {
        for (const [index, subnetID] of subnetIDs.entries()) {
          expect(validatorsAt(store, subnetID, height)).toEqual(plain(sets[index]));
        }
        const all = store.validators.allSetsAt(BigInt(height));
        expect(all.length).toBe(sets.filter((set) => set.length > 0).length);
      }
      for (const subnetID of subnetIDs) {
        const total = naiveValidatorSet(memory, subnetID).reduce((sum, v) => sum + v.weight, 0n);
        expect(store.validators.totalWeight(subnetID)).toBe(total);
      }
      store.close();
    }),
    { numRuns: 60 },
  );
});

test("balances, pages of UTXOs and stakes are those of a search through the whole state", () => {
  fc.assert(
    fc.property(
      histories,
      fc.array(fc.nat(7), { minLength: 1, maxLength: 4 }),
      fc.bigInt(0n, 6n),
      fc.integer({ min: 1, max: 3 }),
      (history, asked, now, limit) => {
        const store = openStore();
        const heights = new Map<string, { height: bigint; bytes: string }>();
        const memory = runHistory(history, store, (state) => noteHeights(state, store, heights));
        const addresses = [...new Set(asked)].map(addressOf);
        const all: Owned[] = listUtxos(memory).map((utxo) => {
          const id = utxoID(utxo);
          return { utxo, utxoID: id, height: heights.get(keyOf(id))!.height };
        });
        const owned = ownedBy(all, addresses);
        const balance = store.utxos.balance(addresses, now);
        const [avax] = balance.assets;
        expect(plain(balance.utxos.flat())).toEqual(
          plain(owned.map(({ utxo: { txID, outputIndex } }) => ({ txID, outputIndex }))),
        );
        if (avax === undefined) expect(owned).toEqual([]);
        else {
          const { assetID: _assetID, ...sums } = avax;
          expect(sums).toEqual(naiveBalance(owned, now));
        }
        expect(pagesOf(store, addresses, limit)).toEqual(plain(owned.map((each) => each.utxoID)));
        expectStakes(store, memory, asked);
        store.close();
      },
    ),
    { numRuns: 60 },
  );
});

function validatorsAt(store: ChainStore, subnetID: Id, height: number): unknown {
  const validators = [...store.validators.setAt(subnetID, BigInt(height))]
    .sort((a, b) => compareBytes(a.nodeID, b.nodeID))
    .map(({ nodeID, weight, publicKey }) => ({
      nodeID,
      weight,
      ...(publicKey === undefined ? {} : { publicKey }),
    }));
  return plain(validators);
}

/** An output that is added again takes a new height, even if it is equal. */
function noteHeights(
  state: MemoryState,
  store: ChainStore,
  heights: Map<string, { height: bigint; bytes: string }>,
): void {
  const { height } = store.blocks.lastAccepted();
  for (const [id, bytes] of state.allUtxos()) {
    const text = Buffer.from(bytes).toString("hex");
    const stored = store.utxos.heightOf(id);
    expect(stored).toBeDefined();
    expect(stored! <= height).toBe(true);
    heights.set(keyOf(id), { height: stored!, bytes: text });
  }
}

function pagesOf(store: ChainStore, addresses: readonly Uint8Array[], limit: number): unknown {
  const ids: Uint8Array[] = [];
  let start: { address: Uint8Array; utxoID: Id } | undefined;
  for (;;) {
    const page = pageOfUtxos(store, addresses, { limit, start });
    for (const { utxoID: id } of page.utxos) {
      if (!ids.some((each) => compareBytes(each, id) === 0)) ids.push(id);
    }
    if (page.utxos.length < limit) return plain(ids);
    start = page.end;
  }
}

function expectStakes(store: ChainStore, memory: MemoryState, asked: readonly number[]): void {
  let staked = 0n;
  const outputCount = [...memory.currentStakers(), ...memory.pendingStakers()].filter((staker) => {
    const mine = asked.includes(staker.nodeID[19]!);
    if (mine) staked += staker.weight;
    return mine;
  }).length;
  const stake = store.stakes.byAddresses(asked.map(addressOf), { validatorsOnly: false });
  expect(stake.outputs.length).toBe(outputCount);
  expect(stake.assets.reduce((sum, asset) => sum + asset.staked, 0n)).toBe(staked);
}

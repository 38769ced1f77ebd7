import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emptyId } from "../../../src/formats/bytes.ts";
import { Diff } from "../../../src/pchain/state/diff.ts";
import { ChainReader, ReaderBehind } from "../../../src/store/chain-reader.ts";
import type { ChainStore } from "../../../src/store/chain-store.ts";
import { digestState } from "../../../src/store/digest.ts";
import { operations, performOnChain, subjects } from "../../support/state/operations.ts";
import { PlainState } from "../../support/state/plain-state.ts";
import { plain } from "../../support/state/read-state.ts";
import { addressOf } from "../../support/state/values.ts";
import { changesAt } from "../../support/store/numbered-blocks.ts";
import { acceptChanges, openStore, temporaryDirectory } from "../../support/store/open-store.ts";

let directory: ReturnType<typeof temporaryDirectory>;
let path: string;
beforeEach(() => {
  directory = temporaryDirectory();
  path = join(directory.path, "chain.sqlite");
});
afterEach(() => directory.remove());

function accept(store: ChainStore, count = 1): void {
  for (let i = 0; i < count; i++) {
    const height = Number(store.blocks.lastAccepted().height) + 1;
    acceptChanges(store, changesAt(height, store.state));
  }
}

/** All that a reader answers from: memory, caches and tables. */
function seen(chain: ChainStore | ChainReader): unknown {
  const { height } = chain.blocks.lastAccepted();
  const addresses = Array.from({ length: 110 }, (_, i) => addressOf(i));
  const subnetIDs = [emptyId, ...subjects.subnetIDs];
  return plain({
    digest: digestState(chain.state, chain.blocks.lastAccepted()),
    balances: addresses.map((address) => chain.utxos.balance([address], 5n)),
    lists: addresses.map((address) => [...chain.utxos.ownedBy(address)]),
    stakes: addresses.map((one) => chain.stakes.byAddresses([one], { validatorsOnly: false })),
    sets: subnetIDs.map((id) => [
      chain.validators.setAt(id, height),
      chain.validators.totalWeight(id),
    ]),
    earlier: chain.validators.allSetsAt(height / 2n),
  });
}

describe("a reader of a store that another process writes", () => {
  test("sees what the writer has committed, however far behind it was", () => {
    let run = 0;
    fc.assert(
      fc.property(
        fc.array(operations(12), { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.boolean()),
        (history, looks) => {
          const file = `${path}-${run++}`;
          const store = openStore({ path: file, access: "shared" });
          const reader = new ChainReader(file);
          const model = new PlainState();
          let tag = 0;
          for (const batch of history) {
            const diff = new Diff(store.state);
            for (const operation of batch) performOnChain(operation, tag++, diff, model);
            acceptChanges(store, diff.changes());
            if (looks.next().value !== true) continue;
            reader.enter();
            expect(seen(reader)).toEqual(seen(store));
          }
          reader.enter();
          expect(seen(reader)).toEqual(seen(store));
          reader.close();
          store.close();
        },
      ),
      { numRuns: 12 },
    );
  });

  test("moves block by block without reading everything again, until it is too far behind", () => {
    const store = openStore({ path, access: "shared" });
    const reader = new ChainReader(path);
    const { generation } = reader;
    for (let i = 0; i < 3; i++) {
      accept(store, 40);
      reader.enter();
      expect(seen(reader)).toEqual(seen(store));
    }
    expect(reader.generation).toBe(generation);
    accept(store, 300);
    reader.enter();
    expect(seen(reader)).toEqual(seen(store));
    expect(reader.generation).toBe(generation + 1);
    reader.close();
    store.close();
  });

  test("stays at one commit between enter and leave", () => {
    const store = openStore({ path, access: "shared" });
    accept(store, 3);
    const reader = new ChainReader(path);
    reader.enter();
    const before = seen(reader);
    accept(store, 30);
    expect(seen(reader)).toEqual(before);
    reader.enter();
    expect(seen(reader)).toEqual(seen(store));
    reader.leave();
    reader.close();
    store.close();
  });

  test("begins a transaction only for what it reads from tables, and never mixes two commits", () => {
    const store = openStore({ path, access: "shared" });
    accept(store, 3);
    const reader = new ChainReader(path);
    const readTable = () => reader.blocks.byHeight(1n)?.height;
    reader.enter();
    expect(reader.database().inTransaction).toBe(false);
    expect(readTable()).toBe(1n);
    expect(reader.database().inTransaction).toBe(true);
    reader.release();
    // Memory has the commit before.
    reader.enter();
    accept(store);
    expect(readTable).toThrow(ReaderBehind);
    reader.enter();
    expect(seen(reader)).toEqual(seen(store));
    reader.release();
    reader.enter();
    reader.leave();
    accept(store);
    expect(readTable()).toBe(1n);
    reader.refresh();
    expect(seen(reader)).toEqual(seen(store));
    reader.close();
    store.close();
  });

  test("detects that only the writer sees the newest state", () => {
    const store = openStore({ path, access: "shared" });
    accept(store, 2);
    const reader = new ChainReader(path);
    const before = seen(reader);
    expect(reader.isHeld).toBe(false);
    const snapshot = store.snapshots.take();
    accept(store, 5);
    reader.enter();
    expect(reader.isHeld).toBe(true);
    store.snapshots.revertTo(snapshot);
    reader.enter();
    expect(reader.isHeld).toBe(false);
    expect(seen(reader)).toEqual(before);
    store.beginBatch();
    accept(store, 5);
    reader.enter();
    expect(reader.isHeld).toBe(true);
    store.commitBatch();
    reader.enter();
    expect(reader.isHeld).toBe(false);
    expect(seen(reader)).toEqual(seen(store));
    reader.close();
    store.close();
  });

  test("follows a writer whose state is replaced", () => {
    const store = openStore({ path, access: "shared" });
    accept(store, 5);
    const image = store.image();
    accept(store, 5);
    const reader = new ChainReader(path);
    const { generation } = reader;
    store.loadImage(image);
    reader.enter();
    expect(reader.generation).toBe(generation + 1);
    expect(seen(reader)).toEqual(seen(store));
    accept(store, 2);
    reader.enter();
    expect(seen(reader)).toEqual(seen(store));
    reader.close();
    store.close();
  });

  test("ends with the writer's hold when the writer restarts", () => {
    const store = openStore({ path, access: "shared" });
    store.snapshots.take();
    // As after a crash: the hold is committed, what followed is not.
    const reader = new ChainReader(path);
    expect(reader.isHeld).toBe(true);
    store.close();
    const next = openStore({ path, access: "shared" });
    reader.enter();
    expect(reader.isHeld).toBe(false);
    reader.close();
    next.close();
  });
});

describe("a shared store", () => {
  test("refuses a second writer, shared or not", () => {
    const store = openStore({ path, access: "shared" });
    expect(() => openStore({ path, access: "shared" })).toThrow("in use by another process");
    expect(() => openStore({ path })).toThrow("in use by another process");
    store.close();
    const alone = openStore({ path });
    expect(() => openStore({ path, access: "shared" })).toThrow("in use by another process");
    alone.close();
  });
});

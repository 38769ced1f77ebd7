import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChangeSet } from "../../src/pchain/state/changes.ts";
import { Diff } from "../../src/pchain/state/diff.ts";
import { MemoryState } from "../../src/pchain/state/memory-state.ts";
import type { ChainStore } from "../../src/store/chain-store.ts";
import {
  type Operation,
  operations,
  performOnChain,
  subjects,
} from "../support/state/operations.ts";
import { PlainState } from "../support/state/plain-state.ts";
import { plain, readState } from "../support/state/read-state.ts";
import { acceptChanges, openStore, temporaryDirectory } from "../support/store/open-store.ts";

/** A block of operations, a new snapshot, or back to one of those that are held. */
type Step =
  | { readonly kind: "block"; readonly batch: readonly Operation[] }
  | { readonly kind: "snapshot" }
  | { readonly kind: "revert"; readonly which: number };

const block = operations(12).map((batch): Step => ({ kind: "block", batch }));
const snapshot = fc.constant<Step>({ kind: "snapshot" });
const revert = fc.nat(3).map((which): Step => ({ kind: "revert", which }));
const steps = fc.array(
  fc.oneof({ weight: 4, arbitrary: block }, { weight: 2, arbitrary: snapshot }, revert),
  { minLength: 3, maxLength: 20 },
);

/** What was accepted and not undone: the operations of each block with the number of the first, and what they changed. */
type Kept = { readonly batch: readonly Operation[]; readonly tag: number; changes: ChangeSet };

/** Takes the steps; returns the blocks that are left. */
function take(all: readonly Step[], store: ChainStore): Kept[] {
  const kept: Kept[] = [];
  const held: number[] = [];
  let model = new PlainState();
  let tag = 0;
  for (const step of all) {
    if (step.kind === "block") {
      const diff = new Diff(store.state);
      const first = tag;
      for (const operation of step.batch) performOnChain(operation, tag++, diff, model);
      const changes = diff.changes();
      acceptChanges(store, changes);
      kept.push({ batch: step.batch, tag: first, changes });
    } else if (step.kind === "snapshot") {
      held.push(kept.length);
      expect(store.snapshots.take()).toBe(held.length);
    } else if (held.length > 0) {
      const position = step.which % held.length;
      store.snapshots.revertTo(position + 1);
      kept.length = held[position]!;
      held.length = position;
      model = modelOf(kept);
    }
    expect(readState(store.state, subjects)).toEqual(readState(model, subjects));
  }
  return kept;
}

function modelOf(kept: readonly Kept[]): PlainState {
  const model = new PlainState();
  const diff = new Diff(new MemoryState());
  for (const { batch, tag } of kept) {
    for (const [at, operation] of batch.entries()) performOnChain(operation, tag + at, diff, model);
  }
  return model;
}

/** Every row of every table. */
function contents(store: ChainStore): unknown {
  const database = store.database();
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];
  return plain(
    tables.map((table) => [
      table,
      (database.prepare(`SELECT * FROM ${table}`).raw().safeIntegers().all() as unknown[][])
        // Only a store on disk records whether it is open.
        .filter(([key]) => table !== "metadata" || key !== "is-open"),
    ]),
  );
}

test.each(["memory", "disk"])(
  "a store in %s that was reverted equals one that never went further",
  (place) => {
    const directory = temporaryDirectory();
    let run = 0;
    fc.assert(
      fc.property(steps, (all) => {
        const path = place === "memory" ? ":memory:" : join(directory.path, `${run++}.db`);
        const store = openStore({ path });
        const kept = take(all, store);
        const straight = openStore();
        for (const { changes } of kept) acceptChanges(straight, changes);
        expect(contents(store)).toEqual(contents(straight));
        expect(plain(store.digest())).toEqual(plain(straight.digest()));
        const height = store.blocks.lastAccepted().height;
        for (let at = 0n; at <= height; at++) {
          expect(plain(store.validators.allSetsAt(at))).toEqual(
            plain(straight.validators.allSetsAt(at)),
          );
        }
        store.close();
        if (place === "disk") {
          const again = openStore({ path });
          expect(plain(again.digest())).toEqual(plain(straight.digest()));
          again.close();
        }
        straight.close();
      }),
      { numRuns: 40 },
    );
    directory.remove();
  },
);

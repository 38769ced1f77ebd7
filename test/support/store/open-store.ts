import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBlock } from "../../../src/pchain/blocks/block.ts";
import type { ChangeSet } from "../../../src/pchain/state/changes.ts";
import { Diff } from "../../../src/pchain/state/diff.ts";
import { MemoryState } from "../../../src/pchain/state/memory-state.ts";
import { ChainStore, type ChainStoreOptions } from "../../../src/store/chain-store.ts";
import type { TableModule } from "../../../src/store/migrations.ts";
import { idOf } from "../state/values.ts";

export const testNetwork = { networkID: 1337, networkName: "network-1337" } as const;
export const testGenesisID = idOf(4242);

/** A directory that `remove` deletes. */
export function temporaryDirectory(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "couloir-store-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A store with a genesis of no content, unless changes are given. */
export function openStore(
  options: Partial<ChainStoreOptions> = {},
  genesis: ChangeSet = new Diff(new MemoryState()).changes(),
): ChainStore {
  const store = ChainStore.open({
    path: ":memory:",
    durability: "crash",
    ...testNetwork,
    ...options,
  });
  if (store.blocks.isEmpty()) {
    const block = makeBlock({ kind: "ApricotCommitBlock", parentID: testGenesisID, height: 0n });
    store.loadGenesis({ genesisID: testGenesisID, block, changes: genesis });
  }
  return store;
}

/** Accepts changes in a block that holds their transactions. */
export function acceptChanges(
  store: ChainStore,
  changes: ChangeSet,
  options: Pick<Parameters<ChainStore["accept"]>[0], "atomicRequests" | "withinTransaction"> = {},
): void {
  const { id: parentID, height } = store.blocks.lastAccepted();
  const block = makeBlock({
    kind: "BanffStandardBlock",
    time: changes.timestamp,
    parentID,
    height: height + 1n,
    txs: changes.txs.map(({ tx }) => tx),
  });
  store.accept({ blocks: [block], changes: [changes], ...options });
}

/** A table that is written with every block, as the containers of the index are. */
export const acceptedHeights: TableModule = {
  name: "accepted-heights",
  migrations: ["CREATE TABLE accepted_heights (height INTEGER PRIMARY KEY) STRICT"],
};

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { indexTables } from "../../../src/indexer/indexer.ts";
import { IndexRefused, startIndexer } from "../../../src/indexer/start-indexer.ts";
import { defaultUpgrades } from "../../../src/networks/upgrades.ts";
import { Diff } from "../../../src/pchain/state/diff.ts";
import type { ChainStore } from "../../../src/store/chain-store.ts";
import { acceptChanges, openStore, temporaryDirectory } from "../../support/store/open-store.ts";

let directory: ReturnType<typeof temporaryDirectory>;
let store: ChainStore;

beforeEach(() => {
  directory = temporaryDirectory();
  store = open();
});
afterEach(() => {
  store.close();
  directory.remove();
});

const open = () => openStore({ path: `${directory.path}/chain.sqlite`, modules: [...indexTables] });

const start = (enabled: boolean, allowIncomplete = false) =>
  startIndexer(store, { upgrades: defaultUpgrades, enabled, allowIncomplete });

function reopen(): void {
  store.close();
  store = open();
}

function accept(indexer?: ReturnType<typeof start>): void {
  const changes = new Diff(store.state).changes();
  acceptChanges(store, changes, {
    withinTransaction: () => {
      const block = store.blocks.lastAccepted();
      const indexed = { ...blockOf(block.height), id: block.id, height: block.height };
      indexer?.acceptBlocks([{ block: indexed }], {
        nanos: 5_000_000_000n,
        chainTime: store.state.timestamp(),
        pChainHeight: 0n,
      });
    },
  });
}

/** The block that was just written, which the acceptor knows and this test does not. */
function blockOf(height: bigint) {
  const { bytes, id } = store.blocks.byHeight(height)!;
  const parentID = store.blocks.byHeight(height - 1n)!.id;
  return { kind: "BanffStandardBlock", time: 0n, txs: [], parentID, height, bytes, id } as const;
}

describe("startIndexer", () => {
  it("continues after restarts", () => {
    accept(start(true));
    reopen();
    const indexer = start(true);
    expect(indexer.logs["P/block"].count()).toBe(1n);
    accept(indexer);
    expect(indexer.logs["P/block"].count()).toBe(2n);
  });

  it("refuses to switch the indices off, and writes nothing", () => {
    start(true);
    reopen();
    const before = store.database().prepare("SELECT * FROM metadata").all();
    expect(() => start(false)).toThrow(IndexRefused);
    expect(store.database().prepare("SELECT * FROM metadata").all()).toEqual(before);
    reopen();
    start(true);
  });

  it("refuses to switch them on later", () => {
    accept(start(false));
    reopen();
    expect(() => start(true)).toThrow(/are incomplete/);
    start(true, true);
    reopen();
    expect(() => start(true)).toThrow(/are incomplete/);
  });

  it("refuses to start if blocks were accepted without an indexer", () => {
    accept();
    expect(() => start(true)).toThrow(/1 of this node's accepted blocks is not in it/);
  });

  it("keeps the proposer layer's tip with the indices off", () => {
    const indexer = start(false);
    expect(indexer.lastAcceptedID()).toBeUndefined();
    accept(indexer);
    expect(indexer.logs["P/block"].count()).toBe(0n);
    expect(indexer.lastAcceptedID()).toHaveLength(32);
    expect(indexer.lastAcceptedID()).not.toEqual(store.blocks.lastAccepted().id);
  });
});

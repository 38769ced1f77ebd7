import { afterAll, beforeAll, expect, it } from "vitest";
import { SharedMemoryFeed } from "../../../src/follow/stored-chain/shared-memory-feed.ts";
import { encodeBech32 } from "../../../src/formats/bech32.ts";
import { emptyId, type Id } from "../../../src/formats/bytes.ts";
import { formatId } from "../../../src/formats/id.ts";
import { newContainer } from "../../../src/indexer/indexer.ts";
import type { OpenChain } from "../../../src/node/chain/open-chain.ts";
import { readEvent } from "../../../src/replay/event.ts";
import { Replay } from "../../../src/replay/replay.ts";
import { Containers } from "../../../src/store/containers.ts";
import type { LedgerRow } from "../../../src/store/ledger/schema.ts";
import { ForeignChain, unsignedXTx } from "../../support/follow/foreign-chain.ts";
import { openHistoryChain } from "../../support/history-chain.ts";
import { ledgerCalls } from "../../support/ledger-calls.ts";
import { newIdentity } from "../../support/p2p/nodes.ts";

let opened: OpenChain;
let call: Awaited<ReturnType<typeof ledgerCalls>>;
let feed: SharedMemoryFeed;
/** A UTXO that the P-chain exported to the X-chain, and the transaction there that imported it. */
let exported: Pick<LedgerRow<"outputs">, "tx_id" | "output_index" | "asset_id">;
let importID: Id;
/** One that the P-chain imported. */
let imported: Pick<LedgerRow<"imports">, "tx_id" | "output_index" | "asset_id" | "source_chain">;
let exportedToX: Id;
const owner = new Uint8Array(20).fill(7);
const other = new Uint8Array(20).fill(8);
const cChainExport = "11111111111111111111111111111111LpoYY";

/** A recorded chain, and an X-chain that imports one of its exports and exports another output. */
beforeAll(async () => {
  const history = await openHistoryChain("small");
  opened = history.opened;
  const { store, context } = opened;
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  for await (const line of history.source.lines()) await replay.apply(readEvent(line));
  replay.commit();
  const database = store.database();
  exported = database
    .prepare("SELECT * FROM ledger_outputs WHERE exported_to = ?")
    .get(context.xChainID) as typeof exported;
  imported = database.prepare("SELECT * FROM ledger_imports").get() as typeof imported;
  const { xChainID, network } = context;
  const chain = new ForeignChain({
    chain: "X",
    chainID: xChainID,
    genesisID: emptyId,
    proposer: newIdentity(),
  });
  const none = { outputs: [], inputs: [], memo: new Uint8Array() };
  const baseTx = { networkID: network.id, blockchainID: xChainID, ...none };
  const importTx = unsignedXTx({
    kind: "ImportTx",
    baseTx,
    sourceChain: emptyId,
    importedInputs: [
      {
        txID: exported.tx_id,
        outputIndex: exported.output_index,
        assetID: exported.asset_id,
        input: { kind: "TransferInput", amount: 9n, signatureIndices: [0] },
      },
    ],
  });
  const output = { kind: "TransferOutput", amount: 5n, locktime: 0n, threshold: 1 } as const;
  const exportTx = unsignedXTx({
    kind: "ExportTx",
    baseTx,
    destinationChain: emptyId,
    exportedOutputs: [
      { assetID: exported.asset_id, output: { ...output, addresses: [owner] } },
      { assetID: exported.asset_id, output: { ...output, addresses: [] } },
      { assetID: exported.asset_id, output: { ...output, addresses: [owner, other] } },
    ],
  });
  importID = importTx.id;
  exportedToX = exportTx.id;
  chain.extend(70, [importTx]);
  chain.extend(1, [exportTx]);
  const log = new Containers(database, "X/block");
  store.together(() =>
    log.append(chain.containers.map(({ id, bytes }) => newContainer(id, bytes, 0n))),
  );
  feed = new SharedMemoryFeed({ path: "X/block", chainID: xChainID, network, store, log });
  while (feed.advance());
  call = await ledgerCalls(opened, () => 2_000_000_000n);
});

afterAll(() => opened.close());

async function crossings(params: object = {}) {
  const { result } = await call("ledger.getCrossings", params);
  return result as unknown as {
    readonly crossings: readonly Readonly<Record<string, unknown>>[];
    readonly nextCursor?: string;
  };
}

it("lists what a stored chain exported and imported, newest first", async () => {
  const found = await crossings();
  expect(found.crossings).toMatchObject([
    { kind: "export", txID: formatId(exportedToX), height: "71", outputIndex: 2, amount: "5" },
    { kind: "export", txID: formatId(exportedToX), height: "71", outputIndex: 1, amount: "5" },
    { kind: "export", txID: formatId(exportedToX), height: "71", outputIndex: 0, amount: "5" },
    {
      kind: "import",
      txID: formatId(importID),
      height: "1",
      time: "2026-01-06T11:46:41Z",
      amount: "9",
      isVerified: true,
      platformTxID: formatId(exported.tx_id),
    },
  ]);
  const [, , mine, theirs] = found.crossings;
  expect(mine).toMatchObject({ owner: { addresses: [expect.stringMatching(/^P-custom1/)] } });
  expect(mine).not.toHaveProperty("platformTxID");
  // An import does not say who owned it; the P-chain's output does.
  expect(theirs).toMatchObject({ owner: { threshold: "1" } });
  expect(theirs).toHaveProperty("platformHeight");
});

it("finds them by chain, kind, and the transaction of either side, page by page", async () => {
  const { xChainID, cChainID } = opened.context;
  const count = async (filter: object) => (await crossings({ filter })).crossings.length;
  expect(await count({ chainID: formatId(xChainID) })).toBe(4);
  expect(await count({ chainID: formatId(cChainID) })).toBe(0);
  expect(await count({ kind: "import" })).toBe(1);
  expect(await count({ txID: formatId(exported.tx_id) })).toBe(1);
  expect(await count({ txID: formatId(exportedToX) })).toBe(3);
  expect(await count({ txID: cChainExport })).toBe(0);
  const first = await crossings({ page: { limit: 3 } });
  const page = { limit: 3, startAfter: first.nextCursor };
  const second = await crossings({ page, fields: ["kind"] });
  expect(second).toEqual({ crossings: [{ kind: "import" }], fields: ["kind"] });
  const other = await call("ledger.getCrossings", { page, filter: { kind: "import" } });
  expect(other.error?.message).toMatch(/^page.startAfter is not the nextCursor of this list/);
});

it("finds what belongs to addresses, by what either chain says of the owners", async () => {
  const { store, context } = opened;
  const addressOf = (bytes: Uint8Array) => `P-${encodeBech32(context.network.hrp, bytes)}`;
  const ofOutput = store
    .database()
    .prepare("SELECT addresses FROM ledger_outputs WHERE tx_id = ? AND output_index = ?")
    .pluck()
    .get(exported.tx_id, exported.output_index) as Uint8Array;
  const heights = async (addresses: readonly Uint8Array[], more: object = {}, page?: object) => {
    const filter = { addresses: addresses.map(addressOf), ...more };
    const found = await crossings({ filter, ...(page !== undefined && { page }) });
    return found.crossings.map(({ height, outputIndex }) => `${height} ${outputIndex}`);
  };
  const imports = `1 ${exported.output_index}`;
  const importer = ofOutput.subarray(0, 20);
  expect(await heights([owner])).toEqual(["71 2", "71 0"]);
  expect(await heights([other])).toEqual(["71 2"]);
  expect(await heights([importer])).toEqual([imports]);
  // An output of two of them is listed once.
  expect(await heights([owner, other, importer])).toEqual(["71 2", "71 0", imports]);
  expect(await heights([owner, importer], { kind: "import" })).toEqual([imports]);
  expect(await heights([owner, importer], { kind: "export" })).toEqual(["71 2", "71 0"]);
  expect(await heights([owner], { txID: formatId(importID) })).toEqual([]);
  expect(await heights([owner], { chainID: formatId(context.cChainID) })).toEqual([]);
  expect(await heights([new Uint8Array(20)])).toEqual([]);
  const filter = { addresses: [owner, other, importer].map(addressOf) };
  const { nextCursor } = await crossings({ filter, page: { limit: 1 } });
  const rest = await crossings({ filter, page: { startAfter: nextCursor } });
  expect(rest.crossings).toMatchObject([{ height: "71" }, { height: "1" }]);
});

it("rejects the cursor of a chain that went back", async () => {
  const { nextCursor: startAfter } = await crossings({ page: { limit: 3 } });
  const database = opened.store.database();
  // As if another block had been accepted at the last height.
  const tip = "height = (SELECT max(height) FROM ledger_blocks)";
  const id = database.prepare(`SELECT id FROM ledger_blocks WHERE ${tip}`).pluck().get();
  const update = database.prepare(`UPDATE ledger_blocks SET id = ? WHERE ${tip}`);
  update.run(emptyId);
  const { error } = await call("ledger.getCrossings", { page: { startAfter } });
  expect(error?.message).toMatch(/^the chain went back since page.startAfter was returned/);
  update.run(id);
  expect((await crossings({ page: { startAfter } })).crossings).toHaveLength(1);
});

it("names the transaction that imported an output in ledger.getTransaction", async () => {
  const { result } = await call("ledger.getTransaction", { txID: formatId(exported.tx_id) });
  const { outputs } = result as unknown as { outputs: readonly object[] };
  expect(outputs.find((each) => "importedBy" in each)).toMatchObject({
    status: "exported",
    importedBy: { txID: formatId(importID), height: "1", isVerified: true },
  });
});

it("names the transaction that exported an input, and its owners", async () => {
  const { store } = opened;
  const txID = store
    .database()
    .prepare(
      "SELECT id FROM ledger_txs JOIN ledger_imports USING (height, position) WHERE tx_id = ?",
    )
    .pluck()
    .get(imported.tx_id) as Id;
  const inputsOf = async () => {
    const { result } = await call("ledger.getTransaction", { txID: formatId(txID) });
    const { inputs } = result as unknown as { inputs: readonly object[] };
    return inputs.filter((each) => "sourceChain" in each);
  };
  // Before its block is stored, the export is not known.
  expect((await inputsOf())[0]).not.toHaveProperty("exportedBy");
  const row = {
    chain_id: imported.source_chain,
    height: 0,
    position: 4,
    ordinal: 0,
    id: imported.tx_id,
    kind: "export",
    time: null,
    is_verified: 0,
    tx_id: imported.tx_id,
    output_index: imported.output_index,
    asset_id: imported.asset_id,
    amount: 3n,
    threshold: 1,
    locktime: 0n,
    addresses: owner,
  };
  store.together(() => store.ledger.crossings.add([row]));
  expect((await inputsOf())[0]).toMatchObject({
    exportedBy: { txID: formatId(imported.tx_id), height: "0", isVerified: false },
    owner: { threshold: "1" },
  });
  const found = await crossings({ filter: { txID: formatId(txID) } });
  expect(found.crossings).toMatchObject([{ platformTxID: formatId(txID), position: 4 }]);
  expect(found.crossings[0]).not.toHaveProperty("time");
});

it("writes each container once, and those of the time when the ledger was off later", () => {
  const { store, context } = opened;
  const rows = () => store.ledger.crossings.streams().length;
  const database = store.database();
  const count = () => database.prepare("SELECT count(*) FROM ledger_crossings").pluck().get();
  const before = count();
  expect(feed.advance()).toBe(false);
  store.together(() => {
    database.exec("DELETE FROM ledger_crossings");
    store.metadata.delete("ledger-crossings-x");
  });
  store.beginLedger(context, false);
  expect([feed.advance(), rows()]).toEqual([false, 0]);
  store.beginLedger(context, true);
  while (feed.advance());
  // Without the one that no container has.
  expect(count()).toBe(Number(before) - 1);
});

it("stops at containers that are no longer in the store", () => {
  const { store } = opened;
  store.together(() => {
    store.metadata.delete("ledger-crossings-x");
    store.database().exec("DELETE FROM containers_x_block");
  });
  expect(feed.advance()).toBe(false);
});

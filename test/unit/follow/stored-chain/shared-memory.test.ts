import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { equalBytes, type Id } from "../../../../src/formats/bytes.ts";
import { formatId } from "../../../../src/formats/id.ts";
import type { TransferableInput } from "../../../../src/pchain/components/inputs.ts";
import type { TransferableOutput } from "../../../../src/pchain/components/outputs.ts";
import { decodeUtxo, type Utxo, utxoID } from "../../../../src/pchain/components/utxo.ts";
import { openFollower, type TestFollower } from "../../../support/follow/follower.ts";
import { unsignedAtomicTx, unsignedXTx } from "../../../support/follow/foreign-chain.ts";
import {
  areBootstrapped,
  startThreeChains,
  storedChains,
  type ThreeChains,
} from "../../../support/follow/three-chains.ts";
import { until } from "../../../support/p2p/nodes.ts";
import { payer, signedByPayer } from "../../../support/transfers.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const platformChainID = new Uint8Array(32);
const amount = 3_000_000_000n;

async function start() {
  const validator = await startThreeChains();
  ends.push(() => validator.network.close());
  const { genesis, beacons } = validator;
  const follower = openFollower({ genesis, beacons, storedChains: storedChains(["X", "C"]) });
  ends.push(follower.stop);
  return { validator, follower };
}

function outputTo(assetID: Id): TransferableOutput {
  const owners = { locktime: 0n, threshold: 1, addresses: [payer] };
  return { assetID, output: { kind: "TransferOutput", amount, ...owners } };
}

function inputOf({ txID, outputIndex, assetID }: Utxo): TransferableInput {
  const input = { kind: "TransferInput" as const, amount, signatureIndices: [0] };
  return { txID, outputIndex, assetID, input };
}

/** An ExportTx of the X-chain with an output that stays, and what it exports. */
function xExport({ context }: ThreeChains, destinationChain: Id) {
  const { network, xChainID, avaxAssetID } = context;
  const output = outputTo(avaxAssetID);
  const baseTx = {
    networkID: network.id,
    blockchainID: xChainID,
    outputs: [output],
    inputs: [],
    memo: new Uint8Array(),
  };
  const tx = unsignedXTx({
    kind: "ExportTx",
    baseTx,
    destinationChain,
    exportedOutputs: [output],
  });
  return { tx, utxo: { txID: tx.id, outputIndex: 1, ...output } as Utxo };
}

function cExport({ context }: ThreeChains, destinationChain: Id) {
  const { network, cChainID, avaxAssetID } = context;
  const output = outputTo(avaxAssetID);
  const tx = unsignedAtomicTx({
    kind: "ExportTx",
    networkID: network.id,
    blockchainID: cChainID,
    destinationChain,
    inputs: [{ address: new Uint8Array(20), amount, assetID: avaxAssetID, nonce: 1n }],
    exportedOutputs: [output],
  });
  return { tx, utxo: { txID: tx.id, outputIndex: 0, ...output } as Utxo };
}

/** A P-chain ImportTx of the payer. */
function pImport({ context }: ThreeChains, sourceChain: Id, utxo: Utxo, burned = 10_000_000n) {
  const { network, avaxAssetID } = context;
  const { output } = outputTo(avaxAssetID);
  const rest = { ...output, amount: amount - burned } as typeof output;
  return signedByPayer({
    kind: "ImportTx",
    baseTx: {
      networkID: network.id,
      blockchainID: platformChainID,
      outputs: [{ assetID: avaxAssetID, output: rest }],
      inputs: [],
      memo: new Uint8Array(),
    },
    sourceChain,
    importedInputs: [inputOf(utxo)],
  });
}

/** A P-chain ExportTx of one of the payer's UTXOs. */
function pExport({ context, store }: ThreeChains, destinationChain: Id) {
  const { network, avaxAssetID } = context;
  const utxo = [...store.utxos.ownedBy(payer)]
    .map(({ bytes }) => decodeUtxo(bytes))
    .find(({ output }) => output.kind === "TransferOutput" && output.amount > 2n * amount)!;
  const { output } = outputTo(avaxAssetID);
  const owned = (utxo.output as { amount: bigint }).amount;
  const rest = { ...output, amount: owned - amount - 10_000_000n } as typeof output;
  const tx = signedByPayer({
    kind: "ExportTx",
    baseTx: {
      networkID: network.id,
      blockchainID: platformChainID,
      outputs: [{ assetID: avaxAssetID, output: rest }],
      inputs: [
        {
          ...inputOf(utxo),
          input: { kind: "TransferInput", amount: owned, signatureIndices: [0] },
        },
      ],
      memo: new Uint8Array(),
    },
    destinationChain,
    exportedOutputs: [{ assetID: avaxAssetID, output }],
  });
  return { tx, utxo: { txID: tx.id, outputIndex: 1, assetID: avaxAssetID, output } as Utxo };
}

const amountsFrom = ({ store }: TestFollower, source: Id) =>
  [...store.atomicUtxos.ownedBy(source, payer)].map(({ utxoID }) => utxoID).length;

const isIn = ({ store }: TestFollower, source: Id, destination: Id, { txID }: Utxo) =>
  [...store.atomicUtxos.inTransit(source, destination, payer)].some(({ bytes }) =>
    equalBytes(decodeUtxo(bytes).txID, txID),
  );

test("an export of X or C can be imported to P, once", async () => {
  const { validator, follower } = await start();
  const { context, chains, store } = validator;
  const { xChainID, cChainID } = context;
  const fromX = xExport(validator, platformChainID);
  const fromC = cExport(validator, platformChainID);
  const imports = [
    pImport(validator, xChainID, fromX.utxo),
    pImport(validator, cChainID, fromC.utxo),
  ];
  const early = (burned: bigint) => pImport(validator, xChainID, fromX.utxo, burned);
  expect(follower.chain.issue(early(20_000_000n))).toBe(
    "failed verification: issuing an import tx is not allowed while partial syncing",
  );
  await follower.following.start();
  await until(() => areBootstrapped(follower, ["X", "C"]), 20_000);
  expect(follower.chain.issue(early(30_000_000n))).toMatch(
    /failed to get shared memory: not found$/,
  );
  chains.X.extend(1, [fromX.tx]);
  chains.C.extend(1, [fromC.tx]);
  await until(() => amountsFrom(follower, xChainID) === 1, 20_000);
  await until(() => amountsFrom(follower, cChainID) === 1, 20_000);
  for (const tx of imports) expect(follower.chain.issue(tx)).toBeUndefined();
  // The validator's own shared memory gets what its X- and C-chain exported.
  store.putAtomicUtxo(xChainID, fromX.utxo);
  store.putAtomicUtxo(cChainID, fromC.utxo);
  for (const tx of imports) expect(validator.chain.issue(tx)).toBeUndefined();
  validator.chain.produceBlock();
  await until(() => follower.store.txs.byID(imports[1]!.id) !== undefined, 20_000);
  expect(amountsFrom(follower, xChainID)).toBe(0);
  expect(amountsFrom(follower, cChainID)).toBe(0);
  expect(follower.store.digest()).toEqual(store.digest());
});

test("an import from a chain that exports nothing is refused as on a full node", async () => {
  const { validator, follower } = await start();
  const { utxo } = xExport(validator, platformChainID);
  const unknown = new Uint8Array(32).fill(0xef);
  const notYet = pImport(validator, unknown, utxo, 20_000_000n);
  expect(follower.chain.issue(notYet)).toMatch(/not allowed while partial syncing$/);
  await follower.following.start();
  await until(() => areBootstrapped(follower, ["X", "C"]), 20_000);
  for (const sourceChain of [unknown, platformChainID]) {
    const tx = pImport(validator, sourceChain, utxo);
    const reason = follower.chain.issue(tx);
    expect(reason).toBe(validator.chain.issue(tx));
    expect(reason).toMatch(/problem retrieving blockchain "\w+": not found$|same chainID$/);
  }
});

test("an import that P accepts before the follower sees the export leaves nothing to import", async () => {
  const { validator, follower } = await start();
  const { context, chains, store } = validator;
  await follower.following.start();
  await until(() => areBootstrapped(follower, ["X", "C"]), 20_000);
  const { tx, utxo } = xExport(validator, platformChainID);
  store.putAtomicUtxo(context.xChainID, utxo);
  const imported = pImport(validator, context.xChainID, utxo);
  expect(validator.chain.issue(imported)).toBeUndefined();
  validator.chain.produceBlock();
  await until(() => follower.store.txs.byID(imported.id) !== undefined, 20_000);
  chains.X.extend(1, [tx]);
  const { id } = chains.X.containers.at(-1)!;
  await until(() => follower.indexer.logs["X/block"].indexOf(id) !== undefined, 20_000);
  expect(amountsFrom(follower, context.xChainID)).toBe(0);
  expect(follower.errors).toEqual([]);
});

test("an import whose export never comes halts following, with a report", async () => {
  const { validator, follower } = await start();
  const { context, chains, store } = validator;
  await follower.following.start();
  await until(() => areBootstrapped(follower, ["X", "C"]), 20_000);
  const { tx, utxo } = xExport(validator, platformChainID);
  const late = cExport(validator, platformChainID);
  for (const [source, spent] of [
    [context.xChainID, utxo],
    [context.cChainID, late.utxo],
  ] as const) {
    store.putAtomicUtxo(source, spent);
    expect(validator.chain.issue(pImport(validator, source, spent))).toBeUndefined();
  }
  validator.chain.produceBlock();
  const begunMs = Date.now();
  await until(() => follower.store.blocks.lastAccepted().height === 4n, 20_000);
  // The C-chain's comes, as on a network where this node is late.
  chains.C.extend(1, [late.tx]);
  const extending = setInterval(() => {
    chains.X.extend(1);
    chains.C.extend(1);
  }, 500);
  await until(() => follower.halts.length > 0, 30_000).finally(() => clearInterval(extending));
  expect(Date.now() - begunMs).toBeGreaterThan(9_000);
  const utxoText = formatId(utxoID(utxo));
  const reason = `the P-chain imported the UTXO ${utxoText} from the X-chain, which never exported it`;
  expect(follower.halts).toMatchObject([{ reason }]);
  expect(JSON.parse(readFileSync(follower.halts[0]!.report, "utf8"))).toMatchObject({
    utxoID: utxoText,
    sourceChain: "X",
    lastAcceptedHeight: 4,
  });
  expect(follower.following.progress()).toMatchObject({ phase: "halted", reason });
  // The export arrives after all: a restart continues.
  chains.X.extend(1, [tx]);
  const again = await follower.reopen();
  ends.push(() => again.following.stop());
  await again.following.start();
  await until(() => areBootstrapped(again, ["X", "C"]), 20_000);
  expect(amountsFrom(again, context.xChainID)).toBe(0);
  expect(again.halts).toEqual([]);
});

test("what crosses between all three chains is known in both directions", async () => {
  const { validator, follower } = await start();
  const { context, chains } = validator;
  const { xChainID, cChainID, network, avaxAssetID } = context;
  await follower.following.start();
  const toC = xExport(validator, cChainID);
  const toX = cExport(validator, xChainID);
  const pToX = pExport(validator, xChainID);
  chains.X.extend(1, [toC.tx]);
  chains.C.extend(1, [toX.tx]);
  expect(validator.chain.issue(pToX.tx)).toBeUndefined();
  validator.chain.produceBlock();
  await until(() => isIn(follower, xChainID, cChainID, toC.utxo), 20_000);
  await until(() => isIn(follower, cChainID, xChainID, toX.utxo), 20_000);
  await until(() => isIn(follower, platformChainID, xChainID, pToX.utxo), 20_000);
  const imported = [toX, pToX].map(({ utxo }, i) =>
    unsignedXTx({
      kind: "ImportTx",
      baseTx: {
        networkID: network.id,
        blockchainID: xChainID,
        outputs: [],
        inputs: [],
        memo: new Uint8Array(),
      },
      sourceChain: i === 0 ? cChainID : platformChainID,
      importedInputs: [inputOf(utxo)],
    }),
  );
  chains.X.extend(1, imported);
  chains.C.extend(1, [
    unsignedAtomicTx({
      kind: "ImportTx",
      networkID: network.id,
      blockchainID: cChainID,
      sourceChain: xChainID,
      importedInputs: [inputOf(toC.utxo)],
      outputs: [{ address: new Uint8Array(20), amount, assetID: avaxAssetID }],
    }),
  ]);
  await until(() => !isIn(follower, xChainID, cChainID, toC.utxo), 20_000);
  await until(() => !isIn(follower, cChainID, xChainID, toX.utxo), 20_000);
  await until(() => !isIn(follower, platformChainID, xChainID, pToX.utxo), 20_000);
  expect(follower.errors).toEqual([]);
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { compareBytes } from "../../src/formats/bytes.ts";
import { decodeBytes } from "../../src/formats/encoding.ts";
import { formatHex } from "../../src/formats/hex.ts";
import { formatId, parseId } from "../../src/formats/id.ts";
import { decodeUtxo, encodeUtxo } from "../../src/pchain/components/utxo.ts";
import { avalanchejs } from "./avalanchejs.ts";
import { avax, LocalNetwork } from "./local-network.ts";
import { ask } from "./rpc.ts";

const { pvm, TransferableOutput, utils } = avalanchejs;
const sorted = (addresses: readonly Uint8Array[]) => [...addresses].sort(compareBytes);

/**
 * The gas that each must cost is written out from the fee table of ACP-103 for the shape that avalanchejs gives it: mostly
 * one input with one signature and one output of change, at the minimum price of 1 nAVAX. Each case continues where the one
 * before it has ended.
 */
let local: LocalNetwork;

beforeAll(async () => {
  local = await LocalNetwork.start();
});
afterAll(() => local?.node.discard());

it("BaseTx: pays another wallet", async () => {
  const issued = await local.pay(local.other, 7n * avax);
  // Bandwidth 58 + 161 + 2 * 80, 1 read, 3 writes, compute 200.
  expect(issued.spent - 7n * avax).toBe(5179n);
  await local.expectAccepted(issued);
  expect(await local.other.balance()).toBe(7n * avax);
});

it("BaseTx: spends every UTXO at once", async () => {
  const utxos = await local.ewoq.utxos();
  expect(utxos).toHaveLength(2);
  const all = await local.ewoq.balance();
  const outputs = [
    TransferableOutput.fromNative(local.ewoq.context.avaxAssetID, all - avax, [
      local.ewoq.addressBytes,
    ]),
  ];
  const issued = await local.ewoq.send(
    (funds, context) => pvm.newBaseTx({ ...funds, outputs }, context),
    { utxos },
  );
  // Bandwidth 58 + 2 * 161 + 2 * 80, 2 reads, 4 writes, compute 400.
  expect(issued.spent).toBe(8140n);
  await local.expectAccepted(issued);
});

it("BaseTx: spends what two owners have together", async () => {
  const { avaxAssetID } = local.ewoq.context;
  const both = [local.ewoq.addressBytes, local.other.addressBytes];
  const shared = TransferableOutput.fromNative(avaxAssetID, 5n * avax, sorted(both), 0n, 2);
  const paid = await local.ewoq.send((funds, context) =>
    pvm.newBaseTx({ ...funds, outputs: [shared] }, context),
  );
  // Bandwidth 58 + 161 + 80 + 100, 1 read, 3 writes, compute 200; the shared output counts as one's own.
  expect(paid.spent).toBe(5199n);
  await local.expectAccepted(paid);

  const utxos = (await local.ewoq.utxos()).filter(
    (utxo) => utils.getUtxoInfo(utxo).amount === 5n * avax,
  );
  expect(utxos).toHaveLength(1);
  const feeState = await local.ewoq.api.getFeeState();
  const outputs = [
    TransferableOutput.fromNative(avaxAssetID, 4n * avax, [local.other.addressBytes]),
  ];
  const unsignedTx = pvm.newBaseTx(
    {
      feeState,
      fromAddressesBytes: sorted(both),
      changeAddressesBytes: [local.ewoq.addressBytes],
      utxos,
      outputs,
    },
    local.ewoq.context,
  );
  const together = await local.ewoq.issue(unsignedTx, [local.other]);
  // Bandwidth 58 + (92 + 2 * 69) + 2 * 80, 1 read, 3 writes, compute 400.
  expect(together.spent - 4n * avax).toBe(6048n);
  await local.expectAccepted(together);
});

it("ExportTx", async () => {
  const { avaxAssetID, xBlockchainID } = local.ewoq.context;
  const issued = await local.ewoq.send((funds, context) =>
    pvm.newExportTx(
      {
        ...funds,
        destinationChainId: xBlockchainID,
        outputs: [TransferableOutput.fromNative(avaxAssetID, 3n * avax, [local.ewoq.addressBytes])],
      },
      context,
    ),
  );
  // Bandwidth 94 + 161 + 80 + 80, 1 read, 3 writes, compute 200.
  expect(issued.spent - 3n * avax).toBe(5215n);
  await local.expectAccepted(issued);
  const { addressBytes } = local.ewoq;
  const page = await exportedTo("/ext/bc/X", "avm.getUTXOs", addressOn("X"));
  expect(page.map(({ output }) => output)).toEqual([
    {
      kind: "TransferOutput",
      amount: 3n * avax,
      locktime: 0n,
      threshold: 1,
      addresses: [new Uint8Array(addressBytes)],
    },
  ]);
  expect(formatId(page[0]!.txID)).toBe(issued.txID);
  expect(await exportedTo("/ext/bc/C/avax", "avax.getUTXOs", addressOn("C"))).toEqual([]);
});

function addressOn(chain: "X" | "C"): string {
  const { addressBytes, context } = local.ewoq;
  return utils.format(chain, context.hrp, addressBytes);
}

/** What the P-chain exported to an address of another chain. */
async function exportedTo(path: string, method: string, address: string) {
  const { utxos } = await ask<{ readonly utxos: readonly string[] }>(local.node.url, path, method, {
    addresses: [address],
    sourceChain: "P",
  });
  return utxos.map((text) => decodeUtxo(decodeBytes(text, "hex")));
}

it("ImportTx: of what another chain has exported", async () => {
  const { cBlockchainID } = local.ewoq.context;
  await exportToP(cBlockchainID, 6n * avax);
  const utxos = await local.ewoq.utxos(cBlockchainID);
  expect(utxos).toHaveLength(1);
  const issued = await local.ewoq.send(
    (funds, context) =>
      pvm.newImportTx(
        { ...funds, sourceChainId: cBlockchainID, toAddressesBytes: [local.ewoq.addressBytes] },
        context,
      ),
    { utxos },
  );
  // Bandwidth 94 + 161 + 80, 1 read, 2 writes, compute 200.
  expect(issued.spent + 6n * avax).toBe(4135n);
  await local.expectAccepted(issued);
  expect(await local.ewoq.utxos(cBlockchainID)).toEqual([]);
});

async function exportToP(sourceChain: string, amount: bigint): Promise<void> {
  const { context, addressBytes } = local.ewoq;
  const utxo = encodeUtxo({
    txID: new Uint8Array(32).fill(0xe0),
    outputIndex: 0,
    assetID: parseId(context.avaxAssetID),
    output: {
      kind: "TransferOutput",
      amount,
      locktime: 0n,
      threshold: 1,
      addresses: [addressBytes],
    },
  });
  const params = { utxo: formatHex(utxo), encoding: "hexnc", sourceChain };
  await ask(local.node.url, "/ext/dev", "dev.addAtomicUTXO", params);
}

import { expect, test } from "vitest";
import { encodeExtData, parseExtData } from "../../../src/foreign-chains/c-chain/atomic-tx.ts";
import { cChainRequests, xChainRequests } from "../../../src/foreign-chains/shared-memory.ts";
import { parseXChainBlock } from "../../../src/foreign-chains/x-chain/block.ts";
import { parseXChainTx, type XChainTx } from "../../../src/foreign-chains/x-chain/tx.ts";
import { emptyId } from "../../../src/formats/bytes.ts";
import { formatId } from "../../../src/formats/id.ts";
import { innerBytes } from "../../../src/pchain/blocks/proposervm.ts";
import { utxoID } from "../../../src/pchain/components/utxo.ts";
import { Diff } from "../../../src/pchain/state/diff.ts";
import { fromHex } from "../../support/check-codec.ts";
import { filled, outputOf, sampleBaseTx } from "../../support/sample-txs.ts";
import { idOf, transferOutput, utxoOf } from "../../support/state/values.ts";
import { acceptChanges, openStore } from "../../support/store/open-store.ts";
import outer from "../../vectors/blocks/outer.json" with { type: "json" };
import atomic from "../../vectors/foreign-chains/atomic-txs.json" with { type: "json" };
import vectors from "../../vectors/foreign-chains/x-chain-txs.json" with { type: "json" };

const txOf = (kind: string) =>
  parseXChainTx(fromHex(vectors.txs.find((each) => each.kind === kind)!.hex));

test("an X-chain import removes its imported inputs from the source chain, not its own inputs", () => {
  const tx = txOf("ImportTx");
  if (tx.unsigned.kind !== "ImportTx") throw new Error("not an import");
  const { sourceChain, importedInputs } = tx.unsigned;
  expect(importedInputs.length).toBeGreaterThan(0);
  expect(xChainRequests([tx])).toEqual(
    importedInputs.map((input) => ({ kind: "remove", sourceChain, utxoID: utxoID(input) })),
  );
});

test("an X-chain export numbers its exported outputs after those that stay", () => {
  const exported = [outputOf(7n), outputOf(8n)];
  const tx: XChainTx = {
    unsigned: {
      kind: "ExportTx",
      baseTx: sampleBaseTx,
      destinationChain: emptyId,
      exportedOutputs: exported,
    },
    credentials: [],
    bytes: new Uint8Array(),
    id: filled(32, 9),
  };
  expect(sampleBaseTx.outputs).toHaveLength(2);
  expect(xChainRequests([tx])).toEqual(
    exported.map((output, index) => ({
      kind: "put",
      destinationChain: emptyId,
      utxo: { txID: tx.id, outputIndex: 2 + index, ...output },
    })),
  );
});

test("other X-chain transactions change nothing", () => {
  expect(xChainRequests([txOf("BaseTx"), txOf("CreateAssetTx")])).toEqual([]);
  for (const { chain, bytes } of outer.cases) {
    if (chain !== "X") continue;
    const { txs } = parseXChainBlock(innerBytes(fromHex(bytes))!);
    const crossing = txs.filter(({ unsigned: { kind } }) => /^(Im|Ex)portTx$/.test(kind));
    expect(xChainRequests(txs).length > 0).toBe(crossing.length > 0);
  }
});

test("C-chain transactions of a batch change shared memory in order", () => {
  const [imported, exported] = atomic.txs.map(
    ({ hex }) => parseExtData(fromHex(hex), "single")[0]!,
  );
  const extData = encodeExtData([exported!, imported!], "batch");
  const requests = cChainRequests(parseExtData(extData, "batch"));
  expect(requests.map(({ kind }) => kind)).toEqual(["put", "remove"]);
  const [put, remove] = requests;
  // What mainnet's block 48 exports, and what its block 4 imports.
  expect(put).toMatchObject({ utxo: { txID: exported!.id, outputIndex: 0 } });
  const xChain = "2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM";
  if (put?.kind !== "put" || remove?.kind !== "remove") throw new Error("other requests");
  expect(formatId(put.destinationChain)).toBe(xChain);
  expect(formatId(remove.sourceChain)).toBe(xChain);
});

test("the order in which the chains are read does not matter", () => {
  const xChain = idOf(50);
  const cChain = idOf(51);
  const [first, second, third] = [1, 2, 3].map((number) =>
    utxoOf(number, transferOutput(1n, [1, number + 1])),
  );
  // X exports two to P and one to C; P imports one of them, C its own, and P exports nothing.
  const byChain = [
    [xChain, [first, second].map((utxo) => put(emptyId, utxo!))],
    [xChain, [put(cChain, third!)]],
    [emptyId, [remove(xChain, first!)]],
    [cChain, [remove(xChain, third!)]],
  ] as const;
  for (const order of permutations(byChain)) {
    const store = openStore();
    acceptChanges(store, new Diff(store.state).changes());
    for (const [chain, requests] of order) store.atomicUtxos.write(requests, 1n, chain);
    expect(store.atomicUtxos.atomicUtxo(xChain, utxoID(first!))).toBeUndefined();
    expect(store.atomicUtxos.atomicUtxo(xChain, utxoID(second!))).toStrictEqual(second);
    // No marker is left: what is put again is there.
    for (const utxo of [first!, third!]) store.atomicUtxos.write([put(emptyId, utxo)], 1n, xChain);
    expect(store.atomicUtxos.atomicUtxo(xChain, utxoID(first!))).toStrictEqual(first);
    expect(store.atomicUtxos.atomicUtxo(xChain, utxoID(third!))).toStrictEqual(third);
    store.close();
  }
});

type TestUtxo = ReturnType<typeof utxoOf>;

const put = (destinationChain: Uint8Array, utxo: TestUtxo) =>
  ({ kind: "put", destinationChain, utxo }) as const;
const remove = (sourceChain: Uint8Array, utxo: TestUtxo) =>
  ({ kind: "remove", sourceChain, utxoID: utxoID(utxo) }) as const;

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value, index) =>
    permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]),
  );
}

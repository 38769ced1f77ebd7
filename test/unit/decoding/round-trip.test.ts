import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { decodeText } from "../../../src/decoding/decode.ts";
import { encodeReading, textOfBytes } from "../../../src/decoding/encode.ts";
import type { ReadingType } from "../../../src/decoding/reading.ts";
import { textEncodings } from "../../../src/decoding/text-encodings.ts";
import { encodeExtData } from "../../../src/foreign-chains/c-chain/atomic-tx.ts";
import { makeCChainBlock } from "../../../src/foreign-chains/c-chain/block.ts";
import { makeXChainBlock } from "../../../src/foreign-chains/x-chain/block.ts";
import { makeVertex } from "../../../src/foreign-chains/x-chain/vertex.ts";
import { formatAddress } from "../../../src/formats/address.ts";
import { formatHex as toHex } from "../../../src/formats/hex.ts";
import { formatId } from "../../../src/formats/id.ts";
import { formatJson, parseJson } from "../../../src/formats/json.ts";
import { makeBlock } from "../../../src/pchain/blocks/block.ts";
import { encodeUtxo } from "../../../src/pchain/components/utxo.ts";
import { makeTx } from "../../../src/pchain/txs/tx.ts";
import { encodeUnsignedMessage, encodeWarpMessage } from "../../../src/pchain/warp/message.ts";
import { encodeAddressedCall } from "../../../src/pchain/warp/payload.ts";
import { type TxKind, txTypes } from "../../../src/pchain/wire-types.ts";
import { fromHex } from "../../support/check-codec.ts";
import {
  anyAtomicTx,
  anyAtomicTxs,
  anyCChainBlock,
  anyVertex,
  anyXChainBlock,
  anyXChainTx,
} from "../../support/foreign-chain-arbitraries.ts";
import { filled, owner, sampleTxs } from "../../support/sample-txs.ts";
import { blockKinds, blockOf, txOf } from "../../support/tx-arbitraries.ts";
import outer from "../../vectors/blocks/outer.json" with { type: "json" };
import recorded from "../../vectors/containers.json" with { type: "json" };
import payloads from "../../vectors/warp/payloads.json" with { type: "json" };

const context = { hrp: "avax" };

function decoded(bytes: Uint8Array, type: ReadingType) {
  const found = decodeText(toHex(bytes), context).filter((each) => each.type === type);
  expect(found, `as ${type}: ${toHex(bytes)}`).toHaveLength(1);
  return found[0]!;
}

/** Decodes, writes and reads JSON, and encodes again. */
function again(bytes: Uint8Array, type: ReadingType): string {
  return toHex(encodeReading(parseJson(formatJson(decoded(bytes, type)))));
}

const txKinds = Object.keys(txTypes) as TxKind[];

describe("decode and encode", () => {
  it.each(txKinds)("restore random transactions of kind %s", (kind) => {
    fc.assert(
      fc.property(txOf(kind), (tx) => {
        // A credential that contains a transaction, which no block can have, has no JSON form.
        fc.pre(!formatJson(decoded(tx.bytes, "transaction").value).includes("null"));
        const reading = decoded(tx.bytes, "transaction");
        expect([reading.kind, reading.id]).toEqual([kind, formatId(tx.id)]);
        expect(again(tx.bytes, "transaction")).toBe(toHex(tx.bytes));
        expect(again(tx.unsignedBytes, "unsignedTransaction")).toBe(toHex(tx.unsignedBytes));
      }),
      { numRuns: 20 },
    );
  });

  it.each(blockKinds)("restore random blocks of kind %s", (kind) => {
    fc.assert(
      fc.property(blockOf(kind), (content) => {
        const { bytes, id } = makeBlock(content);
        const reading = decoded(bytes, "block");
        fc.pre(!formatJson(reading.value).includes("null"));
        expect([reading.kind, reading.id]).toEqual([kind, formatId(id)]);
        expect(again(bytes, "block")).toBe(toHex(bytes));
      }),
      { numRuns: 10 },
    );
  });

  it("restore recorded containers of three chains, and name the chain of their blocks", () => {
    for (const { bytes, id, chain } of outer.cases) {
      const reading = decoded(fromHex(bytes), "container");
      expect(reading.id).toBe(id);
      expect(reading.value).toMatchObject({ block: { chain } });
      expect(again(fromHex(bytes), "container")).toBe(toHex(fromHex(bytes)));
    }
    const cChain = recorded.containers.find(({ path }) => path === "C/block")!;
    // The index appends a checksum.
    const bytes = fromHex(cChain.bytes.slice(2, -8));
    expect(decoded(bytes, "container")).toMatchObject({
      id: cChain.id,
      value: { block: { chain: "C" } },
    });
    expect(again(bytes, "container")).toBe(cChain.bytes.slice(0, -8));
  });

  it("restore random containers of the X- and C-chain", () => {
    const property = <T>(
      type: ReadingType,
      any: fc.Arbitrary<T>,
      bytesOf: (value: T) => Uint8Array,
    ) =>
      fc.assert(
        fc.property(any, (value) => {
          const bytes = bytesOf(value);
          expect(again(bytes, type)).toBe(toHex(bytes));
        }),
        { numRuns: 20 },
      );
    property("xChainTransaction", anyXChainTx, ({ bytes }) => bytes);
    property("xChainBlock", anyXChainBlock, (content) => makeXChainBlock(content).bytes);
    property("vertex", anyVertex, (content) => makeVertex(content).bytes);
    property("cChainBlock", anyCChainBlock, (content) => makeCChainBlock(content).bytes);
    property("atomicTransaction", anyAtomicTx, ({ bytes }) => bytes);
    const blockOfBatch = fc.tuple(anyCChainBlock, anyAtomicTxs);
    property("cChainBlock", blockOfBatch, ([content, txs]) => {
      return makeCChainBlock({ ...content, extData: encodeExtData(txs, "batch") }).bytes;
    });
  });

  it("decode the ExtData of a C-chain block, and the transactions of a vertex", () => {
    fc.assert(
      fc.property(anyCChainBlock, anyAtomicTx, (content, tx) => {
        const batch = makeCChainBlock({ ...content, extData: encodeExtData([tx], "batch") });
        const single = makeCChainBlock({ ...content, extData: tx.bytes });
        const transactions = [expect.objectContaining({ id: formatId(tx.id) })];
        expect(decoded(batch.bytes, "cChainBlock").value).toMatchObject({
          extData: { form: "batch", transactions },
        });
        expect(decoded(single.bytes, "cChainBlock").value).toMatchObject({
          extData: { form: "single", transactions },
        });
      }),
      { numRuns: 10 },
    );
    const ofIndex = recorded.containers.filter(({ path }) => path === "X/vtx");
    const txs = recorded.containers.filter(({ path }) => path === "X/tx");
    for (const [index, { id, bytes }] of ofIndex.entries()) {
      const reading = decoded(fromHex(bytes.slice(2, -8)), "vertex");
      expect(reading).toMatchObject({
        id,
        kind: "Vertex",
        value: { txs: [{ id: txs[index]!.id }] },
      });
    }
  });

  it("print bytes of a vertex that are no X-chain transaction, and no vertex that cannot be", () => {
    const vertex = {
      kind: "Vertex",
      chainID: filled(32, 1),
      height: 2n,
      epoch: 0,
      parentIDs: [],
      txs: [Uint8Array.of(6)],
    } as const;
    const { bytes } = makeVertex(vertex);
    expect(decoded(bytes, "vertex").value).toMatchObject({ txs: ["0x06"] });
    expect(again(bytes, "vertex")).toBe(toHex(bytes));
    const empty = makeVertex({ ...vertex, txs: [] }).bytes;
    expect(decodeText(toHex(empty), context, "vertex")).toEqual([]);
  });

  it("restore AvalancheGo's messages of L1s, alone and in warp messages", () => {
    for (const { name, hex } of payloads.messages) {
      const payload = fromHex(hex);
      const reading = decoded(payload, "l1Message");
      expect(reading.kind).toBe(name);
      expect(again(payload, "l1Message")).toBe(toHex(payload));
      const unsigned = {
        networkID: 1,
        sourceChainID: filled(32, 1),
        payload: encodeAddressedCall({ sourceAddress: filled(20, 2), payload }),
      };
      const bytes = encodeUnsignedMessage(unsigned);
      expect(again(unsigned.payload, "warpPayload")).toBe(toHex(unsigned.payload));
      expect(again(bytes, "unsignedWarpMessage")).toBe(toHex(bytes));
      const signature = {
        kind: "BitSetSignature",
        signers: Uint8Array.of(3),
        signature: filled(96, 4),
      } as const;
      const signed = encodeWarpMessage({ ...unsigned, signature });
      expect(again(signed, "warpMessage")).toBe(toHex(signed));
      const { id, value } = decoded(signed, "warpMessage");
      expect(id).toBe(decoded(bytes, "unsignedWarpMessage").id);
      expect(value).toMatchObject({
        payload: { kind: "AddressedCall", payload: { kind: reading.kind } },
      });
    }
  });

  it("restore a UTXO, IDs, node IDs, addresses and keys in every encoding", () => {
    const key = sampleTxs.AddPermissionlessValidatorTx.signer;
    const values = [
      ["utxo", encodeUtxo(utxo)],
      ["id", filled(32, 7)],
      ["nodeID", filled(20, 8)],
      ["address", filled(20, 8)],
      ["blsPublicKey", key.kind === "Empty" ? filled(48, 0) : key.publicKey],
    ] as const;
    for (const [type, bytes] of values) {
      expect(again(bytes, type)).toBe(toHex(bytes));
      for (const encoding of textEncodings) {
        const text = textOfBytes(bytes, encoding);
        const found = decodeText(text, context, type);
        expect(found, text).toContainEqual(expect.objectContaining({ type, encoding }));
      }
    }
  });
});

const utxo = {
  txID: filled(32, 5),
  outputIndex: 1,
  assetID: filled(32, 6),
  output: { ...owner, kind: "TransferOutput", amount: 2n ** 63n },
} as const;

test("bytes that can be several things are all of them", () => {
  const types = (text: string) => decodeText(text, context).map(({ type }) => type);
  expect(types(toHex(filled(20, 8)))).toEqual(["nodeID", "address"]);
  expect(types(textOfBytes(filled(20, 8), "cb58"))).toEqual(["nodeID", "address"]);
  // 36 bytes with a valid checksum are 32 bytes.
  expect(types(textOfBytes(filled(32, 8), "hexc"))).toEqual(["id"]);
  expect(types("NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg")).toEqual(["nodeID"]);
  expect(types("P-avax1tnuesf6cqwnjw7fxjyk7lhch0vhf0v95wj5jvy")).toEqual(["address"]);
  expect(types("avax1tnuesf6cqwnjw7fxjyk7lhch0vhf0v95wj5jvy")).toEqual(["address"]);
  for (const text of ["", "0x", "0x1", "zz", "0xzz", toHex(filled(48, 0)), "P-avax1x"]) {
    expect(types(text), text).toEqual([]);
  }
});

test("addresses have the prefix of the network that a transaction names, else of the context", () => {
  const tx = makeTx(
    { ...sampleTxs.BaseTx, baseTx: { ...sampleTxs.BaseTx.baseTx, networkID: 5 } },
    [],
  );
  expect(formatJson(decoded(tx.bytes, "transaction").value)).toContain("P-fuji1");
  expect(formatJson(decoded(encodeUtxo(utxo), "utxo").value)).toContain("P-avax1");
});

test("an address has at most 256 characters", () => {
  const address = formatAddress("P", "avax", new Uint8Array(20).fill(7)).slice("P".length);
  const chain = (length: number) => "c".repeat(length - address.length);
  expect(decodeText(chain(256) + address, context)).toMatchObject([{ type: "address" }]);
  expect(decodeText(chain(257) + address, context)).toEqual([]);
});

test("a transaction of 5 MiB decodes, a longer one does not", () => {
  const sized = (size: number) => {
    const unsigned = { ...sampleTxs.BaseTx, baseTx: { ...sampleTxs.BaseTx.baseTx } };
    const empty = makeTx(unsigned, []).bytes.length;
    const memo = new Uint8Array(size - empty);
    return makeTx({ ...unsigned, baseTx: { ...unsigned.baseTx, memo } }, []).bytes;
  };
  const max = 5 * 1024 * 1024;
  expect(decodeText(toHex(sized(max)), context)).toMatchObject([
    { type: "transaction", size: max },
  ]);
  expect(decodeText(toHex(sized(max + 1)), context)).toEqual([]);
});

test.each([
  [{ type: "tx", value: {} }, /^type: expected one of transaction, /],
  [{ type: "transaction", value: {} }, "value.unsignedTx is missing"],
  [
    { type: "transaction", value: { unsignedTx: { time: "x" }, credentials: [] } },
    "value.unsignedTx.time: expected an integer but got a string",
  ],
  [
    { type: "transaction", value: { unsignedTx: { tim: 1 }, credentials: [] } },
    "value.unsignedTx: no kind has the members tim",
  ],
  [
    { type: "xChainTransaction", value: { unsignedTx: {}, credentials: [] } },
    "value.unsignedTx: no kind has the members of an empty object",
  ],
  [
    { type: "vertex", kind: "Block", value: {} },
    "value: kind of the vertex: expected Vertex or StopVertex",
  ],
  [{ type: "cChainBlock", value: {} }, /^value.header: expected an object/],
  [{ type: "block", kind: "Block", value: {} }, /^value: kind of the block: expected one of /],
])("encode says what is wrong with %j", (reading, message) => {
  expect(() => encodeReading(reading)).toThrow(message);
});

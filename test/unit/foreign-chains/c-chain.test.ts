import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  atomicTx,
  encodeExtData,
  parseAtomicTx,
  parseExtData,
} from "../../../src/foreign-chains/c-chain/atomic-tx.ts";
import {
  bindsExtData,
  makeCChainBlock,
  parseCChainBlock,
} from "../../../src/foreign-chains/c-chain/block.ts";
import { headerFromJson, headerToJson } from "../../../src/foreign-chains/c-chain/header.ts";
import { RlpError } from "../../../src/foreign-chains/c-chain-block.ts";
import { formatId } from "../../../src/formats/id.ts";
import { formatJson, parseJson } from "../../../src/formats/json.ts";
import { innerBytes } from "../../../src/pchain/blocks/proposervm.ts";
import { CodecError } from "../../../src/pchain/codec/reader.ts";
import { encodeVersioned } from "../../../src/pchain/codec/versioned.ts";
import { fromHex, toHex } from "../../support/check-codec.ts";
import {
  anyAtomicTx,
  anyAtomicTxs,
  anyCChainBlock,
} from "../../support/foreign-chain-arbitraries.ts";
import recorded from "../../vectors/containers.json" with { type: "json" };
import atomicTxVectors from "../../vectors/foreign-chains/atomic-txs.json" with { type: "json" };
import blockVectors from "../../vectors/foreign-chains/c-chain-blocks.json" with { type: "json" };

const { txs } = atomicTxVectors;
const { blocks } = blockVectors;
const context = { hrp: "local", chain: "C" } as const;

describe("C-chain blocks", () => {
  it.each(blocks)("of coreth's tests: $name", ({ hex, hash }) => {
    const block = parseCChainBlock(fromHex(hex));
    if (hash !== undefined) expect(toHex(block.id)).toBe(hash);
    expect(makeCChainBlock(block)).toStrictEqual(block);
    for (let length = 0; length < hex.length / 2; length++) {
      expect(() => parseCChainBlock(fromHex(hex.slice(0, 2 * length)))).toThrow(RlpError);
    }
  });

  it("of a real node, whose hash binds its ExtData", () => {
    const { bytes } = recorded.containers.find(({ path }) => path === "C/block")!;
    const block = parseCChainBlock(innerBytes(fromHex(bytes.slice(2, -8)))!);
    expect(bindsExtData(block)).toBe(true);
    const txs = parseExtData(block.extData, "batch");
    expect(txs.map(({ unsigned }) => unsigned.kind)).toEqual(["ImportTx"]);
    expect(bindsExtData({ ...block, extData: Uint8Array.of(1) })).toBe(false);
    expect(block.header.parentBeaconBlockRoot).toBeDefined();
    expect(makeCChainBlock(block)).toStrictEqual(block);
  });

  it("random ones of every era, and their headers through JSON", () => {
    fc.assert(
      fc.property(anyCChainBlock, (content) => {
        const block = makeCChainBlock(content);
        expect(parseCChainBlock(block.bytes)).toStrictEqual(block);
        const json = parseJson(formatJson(headerToJson(block.header)));
        expect(headerFromJson(json)).toStrictEqual(block.header);
      }),
    );
  });

  const [block] = blocks;
  test.each([
    ["no item", "", "unexpected end of input"],
    ["a string", "83010203", "expected input list"],
    ["four elements", "c4c0c0c080", "expected 5 elements of a block: 4"],
    ["an empty header", "c5c0c0c08080", "too few elements for a header"],
    ["a header of lists", `d5d0${"c0".repeat(16)}c0c08080`, "expected input string for parentHash"],
    ["more than one value", `${block!.hex}80`, "input contains more than one value"],
    ["a length that is not the shortest", "f801c0", "non-canonical size information"],
    ["a byte that is not the shortest", "c28101", "non-canonical size information"],
  ])("refuse %s", (_name, hex, message) => {
    expect(() => parseCChainBlock(fromHex(hex))).toThrow(RlpError);
    expect(() => parseCChainBlock(fromHex(hex))).toThrow(message);
  });

  it("refuse a number with a leading zero, and one of more than 64 bits", () => {
    const { header, ...rest } = parseCChainBlock(fromHex(block!.hex));
    const gasLimit = { ...header, gasLimit: 2n ** 64n };
    expect(() => parseCChainBlock(makeCChainBlock({ ...rest, header: gasLimit }).bytes)).toThrow(
      "input string too long for uint64",
    );
    // 83 7a 12 00: the gas limit; 8,000,000.
    const zero = block!.hex.replace("837a1200", "83001200");
    expect(() => parseCChainBlock(fromHex(zero))).toThrow("leading zero bytes");
  });

  it("refuse a header that lacks a field before its last", () => {
    const { header, ...rest } = parseCChainBlock(fromHex(block!.hex));
    expect(() => makeCChainBlock({ ...rest, header: { ...header, settledHeight: 1n } })).toThrow(
      "baseFeePerGas is missing",
    );
  });
});

describe("atomic transactions", () => {
  it.each(txs)("of AvalancheGo's tests: $name", ({ hex, id }) => {
    const bytes = fromHex(hex);
    const tx = parseAtomicTx(bytes);
    expect(formatId(tx.id)).toBe(id);
    expect(toHex(encodeVersioned(atomicTx, tx))).toBe(hex);
    const json = parseJson(formatJson(atomicTx.toJson(tx, context)));
    expect(atomicTx.fromJson(json)).toStrictEqual(tx);
    expect(parseExtData(bytes, "single")).toStrictEqual([tx]);
    for (let length = 0; length < bytes.length; length++) {
      expect(() => parseAtomicTx(bytes.subarray(0, length))).toThrow(CodecError);
    }
  });

  it("in a batch have the IDs that they have alone", () => {
    const all = txs.map(({ hex }) => parseAtomicTx(fromHex(hex)));
    const extData = encodeExtData(all, "batch");
    const head = `0000${txs.length.toString(16).padStart(8, "0")}`;
    expect(toHex(extData)).toBe(head + txs.map(({ hex }) => hex.slice(4)).join(""));
    expect(parseExtData(extData, "batch").map(({ id }) => formatId(id))).toEqual(
      txs.map(({ id }) => id),
    );
    expect(() => parseExtData(extData, "single")).toThrow(CodecError);
  });

  it("random ones, alone, in a batch and through JSON", () => {
    fc.assert(
      fc.property(anyAtomicTx, anyAtomicTxs, (tx, batch) => {
        expect(parseAtomicTx(tx.bytes)).toStrictEqual(tx);
        const json = parseJson(formatJson(atomicTx.toJson(tx, context)));
        expect(atomicTx.fromJson(json)).toStrictEqual(tx);
        expect(parseExtData(encodeExtData(batch, "batch"), "batch")).toStrictEqual(batch);
      }),
    );
  });

  test.each([
    ["000000000000", "cannot build a block with non-empty extra data and zero atomic transactions"],
    ["0001", "unknown codec version"],
    ["00000000000100000002", "couldn't unmarshal interface: unknown type ID 2"],
    [
      "00000000000100000007",
      "couldn't unmarshal interface: *secp256k1fx.TransferOutput does not implement interface atomic.UnsignedAtomicTx",
    ],
  ])("refuse %s as a batch", (hex, message) => {
    expect(() => parseExtData(fromHex(hex), "batch")).toThrow(new CodecError(message));
  });

  it("are none in empty ExtData", () => {
    expect(parseExtData(new Uint8Array(), "batch")).toEqual([]);
    expect(parseExtData(new Uint8Array(), "single")).toEqual([]);
    expect(encodeExtData([], "batch")).toEqual(new Uint8Array());
  });
});

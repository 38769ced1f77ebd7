import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  makeXChainBlock,
  parseXChainBlock,
  xChainBlockFromJson,
  xChainBlockToJson,
} from "../../../src/foreign-chains/x-chain/block.ts";
import {
  encodeXChainUnsignedTx,
  parseXChainTx,
  xChainTx,
} from "../../../src/foreign-chains/x-chain/tx.ts";
import { xChainUnsignedTx } from "../../../src/foreign-chains/x-chain/unsigned-tx.ts";
import {
  makeVertex,
  parseVertex,
  vertexFault,
} from "../../../src/foreign-chains/x-chain/vertex.ts";
import { xChainCodecTypes } from "../../../src/foreign-chains/x-chain/wire-types.ts";
import { formatId } from "../../../src/formats/id.ts";
import { formatJson, parseJson } from "../../../src/formats/json.ts";
import { innerBytes } from "../../../src/pchain/blocks/proposervm.ts";
import { CodecError } from "../../../src/pchain/codec/reader.ts";
import { decodeVersioned, encodeVersioned } from "../../../src/pchain/codec/versioned.ts";
import { fromHex, toHex } from "../../support/check-codec.ts";
import { anyVertex, anyXChainBlock, anyXChainTx } from "../../support/foreign-chain-arbitraries.ts";
import { filled } from "../../support/sample-txs.ts";
import outer from "../../vectors/blocks/outer.json" with { type: "json" };
import recorded from "../../vectors/containers.json" with { type: "json" };
import vectors from "../../vectors/foreign-chains/x-chain-txs.json" with { type: "json" };

const context = { hrp: "local", chain: "X" } as const;
const throughJson = (json: Parameters<typeof formatJson>[0]) => parseJson(formatJson(json));

/** Every shorter form is refused. */
function expectNoPrefix(bytes: Uint8Array, parse: (bytes: Uint8Array) => unknown): void {
  for (let length = 0; length < bytes.length; length++) {
    expect(() => parse(bytes.subarray(0, length))).toThrow(CodecError);
  }
}

describe("X-chain transactions", () => {
  it.each(vectors.txs)("of AvalancheGo's tests: $kind $id", ({ kind, id, hex }) => {
    const tx = parseXChainTx(fromHex(hex));
    expect(tx.unsigned.kind).toBe(kind);
    if (id !== undefined) expect(formatId(tx.id)).toBe(id);
    expect(toHex(encodeVersioned(xChainTx, tx))).toBe(hex);
    const again = xChainTx.fromJson(throughJson(xChainTx.toJson(tx, context)));
    expect(again).toStrictEqual(tx);
    expectNoPrefix(fromHex(hex), parseXChainTx);
  });

  it.each(vectors.txs)("have the bytes that are signed: $kind $id", ({ hex }) => {
    const { unsigned, bytes } = parseXChainTx(fromHex(hex));
    const unsignedBytes = encodeXChainUnsignedTx(unsigned);
    expect(unsignedBytes).toEqual(bytes.subarray(0, unsignedBytes.length));
    const again = decodeVersioned(xChainUnsignedTx, unsignedBytes, { types: xChainCodecTypes });
    expect(again).toStrictEqual(unsigned);
  });

  it("random ones, in both directions and through JSON", () => {
    fc.assert(
      fc.property(anyXChainTx, (tx) => {
        expect(parseXChainTx(tx.bytes)).toStrictEqual(tx);
        expect(encodeVersioned(xChainTx, tx)).toEqual(tx.bytes);
        const json = throughJson(xChainTx.toJson(tx, context));
        expect(xChainTx.fromJson(json)).toStrictEqual(tx);
      }),
    );
  });

  it("name the addresses of the X-chain", () => {
    const tx = parseXChainTx(fromHex(vectors.txs[0]!.hex));
    expect(formatJson(xChainTx.toJson(tx, context))).toContain('"X-local1');
  });

  const [base] = vectors.txs;
  it.each([
    ["another codec version", base!.hex.replace(/^0000/, "0001"), "unknown codec version"],
    [
      "an unknown type",
      base!.hex.replace(/^000000000000/, "000000000015"),
      "couldn't unmarshal interface: unknown type ID 21",
    ],
    [
      "a block as a transaction",
      base!.hex.replace(/^000000000000/, "000000000014"),
      "couldn't unmarshal interface: *block.StandardBlock does not implement interface txs.UnsignedTx",
    ],
    [
      "more bytes",
      `${base!.hex}00`,
      `trailing buffer space: read ${base!.hex.length / 2} provided ${base!.hex.length / 2 + 1}`,
    ],
    [
      "a credential that is a transaction",
      `${base!.hex.slice(0, -8)}0000000100000000`,
      "couldn't unmarshal interface: *txs.BaseTx does not implement interface verify.Verifiable",
    ],
  ])("refuse %s", (_name, hex, message) => {
    expect(() => parseXChainTx(fromHex(hex))).toThrow(new CodecError(message));
  });

  it.each([5, 6, 11])("refuse type %i as an output that is transferred", (typeID) => {
    const output = `${"11".repeat(32)}000000${typeID.toString(16).padStart(2, "0")}`;
    const hex = `000000000000${"00".repeat(36)}00000001${output}${"00".repeat(100)}`;
    expect(() => parseXChainTx(fromHex(hex))).toThrow(
      "does not implement interface avax.TransferableOut",
    );
  });
});

describe("X-chain blocks", () => {
  const inner = outer.cases
    .filter(({ chain }) => chain === "X")
    .map(({ bytes }) => innerBytes(fromHex(bytes))!);

  it("of real nodes, and through JSON", () => {
    expect(inner.length).toBeGreaterThan(5);
    for (const bytes of inner) {
      const block = parseXChainBlock(bytes);
      expect(block.txs.length).toBeGreaterThan(0);
      expect(makeXChainBlock(block)).toStrictEqual(block);
      const json = throughJson(xChainBlockToJson(block, context));
      expect(xChainBlockFromJson(json)).toStrictEqual(block);
      expectNoPrefix(bytes, parseXChainBlock);
    }
  });

  it("link to each other by ID", () => {
    const blocks = recorded.containers
      .filter(({ path }) => path === "X/block")
      .map(({ bytes }) => parseXChainBlock(innerBytes(fromHex(bytes.slice(2, -8)))!));
    expect(blocks[1]!.parentID).toEqual(blocks[0]!.id);
    expect(blocks[2]!.height).toBe(blocks[1]!.height + 1n);
  });

  it("random ones", () => {
    fc.assert(
      fc.property(anyXChainBlock, (content) => {
        const block = makeXChainBlock(content);
        expect(parseXChainBlock(block.bytes)).toStrictEqual(block);
      }),
      { numRuns: 30 },
    );
  });
});

describe("vertices", () => {
  it("of a recorded index", () => {
    for (const { path, id, bytes } of recorded.containers) {
      if (path !== "X/vtx") continue;
      const vertex = parseVertex(fromHex(bytes.slice(2, -8)));
      expect(formatId(vertex.id)).toBe(id);
      expect(vertexFault(vertex)).toBeUndefined();
      expect(makeVertex(vertex)).toStrictEqual(vertex);
    }
  });

  it("random ones, with and without the end of the graph", () => {
    fc.assert(
      fc.property(anyVertex, (content) => {
        const vertex = makeVertex(content);
        expect(parseVertex(vertex.bytes)).toStrictEqual(vertex);
        expectNoPrefix(vertex.bytes.subarray(0, 120), parseVertex);
      }),
    );
  });

  const vertex = {
    kind: "Vertex",
    chainID: filled(32, 1),
    height: 2n,
    epoch: 0,
    parentIDs: [filled(32, 4), filled(32, 5)],
    txs: [Uint8Array.of(6)],
  } as const;
  const many = Array.from({ length: 129 }, (_, i) => filled(32, i));

  test.each([
    [vertex, undefined],
    [{ ...vertex, epoch: 1 }, "invalid epoch"],
    [{ ...vertex, txs: [] }, "vertex contains no operations"],
    [{ ...vertex, txs: many }, "vertex contains more than 128 transactions"],
    [{ ...vertex, parentIDs: many }, "vertex contains more than 128 parentIDs"],
    [
      { ...vertex, parentIDs: [filled(32, 5), filled(32, 4)] },
      "vertex contains non-sorted or duplicated parentIDs",
    ],
    [
      { ...vertex, txs: [Uint8Array.of(6), Uint8Array.of(6)] },
      "vertex contains non-sorted or duplicated transactions",
    ],
    [
      {
        kind: "StopVertex",
        chainID: filled(32, 1),
        height: 2n,
        parentIDs: [filled(32, 4), filled(32, 4)],
      } as const,
      "vertex contains non-sorted or duplicated parentIDs",
    ],
  ])("are valid or not: %#", (content, fault) => {
    expect(vertexFault(parseVertex(makeVertex(content).bytes))).toBe(fault);
  });

  // avalanchego snow/engine/avalanche/vertex/parser_test.go @ v1.12.1
  test.each([
    ["0102030405", "unknown codec version"],
    ["0002", "unknown codec version"],
    ["00", "couldn't unpack codec version"],
    ["00".repeat(1024 * 1024 + 1), "byte array exceeds maximum length: 1048577 > 1048576"],
  ])("refuse %.20s", (hex, message) => {
    expect(() => parseVertex(fromHex(hex))).toThrow(new CodecError(message));
  });
});

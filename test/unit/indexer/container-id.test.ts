import { describe, expect, it } from "vitest";
import { keccak256, sha256 } from "../../../src/crypto/hash.ts";
import { decodeBytes } from "../../../src/formats/encoding.ts";
import { formatId } from "../../../src/formats/id.ts";
import { ContainerError, readContainer } from "../../../src/indexer/container-id.ts";
import { makeBlock } from "../../../src/pchain/blocks/block.ts";
import { innerBytes } from "../../../src/pchain/blocks/proposervm.ts";
import { type ExchangeFile, readExchanges } from "../../exchanges/exchange.ts";
import { recordedContainers } from "../../exchanges/recorded-containers.ts";
import { fromHex } from "../../support/check-codec.ts";

const parentID = sha256(new Uint8Array([9]));

describe("readContainer", () => {
  it.each(["v1.12.1-local", "v1.14.2-local"] satisfies ExchangeFile[])(
    "computes the IDs that %s answered, each block the child of the one before",
    (file) => {
      const containers = recordedContainers(readExchanges(file));
      expect(containers.length).toBeGreaterThan(40);
      const last = new Map<string, string>();
      for (const { path, id, bytes } of containers) {
        const read = readContainer(path, decodeBytes(bytes, "hex"));
        expect(formatId(read.id)).toBe(id);
        const previous = last.get(path);
        if (previous !== undefined) expect(formatId(read.parentID!)).toBe(previous);
        last.set(path, id);
      }
    },
  );

  it("takes a bare block of the P-chain by the sha256 of its bytes", () => {
    const block = makeBlock({ kind: "ApricotCommitBlock", parentID, height: 7n });
    const read = readContainer("P/block", block.bytes);
    expect(read.id).toEqual(block.id);
    expect(read.parentID).toEqual(parentID);
    expect(read.innerID?.()).toEqual(block.id);
  });

  it("takes a bare block of the X-chain by the sha256 of its bytes", () => {
    const bytes = new Uint8Array([0, 0, 0, 0, 0, 20, ...parentID, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(readContainer("X/block", bytes)).toMatchObject({ id: sha256(bytes), parentID });
  });

  it("takes a bare block of the C-chain by the Keccak of its header", () => {
    const [recorded] = recordedContainers(readExchanges("v1.12.1-local")).filter(
      ({ path }) => path === "C/block",
    );
    const outer = readContainer("C/block", decodeBytes(recorded!.bytes, "hex"));
    const inner = innerBytes(decodeBytes(recorded!.bytes, "hex"))!;
    const read = readContainer("C/block", inner);
    // The first wrapped block names its unwrapped parent, as its inner block does: the genesis block.
    expect(read.parentID).toEqual(outer.parentID);
    const lengthBytes = inner[3]! - 0xf7;
    const headerLength = Number(
      `0x${Buffer.from(inner.subarray(4, 4 + lengthBytes)).toString("hex")}`,
    );
    expect(read.id).toEqual(keccak256(inner.subarray(3, 4 + lengthBytes + headerLength)));
  });

  // Block 1 of Ethereum's mainnet: header and empty lists of transactions and uncles.
  it("computes the hash that Ethereum gives a block", () => {
    const header = [
      "f90211a0d4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
      "a01dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347",
      "9405a56e2d52c817161883f50c441c3228cfe54d9f",
      "a0d67e4d450343046425ae4271474353857ab860dbc0a1dde64b41b5cd3a532bf3",
      "a056e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421".repeat(2),
      `b90100${"00".repeat(256)}`,
      "8503ff80000001821388808455ba4224",
      "99476574682f76312e302e302f6c696e75782f676f312e342e32",
      "a0969b900de27b6ac6a67742365dd65f55a0526c41fd18e1b16f1a1215c2e66f59",
      "88539bd4979fef1ec4",
    ].join("");
    const bytes = fromHex(`f90216${header}c0c0`);
    const { id, parentID: parent } = readContainer("C/block", bytes);
    expect(Buffer.from(id).toString("hex")).toBe(
      "88e96d4537bea4d9c05d12549907b32561d3bf31f45aae734cdc119f13406cb6",
    );
    expect(Buffer.from(parent!).toString("hex")).toBe(
      "d4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
    );
  });

  it("takes transactions and vertices by the sha256 of their bytes", () => {
    const bytes = new Uint8Array([1, 2, 3]);
    for (const path of ["X/tx", "X/vtx"] as const) {
      expect(readContainer(path, bytes)).toMatchObject({ id: sha256(bytes), parentID: undefined });
    }
  });

  it.each([
    ["P/block", ""],
    ["P/block", "00"],
    ["P/block", "000000000014"],
    ["P/block", "00000000001d00"],
    ["X/block", "000000000014"],
    ["X/block", "000000000020"],
    ["C/block", ""],
    ["C/block", "80"],
    ["C/block", "c0"],
    ["C/block", "c180"],
    ["C/block", "c2c180"],
    ["C/block", "c3c280"],
    ["C/block", "f8ff"],
    ["C/block", "ffffffffffffffffff00"],
  ] as const)("refuses for %s the bytes %s", (path, hex) => {
    expect(() => readContainer(path, fromHex(hex))).toThrow(ContainerError);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hash160, sha256 } from "../../../../src/crypto/hash.ts";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { parseBlock } from "../../../../src/pchain/blocks/block.ts";
import {
  headerBytes,
  innerBytes,
  makeOuterBlock,
  type OuterBlock,
  parseOuterBlock,
  proposerOf,
} from "../../../../src/pchain/blocks/proposervm.ts";
import { CodecError } from "../../../../src/pchain/codec/reader.ts";
import { fromHex, toHex } from "../../../support/check-codec.ts";
import { filled } from "../../../support/sample-txs.ts";

type Case = {
  readonly node: string;
  readonly chain: "P" | "X";
  readonly id: string;
  readonly bytes: string;
};
const path = new URL("../../../vectors/blocks/outer.json", import.meta.url);
const cases: readonly Case[] = JSON.parse(readFileSync(path, "utf8")).cases;

describe("outer blocks of real nodes", () => {
  it.each(cases)("$node $chain $id", ({ node, chain, id, bytes }) => {
    const outer = parseOuterBlock(fromHex(bytes));
    expect(formatId(outer.id)).toBe(id);
    expect(toHex(makeOuterBlock(outer).bytes)).toBe(bytes);
    const inner = innerBytes(fromHex(bytes))!;
    if (chain === "P") expect(parseBlock(inner).bytes).toStrictEqual(inner);
    if (node === "v1.12.1-local") expect(outer.kind).toBe("StatelessBlock");
  });

  it("are of both forms", () => {
    const kinds = new Set(cases.map(({ bytes }) => parseOuterBlock(fromHex(bytes)).kind));
    expect([...kinds].sort()).toStrictEqual(["StatelessBlock", "StatelessGraniteBlock"]);
  });
});

describe("makeOuterBlock", () => {
  const proposal = {
    parentID: filled(32, 1),
    timestamp: 1_700_000_000n,
    pChainHeight: 7n,
    certificate: new Uint8Array(0),
    block: filled(3, 5),
  };
  const unsigned: OuterBlock = makeOuterBlock({
    kind: "StatelessBlock",
    proposal,
    signature: new Uint8Array(0),
  });

  it("writes a block that nobody signed", () => {
    expect(toHex(unsigned.bytes)).toBe(
      `0000${"00000000"}${"01".repeat(32)}${"000000006553f100"}${"0000000000000007"}` +
        `${"00000000"}${"00000003050505"}${"00000000"}`,
    );
    expect(unsigned.id).toStrictEqual(sha256(unsigned.bytes.slice(0, -4)));
    expect(proposerOf(proposal)).toBeUndefined();
  });

  it("leaves the signature out of the ID", () => {
    const signed = makeOuterBlock({ kind: "StatelessBlock", proposal, signature: filled(70, 9) });
    expect(signed.id).toStrictEqual(unsigned.id);
    expect(parseOuterBlock(signed.bytes)).toStrictEqual(signed);
  });

  it("tells the proposer by its certificate", () => {
    const certificate = filled(10, 3);
    expect(proposerOf({ ...proposal, certificate })).toStrictEqual(hash160(certificate));
  });

  it("writes an option, with an ID of all its bytes", () => {
    const option = makeOuterBlock({ kind: "Option", parentID: filled(32, 1), block: filled(2, 6) });
    expect(toHex(option.bytes)).toBe(`0000${"00000001"}${"01".repeat(32)}${"000000020606"}`);
    expect(option.id).toStrictEqual(sha256(option.bytes));
    expect(parseOuterBlock(option.bytes)).toStrictEqual(option);
    expect(innerBytes(option.bytes)).toStrictEqual(filled(2, 6));
  });

  it("writes a block of Granite with its epoch before the signature", () => {
    const epoch = { pChainHeight: 1n, number: 2n, startTime: 3n };
    const signature = new Uint8Array(0);
    const granite = makeOuterBlock({ kind: "StatelessGraniteBlock", proposal, epoch, signature });
    const epochHex = "000000000000000100000000000000020000000000000003";
    const rest = toHex(unsigned.bytes).slice(12, -8);
    expect(toHex(granite.bytes)).toBe(`000000000002${rest}${epochHex}00000000`);
    expect(granite.id).toStrictEqual(sha256(granite.bytes.slice(0, -4)));
  });
});

describe("parseOuterBlock", () => {
  it.each([
    ["", "couldn't unpack codec version"],
    ["000000000003", "couldn't unmarshal interface: unknown type ID 3"],
    ["000000000001", "packer has insufficient length for input"],
    [`000000000001${"00".repeat(36)}00`, "trailing buffer space: read 42 provided 43"],
  ])("refuses %s", (hex, text) => {
    expect(() => parseOuterBlock(fromHex(hex))).toThrow(new CodecError(text));
    expect(innerBytes(fromHex(hex))).toBeUndefined();
  });
});

describe("headerBytes", () => {
  it("names chain, parent and body", () => {
    const header = headerBytes(emptyId, filled(32, 1), filled(32, 2));
    expect(toHex(header)).toBe(`0000${"00".repeat(32)}${"01".repeat(32)}${"02".repeat(32)}`);
  });
});

import { describe, expect, it } from "vitest";
import { sha256 } from "../../../../src/crypto/hash.ts";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { formatJson } from "../../../../src/formats/json.ts";
import { releases } from "../../../../src/networks/release.ts";
import {
  type BlockContent,
  blockToJson,
  blockTxs,
  makeBlock,
  parseBlock,
} from "../../../../src/pchain/blocks/block.ts";
import { CodecError } from "../../../../src/pchain/codec/reader.ts";
import { makeTx } from "../../../../src/pchain/txs/tx.ts";
import { fromHex, toHex } from "../../../support/check-codec.ts";

const advance = makeTx({ kind: "AdvanceTimeTx", time: 0n }, []);
const reward = makeTx({ kind: "RewardValidatorTx", txID: emptyId }, []);
const zeroLink = { parentID: emptyId, height: 0n };
const link = { parentID: emptyId, height: 2n };
const parentHex = "00".repeat(32);
const linkHex = `${parentHex}0000000000000002`;
const timeHex = "0000000000000003";
const advanceHex = "00000013000000000000000000000000";
const rewardHex = `00000014${parentHex}00000000`;

describe("blocks on the wire", () => {
  const cases: [BlockContent, string][] = [
    [{ kind: "ApricotProposalBlock", ...link, tx: advance }, `00000000${linkHex}${advanceHex}`],
    [{ kind: "ApricotAbortBlock", ...link }, `00000001${linkHex}`],
    [{ kind: "ApricotCommitBlock", ...link }, `00000002${linkHex}`],
    [
      { kind: "ApricotStandardBlock", ...link, txs: [advance, reward] },
      `00000003${linkHex}00000002${advanceHex}${rewardHex}`,
    ],
    [{ kind: "ApricotAtomicBlock", ...link, tx: reward }, `00000004${linkHex}${rewardHex}`],
    [
      { kind: "BanffProposalBlock", time: 3n, txs: [advance], ...link, tx: reward },
      `0000001d${timeHex}00000001${advanceHex}${linkHex}${rewardHex}`,
    ],
    [{ kind: "BanffAbortBlock", time: 3n, ...link }, `0000001e${timeHex}${linkHex}`],
    [{ kind: "BanffCommitBlock", time: 3n, ...link }, `0000001f${timeHex}${linkHex}`],
    [
      { kind: "BanffStandardBlock", time: 3n, ...link, txs: [reward] },
      `00000020${timeHex}${linkHex}00000001${rewardHex}`,
    ],
    // avalanchego vms/platformvm/block/serialization_test.go @ v1.12.1
    [
      { kind: "BanffProposalBlock", time: 0n, txs: [], ...zeroLink, tx: advance },
      `0000001d${"00".repeat(52)}00000013${"00".repeat(12)}`,
    ],
    [{ kind: "BanffStandardBlock", time: 0n, ...zeroLink, txs: [] }, `00000020${"00".repeat(52)}`],
  ];
  it.each(cases)("%o", (content, hex) => {
    const block = makeBlock(content);
    expect(toHex(block.bytes)).toBe(`0000${hex}`);
    expect(block.id).toStrictEqual(sha256(block.bytes));
    expect(parseBlock(block.bytes)).toEqual(block);
    expect(makeBlock(parseBlock(fromHex(`0000${hex}`)))).toEqual(block);
  });
});

describe("transactions of a block", () => {
  const block = makeBlock({
    kind: "BanffProposalBlock",
    time: 3n,
    txs: [advance],
    ...link,
    tx: reward,
  });

  it("have the IDs and bytes that they have alone", () => {
    expect(blockTxs(parseBlock(block.bytes))).toStrictEqual([advance, reward]);
  });

  it("are none in an option", () => {
    expect(blockTxs(makeBlock({ kind: "BanffCommitBlock", time: 3n, ...link }))).toStrictEqual([]);
  });
});

describe("blockToJson", () => {
  const context = { hrp: "local" };
  const ids = '"parentID":"11111111111111111111111111111111LpoYY","height":2,"id":"';

  it("shows the members in Go's order", () => {
    const keysOf = (content: BlockContent) =>
      Object.keys(blockToJson(makeBlock(content), context)!);
    const members = ["parentID", "height", "id"];
    expect(keysOf({ kind: "ApricotCommitBlock", ...link })).toStrictEqual(members);
    expect(keysOf({ kind: "ApricotAtomicBlock", ...link, tx: reward })).toStrictEqual([
      ...members,
      "tx",
    ]);
    expect(keysOf({ kind: "ApricotStandardBlock", ...link, txs: [] })).toStrictEqual([
      ...members,
      "txs",
    ]);
    expect(keysOf({ kind: "BanffAbortBlock", time: 3n, ...link })).toStrictEqual([
      "time",
      ...members,
    ]);
    expect(
      keysOf({ kind: "BanffProposalBlock", time: 3n, txs: [], ...link, tx: reward }),
    ).toStrictEqual(["time", "txs", ...members, "tx"]);
  });

  it("shows heights and times as numbers and no transactions as an empty list", () => {
    const block = makeBlock({ kind: "BanffStandardBlock", time: 2n ** 63n, ...link, txs: [] });
    const text = formatJson(blockToJson(block, context));
    expect(text.startsWith(`{"time":9223372036854775808,${ids}`)).toBe(true);
    expect(text.endsWith('","txs":[]}')).toBe(true);
  });
});

describe("parseBlock", () => {
  const short = "packer has insufficient length for input";
  it.each([
    [
      "a transaction",
      "000000000022",
      "couldn't unmarshal interface: *txs.BaseTx does not implement interface block.Block",
    ],
    ["an unknown type", "00000000002b", "couldn't unmarshal interface: unknown type ID 43"],
    ["a skipped type", "000000000008", "couldn't unmarshal interface: unknown type ID 8"],
    [
      "a block within a block",
      `000000000000${linkHex}00000002`,
      "couldn't unmarshal interface: *block.ApricotCommitBlock does not implement interface txs.UnsignedTx",
    ],
    ["a short parent", "00000000000200", short],
    ["a short height", `000000000002${parentHex}00`, `couldn't unmarshal uint64: ${short}`],
    [
      "a missing transaction",
      `000000000003${linkHex}00000001`,
      `couldn't unmarshal interface: ${short}`,
    ],
    ["more behind it", `000000000002${linkHex}00`, "trailing buffer space: read 46 provided 47"],
    ["another version", `000100000002${linkHex}`, "unknown codec version"],
  ])("refuses %s", (_, hex, text) => {
    expect(() => parseBlock(fromHex(hex))).toThrow(new CodecError(text));
  });

  it("reads more than 256 KiB unless the release does not", () => {
    const genesisData = new Uint8Array(300_000);
    const baseTx = {
      networkID: 1,
      blockchainID: emptyId,
      outputs: [],
      inputs: [],
      memo: genesisData,
    };
    const txs = [makeTx({ kind: "BaseTx", baseTx }, [])];
    const { bytes } = makeBlock({ kind: "ApricotStandardBlock", ...link, txs });
    expect(parseBlock(bytes).bytes).toBe(bytes);
    expect(() => parseBlock(bytes, { release: releases["avalanchego-1.12"] })).toThrow(
      "byte array exceeds maximum length: 300106 > 262144",
    );
    expect(parseBlock(bytes, { bytesMax: Number.MAX_SAFE_INTEGER }).bytes).toBe(bytes);
  });

  it("reads as many bytes as the release does", () => {
    const ofLength = (length: number) => {
      const of = (memo: Uint8Array) => {
        const baseTx = { networkID: 1, blockchainID: emptyId, outputs: [], inputs: [], memo };
        const txs = [makeTx({ kind: "BaseTx", baseTx }, [])];
        return makeBlock({ kind: "ApricotStandardBlock", ...link, txs }).bytes;
      };
      return of(new Uint8Array(length - of(new Uint8Array(0)).length));
    };
    const [old, newest] = [releases["avalanchego-1.12"], releases.newest];
    const reads = (length: number, release: typeof old | typeof newest) => () =>
      parseBlock(ofLength(length), { release }).bytes.length;
    expect(reads(262_144, old)()).toBe(262_144);
    expect(reads(262_145, old)).toThrow("byte array exceeds maximum length: 262145 > 262144");
    expect(reads(262_145, newest)()).toBe(262_145);
    expect(reads(2_097_152, newest)()).toBe(2_097_152);
    expect(reads(2_097_153, newest)).toThrow(
      "byte array exceeds maximum length: 2097153 > 2097152",
    );
  });
});

import { describe, expect, test } from "vitest";
import {
  cChainBlockChanges,
  xChainBlockChanges,
} from "../../../src/foreign-chains/block-requests.ts";
import { isBoundByHeader } from "../../../src/foreign-chains/bound-block.ts";
import { encodeExtData } from "../../../src/foreign-chains/c-chain/atomic-tx.ts";
import {
  type CChainBlockContent,
  extDataHash,
  makeCChainBlock,
  parseCChainBlock,
} from "../../../src/foreign-chains/c-chain/block.ts";
import { bigEndian, rlpList, rlpString } from "../../../src/foreign-chains/c-chain/rlp.ts";
import { findNetwork } from "../../../src/networks/find-network.ts";
import { innerBytes } from "../../../src/pchain/blocks/proposervm.ts";
import { Rejection } from "../../../src/pchain/rejection.ts";
import { fromHex } from "../../support/check-codec.ts";
import { unsignedAtomicTx } from "../../support/follow/foreign-chain.ts";
import recorded from "../../vectors/containers.json" with { type: "json" };

const mainnet = findNetwork("mainnet");
const fuji = findNetwork("fuji");
const { apricotPhase1, apricotPhase5 } = mainnet.upgrades;

/** A block of a real node with an atomic import. */
const real = parseCChainBlock(
  innerBytes(
    fromHex(recorded.containers.find(({ path }) => path === "C/block")!.bytes.slice(2, -8)),
  )!,
);
const chainID = new Uint8Array(32).fill(3);
const exported = unsignedAtomicTx({
  kind: "ExportTx",
  networkID: 1,
  blockchainID: chainID,
  destinationChain: new Uint8Array(32),
  inputs: [],
  exportedOutputs: [
    {
      assetID: chainID,
      output: { kind: "TransferOutput", amount: 7n, locktime: 0n, threshold: 1, addresses: [] },
    },
  ],
});

/** The real block with other content. */
function blockWith(
  header: Partial<CChainBlockContent["header"]>,
  extData = real.extData,
): Uint8Array {
  const hash = { extDataHash: extDataHash(extData) };
  return makeCChainBlock({ ...real, header: { ...real.header, ...hash, ...header }, extData })
    .bytes;
}

describe("what a C-chain block changes in shared memory", () => {
  test("follows from its atomic transactions, in the form of its time", () => {
    expect(cChainBlockChanges(real.bytes, mainnet).requests).toMatchObject([{ kind: "remove" }]);
    const before = blockWith(
      { timestamp: apricotPhase5 - 1n },
      encodeExtData([exported], "single"),
    );
    const since = blockWith({ timestamp: apricotPhase5 }, encodeExtData([exported], "batch"));
    for (const block of [before, since]) {
      expect(cChainBlockChanges(block, mainnet).requests).toMatchObject([
        { kind: "put", utxo: { txID: exported.id, outputIndex: 0 } },
      ]);
    }
  });

  test("is nothing in a bonus block, which only mainnet has", () => {
    const bonus = blockWith(
      { number: 102_972n, timestamp: apricotPhase1 - 1n },
      encodeExtData([exported], "single"),
    );
    expect(cChainBlockChanges(bonus, mainnet).requests).toEqual([]);
    expect(cChainBlockChanges(bonus, fuji).requests).toHaveLength(1);
  });

  test("is marked where no hash covers it: before Apricot phase 1", () => {
    const at = (timestamp: bigint) =>
      cChainBlockChanges(
        blockWith({ number: 77n, timestamp }, encodeExtData([exported], "single")),
        mainnet,
      );
    expect(at(apricotPhase1 - 1n).unboundHeight).toBe(77n);
    expect(at(apricotPhase1).unboundHeight).toBeUndefined();
  });

  test.each([
    ["ExtData that is not its header's", blockWith({ extDataHash: chainID })],
    ["a batch of no transactions", blockWith({}, Uint8Array.of(0, 0, 0, 0, 0, 0))],
    [
      "a single transaction where a batch is due",
      blockWith({}, encodeExtData([exported], "single")),
    ],
    ["a byte too many", Uint8Array.of(...real.bytes, 0)],
  ])("%s is rejected", (_, bytes) => {
    expect(() => cChainBlockChanges(bytes, mainnet)).toThrow(Rejection);
  });

  test("an X-chain block that cannot be read is rejected", () => {
    expect(() => xChainBlockChanges(new Uint8Array(99))).toThrow(Rejection);
  });
});

/** Of n items in go-ethereum v1.13.15: `types.DeriveSha` with the transactions of `txsOf`. */
const roots: Readonly<Record<number, string>> = {
  1: "96f3f49e594a124875a78681f5237fcb595f8c0aa162b26e09e79a5fae330f5e",
  2: "db8181d21b3ed4e02e59f7e36eca27582ddc94775bb6def52e229a9a6f0470f4",
  3: "9df589bd234ad6bbfb236578c77b073c1ecd198bbf7b7b8e59f1efba96f13f4c",
  130: "64130a3bba65663377daac5bae9086820ac4e95e41d5bf287fba08e641ec6dd6",
  300: "57450750da912c14d25fc23d45ceafefb1c805320720b7e0bb031ff6b4b78e95",
};

/** Lists, and every third one in the form of a typed transaction. */
function txsOf(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, i) =>
    i % 3 === 2
      ? rlpString(Uint8Array.of(2, ...new Array(40).fill(i & 255)))
      : rlpList([i, 7, count].map((value) => rlpString(bigEndian(BigInt(value))))),
  );
}

function blockOf(count: number): CChainBlockContent {
  const transactionsRoot = fromHex(roots[count]!);
  return { ...real, header: { ...real.header, transactionsRoot }, transactions: txsOf(count) };
}

describe("a header", () => {
  test("says what is in the block of a real node", () => {
    expect(isBoundByHeader(real, apricotPhase1)).toBe(true);
  });

  test.each(Object.keys(roots).map(Number))(
    "says which %i transactions are in the block",
    (count) => {
      const block = blockOf(count);
      const isBound = (transactions: readonly Uint8Array[]) =>
        isBoundByHeader({ ...block, transactions }, apricotPhase1);
      expect(isBound(block.transactions)).toBe(true);
      expect(isBound(block.transactions.slice(1))).toBe(false);
      expect(isBound([...block.transactions, block.transactions[0]!])).toBe(false);
      expect(isBound(txsOf(count + 1).slice(0, count))).toBe(false);
    },
  );

  test("does not belong to other uncles, versions and ExtData", () => {
    const block = blockOf(3);
    const isBound = (change: Partial<CChainBlockContent>) =>
      isBoundByHeader({ ...block, ...change }, apricotPhase1);
    expect(isBound({ uncles: [block.transactions[0]!] })).toBe(false);
    expect(isBound({ version: 1 })).toBe(false);
    expect(isBound({ extData: Uint8Array.of(1) })).toBe(false);
    const early = { ...block.header, timestamp: apricotPhase1 - 1n };
    expect(isBound({ extData: Uint8Array.of(1), header: early })).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { VerifiedSignatures } from "../../../../src/crypto/verified-signatures.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { formatJson } from "../../../../src/formats/json.ts";
import { networkWithLocalParameters } from "../../../../src/networks/local.ts";
import type { ChainContext } from "../../../../src/networks/network.ts";
import {
  blockToJson,
  blockTxs,
  makeBlock,
  parseBlock,
} from "../../../../src/pchain/blocks/block.ts";
import type { ProofCheck } from "../../../../src/pchain/components/verify.ts";
import { buildGenesis } from "../../../../src/pchain/genesis/build.ts";
import { Rejection } from "../../../../src/pchain/rejection.ts";
import { verifySyntax } from "../../../../src/pchain/txs/syntactic.ts";
import { makeTx, parseTx, type Tx } from "../../../../src/pchain/txs/tx.ts";
import type { TxKind } from "../../../../src/pchain/wire-types.ts";
import { fromHex, toHex } from "../../../support/check-codec.ts";
import { recordedGenesis } from "../../../support/genesis-chain.ts";
import {
  goJson,
  type HistoryName,
  historyNames,
  type RecordedBlock,
  readHistory,
} from "../../../support/histories.ts";

/** The same proofs of possession come again and again: each is verified once. */
const verified = new VerifiedSignatures();
const verifyProof: ProofCheck = ({ publicKey, proofOfPossession }) => {
  const fault = verified.proofFault(publicKey, proofOfPossession);
  if (fault !== undefined) throw new Rejection(fault);
};

describe.each([...historyNames, "helicon-1", "etna-to-helicon-2", "all-1"] as const)(
  "the recorded chain %s",
  (name) => {
    const history = readHistory(name);

    it("has blocks with these IDs, which encode to the same bytes", () => {
      for (const recorded of history.blocks) {
        const block = parseBlock(fromHex(recorded.block));
        expect(formatId(block.id)).toBe(recorded.id);
        expect(block.height).toBe(BigInt(recorded.height));
        expect(block.kind).toBe(recorded.type);
        expect(toHex(makeBlock(block).bytes)).toBe(recorded.block);
        for (const tx of blockTxs(block)) expectSame(makeTx(tx.unsigned, tx.credentials), tx);
      }
    });

    it("shows its blocks as platform.getBlock did", () => {
      for (const { block, json } of history.blocks) {
        const shown = formatJson(blockToJson(parseBlock(fromHex(block)), { hrp: history.hrp }));
        expect(goJson(shown)).toBe(json);
      }
    });

    it("rejects broken blocks with the same text", () => {
      for (const { refused, error } of history.refusedBlocks) {
        expect(refusal(() => parseBlock(fromHex(refused)))).toBe(error);
      }
    });

    it("rejects broken transactions with the same text and reads all others", () => {
      for (const { issued, error } of history.issuedTxs) {
        const text = refusal(() => {
          const tx = parseTx(fromHex(issued));
          expectSame(makeTx(tx.unsigned, tx.credentials), tx);
        });
        const expected = error?.startsWith("couldn't parse tx: ") ? error : undefined;
        expect(text && `couldn't parse tx: couldn't parse tx: ${text}`).toBe(expected);
      }
    });

    it("accepts the syntax of accepted transactions, four of each kind", () => {
      const chain = chainOf(name);
      const counts = new Map<TxKind, number>();
      for (const { unsigned } of history.blocks.flatMap(txsOf)) {
        const count = (counts.get(unsigned.kind) ?? 0) + 1;
        counts.set(unsigned.kind, count);
        if (count <= 4) verifySyntax(unsigned, chain, verifyProof);
      }
    });

    it("rejects bad syntax with the same text", () => {
      const chain = chainOf(name);
      for (const { issued, error } of history.issuedTxs.filter(isDecidedBySyntax)) {
        const text = refusal(() =>
          verifySyntax(parseTx(fromHex(issued)).unsigned, chain, verifyProof),
        );
        if (text !== undefined)
          expect(error).toMatch(new RegExp(` failed execution: ${literal(text)}$`));
      }
    });
  },
);

function txsOf({ block }: RecordedBlock): readonly Tx[] {
  return blockTxs(parseBlock(fromHex(block)));
}

/** Others are accepted, as replays show, or refused before their syntax is checked. */
function isDecidedBySyntax({ error }: { readonly error: string | null }): boolean {
  if (error === null || error.startsWith("couldn't parse tx: ")) return false;
  return !/unsupported transaction type$|prior to activation$|verifying warp messages/.test(error);
}

function chainOf(name: HistoryName): ChainContext {
  const genesis = recordedGenesis(name);
  const { avaxAssetID } = buildGenesis(genesis);
  const unused = new Uint8Array(32);
  const network = networkWithLocalParameters(genesis.networkID);
  return { network, avaxAssetID, xChainID: unused, cChainID: unused };
}

function expectSame(made: Tx, parsed: Tx): void {
  expect(toHex(made.bytes)).toBe(toHex(parsed.bytes));
  expect(toHex(made.unsignedBytes)).toBe(toHex(parsed.unsignedBytes));
  expect(toHex(made.id)).toBe(toHex(parsed.id));
}

function refusal(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

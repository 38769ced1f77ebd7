import { expect, it } from "vitest";
import { ripemd160, sha256 } from "../../../../src/crypto/hash.ts";
import { readContainer } from "../../../../src/follow/container.ts";
import { recentStartTime } from "../../../../src/networks/local.ts";
import { parseBlock } from "../../../../src/pchain/blocks/block.ts";
import { makeOuterBlock } from "../../../../src/pchain/blocks/proposervm.ts";
import { openIndexedChain } from "../../../support/follow/follower.ts";
import { followedTransfers } from "../../../support/followed-transfers.ts";
import { localGenesis } from "../../../support/genesis-chain.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

it("notes the container of a followed block, and its proposer if it is signed", () => {
  const { containers } = followedTransfers(2);
  const now = BigInt(Math.floor(Date.now() / 1000));
  const genesis = localGenesis(recentStartTime(now));
  const { store, context, chain } = openIndexedChain(genesis, { isFollower: true });
  store.beginLedger(context, true);
  const [unsigned, second] = containers as [(typeof containers)[0], (typeof containers)[0]];
  const certificate = Uint8Array.from({ length: 300 }, (_, index) => index % 251);
  const { outer } = second;
  if (outer === undefined || outer.kind === "Option") throw new Error("it is not wrapped");
  const proposal = { ...outer.proposal, certificate };
  const signed = readContainer(makeOuterBlock({ ...outer, proposal }).bytes);
  for (const container of [unsigned, signed]) {
    chain.acceptBlock(parseBlock(container.block), 0n, { mode: "trusted", container });
  }
  const proposer = ripemd160(sha256(certificate));
  const { ledgerQueries: ledger } = store;
  const columns = (height: number) => {
    const { container_id, proposer } = ledger.block(height)!;
    return [container_id, proposer].map((bytes) => bytes && hex(bytes));
  };
  expect(columns(1)).toEqual([hex(unsigned.id), null]);
  expect(columns(2)).toEqual([hex(signed.id), hex(proposer)]);
  const page = { limit: 5, after: undefined, isDescending: true };
  const found = ledger.blocks({ heights: { from: 0, to: 2 }, proposer }, page);
  expect(found.rows.map(({ height }) => height)).toEqual([2]);
  store.close();
});

import { describe, expect, it } from "vitest";
import {
  type ProposedBlock,
  proposeBlock,
  readProposedBlock,
  unwrappedParent,
  warpHeightAfter,
  warpHeightOfIssued,
} from "../../../src/indexer/proposer.ts";
import { defaultUpgrades } from "../../../src/networks/upgrades.ts";
import { type Block, makeBlock } from "../../../src/pchain/blocks/block.ts";
import { parseOuterBlock } from "../../../src/pchain/blocks/proposervm.ts";
import { ProposerTips, proposerTipTables } from "../../../src/store/proposer-tip.ts";
import { plain } from "../../support/state/read-state.ts";
import { openStore } from "../../support/store/open-store.ts";

const start = 1_791_000_000n;
const genesis = unwrappedParent(new Uint8Array(32), start);

function blockAt(height: bigint, kind: "BanffStandardBlock" | "BanffCommitBlock"): Block {
  const link = { parentID: new Uint8Array(32), height, time: start + height };
  return kind === "BanffStandardBlock"
    ? makeBlock({ kind, ...link, txs: [] })
    : makeBlock({ kind, ...link });
}

/** Four blocks, the third of which is an option: after 0, 10, 10 and 60 seconds. */
function propose(upgrades = defaultUpgrades): readonly ProposedBlock[] {
  const proposed: ProposedBlock[] = [];
  for (const [index, seconds] of [0n, 10n, 10n, 60n].entries()) {
    const kind = index === 2 ? "BanffCommitBlock" : "BanffStandardBlock";
    const proposing = { now: start + seconds, pChainHeight: BigInt(index), upgrades };
    proposed.push(
      proposeBlock(blockAt(BigInt(index + 1), kind), proposed.at(-1) ?? genesis, proposing),
    );
  }
  return proposed;
}

const kindsOf = (blocks: readonly ProposedBlock[]) =>
  blocks.map(({ bytes }) => parseOuterBlock(bytes).kind);

describe("wrapped blocks", () => {
  it("have an epoch from the second one on after Granite", () => {
    const blocks = propose();
    const [, second, , fourth] = blocks;
    expect(kindsOf(blocks)).toEqual([
      "StatelessBlock",
      "StatelessGraniteBlock",
      "Option",
      "StatelessGraniteBlock",
    ]);
    const epoch = { pChainHeight: 0n, number: 1n, startTime: start };
    expect(blocks.map((block) => block.epoch)).toEqual([undefined, epoch, epoch, epoch]);
    // The fourth is beyond the end of the epoch, which ends with it: its child begins the next.
    const next = { now: start + 61n, pChainHeight: 9n, upgrades: defaultUpgrades };
    expect(proposeBlock(blockAt(5n, "BanffStandardBlock"), fourth!, next).epoch).toEqual({
      pChainHeight: 3n,
      number: 2n,
      startTime: start + 60n,
    });
    expect(readProposedBlock(second!.bytes, blocks[0]!)).toEqual(second);
  });

  it("verify warp messages at the height of their epoch, transactions at that of the next block's", () => {
    const [first, second, , fourth] = propose();
    const next = { now: start + 61n, pChainHeight: 9n, upgrades: defaultUpgrades };
    const heights = [genesis, first!, second!, fourth!].map((parent) =>
      warpHeightAfter(parent, next),
    );
    expect(heights).toEqual([0n, 0n, 0n, 3n]);
    expect(warpHeightOfIssued(first!, defaultUpgrades)).toBeUndefined();
    expect(warpHeightOfIssued(second!, defaultUpgrades)).toBe(0n);
    expect(warpHeightOfIssued(fourth!, defaultUpgrades)).toBe(3n);
  });

  it("verify them at the height that they propose before Granite", () => {
    const upgrades = { ...defaultUpgrades, granite: start + 3600n };
    const [first] = propose(upgrades);
    expect(warpHeightAfter(first!, { now: start + 61n, pChainHeight: 9n, upgrades })).toBe(9n);
    expect(warpHeightOfIssued(first!, upgrades)).toBeUndefined();
  });

  it("have none before Granite", () => {
    const blocks = propose({ ...defaultUpgrades, granite: start + 3600n });
    expect(kindsOf(blocks)).toEqual([
      "StatelessBlock",
      "StatelessBlock",
      "Option",
      "StatelessBlock",
    ]);
    expect(blocks.every(({ epoch }) => epoch === undefined)).toBe(true);
  });

  it("are stored as a tip with their epoch", () => {
    const store = openStore({ modules: [proposerTipTables] });
    const tips = new ProposerTips(store.database());
    for (const { bytes: _bytes, ...tip } of propose()) {
      tips.write(tip);
      expect(plain(tips.read())).toEqual(plain(tip));
    }
  });
});

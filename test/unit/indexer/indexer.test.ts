import { describe, expect, it } from "vitest";
import { decodeBytes } from "../../../src/formats/encoding.ts";
import { formatId } from "../../../src/formats/id.ts";
import { parseTime } from "../../../src/formats/time.ts";
import { readContainer } from "../../../src/indexer/container-id.ts";
import { Indexer } from "../../../src/indexer/indexer.ts";
import { defaultUpgrades } from "../../../src/networks/upgrades.ts";
import { type Block, makeBlock, parseBlock } from "../../../src/pchain/blocks/block.ts";
import { innerBytes, parseOuterBlock } from "../../../src/pchain/blocks/proposervm.ts";
import { parseContainer, type WrittenContainer } from "../../../src/store/container-log.ts";
import { readExchanges } from "../../exchanges/exchange.ts";
import { type RecordedContainer, recordedContainers } from "../../exchanges/recorded-containers.ts";
import { fromHex } from "../../support/check-codec.ts";
import { openIndices } from "../../support/containers.ts";
import { readHistory } from "../../support/histories.ts";

const genesisID = new Uint8Array(32).fill(7);

describe("the index of the P-chain", () => {
  const recorded = recordedContainers(readExchanges("v1.12.1-local"));
  const blocks = recorded.filter(({ path }) => path === "P/block");

  it("has the containers of a real node, byte for byte", () => {
    expect(blocks).toHaveLength(44);
    const { indexer, close } = openIndices();
    for (const container of blocks) acceptAsRecorded(indexer, container);
    const log = indexer.logs["P/block"];
    for (const [i, { id, bytes, timestamp }] of blocks.entries()) {
      const index = i.toString();
      expect(parseContainer(log.byIndex(BigInt(i))!)).toEqual({
        id,
        bytes,
        timestamp,
        encoding: "hex",
        index,
      });
    }
    expect(log.count()).toBe(44n);
    expect(formatId(indexer.lastAcceptedID()!)).toBe(blocks.at(-1)!.id);
    close();
  });

  it("invents no container for a block that another node proposed", () => {
    const { database, close } = openIndices();
    const options = { database, upgrades: defaultUpgrades, enabled: true, wrapsBlocks: false };
    const indexer = new Indexer(options);
    const at = { nanos: 1n, chainTime: 1n, pChainHeight: 0n };
    indexer.acceptBlocks([{ block: standardBlock(genesisID, 1n, 5n) }], at);
    expect(indexer.logs["P/block"].count()).toBe(0n);
    expect(indexer.lastAcceptedID()).toBeUndefined();
    close();
  });

  it("keeps what an import has brought when its blocks are accepted", () => {
    const { indexer, close } = openIndices();
    for (const container of blocks) acceptAsRecorded(indexer, container);
    const again = openIndices();
    const log = again.indexer.logs["P/block"];
    again.database.transaction(() => {
      for (const json of indexer.logs["P/block"].pages()) log.append(json.map(asNew));
    })();
    for (const { bytes } of blocks) {
      const block = parseBlock(innerBytes(decodeBytes(bytes, "hex"))!);
      again.indexer.acceptBlocks([{ block }], { nanos: 99n, chainTime: 99n, pChainHeight: 9n });
    }
    expect(log.count()).toBe(44n);
    expect(log.lastAccepted()).toEqual(indexer.logs["P/block"].lastAccepted());
    expect(again.indexer.lastAcceptedID()).toEqual(indexer.lastAcceptedID());
    const other = standardBlock(genesisID, 3n, 5n);
    expect(() =>
      again.indexer.acceptBlocks([{ block: other }], {
        nanos: 9n,
        chainTime: 9n,
        pChainHeight: 9n,
      }),
    ).toThrow(/at height 3, not .* imported from another chain/);
    close();
    again.close();
  });

  it("goes on from what it holds after a restart", () => {
    const { database, indexer, close } = openIndices();
    for (const container of blocks.slice(0, 20)) acceptAsRecorded(indexer, container);
    const restarted = new Indexer({ database, upgrades: defaultUpgrades, enabled: true });
    for (const container of blocks.slice(20)) acceptAsRecorded(restarted, container);
    expect(formatId(restarted.lastAcceptedID()!)).toBe(blocks.at(-1)!.id);
    close();
  });
});

// avalanchego vms/proposervm/{block,pre_fork_block,post_fork_option}.go @ v1.12.1
describe("the proposer layer", () => {
  const forkTime = 1_000n;
  const upgrades = {
    ...defaultUpgrades,
    apricotPhase4: forkTime,
    apricotPhase4MinPChainHeight: 77n,
  };
  const open = () => {
    const { database, close } = openIndices();
    return { indexer: new Indexer({ database, upgrades, enabled: true }), close };
  };
  const accept = (indexer: Indexer, accepted: readonly Block[], at: Partial<typeof usual> = {}) => {
    const { now, chainTime, pChainHeight } = { ...usual, ...at };
    const nanos = now * 1_000_000_000n + 999_999_999n;
    indexer.acceptBlocks(
      accepted.map((block) => ({ block })),
      { nanos, chainTime, pChainHeight },
    );
    return decodeBytes(parseContainer(indexer.logs["P/block"].lastAccepted()!).bytes, "hex");
  };
  const usual = { now: 2_000n, chainTime: forkTime, pChainHeight: 5n };

  it("leaves blocks as they are until the parent is in Apricot phase 4", () => {
    const { indexer, close } = open();
    const first = standardBlock(genesisID, 1n, 900n);
    expect(accept(indexer, [first], { chainTime: forkTime - 1n })).toEqual(first.bytes);
    expect(formatId(indexer.lastAcceptedID()!)).toBe(formatId(first.id));
    const second = standardBlock(first.id, 2n, 1_100n);
    const outer = parseOuterBlock(accept(indexer, [second], { chainTime: forkTime }));
    expect(outer).toMatchObject({
      kind: "StatelessBlock",
      proposal: { parentID: first.id, timestamp: 2_000n, pChainHeight: 77n, block: second.bytes },
    });
    close();
  });

  it("leaves the option of an unwrapped proposal as it is", () => {
    const { indexer, close } = open();
    const proposal = makeBlock({ kind: "ApricotAbortBlock", parentID: genesisID, height: 1n });
    accept(indexer, [proposal], { chainTime: forkTime - 1n });
    const option = makeBlock({ kind: "ApricotCommitBlock", parentID: proposal.id, height: 2n });
    expect(accept(indexer, [option], { chainTime: forkTime + 5n })).toEqual(option.bytes);
    close();
  });

  it("never goes back in time or height", () => {
    const { indexer, close } = open();
    const first = standardBlock(genesisID, 1n, 1n);
    const a = parseOuterBlock(accept(indexer, [first], { now: 3_000n, pChainHeight: 100n }));
    const second = standardBlock(first.id, 2n, 2n);
    const b = parseOuterBlock(accept(indexer, [second], { now: 2_500n, pChainHeight: 99n }));
    expect(b).toMatchObject({
      proposal: { parentID: a.id, timestamp: 3_000n, pChainHeight: 100n },
    });
    close();
  });

  it("begins with the chain's time where the clock is behind it", () => {
    const { indexer, close } = open();
    const first = standardBlock(genesisID, 1n, 1n);
    const outer = parseOuterBlock(accept(indexer, [first], { now: 5n, chainTime: 6_000n }));
    expect(outer).toMatchObject({ proposal: { timestamp: 6_000n } });
    close();
  });

  it("wraps an option without a time of its own", () => {
    const { indexer, close } = open();
    const proposal = standardBlock(genesisID, 1n, 1n);
    const link = { parentID: proposal.id, height: 2n, time: 1n };
    const option = makeBlock({ kind: "BanffCommitBlock", ...link });
    accept(indexer, [proposal, option], { now: 3_000n, pChainHeight: 100n });
    const [a, b] = [0n, 1n].map((index) => outerAt(indexer, index)) as [Outer, Outer];
    expect(b).toMatchObject({ kind: "Option", parentID: a.id, block: option.bytes });
    const third = standardBlock(option.id, 3n, 2n);
    const c = parseOuterBlock(accept(indexer, [third], { now: 10n, pChainHeight: 1n }));
    expect(c).toMatchObject({
      proposal: { parentID: b.id, timestamp: 3_000n, pChainHeight: 100n },
    });
    close();
  });

  it("begins anew behind blocks that it has not seen", () => {
    const { indexer, close } = open();
    accept(indexer, [standardBlock(genesisID, 1n, 1n)]);
    const unseen = standardBlock(genesisID, 4n, 4n);
    const next = standardBlock(unseen.id, 5n, 5n);
    const outer = parseOuterBlock(accept(indexer, [next]));
    expect(outer).toMatchObject({ proposal: { parentID: unseen.id, pChainHeight: 77n } });
    close();
  });

  it.each(["small", "etna", "banff-to-etna", "apricot-to-etna"] as const)(
    "links the blocks of the recorded chain %s",
    (name) => {
      const { indexer, close } = openIndices();
      const blocks = readHistory(name).blocks.map(({ block }) => parseBlock(fromHex(block)));
      for (const [i, block] of blocks.entries()) {
        indexer.acceptBlocks([{ block }], {
          nanos: BigInt(1_700_000_000 + i) * 1_000_000_000n,
          chainTime: 1_700_000_000n,
          pChainHeight: BigInt(i),
        });
      }
      const containers = [...indexer.logs["P/block"].pages()].flat().map(asNew);
      expect(containers).toHaveLength(blocks.length);
      let parentID = blocks[0]!.parentID;
      for (const [i, { id, bytesText }] of containers.entries()) {
        const read = readContainer("P/block", decodeBytes(bytesText, "hex"));
        expect(read.id).toEqual(id);
        expect(read.parentID).toEqual(parentID);
        expect(read.innerID?.()).toEqual(blocks[i]!.id);
        parentID = id;
      }
      close();
    },
  );
});

type Outer = ReturnType<typeof parseOuterBlock>;

function outerAt(indexer: Indexer, index: bigint): Outer {
  return parseOuterBlock(
    decodeBytes(parseContainer(indexer.logs["P/block"].byIndex(index)!).bytes, "hex"),
  );
}

function standardBlock(parentID: Uint8Array, height: bigint, time: bigint): Block {
  return makeBlock({ kind: "BanffStandardBlock", parentID, height, time, txs: [] });
}

/** Accepts the block inside a recorded container under the circumstances that the container tells. */
function acceptAsRecorded(indexer: Indexer, { bytes, timestamp }: RecordedContainer): void {
  const outer = parseOuterBlock(decodeBytes(bytes, "hex"));
  if (outer.kind === "Option") throw new Error("The recorded chain has no options.");
  const fraction = /\.(\d+)Z$/.exec(timestamp)?.[1] ?? "";
  const nanos = parseTime(timestamp) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
  indexer.acceptBlocks([{ block: parseBlock(outer.proposal.block) }], {
    nanos,
    chainTime: defaultUpgrades.apricotPhase4,
    pChainHeight: outer.proposal.pChainHeight,
  });
}

function asNew(json: string) {
  const { id, bytes, timestamp } = JSON.parse(json) as WrittenContainer;
  const read = readContainer("P/block", decodeBytes(bytes, "hex"));
  expect(formatId(read.id)).toBe(id);
  return { id: read.id, idText: id, bytesText: bytes, timestampText: timestamp };
}

import { equalBytes, type Id } from "../formats/bytes.ts";
import { decodeBytes } from "../formats/encoding.ts";
import { formatId } from "../formats/id.ts";
import type { Upgrades } from "../networks/network.ts";
import type { Block } from "../pchain/blocks/block.ts";
import { type IndexPath, indexPaths, parseContainer } from "../store/container-log.ts";
import { Containers, containerTables } from "../store/containers.ts";
import type { TableModule } from "../store/migrations.ts";
import { type ProposerTip, ProposerTips, proposerTipTables } from "../store/proposer-tip.ts";
import type { SqliteDatabase } from "../store/sqlite.ts";
import { newContainer } from "./new-container.ts";
import {
  type ProposedBlock,
  type ProposerParent,
  proposeBlock,
  readProposedBlock,
  unwrappedParent,
} from "./proposer.ts";

/** The tables that a store needs for its indices. */
export const indexTables: readonly TableModule[] = [containerTables, proposerTipTables];

/** Under which circumstances blocks were accepted. */
export type AcceptedAt = {
  /** Unix nanoseconds of the node's clock. */
  readonly nanos: bigint;
  /** Unix seconds: the chain's time before the blocks. */
  readonly chainTime: bigint;
  /** Height that the proposer layer would use, from before the blocks. */
  readonly pChainHeight: bigint;
};

/** A block of the P-chain; a network's block comes in its container, one of our own builder is wrapped here. */
export type IndexedBlock = { readonly block: Block; readonly container?: Uint8Array | undefined };

/**
 * The container logs of a store, and the proposer layer's view of the P-chain: it is kept with and
 * without indices, since consensus and its IDs are there in both cases.
 */
export class Indexer {
  readonly logs: Readonly<Record<IndexPath, Containers>>;
  readonly #tips: ProposerTips;
  readonly #upgrades: Upgrades;
  readonly #isEnabled: boolean;

  constructor(options: {
    readonly database: SqliteDatabase;
    readonly upgrades: Upgrades;
    /** Whether accepted blocks go into the log of the P-chain. */
    readonly enabled: boolean;
  }) {
    const { database, upgrades, enabled } = options;
    const logs = indexPaths.map((path) => [path, new Containers(database, path)] as const);
    this.logs = Object.fromEntries(logs) as Record<IndexPath, Containers>;
    this.#tips = new ProposerTips(database);
    this.#upgrades = upgrades;
    this.#isEnabled = enabled;
  }

  /** ID of the last accepted block as consensus knows it; undefined before the first. */
  lastAcceptedID(): Id | undefined {
    return this.#tips.read()?.id;
  }

  /**
   * Wraps blocks of the P-chain as the proposer layer does and puts them into its log. Called within
   * the transaction that accepts them; a block that an import has brought already keeps the form and
   * the time that it came with. Throws where the log holds another block at its height.
   */
  acceptBlocks(blocks: readonly IndexedBlock[], acceptedAt: AcceptedAt): void {
    let tip = this.#tips.read();
    for (const { block, container } of blocks) {
      const parent = parentOf(block, tip, acceptedAt.chainTime);
      const known = this.#isEnabled ? this.#known(block, parent) : undefined;
      const received = container && readProposedBlock(container, parent);
      const proposed = known ?? received ?? this.#propose(block, parent, acceptedAt);
      if (this.#isEnabled && known === undefined) {
        this.logs["P/block"].append([newContainer(proposed.id, proposed.bytes, acceptedAt.nanos)]);
      }
      tip = proposed;
    }
    if (tip !== undefined) this.#tips.write(tip);
  }

  #propose(block: Block, parent: ProposerParent, acceptedAt: AcceptedAt): ProposedBlock {
    return proposeBlock(block, parent, {
      now: acceptedAt.nanos / 1_000_000_000n,
      pChainHeight: acceptedAt.pChainHeight,
      upgrades: this.#upgrades,
    });
  }

  /** The block as the log has it; the first is of height 1. A log with gaps ends before. */
  #known(block: Block, parent: ProposerParent): ProposedBlock | undefined {
    const found = this.logs["P/block"].byIndex(block.height - 1n);
    if (found === undefined) return undefined;
    const proposed = readProposedBlock(decodeBytes(parseContainer(found).bytes, "hex"), parent);
    if (!equalBytes(proposed.innerID, block.id)) {
      throw new Error(
        `The P-chain index holds block ${formatId(proposed.innerID)} at height ${block.height}, not ${formatId(block.id)}: ` +
          "it was imported from another chain.",
      );
    }
    return proposed;
  }
}

/** A tip that is not of the block's parent is from before blocks that went by without a proposer. */
function parentOf(block: Block, tip: ProposerTip | undefined, chainTime: bigint): ProposerParent {
  const isParent = tip !== undefined && equalBytes(tip.innerID, block.parentID);
  if (isParent && tip.isWrapped) return tip;
  return unwrappedParent(block.parentID, chainTime);
}

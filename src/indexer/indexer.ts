import { equalBytes, type Id } from "../formats/bytes.ts";
import { decodeBytes, encodeBytes } from "../formats/encoding.ts";
import { formatId } from "../formats/id.ts";
import { formatTimeNanos } from "../formats/time.ts";
import type { Upgrades } from "../networks/network.ts";
import type { Block } from "../pchain/blocks/block.ts";
import type { ReceivedContainer } from "../pchain/blocks/proposervm.ts";
import {
  type IndexPath,
  indexPaths,
  type NewContainer,
  parseContainer,
} from "../store/container-log.ts";
import { Containers, containerTables } from "../store/containers.ts";
import type { TableModule } from "../store/migrations.ts";
import { type ProposerTip, ProposerTips, proposerTipTables } from "../store/proposer-tip.ts";
import type { SqliteDatabase } from "../store/sqlite.ts";
import {
  type ProposedBlock,
  type ProposerParent,
  type ProposerSigner,
  proposeBlock,
  readProposedBlock,
  receivedBlock,
  unwrappedParent,
  warpHeightAfter,
  warpHeightOfIssued,
} from "./proposer.ts";

/** The tables that a store needs for its indices. */
export const indexTables: readonly TableModule[] = [containerTables, proposerTipTables];

/** The clock and the chain at the time when blocks were accepted. */
export type AcceptedAt = {
  /** Unix nanoseconds of the node's clock. */
  readonly nanos: bigint;
  /** The chain time before the blocks, in Unix seconds. */
  readonly chainTime: bigint;
  /** The height that proposervm would use, from before the blocks. */
  readonly pChainHeight: bigint;
};

/** The last accepted block, and the chain time after it in Unix seconds. */
type LastBlock = { readonly id: Id; readonly chainTime: bigint };

/** A block of the P-chain; a network's block comes in its container, one of our own builder is wrapped here. */
export type IndexedBlock = {
  readonly block: Block;
  readonly container?: ReceivedContainer | undefined;
};

/** What a batch of blocks adds; it is written with the last one. */
type Batch = {
  readonly containers: NewContainer[];
  /** Containers that the log had before: those may be of an import. */
  readonly knownCount: bigint;
  readonly tipBefore: ProposerTip | undefined;
  tip: ProposerTip | undefined;
};

/**
 * The container logs of a store, and proposervm's view of the P-chain, which the node needs with and without
 * indices.
 */
export class Indexer {
  readonly logs: Readonly<Record<IndexPath, Containers>>;
  readonly #tips: ProposerTips;
  readonly #upgrades: Upgrades;
  readonly #isEnabled: boolean;
  readonly #wrapsBlocks: boolean;
  readonly #signer: ProposerSigner | undefined;
  #batch: Batch | undefined;

  constructor(options: {
    readonly database: SqliteDatabase;
    readonly upgrades: Upgrades;
    /** Whether accepted blocks go into the log of the P-chain. */
    readonly enabled: boolean;
    /** False on a node that follows a network: a block without its container is not in the index. Default: true. */
    readonly wrapsBlocks?: boolean;
    /** Signs the blocks that it wraps, as followers verify; unsigned if absent. */
    readonly signer?: ProposerSigner | undefined;
  }) {
    const { database, upgrades, enabled, wrapsBlocks = true, signer } = options;
    const logs = indexPaths.map((path) => [path, new Containers(database, path)] as const);
    this.logs = Object.fromEntries(logs) as Record<IndexPath, Containers>;
    this.#tips = new ProposerTips(database);
    this.#upgrades = upgrades;
    this.#isEnabled = enabled;
    this.#wrapsBlocks = wrapsBlocks;
    this.#signer = signer;
  }

  /** The proposervm ID of the last accepted block; undefined before the first. */
  lastAcceptedID(): Id | undefined {
    return this.#tip()?.id;
  }

  /** Until `writeBatch`, accepted blocks change neither log nor proposervm on disk: writing many at once is faster. */
  beginBatch(): void {
    const knownCount = this.#isEnabled ? this.logs["P/block"].count() : 0n;
    const tip = this.#tips.read();
    this.#batch = { containers: [], knownCount, tipBefore: tip, tip };
  }

  /** Call it within the transaction that accepts the blocks of the batch. */
  writeBatch(): void {
    const batch = this.#batch;
    this.#batch = undefined;
    if (batch === undefined) return;
    const { containers, tip, tipBefore } = batch;
    if (containers.length > 0) this.logs["P/block"].append(containers);
    if (tip !== undefined && tip !== tipBefore) this.#tips.write(tip);
  }

  /** Forgets a batch whose blocks could not be written. */
  loseBatch(): void {
    this.#batch = undefined;
  }

  #tip(): ProposerTip | undefined {
    return this.#batch === undefined ? this.#tips.read() : this.#batch.tip;
  }

  /** An accepted block as the parent of the next one. `chainTime` is the chain time after it, in Unix seconds. */
  parent(lastAcceptedID: Id, chainTime: bigint): ProposerParent {
    return parentOf(lastAcceptedID, this.#tip(), chainTime);
  }

  /** From now on P-chain containers get the time at which the node has bootstrapped. */
  beginBootstrap(nowNanos: bigint): void {
    const log = this.logs["P/block"];
    log.bootstraps.begin(nowNanos, log.count());
  }

  completeBootstrap(nowNanos: bigint): void {
    const log = this.logs["P/block"];
    log.bootstraps.complete(nowNanos, log.count());
  }

  /** The P-chain height at which a block on the last accepted one verifies its warp messages. */
  warpHeightOfNext(last: LastBlock, now: bigint, pChainHeight: bigint): bigint {
    const proposing = { now, pChainHeight, upgrades: this.#upgrades };
    return warpHeightAfter(this.#parentAfter(last), proposing);
  }

  /** The height at which a transaction verifies them before it is in a block; undefined outside of epochs. */
  warpHeightOfIssued(last: LastBlock): bigint | undefined {
    return warpHeightOfIssued(this.#parentAfter(last), this.#upgrades);
  }

  #parentAfter({ id, chainTime }: LastBlock): ProposerParent {
    return parentOf(id, this.#tip(), chainTime);
  }

  /**
   * Wraps P-chain blocks like proposervm and appends them to the index. Call it within the transaction that accepts them.
   * A block that an import already added keeps its imported form and time. Throws if the index has another block at the
   * same height. Never invents the container of a block that another node proposed: unless this node wraps blocks, one
   * without a container leaves index and proposervm as they are.
   */
  acceptBlocks(blocks: readonly IndexedBlock[], acceptedAt: AcceptedAt): void {
    let tip = this.#tip();
    for (const { block, container } of blocks) {
      if (container === undefined && !this.#wrapsBlocks) continue;
      const parent = parentOf(block.parentID, tip, acceptedAt.chainTime);
      const known = this.#isEnabled ? this.#known(block, parent) : undefined;
      const received = container && receivedBlock(container, block.id, parent);
      const proposed = known ?? received ?? this.#propose(block, parent, acceptedAt);
      if (this.#isEnabled && known === undefined) {
        this.#append(proposed, acceptedAt.nanos);
      }
      tip = proposed;
    }
    if (this.#batch !== undefined) this.#batch.tip = tip;
    else if (tip !== undefined) this.#tips.write(tip);
  }

  #append({ id, bytes }: ProposedBlock, acceptedAtNanos: bigint): void {
    const log = this.logs["P/block"];
    const marker = log.bootstraps.marker();
    const container = newContainer(id, bytes, acceptedAtNanos);
    const added = marker === undefined ? container : { ...container, timestampText: marker };
    if (this.#batch !== undefined) this.#batch.containers.push(added);
    else log.append([added]);
  }

  #propose(block: Block, parent: ProposerParent, acceptedAt: AcceptedAt): ProposedBlock {
    const proposing = {
      now: acceptedAt.nanos / 1_000_000_000n,
      pChainHeight: acceptedAt.pChainHeight,
      upgrades: this.#upgrades,
    };
    return proposeBlock(block, parent, proposing, this.#signer);
  }

  /** The block from the index, whose first container has height 1. An incomplete index may not have it. */
  #known(block: Block, parent: ProposerParent): ProposedBlock | undefined {
    const index = block.height - 1n;
    if (this.#batch !== undefined && index >= this.#batch.knownCount) return undefined;
    const found = this.logs["P/block"].byIndex(index);
    if (found === undefined) return undefined;
    const proposed = readProposedBlock(decodeBytes(parseContainer(found).bytes, "hex"), parent);
    if (!equalBytes(proposed.innerID, block.id)) {
      throw new Error(
        `The P-chain index has block ${formatId(proposed.innerID)} at height ${block.height}, not ${formatId(block.id)}: ` +
          "it was imported from another chain.",
      );
    }
    return proposed;
  }
}

/** A tip other than the block's parent is older than blocks that were accepted without proposervm. */
function parentOf(parentID: Id, tip: ProposerTip | undefined, chainTime: bigint): ProposerParent {
  const isParent = tip !== undefined && equalBytes(tip.innerID, parentID);
  if (isParent && tip.isWrapped) return tip;
  return unwrappedParent(parentID, chainTime);
}

/** The container of a block that was just accepted, at a time in Unix nanoseconds. */
export function newContainer(id: Id, bytes: Uint8Array, acceptedAtNanos: bigint): NewContainer {
  return {
    id,
    idText: formatId(id),
    bytesText: encodeBytes(bytes, "hex"),
    timestampText: formatTimeNanos(acceptedAtNanos),
  };
}

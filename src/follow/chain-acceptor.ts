import type { Chain } from "../chain/chain.ts";
import { equalBytes } from "../formats/bytes.ts";
import { formatTime } from "../formats/time.ts";
import type { Indexer } from "../indexer/indexer.ts";
import { type Block, parseBlock } from "../pchain/blocks/block.ts";
import type { OuterBlock } from "../pchain/blocks/proposervm.ts";
import { CodecError } from "../pchain/codec/reader.ts";
import { Rejection } from "../pchain/rejection.ts";
import type { ChainStore } from "../store/chain-store.ts";
import type { Acceptor, ExecutionMode } from "./acceptor.ts";
import type { Container } from "./container.ts";
import type { Tip } from "./walks.ts";

export type ChainAcceptorOptions = {
  readonly chain: Chain;
  readonly store: ChainStore;
  readonly indexer: Indexer;
  /** Unix seconds from which on the rules of blocks are unknown, if the network announces an upgrade. */
  readonly rulesEnd?: () => bigint | undefined;
};

/** Puts attested containers into the P-chain of this node. */
export class ChainAcceptor implements Acceptor {
  readonly #options: ChainAcceptorOptions;
  #proposal: Container | undefined;

  constructor(options: ChainAcceptorOptions) {
    this.#options = options;
  }

  tip(): Tip {
    const { chain, store, indexer } = this.#options;
    const { height } = chain.tip();
    const last = store.blocks.lastAccepted();
    const proposal = this.openProposal();
    if (proposal !== undefined) return { height, id: proposal.id };
    // The genesis block has no container: its own ID is what its child names as its parent.
    return { height: last.height, id: indexer.lastAcceptedID() ?? last.id };
  }

  /** The container of a proposal that waits for its option. */
  openProposal(): Container | undefined {
    return this.#options.chain.tip().height > this.storedHeight() ? this.#proposal : undefined;
  }

  storedHeight(): bigint {
    return this.#options.store.blocks.lastAccepted().height;
  }

  accept(container: Container, mode: ExecutionMode): void {
    const { chain, rulesEnd } = this.#options;
    if (!equalBytes(container.parentID, this.tip().id)) throw new Rejection("not found");
    const block = parseAttested(container.block);
    verifyRulesKnown(block, rulesEnd?.());
    const pChainHeight = warpHeight(container.outer);
    chain.acceptBlock(block, pChainHeight, { mode, container, isAttested: true });
    this.#proposal = container;
  }

  batch(work: () => void): void {
    const { store, indexer } = this.#options;
    store.beginBatch();
    indexer.beginBatch();
    try {
      work();
    } finally {
      this.#commitBatch();
    }
  }

  #commitBatch(): void {
    const { chain, store, indexer } = this.#options;
    try {
      store.commitBatch(() => indexer.writeBatch());
    } catch (error) {
      // The blocks are lost, so nothing may build on them.
      indexer.loseBatch();
      chain.clearMemory();
      this.#proposal = undefined;
      throw error;
    }
  }
}

/** A block that this program cannot read is one that it cannot agree with. */
export function parseAttested(bytes: Uint8Array): Block {
  try {
    return parseBlock(bytes, { bytesMax: Infinity });
  } catch (error) {
    if (error instanceof CodecError) throw new Rejection(error.message);
    throw error;
  }
}

/** Executing a block by rules that it was not made for could go wrong without a trace. */
export function verifyRulesKnown(block: Block, rulesEnd: bigint | undefined): void {
  if (rulesEnd === undefined || !("time" in block) || block.time < rulesEnd) return;
  throw new Rejection(
    `this version does not know the rules of the upgrade at ${formatTime(rulesEnd)}: update Couloir`,
  );
}

/** The height at which the warp messages of a block are verified: the epoch's since Granite, before it the block's own. */
function warpHeight(outer: OuterBlock | undefined): bigint {
  if (outer === undefined || outer.kind === "Option") return 0n;
  return outer.kind === "StatelessGraniteBlock"
    ? outer.epoch.pChainHeight
    : outer.proposal.pChainHeight;
}

import { VerifiedSignatures } from "../crypto/verified-signatures.ts";
import { equalBytes, type Id, type ShortId } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
import type { ChainContext } from "../networks/network.ts";
import { bytesMaxBeforeHelicon } from "../networks/release.ts";
import { type Block, blockTxs, makeBlock } from "../pchain/blocks/block.ts";
import type { ReceivedContainer } from "../pchain/blocks/proposervm.ts";
import {
  type ExecutedBlock,
  type ExecutedProposal,
  executeBlock,
  readditionAt,
  TxRejection,
} from "../pchain/executor/block.ts";
import type { ExecutionContext } from "../pchain/executor/context.ts";
import { subnetOfChain } from "../pchain/executor/same-subnet.ts";
import { executeStandardTx } from "../pchain/executor/standard-tx.ts";
import { advanceTimeTo, nextBlockTime, nextStakerChangeTime } from "../pchain/executor/time.ts";
import { verifyWarpOf } from "../pchain/executor/warp.ts";
import { pickFeeCalculator } from "../pchain/fees/calculator.ts";
import { complexityOf, gasOf } from "../pchain/fees/complexity.ts";
import { Rejection, within } from "../pchain/rejection.ts";
import { Diff } from "../pchain/state/diff.ts";
import type { State } from "../pchain/state/state.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { UnsignedTx } from "../pchain/txs/unsigned-tx.ts";
import type { WarpValidator, WarpValidators } from "../pchain/warp/verify.ts";
import type { Acceptance, ChainStore } from "../store/chain-store.ts";
import { BlockCounts, type BlockFigures } from "./block-counts.ts";
import { buildBlock } from "./build-block.ts";
import { DroppedTxs } from "./dropped-txs.ts";
import { Mempool, MempoolFull } from "./mempool.ts";
import { RecentHeights } from "./recent-heights.ts";

export type ChainOptions = {
  readonly store: ChainStore;
  readonly context: ChainContext;
  readonly clock: ChainClock;
  readonly mode?: ExecutionContext["mode"];
  /**
   * False on a node that does not run the X- and C-chain, like AvalancheGo with partial sync, because it cannot
   * verify imports.
   */
  readonly hasSharedMemory?: boolean;
  /**
   * Without shared memory: whether this node knows what a chain exported up to the network's tip, so that an import from it
   * can be issued. Blocks are not verified by that: the chains have no common order.
   */
  readonly knowsExports?: (sourceChain: Id) => boolean;
  /** Use the last accepted height as the minimum height. */
  readonly useCurrentHeight?: boolean;
  /** The P-chain heights at which warp messages are verified; the minimum height if absent. */
  readonly warpHeights?: WarpHeights;
  /** Whether the staker of a proposal met the uptime requirement. */
  readonly prefersCommit?: (tx: Tx, state: State) => boolean;
  /** Verify a rejected transaction again when it is issued again: time frees gas, locks and fees. AvalancheGo remembers it. */
  readonly reverifiesRejected?: boolean;
  /** Addresses on a dev chain that do not have to sign. */
  readonly impersonates?: (address: ShortId) => boolean;
  /** Whether it is this node's turn to propose a block; always if absent. */
  readonly mayPropose?: () => boolean;
  /** Whether blocks that it did not build may be empty. */
  readonly allowsEmptyBlocks?: boolean;
  /** Writes additional data in the database transaction that stores the blocks. */
  readonly withinTransaction?: (
    blocks: readonly ReceivedBlock[],
    database: Parameters<NonNullable<Acceptance["withinTransaction"]>>[0],
  ) => void;
  /** Called after blocks were accepted. */
  readonly onAccepted?: (blocks: readonly Block[]) => void;
  /** Called when the status of a transaction changes while no block contains it. */
  readonly onPending?: (txID: Id, status: PendingStatus) => void;
};

/** Without `nowMillis`, the clock has whole seconds, as that of a recorded chain. */
export type ChainClock = { nowSeconds(): bigint; nowMillis?(): number };

/** The height to use instead of the minimum height within proposervm's epochs (ACP-181). */
export type WarpHeights = {
  /** Of a block that is built now. */
  readonly ofNextBlock: (minimumHeight: bigint) => bigint;
  /** The height for a transaction that is being issued; undefined outside of epochs. */
  readonly ofIssued: () => bigint | undefined;
};

/** A block, and the container it came in if it came from a network. */
export type ReceivedBlock = {
  readonly block: Block;
  readonly container: ReceivedContainer | undefined;
};

/** How a block that was received is accepted. */
export type Reception = {
  /** If absent, the chain's own mode. */
  readonly mode?: ExecutionContext["mode"];
  readonly container?: ReceivedContainer;
  /** The network has accepted the block: if its time is ahead of this node's clock, the clock is slow. */
  readonly isAttested?: boolean;
};

/** The status of a transaction that is not in an accepted block. */
export type PendingStatus =
  | { readonly kind: "Processing" }
  | { readonly kind: "Dropped"; readonly reason: string };

/**
 * The P-chain of this node and the only writer of chain data. It takes transactions, builds or receives
 * blocks, executes them, and accepts each in one database transaction.
 */
export class Chain {
  readonly #options: ChainOptions;
  readonly #store: ChainStore;
  readonly signatures = new VerifiedSignatures();
  readonly mempool: Mempool;
  #dropped = new DroppedTxs();
  #recent = new RecentHeights();
  readonly #validators: WarpValidators;
  readonly #counts = new BlockCounts();
  /** The proposal whose option is not accepted yet. */
  #proposal:
    | (ExecutedProposal & {
        readonly container: ReceivedContainer | undefined;
        readonly begunMs: number;
      })
    | undefined;

  constructor(options: ChainOptions) {
    this.#options = options;
    this.#store = options.store;
    this.mempool = new Mempool(options.context);
    this.#validators = {
      subnetOf: (chainID) => subnetOfChain(this.#store.state, chainID),
      setAt: (subnetID, height) => this.#setAt(subnetID, height),
    };
  }

  /** What it did with blocks since the start. */
  get counts(): BlockFigures {
    return this.#counts;
  }

  height(): bigint {
    return this.#store.blocks.lastAccepted().height;
  }

  /** The P-chain height that the proposer layer would put into a block now, for verifying warp messages. */
  minimumHeight(): bigint {
    const height = this.height();
    if (this.#options.useCurrentHeight === true) return height;
    return this.#recent.minimumHeight(height, this.#options.clock.nowSeconds());
  }

  /**
   * The validators that a warp message of a transaction that is issued now is verified with. Throws a Rejection if there is
   * no such chain.
   */
  warpSource(chainID: Id): {
    readonly height: bigint;
    readonly validators: readonly WarpValidator[];
  } {
    const height = this.#warpHeightOfIssued();
    const subnetID = this.#validators.subnetOf(chainID);
    return { height, validators: this.#validators.setAt(subnetID, height) };
  }

  #warpHeightOfIssued(): bigint {
    return this.#options.warpHeights?.ofIssued() ?? this.minimumHeight();
  }

  /**
   * Adds a transaction to the mempool. Returns undefined, or the reason of the rejection, which follows
   * `couldn't issue tx: ` in the API. avalanchego vms/platformvm/network/gossip.go @ v1.12.1
   */
  issue(tx: Tx): string | undefined {
    if (this.mempool.has(tx.id)) return undefined;
    const { reverifiesRejected = false } = this.#options;
    const known = reverifiesRejected ? undefined : this.#dropped.refusal(tx.id);
    if (known !== undefined) return known;
    const refusal = this.refusalOf(tx);
    if (refusal !== undefined) {
      this.#drop(tx.id, refusal);
      return `failed verification: ${refusal}`;
    }
    try {
      this.mempool.add(tx);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      if (!(error instanceof MempoolFull)) this.#drop(tx.id, error.message);
      return error.message;
    }
    this.#dropped.forget(tx.id);
    this.#options.onPending?.(tx.id, { kind: "Processing" });
    return undefined;
  }

  /** Why a transaction cannot go into the next block; undefined if it can. Does not change the mempool. */
  refusalOf(tx: Tx): string | undefined {
    return reasonOf(() => this.#verifyTx(tx));
  }

  /** The least fee of a transaction in the next block, in nAVAX. Throws a Rejection. */
  feeInNextBlock(unsigned: UnsignedTx): bigint {
    const context = this.#executionContext();
    const { network } = context.chain;
    const diff = new Diff(this.#store.state, readditionAt(context.now, network));
    advanceTimeTo(diff, nextBlockTime(diff, context), context);
    return pickFeeCalculator(diff, network)(unsigned);
  }

  /** Whether a transaction that creates this blockchain waits for a block, or is in one that waits for its option. */
  proposesChain(chainID: Id): boolean {
    return this.#pendingTx(chainID)?.unsigned.kind === "CreateChainTx";
  }

  pendingStatus(txID: Id): PendingStatus | undefined {
    if (this.#pendingTx(txID) !== undefined) return { kind: "Processing" };
    const reason = this.#dropped.reason(txID);
    return reason === undefined ? undefined : { kind: "Dropped", reason };
  }

  /** Removes a transaction from the mempool and remembers why. With an empty reason it is forgotten, as if evicted. */
  drop(tx: Tx, reason: string): void {
    this.mempool.remove(tx);
    if (reason !== "") this.#drop(tx.id, reason);
  }

  /** Lets rejected transactions be verified again. Call it when a rule has changed. */
  reconsiderDropped(): void {
    this.#dropped.reconsider();
  }

  /** Executes a block on the last accepted one or on the open proposal; throws a Rejection. */
  verifyBlock(block: Block, pChainHeight: bigint, mode?: ExecutionContext["mode"]): ExecutedBlock {
    return this.#verifyReceived(block, pChainHeight, mode === undefined ? {} : { mode });
  }

  #verifyReceived(block: Block, pChainHeight: bigint, reception: Reception): ExecutedBlock {
    return this.#counts.verify(() => this.#verifyBlock(block, pChainHeight, reception));
  }

  #verifyBlock(block: Block, pChainHeight: bigint, { mode, isAttested }: Reception): ExecutedBlock {
    const ofClock = this.#executionContext(mode);
    const isClockSlow = isAttested === true && "time" in block && block.time > ofClock.now;
    const context = isClockSlow ? { ...ofClock, now: block.time } : ofClock;
    if (context.mode === "verified") {
      for (const tx of blockTxs(block)) {
        verifyWarpOf(tx, this.#validators, () => pChainHeight, context);
      }
    }
    // Before Helicon by the last accepted block, so that the first block of Helicon is held to the old limit, too.
    if (this.#isOverOldLimit(block.bytes, this.#store.state.timestamp())) {
      throw new Rejection("block size exceeds max block size pre-Helicon");
    }
    try {
      return executeBlock(block, this.#parentOf(block), context);
    } catch (error) {
      // A transaction in the mempool stays there until a block of our own drops it.
      if (error instanceof TxRejection && !this.mempool.has(error.tx.id)) {
        this.#dropped.drop(error.tx.id, error.message);
      }
      throw error;
    }
  }

  /** Verifies and accepts a block. A proposal changes the state when its option is accepted. Throws a Rejection. */
  acceptBlock(block: Block, pChainHeight: bigint, reception: Reception = {}): void {
    const begunMs = performance.now();
    const executed = this.#verifyReceived(block, pChainHeight, reception);
    this.#accept(executed, begunMs, reception.container);
  }

  /** The block accepted last, or the proposal on it that waits for its option. */
  tip(): { readonly id: Id; readonly height: bigint } {
    return this.#proposal?.block ?? this.#store.blocks.lastAccepted();
  }

  /**
   * Builds and accepts the next block, and the option of a proposal. Returns false if there is nothing to do, or if it is
   * not this node's turn. With
   * `evenEmpty`, it always builds a block. An empty block only moves the chain's time, and no validator would accept
   * it.
   */
  produceBlock({ evenEmpty = false } = {}): boolean {
    if (this.#options.mayPropose?.() === false) return false;
    const begunMs = performance.now();
    const last = this.#store.blocks.lastAccepted();
    const minimumHeight = this.minimumHeight();
    const pChainHeight = this.#options.warpHeights?.ofNextBlock(minimumHeight) ?? minimumHeight;
    const executed = buildBlock({
      parentID: last.id,
      height: last.height + 1n,
      state: this.#store.state,
      mempool: this.mempool,
      validators: this.#validators,
      pChainHeight,
      context: this.#executionContext(),
      evenEmpty,
      onDrop: (tx, reason) => this.#drop(tx.id, reason),
    });
    if (executed === undefined) return false;
    const { block } = executed;
    if (!equalBytes(this.#store.blocks.lastAccepted().id, last.id)) {
      // A listener has accepted another block in the meantime: the result is stale, and its transactions wait again.
      for (const tx of "txs" in block ? block.txs : []) this.issue(tx);
      return true;
    }
    this.#counts.built += 1;
    this.#accept(executed, begunMs);
    if (block.kind === "BanffProposalBlock") {
      const prefersCommit = this.#options.prefersCommit?.(block.tx, this.#store.state) ?? true;
      const option = makeBlock({
        kind: prefersCommit ? "BanffCommitBlock" : "BanffAbortBlock",
        parentID: block.id,
        height: block.height + 1n,
        time: block.time,
      });
      this.acceptBlock(option, pChainHeight);
    }
    return true;
  }

  /** Returns a function that restores the in-memory part of the chain, to be used together with a restored store. */
  keepMemory(): () => void {
    const restores = [this.mempool.keep(), this.#dropped.keep(), this.#recent.keep()];
    const proposal = this.#proposal;
    return () => {
      for (const restore of restores) restore();
      this.#proposal = proposal;
    };
  }

  /** Clears the in-memory part. Call it when the store contains another chain. */
  clearMemory(): void {
    this.mempool.clear();
    this.#dropped = new DroppedTxs();
    this.#recent = new RecentHeights();
    this.#proposal = undefined;
  }

  /** The time at which a block is due even without transactions: the next change of stakers, at most `latest`. */
  nextChangeTime(latest: bigint): bigint {
    return nextStakerChangeTime(this.#store.state, latest, this.#executionContext());
  }

  #drop(txID: Id, reason: string): void {
    this.#dropped.drop(txID, reason);
    this.#options.onPending?.(txID, { kind: "Dropped", reason });
  }

  #pendingTx(txID: Id): Tx | undefined {
    const proposed = this.#proposal === undefined ? [] : blockTxs(this.#proposal.block);
    return this.mempool.get(txID) ?? proposed.find(({ id }) => equalBytes(id, txID));
  }

  #accept(executed: ExecutedBlock, begunMs: number, container?: ReceivedContainer): void {
    const { block } = executed;
    if (executed.kind === "proposal") {
      this.#proposal = { ...executed, container, begunMs };
      return;
    }
    const proposal = this.#proposal;
    const isOption = proposal !== undefined && equalBytes(block.parentID, proposal.block.id);
    const decided = executed.state.changes();
    const received = isOption ? [proposal, { block, container }] : [{ block, container }];
    const blocks = received.map(({ block }) => block);
    const changes =
      isOption && proposal.decisions !== undefined
        ? [proposal.decisions.changes(), decided]
        : [decided];
    const { withinTransaction } = this.#options;
    this.#store.accept({
      blocks,
      changes,
      atomicRequests: isOption ? proposal.atomicRequests : executed.atomicRequests,
      containers: received.map((each) => each.container),
      ...(withinTransaction && {
        withinTransaction: (database) => withinTransaction(received, database),
      }),
    });
    this.#proposal = undefined;
    if (isOption) this.#counts.accept(proposal.begunMs);
    this.#counts.accept(begunMs);
    const { forgetsDropped } = this.#options.context.network.release;
    for (const accepted of blocks) {
      this.#recent.add(accepted.height, this.#options.clock.nowSeconds());
      for (const tx of blockTxs(accepted)) {
        // A transaction that conflicts with a decision of a proposal block waits until a block of our own drops it.
        if (isDecisionOfProposal(tx, accepted)) this.mempool.remove(tx);
        else this.mempool.removeConflicts(tx);
        if (forgetsDropped) this.#dropped.forget(tx.id);
      }
    }
    this.#options.onAccepted?.(blocks);
  }

  #parentOf(block: Block) {
    const proposal = this.#proposal;
    if (proposal !== undefined && equalBytes(block.parentID, proposal.block.id)) {
      return { height: proposal.block.height, state: undefined, proposal };
    }
    const last = this.#store.blocks.lastAccepted();
    if (!equalBytes(block.parentID, last.id)) throw new Rejection("not found");
    return { height: last.height, state: this.#store.state, proposal: undefined };
  }

  #verifyTx(tx: Tx): void {
    const context = this.#issueContext(tx);
    if (this.#isOverOldLimit(tx.bytes, context.now)) {
      throw new Rejection("transaction size exceeds max transaction size pre-Helicon");
    }
    within("failed verifying warp messages", () =>
      verifyWarpOf(tx, this.#validators, () => this.#warpHeightOfIssued(), context),
    );
    const { network } = context.chain;
    const { upgrades, dynamicFees } = network;
    const diff = new Diff(this.#store.state, readditionAt(context.now, network));
    advanceTimeTo(diff, nextBlockTime(diff, context), context);
    if (diff.timestamp() >= upgrades.etna) {
      const gas = within("failed to calculate tx complexity", () =>
        gasOf(complexityOf(tx.unsigned), dynamicFees.weights),
      );
      const { capacity } = diff.feeState();
      if (gas > capacity) {
        throw new Rejection(`tx exceeds current gas capacity: ${gas} > ${capacity}`);
      }
    }
    const fee = pickFeeCalculator(diff, network);
    const issued = { ...context, isPastSecond: this.#isPastSecondOf(diff, context) };
    within("failed execution", () => executeStandardTx(tx, diff, fee, issued));
  }

  #isOverOldLimit({ length }: Uint8Array, time: bigint): boolean {
    return length > bytesMaxBeforeHelicon && time < this.#options.context.network.upgrades.helicon;
  }

  /** Whether chain time at issue is the clock's, and the clock is a fraction of a second ahead of it. */
  #isPastSecondOf(issued: State, context: ExecutionContext): boolean {
    const { clock } = this.#options;
    const now = issued.timestamp();
    if (clock.nowMillis === undefined || now !== context.now) return false;
    if (now < context.chain.network.upgrades.durango) return false;
    const isCapped = nextStakerChangeTime(this.#store.state, now + 1n, context) <= now;
    return !isCapped && clock.nowMillis() > Number(now) * 1000;
  }

  /** An import is verified if this node knows what its source chain exported. */
  #issueContext(tx: Tx): ExecutionContext {
    const context = this.#executionContext();
    const { unsigned } = tx;
    if (context.sharedMemory !== undefined || unsigned.kind !== "ImportTx") return context;
    if (this.#options.knowsExports?.(unsigned.sourceChain) !== true) {
      throw new Rejection("issuing an import tx is not allowed while partial syncing");
    }
    return { ...context, sharedMemory: this.#store.atomicUtxos };
  }

  #executionContext(mode = this.#options.mode ?? "verified"): ExecutionContext {
    const { hasSharedMemory = true } = this.#options;
    return {
      chain: this.#options.context,
      now: this.#options.clock.nowSeconds(),
      mode,
      sharedMemory: hasSharedMemory ? this.#store.atomicUtxos : undefined,
      signatures: this.signatures,
      ...(this.#options.impersonates && { impersonates: this.#options.impersonates }),
      allowsEmptyBlocks: this.#options.allowsEmptyBlocks === true,
    };
  }

  #setAt(subnetID: Id, height: bigint) {
    const current = this.height();
    if (height > current) {
      throw new Rejection(
        `failed to fetch validator set at unfinalized height with SubnetID = ${formatId(subnetID)}: current P-chain height (${current}) < requested P-Chain height (${height})`,
      );
    }
    return this.#store.validators.setAt(subnetID, height);
  }
}

/** avalanchego vms/platformvm/block/executor/verifier.go BanffProposalBlock @ v1.12.1 and v1.15.0-fuji */
function isDecisionOfProposal(tx: Tx, block: Block): boolean {
  return block.kind === "BanffProposalBlock" && tx !== block.tx;
}

function reasonOf(verify: () => void): string | undefined {
  try {
    verify();
    return undefined;
  } catch (error) {
    if (error instanceof Rejection) return error.message;
    throw error;
  }
}

import { Chain } from "../chain/chain.ts";
import { prefersCommit } from "../chain/prefers-commit.ts";
import { ProofsAhead } from "../crypto/proofs-ahead.ts";
import { FormatError } from "../formats/format-error.ts";
import { formatId } from "../formats/id.ts";
import type { Call, CallAnswer } from "../node/apis/answer-call.ts";
import { platformAnswers } from "../node/apis/platform-answers.ts";
import type { OpenChain } from "../node/chain/open-chain.ts";
import { type Block, blockTxs, parseBlock } from "../pchain/blocks/block.ts";
import { CodecError } from "../pchain/codec/reader.ts";
import { decodeUtxo, type Utxo } from "../pchain/components/utxo.ts";
import { proofsOfPossession } from "../pchain/executor/proofs-of-possession.ts";
import { Rejection } from "../pchain/rejection.ts";
import { compareTried, type RefusedBlock } from "./compare-tried.ts";
import { ContainerTip } from "./container-tip.ts";
import type { BlockEvent, ExportEvent, HistoryEvent } from "./event.ts";
import type { MaskName } from "./masks.ts";
import { PeerUptimes } from "./peer-uptimes.ts";
import { Tallies } from "./tally.ts";

export type ReplayOptions = {
  readonly opened: Pick<OpenChain, "store" | "context">;
  /** `trusted` skips what bootstrapping skips: signatures, proofs, staking rules. */
  readonly mode: "verified" | "trusted";
  /** Repeat recorded calls and rejected blocks. A trusted replay repeats only calls. */
  readonly compare: boolean;
  /** What a comparison may mask; everything in masks.ts if absent. */
  readonly masks?: ReadonlySet<MaskName>;
  /** The time of blocks without a recorded one, in Unix seconds. */
  readonly machineClock: () => bigint;
  /** How many blocks share a transaction of the store. */
  readonly batchBlocks?: number;
  /** Threads that verify proofs of possession ahead. */
  readonly proofThreads?: number;
};

/** A block of the history does not fit this chain. */
export class ReplayStopped extends Error {}

/** Nobody asks meanwhile. More blocks together change more rows of one page, which is written once. */
const batchBlocksDefault = 8000;

/**
 * Executes a history on a store that has its genesis: each block at its recorded time, with the exports of other chains
 * in between. With `compare`, also repeats every recorded call and rejected block.
 */
export class Replay {
  readonly #options: ReplayOptions;
  readonly #chain: Chain;
  readonly #answer: Promise<(call: Call) => Promise<CallAnswer>>;
  readonly #proofs: ProofsAhead | undefined;
  readonly #uptimes: PeerUptimes;
  readonly #tip: ContainerTip;
  readonly #foreseen = new WeakMap<BlockEvent, Block>();
  readonly tallies = new Tallies();
  #now = 0n;
  #blocks = 0;
  #inBatch = 0;

  constructor(options: ReplayOptions) {
    this.#options = options;
    const { store, context } = options.opened;
    const clock = { nowSeconds: () => this.#now };
    this.#tip = new ContainerTip(context.network.upgrades);
    const warpHeights = {
      ofNextBlock: (minimumHeight: bigint) => minimumHeight,
      ofIssued: () => this.#tip.heightOfIssued(),
    };
    this.#chain = new Chain({ store, context, clock, mode: options.mode, warpHeights });
    const isNewest = context.network.release.name === "newest";
    const profile = isNewest ? "avalanchego" : "avalanchego-1.12";
    this.#uptimes = new PeerUptimes(store, clock);
    const asked = { store, context, chain: this.#chain, clock, uptimes: this.#uptimes };
    this.#answer = platformAnswers(profile, asked);
    const { mode, proofThreads = 0 } = options;
    this.#proofs =
      mode === "verified" ? new ProofsAhead(proofThreads, this.#chain.signatures) : undefined;
  }

  /** Blocks accepted so far. */
  get blocks(): number {
    return this.#blocks;
  }

  /** Prepares for an event that `apply` gets later. */
  foresee(event: HistoryEvent): void {
    if (event.event !== "block" || this.#proofs === undefined) return;
    const block = unlessUnreadable(() => this.#parse(event.bytes));
    if (block === undefined) return;
    this.#foreseen.set(event, block);
    for (const proof of proofsOf(block)) this.#proofs.expect(proof);
  }

  /** Throws ReplayStopped at the first block that differs. */
  async apply(event: HistoryEvent): Promise<void> {
    const { opened } = this.#options;
    switch (event.event) {
      case "block":
        return this.#accept(event);
      case "atomicUTXO":
        return opened.store.putAtomicUtxo(event.sourceChain, utxoOf(event));
      case "peer":
        this.#now = event.clock;
        return this.#uptimes.setConnected(event.nodeID, event.connected);
      case "drop": {
        const waiting = this.#chain.mempool.get(event.txID);
        if (waiting !== undefined) this.#chain.drop(waiting, event.reason);
        return;
      }
      default: {
        if (!this.#options.compare) return;
        if (this.#options.mode === "trusted" && event.event !== "ask") return;
        await compareTried(event, {
          tallies: this.tallies,
          ...(this.#options.masks && { masks: this.#options.masks }),
          setClock: (nowSeconds) => {
            this.#now = nowSeconds;
          },
          answer: await this.#answer,
          refusalOf: (block) => refusalOf(block, this.#chain, (bytes) => this.#parse(bytes)),
        });
      }
    }
  }

  /** Commits the current batch. */
  commit(): void {
    if (this.#inBatch > 0) this.#options.opened.store.commitBatch();
    this.#inBatch = 0;
  }

  /** Stops the threads. */
  close(): void {
    this.#proofs?.close();
  }

  async #accept(event: BlockEvent): Promise<void> {
    this.#now = event.clock ?? this.#options.machineClock();
    const block = checked(event, this.#foreseen.get(event), (bytes) => this.#parse(bytes));
    if (this.#proofs !== undefined) {
      for (const proof of proofsOf(block)) await this.#proofs.settle(proof);
    }
    const pChainHeight = this.#warpHeight(event, block);
    try {
      this.#enterBatch();
      this.#chain.acceptBlock(block, pChainHeight);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      throw new ReplayStopped(`${nameOf(block)} is rejected: ${error.message}`);
    }
    this.#blocks++;
    if (this.#options.compare) this.#comparePreference(block, event.preferred);
  }

  /** The height at which the block verifies its warp messages. A recorded one must be that of the container. */
  #warpHeight({ container, pChainHeight }: BlockEvent, block: Block): bigint {
    if (container === undefined) return pChainHeight ?? block.height - 1n;
    const height = this.#tip.advance(container, block, this.#options.opened.store);
    if (height === undefined) {
      throw new ReplayStopped(`the container of ${nameOf(block)} has another block`);
    }
    if (pChainHeight !== undefined && pChainHeight !== height) {
      throw new ReplayStopped(
        `the container of ${nameOf(block)} has the P-chain height ${height}, expected ${pChainHeight}`,
      );
    }
    return height;
  }

  /** The option that this node would prefer. The recorded one is accepted in any case. */
  #comparePreference(block: Block, preferred: string | undefined): void {
    if (preferred === undefined || !("tx" in block)) return;
    const { store, context } = this.#options.opened;
    const uptime = (...of: Parameters<PeerUptimes["uptime"]>) => this.#uptimes.uptime(...of);
    // Uptime decides since Banff only. avalanchego vms/platformvm/block/executor/options.go @ v1.15.0
    const commits =
      block.kind === "ApricotProposalBlock" ||
      prefersCommit(block.tx, store.state, context.network, uptime);
    const own = commits ? "commit" : "abort";
    const what = `${nameOf(block)} got ${own}, expected ${preferred}`;
    this.tallies.count("preference", own === preferred ? undefined : what);
  }

  #parse(bytes: Uint8Array): Block {
    return parseBlock(bytes, { release: this.#options.opened.context.network.release });
  }

  #enterBatch(): void {
    const { opened, batchBlocks = batchBlocksDefault } = this.#options;
    if (this.#inBatch >= batchBlocks) this.commit();
    if (this.#inBatch === 0) opened.store.beginBatch();
    this.#inBatch++;
  }
}

/** Throws ReplayStopped. */
function utxoOf({ utxo }: ExportEvent): Utxo {
  try {
    return decodeUtxo(utxo);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new ReplayStopped(`the UTXO cannot be read: ${error.message}`);
  }
}

function proofsOf(block: Block): { publicKey: Uint8Array; proof: Uint8Array }[] {
  return blockTxs(block)
    .flatMap(proofsOfPossession)
    .map(({ publicKey, proofOfPossession }) => ({ publicKey, proof: proofOfPossession }));
}

function unlessUnreadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CodecError || error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Parses the block unless that is done, and checks its recorded ID and height. Throws ReplayStopped. */
function checked(
  { bytes, id, height }: BlockEvent,
  foreseen: Block | undefined,
  parse: (bytes: Uint8Array) => Block,
): Block {
  let block = foreseen;
  try {
    block ??= parse(bytes);
  } catch (error) {
    if (!(error instanceof CodecError) && !(error instanceof FormatError)) throw error;
    throw new ReplayStopped(
      `${height === undefined ? "the block" : `block ${height}`} cannot be read: ${error.message}`,
    );
  }
  if (id !== undefined && formatId(block.id) !== id) {
    throw new ReplayStopped(`${nameOf(block)} should have the ID ${id}`);
  }
  if (height !== undefined && block.height !== height) {
    throw new ReplayStopped(`${nameOf(block)} should have the height ${height}`);
  }
  return block;
}

function nameOf(block: Block): string {
  return `block ${block.height} (${block.kind} ${formatId(block.id)})`;
}

function refusalOf(
  { bytes, stage, pChainHeight }: RefusedBlock,
  chain: Chain,
  parse: (bytes: Uint8Array) => Block,
): string | undefined {
  try {
    const block = parse(bytes);
    if (stage === "parse") return undefined;
    chain.verifyBlock(block, pChainHeight);
    return undefined;
  } catch (error) {
    if (error instanceof CodecError || error instanceof Rejection) return error.message;
    throw error;
  }
}

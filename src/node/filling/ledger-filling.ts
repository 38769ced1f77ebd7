import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Chain } from "../../chain/chain.ts";
import { Rate } from "../../follow/progress.ts";
import { equalBytes } from "../../formats/bytes.ts";
import { parseBlock } from "../../pchain/blocks/block.ts";
import { Rejection } from "../../pchain/rejection.ts";
import { maxBigint } from "../../pchain/uint64.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { noteFillingProblem, readFillingProblem } from "../../store/ledger/coverage.ts";
import { genesisTime, type OpenChain, openChain } from "../chain/open-chain.ts";
import type { NodeClock } from "../clock.ts";
import { recordCredits } from "../dev/credit-accounts.ts";
import { DevSettings } from "../dev/dev-settings.ts";
import type { Log } from "../logging/log.ts";
import { recordedMode } from "../mode/recorded-mode.ts";
import { type NodeConfig, StartError } from "../node-config.ts";
import { DevOutputs } from "./dev-outputs.ts";
import { GapWriter, OtherPast } from "./gap-writer.ts";
import { Pace } from "./pace.ts";

/** Blocks whose rows share a transaction of the served store. Calls wait for it, the first after a quiet time for the longer one. */
const writtenAtOnce = { idle: 64, busy: 8 };
/** Pages of a log that are moved to the main file at once while the node has other work: calls wait for that, too. */
const movedAtOnce = 250;
/** Blocks that share a transaction of the second store. */
const committedAtOnce = 256;
const reportMs = 5_000;
const waitMs = 200;
const restartMs = 5_000;

export type FillingOptions = {
  readonly opened: OpenChain;
  readonly config: NodeConfig;
  readonly clock: NodeClock;
  readonly log: Log;
  /** Following the tip comes first. */
  readonly hasCaughtUp: () => boolean;
  /** Calls that this process was asked. */
  readonly calls: () => number;
};

export type FillingProgress = {
  /** Blocks without rows. */
  readonly missing: number;
  /** The next height that is filled; undefined if none is missing. */
  readonly nextHeight: number | undefined;
  readonly blocksPerSecond: number;
  /** Undefined while it cannot be estimated. */
  readonly remainingSeconds: number | undefined;
  /** Why it cannot go on. */
  readonly problem: string | undefined;
};

const otherGenesis =
  "this program makes another genesis than the one that the store has: start the node with the genesis flags that the chain began with";

/** What it spends may have been made while nothing was written of it. */
const devRemedy =
  "it may spend what was made outside of blocks while the ledger was off: dev.reset begins a chain with a ledger";

/** The blocks of this store cannot be executed again. */
class FillingStopped extends Error {}

/**
 * Fills the gaps of the ledger: executes the blocks of the store again on a second store, in the folder `filling` beside it,
 * and writes their rows. A process that ends meanwhile continues at its next start.
 */
export class LedgerFilling {
  readonly #options: FillingOptions;
  readonly #abort = new AbortController();
  readonly #rate = new Rate(() => performance.now());
  readonly #pace: Pace;
  #running: Promise<void> = Promise.resolve();
  #problem: string | undefined;
  #onNeeded: (() => void) | undefined;
  #reportedAt = 0;

  constructor(options: FillingOptions) {
    this.#options = options;
    this.#pace = new Pace(options.calls);
  }

  /** Whether a height has no rows though the ledger is on. */
  get isNeeded(): boolean {
    const { ledger } = this.#options.opened.store;
    return ledger.isOn && ledger.gaps().length > 0;
  }

  /** Calls a listener once: now, or when a dev node has a past whose rows are missing. */
  onNeeded(listener: () => void): void {
    if (this.isNeeded) listener();
    else this.#onNeeded = listener;
  }

  /** Called again when a dev node has another past, which may lack other rows. */
  start(): void {
    this.#running = this.#running.then(() => this.#run());
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }

  progress(): FillingProgress {
    const gaps = this.#options.opened.store.ledger.gaps();
    const missing = gaps.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    const blocksPerSecond = this.#rate.perSecond();
    return {
      missing,
      nextHeight: gaps[0]?.from,
      blocksPerSecond,
      remainingSeconds: missing > 0 && blocksPerSecond > 0 ? missing / blocksPerSecond : undefined,
      problem: this.#problem,
    };
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    const { log } = this.#options;
    this.#note(undefined);
    if (this.isNeeded) this.#announce();
    while (!signal.aborted) {
      try {
        await this.#untilReady(signal);
        if (this.isNeeded) await this.#fill(signal);
        this.#discard();
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof OtherPast) {
          this.#discard();
          continue;
        }
        if (error instanceof FillingStopped) {
          this.#note(error.message);
          log.warn({ reason: error.message }, "the ledger cannot be filled");
          return;
        }
        const problem = `${(error as Error).message}; trying again`;
        if (this.#problem !== problem) {
          log.error({ err: error }, "couldn't fill the ledger; trying again");
        }
        this.#note(problem);
        await sleep(restartMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Notes in the store, too, why it cannot go on, or that it does: readers know it from there. */
  #note(problem: string | undefined): void {
    this.#problem = problem;
    const { store } = this.#options.opened;
    if (readFillingProblem(store.metadata) === problem) return;
    try {
      store.together(() => noteFillingProblem(store.metadata, problem));
    } catch (error) {
      this.#options.log.warn({ err: error }, "couldn't note how far the ledger is filled");
    }
  }

  #announce(): void {
    this.#onNeeded?.();
    this.#onNeeded = undefined;
  }

  /** The history before a snapshot comes with its verification. */
  async #untilReady(signal: AbortSignal): Promise<void> {
    const { opened, hasCaughtUp } = this.#options;
    const isReady = () => opened.store.history.isComplete && hasCaughtUp();
    while (this.isNeeded && !isReady()) await sleep(waitMs, undefined, { signal });
  }

  async #fill(signal: AbortSignal): Promise<void> {
    const { opened, config, log } = this.#options;
    const { missing, nextHeight } = this.progress();
    log.info({ missing, nextHeight }, "filling the ledger from the blocks of the store");
    recordCredits(opened, new DevSettings(opened.store.metadata), config.local);
    const writer = new GapWriter(opened.store);
    const second = await this.#openSecond(writer);
    try {
      const { context } = opened;
      const chain = new Chain({
        ...{ store: second.store, context, clock: this.#clock, hasSharedMemory: false },
        // A developer builds blocks that change nothing.
        allowsEmptyBlocks: recordedMode(opened.store) === "dev",
      });
      const devOutputs = new DevOutputs(opened.store);
      devOutputs.addAtTip(second.store);
      while (this.isNeeded) await this.#fillBatch({ chain, second, writer, devOutputs }, signal);
    } finally {
      await second.close();
    }
    log.info({}, "the ledger is complete");
  }

  /** The clock of a dev node can have been ahead when it built its blocks. */
  get #clock(): Pick<NodeClock, "nowSeconds"> {
    const { clock, opened } = this.#options;
    const { state } = opened.store;
    return { nowSeconds: () => maxBigint(clock.nowSeconds(), state.timestamp()) };
  }

  async #fillBatch(filled: Filled, signal: AbortSignal): Promise<void> {
    const { store } = filled.second;
    store.beginBatch();
    try {
      await this.#executeBatch(filled, signal);
    } catch (error) {
      keepExecuted(store);
      throw error;
    }
    const commit = () => {
      store.commitBatch();
      return false;
    };
    await this.#pace.slice(commit, signal);
    await this.#moveLog(store, signal);
    this.#note(undefined);
  }

  /** A store moves its log when it is long: a call that comes at this moment would wait too long. */
  async #moveLog(store: ChainStore, signal: AbortSignal): Promise<void> {
    if (!this.#pace.isBusy) return;
    const move = () => {
      store.integrity?.moveLog(movedAtOnce);
      return false;
    };
    await this.#pace.slice(move, signal);
  }

  async #executeBatch(
    { chain, second, writer, devOutputs }: Filled,
    signal: AbortSignal,
  ): Promise<void> {
    const from = chain.tip().height;
    const target = BigInt(this.#options.opened.store.ledger.gaps().at(-1)!.to);
    const isOver = () => {
      const { height } = chain.tip();
      const isStored = height === second.store.blocks.lastAccepted().height;
      return height >= target || (isStored && height - from >= committedAtOnce);
    };
    const isFull = () => writer.waiting >= writtenAtOnce[this.#pace.isBusy ? "busy" : "idle"];
    const execute = () => {
      if (isOver() || isFull()) return false;
      this.#accept(chain);
      devOutputs.addAtTip(second.store);
      return true;
    };
    const write = () => {
      writer.flush();
      return false;
    };
    while (!isOver()) {
      await this.#pace.slice(execute, signal);
      // The last ones, too, so that a call does not wait for both commits.
      if (isFull() || isOver()) {
        await this.#pace.slice(write, signal);
        await this.#moveLog(this.#options.opened.store, signal);
      }
      this.#report();
    }
  }

  #accept(chain: Chain): void {
    const { store } = this.#options.opened;
    const { id, height } = chain.tip();
    const stored = store.blocks.byHeight(height + 1n);
    if (stored === undefined) throw new OtherPast();
    const block = parseBlock(stored.bytes, { bytesMax: Number.POSITIVE_INFINITY });
    if (!equalBytes(block.parentID, id)) throw new OtherPast();
    try {
      chain.acceptBlock(block, height, { mode: "trusted" });
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      const remedy = recordedMode(store) === "dev" ? `; ${devRemedy}` : "";
      throw new FillingStopped(
        `block ${block.height} of the store cannot be executed again: ${error.message}${remedy}`,
        { cause: error },
      );
    }
    this.#rate.add(1);
  }

  #report(): void {
    const now = performance.now();
    if (now - this.#reportedAt < reportMs) return;
    this.#reportedAt = now;
    const { missing, nextHeight, blocksPerSecond, remainingSeconds } = this.progress();
    this.#options.log.info(
      {
        missing,
        nextHeight,
        blocksPerSecond: Math.round(blocksPerSecond),
        ...(remainingSeconds !== undefined && { remainingSeconds: Math.round(remainingSeconds) }),
      },
      "filling the ledger",
    );
  }

  /** Continues with the store of an earlier process if it is not ahead of the first gap. */
  async #openSecond(writer: GapWriter): Promise<OpenChain> {
    try {
      const found = await this.#open(writer);
      if (this.#continues(found)) return found;
      await found.close();
    } catch (error) {
      if (error instanceof OtherPast) throw new FillingStopped(otherGenesis);
      // A store that was not written completely is worth no more than its blocks.
      if (!(error instanceof StartError) || error.reason !== undefined) throw error;
    }
    this.#discard();
    const second = await this.#open(writer);
    if (this.#continues(second)) return second;
    await second.close();
    throw new FillingStopped(otherGenesis);
  }

  /** With the genesis in the gap, a new store has written its rows when it is open. */
  #continues({ store }: OpenChain): boolean {
    const { opened } = this.#options;
    const { id, height } = store.blocks.lastAccepted();
    const own = opened.store.blocks.byHeight(height);
    const from = opened.store.ledger.gaps()[0]?.from;
    const isBehind = from === undefined || Number(height) < from;
    return isBehind && own !== undefined && equalBytes(own.id, id);
  }

  #open(ledgerSink: GapWriter): Promise<OpenChain> {
    const { config, opened } = this.#options;
    const { network } = opened.context;
    const place = this.#folder;
    const { database } = config;
    return openChain(
      {
        ...config,
        database:
          place === undefined ? { ...database, inMemory: true } : { ...database, directory: place },
        local: { ...config.local, stateFile: undefined },
        processes: 1,
        release: network.release.name,
        hardfork: undefined,
        durability: "crash",
        ledgerSink,
        isScratch: true,
      },
      network,
      genesisTime(opened.store),
      true,
    );
  }

  get #folder(): string | undefined {
    const { file } = this.#options.opened;
    return file === ":memory:" ? undefined : join(file, "..", "filling");
  }

  #discard(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What was executed stays, unless its rows cannot be written. */
function keepExecuted(store: ChainStore): void {
  try {
    store.commitBatch();
  } catch {
    // The caller has the error that came first.
  }
}

type Filled = {
  readonly chain: Chain;
  readonly second: OpenChain;
  readonly writer: GapWriter;
  readonly devOutputs: DevOutputs;
};

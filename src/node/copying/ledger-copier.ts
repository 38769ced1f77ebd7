import { setTimeout as sleep } from "node:timers/promises";
import { equalBytes, keyOf } from "../../formats/bytes.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { type CrossingPlace, placeOf } from "../../store/ledger/crossings.ts";
import { ArchiveRefused } from "../../store/postgres/archive-errors.ts";
import type { LedgerCursor, LedgerDatabase } from "../../store/postgres/ledger-database.ts";
import { CopiedBlocks } from "./copied-blocks.ts";

const usualBatchBlocks = 1_000;
const crossingsAtOnce = 5_000;
const retryMsMin = 1_000;
const retryMsMax = 30_000;
/** While rows are missing, whether they have been filled. */
const waitMs = 1_000;

export type LedgerCopierOptions = {
  readonly store: ChainStore;
  readonly database: LedgerDatabase;
  /** Whether the store may return to an earlier state, as on a dev node. Then it is compared at the start and after every such step. */
  readonly mayRewind: boolean;
  readonly batchBlocks?: number;
  readonly now?: () => Date;
  /** Called when the database has all rows, or those that it gets for now. */
  readonly onCopied?: () => void;
  /** Called when copying fails for a new reason, and when it works again. */
  readonly onProblem?: (problem: string | undefined) => void;
};

export type CopyingState = {
  /** The last height whose rows are in the database; undefined before it was asked. */
  readonly height: number | undefined;
  readonly blocksBehind: number;
  /** Why copying fails, and since when. */
  readonly problem: { readonly reason: string; readonly since: Date } | undefined;
  /** Whether it waits until the ledger of the store is filled. */
  readonly isWaiting: boolean;
};

/**
 * Copies the ledger to PostgreSQL: the rows of each block, or of many, and the cursor in one transaction. It reads the
 * cursor from the database after each failure, so a crash of either side loses and duplicates nothing.
 */
export class LedgerCopier {
  readonly #options: LedgerCopierOptions;
  readonly #blocks: CopiedBlocks;
  /** Undefined while it must be read. */
  #cursor: LedgerCursor | undefined;
  /** The last entry of the outbox that the database has. */
  #sequence = 0;
  /** The last row of each stream of crossings that the database has, as far as it was asked. */
  readonly #crossed = new Map<string, CrossingPlace>();
  #height: number | undefined;
  #mustRewind: boolean;
  #isWaiting = false;
  #problem: CopyingState["problem"];
  #isAsked = false;
  #running: Promise<void> | undefined;
  readonly #stopped = new AbortController();

  constructor(options: LedgerCopierOptions) {
    this.#options = options;
    this.#mustRewind = options.mayRewind;
    this.#blocks = new CopiedBlocks(options.store.database());
  }

  state(): CopyingState {
    const tip = this.#tip();
    return {
      height: this.#height,
      blocksBehind: Math.max(0, tip - (this.#height ?? -1)),
      problem: this.#problem,
      isWaiting: this.#isWaiting,
    };
  }

  /** Throws LogUnavailable if the server does not respond. */
  ping(): Promise<void> {
    return this.#options.database.ping();
  }

  /** Of the rows in the database. */
  get epoch(): string {
    return this.#options.database.epoch;
  }

  /** Starts to copy in the background. Tries again until it succeeds. */
  request(): void {
    this.#isAsked = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Call it when the store returned to another state: the database goes back to the last common block. */
  rewind(): void {
    this.#mustRewind = true;
    this.request();
  }

  /** Stops after the current transaction. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  /** Copies all blocks. Throws LogUnavailable and ArchiveRefused. */
  async copyAll(): Promise<void> {
    try {
      while (!this.#isStopped && (await this.#copySome()));
      this.#options.onCopied?.();
      await this.#copyCrossings();
    } catch (error) {
      // Whether the transaction was committed is not known.
      this.#cursor = undefined;
      this.#crossed.clear();
      this.#mustRewind ||= this.#options.mayRewind;
      throw error;
    }
  }

  /** The chains have no common order, so what crossed follows on its own. Rows come in the order of their keys. */
  async #copyCrossings(): Promise<void> {
    const { store, database } = this.#options;
    const { crossings } = store.ledger;
    const cursor = this.#cursor;
    if (cursor === undefined) return;
    for (const stream of crossings.streams()) {
      const key = `${keyOf(stream.chainID)} ${stream.isDag}`;
      let last = this.#crossed.get(key) ?? (await database.lastCrossing(stream));
      while (!this.#isStopped) {
        const rows = crossings.after(stream, last, crossingsAtOnce);
        if (rows.length === 0) break;
        await database.addCrossings(cursor, rows);
        last = placeOf(rows.at(-1)!);
        this.#crossed.set(key, last);
      }
    }
  }

  get #isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  async #run(): Promise<void> {
    let retryMs = retryMsMin;
    while (this.#isAsked && !this.#isStopped) {
      this.#isAsked = false;
      try {
        await this.copyAll();
        this.#report(undefined);
        retryMs = retryMsMin;
        if (this.#isWaiting) await this.#askAgain(waitMs);
      } catch (error) {
        this.#report((error as Error).message);
        await this.#askAgain(retryMs);
        retryMs = Math.min(2 * retryMs, retryMsMax);
      }
    }
  }

  async #askAgain(afterMs: number): Promise<void> {
    this.#isAsked = true;
    await sleep(afterMs, undefined, { signal: this.#stopped.signal }).catch(() => {});
  }

  #report(reason: string | undefined): void {
    if (reason === this.#problem?.reason) return;
    const { now = () => new Date(), onProblem } = this.#options;
    // One failure may have several reasons in turn.
    const since = this.#problem?.since ?? now();
    this.#problem = reason === undefined ? undefined : { reason, since };
    onProblem?.(reason);
  }

  #tip(): number {
    const { blocks } = this.#options.store;
    return blocks.isEmpty() ? -1 : Number(blocks.lastAccepted().height);
  }

  /** Returns whether more may follow. */
  async #copySome(): Promise<boolean> {
    if (this.#cursor === undefined || this.#mustRewind) await this.#find();
    const cursor = this.#cursor!;
    const { store, database, batchBlocks = usualBatchBlocks } = this.#options;
    const tip = this.#tip();
    this.#isWaiting = store.ledger.gaps().some(({ to }) => to > cursor.height);
    if (this.#isWaiting) return false;
    const entries = store.ledger.outbox.after(this.#sequence, batchBlocks);
    const [first] = entries;
    if (first === undefined) {
      if (tip === cursor.height) return false;
      return this.#readAgain();
    }
    if (first.from !== cursor.height + 1) return this.#readAgain();
    const last = entries.at(-1)!;
    const to = this.#cursorAt(last.height);
    if (to === undefined) return this.#readAgain();
    const rows = this.#blocks.ofEntries(entries);
    await database.append(cursor, to, [rows], first.from);
    this.#moved(to, last.sequence);
    return true;
  }

  /** The outbox does not continue after the cursor: the store has another state than before. */
  #readAgain(): boolean {
    this.#cursor = undefined;
    return true;
  }

  /** Finds the last block that both have, goes back to it, and copies what the outbox does not have. */
  async #find(): Promise<void> {
    const { store, database, mayRewind } = this.#options;
    this.#mustRewind = false;
    const { from } = store.ledger.local;
    let cursor = await database.cursor(from === 0);
    const common = await this.#commonHeight(cursor);
    if (from > 0 && common < from) throw this.#lacksRemoved(from);
    // What a developer changes outside of blocks is not part of the block at its height.
    const kept = mayRewind ? Math.max(common - 1, -1) : common;
    if (kept < cursor.height) {
      const to = this.#cursorAt(kept) ?? { height: -1, blockID: undefined };
      await database.undo(cursor, to);
      cursor = to;
    }
    if (this.#mustRewind) return;
    this.#height = cursor.height;
    this.#cursor = cursor;
    if (store.ledger.gaps().some(({ to }) => to > cursor.height)) return;
    const tip = this.#tip();
    const sequence = mayRewind ? undefined : store.ledger.outbox.followsFrom(cursor.height, tip);
    if (sequence !== undefined) {
      this.#sequence = sequence;
      return;
    }
    const last = store.ledger.outbox.last();
    if (tip > cursor.height) {
      const to = this.#cursorAt(tip)!;
      await database.append(cursor, to, this.#blocks.ofHeights(cursor.height, tip));
      this.#moved(to, last);
      if (cursor.height < 0) await database.analyze();
    } else {
      this.#sequence = last;
    }
  }

  /** The rows of its past would be lost. */
  #lacksRemoved(from: number): ArchiveRefused {
    return new ArchiveRefused(
      `The database lacks rows of heights below ${from}, which this store had removed because its database had them (--ledger-keep-blocks). Use the --db-url of that database, or a copy of it.`,
    );
  }

  #moved(to: LedgerCursor, sequence: number): void {
    this.#cursor = to;
    this.#height = to.height;
    this.#sequence = sequence;
    this.#options.store.ledger.outbox.acknowledge(sequence);
  }

  #cursorAt(height: number): LedgerCursor | undefined {
    const block = this.#options.store.blocks.byHeight(BigInt(height));
    return block && { height, blockID: block.id };
  }

  /** The last height at which both have the same block, -1 without any. Blocks name their parents, so all below are the same. */
  async #commonHeight({ height, blockID }: LedgerCursor): Promise<number> {
    const { database } = this.#options;
    const isSame = (at: number, id: Uint8Array | undefined) => {
      const own = this.#cursorAt(at)?.blockID;
      return own !== undefined && id !== undefined && equalBytes(own, id);
    };
    if (height >= 0 && isSame(height, blockID)) return height;
    let common = -1;
    let other = Math.min(height, this.#tip()) + 1;
    while (common + 1 < other) {
      const middle = Math.floor((common + other) / 2);
      if (isSame(middle, await database.blockID(middle))) common = middle;
      else other = middle;
    }
    return common;
  }
}

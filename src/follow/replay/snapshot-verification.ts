import { parseId } from "../../formats/id.ts";
import { parseJson } from "../../formats/json.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { completingHistory } from "../../store/snapshot/complete-history.ts";
import {
  bodyLines,
  headerSection,
  heightsOf,
  parseHeader,
  SnapshotDigest,
  type SnapshotDigests,
} from "../../store/snapshot/content.ts";
import {
  type SnapshotRecord,
  type SnapshotState,
  writeSnapshotRecord,
} from "../../store/snapshot/record.ts";
import { Disagreement } from "../acceptor.ts";
import type { Following } from "../following.ts";
import { Rate, type SnapshotProgress } from "../progress.ts";
import { type ReplayedChain, replaySliceMs } from "./replayed-chain.ts";

const waitMs = 200;
const restartMs = 5_000;

export type SnapshotVerificationOptions = {
  /** The store that was started from a snapshot. */
  readonly store: ChainStore;
  readonly following: Pick<Following, "isBootstrapped" | "replay" | "refute">;
  /** Undefined on a chain without containers. */
  readonly containerID: () => Uint8Array | undefined;
  /** Opens the chain of an earlier process, or begins one. */
  readonly openReplayed: () => Promise<ReplayedChain>;
  /** Removes it for good. */
  readonly discardReplayed: () => void;
  readonly nowMillis: () => number;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly onState: (state: SnapshotState) => void;
  /** An error of ours; the replay continues after a pause. */
  readonly onError: (error: unknown) => void;
};

/**
 * Verifies the snapshot that a store was started from: executes all blocks from the genesis on a second store, and compares
 * the state at the height of the snapshot. Then adds the history to the store that is served. A process that ends
 * meanwhile continues at its next start.
 */
export class SnapshotVerification {
  readonly #options: SnapshotVerificationOptions;
  readonly #abort = new AbortController();
  readonly #executed: Rate;
  #record: SnapshotRecord;
  #replayedHeight: bigint | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: SnapshotVerificationOptions, record: SnapshotRecord) {
    this.#options = options;
    this.#record = record;
    this.#executed = new Rate(options.nowMillis);
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }

  progress(): SnapshotProgress {
    const { digest, state } = this.#record;
    const { height } = this.#heights;
    const perSecond = this.#executed.perSecond();
    const missing = Number(height - (this.#replayedHeight ?? 0n));
    const isReplaying = state === "assumed" && perSecond > 0;
    return {
      state,
      digest,
      height,
      replayedHeight: state === "assumed" ? this.#replayedHeight : undefined,
      remainingSeconds: isReplaying ? missing / perSecond : undefined,
    };
  }

  get #heights() {
    return heightsOf(parseHeader(this.#record.header));
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    const { onError, sleep, discardReplayed } = this.#options;
    while (!signal.aborted) {
      try {
        if (this.#record.state === "complete") discardReplayed();
        if (this.#record.state === "complete" || this.#record.state === "refuted") return;
        await this.#untilFollowing(signal);
        await this.#advance(signal);
      } catch (error) {
        if (signal.aborted) return;
        onError(error);
        await sleep(restartMs, signal).catch(() => {});
      }
    }
  }

  /** Following the tip has priority, because queries read it. */
  async #untilFollowing(signal: AbortSignal): Promise<void> {
    const { following, sleep } = this.#options;
    while (this.#record.state === "assumed" && !following.isBootstrapped()) {
      await sleep(waitMs, signal);
    }
  }

  async #advance(signal: AbortSignal): Promise<void> {
    const replayed = await this.#options.openReplayed();
    try {
      if (this.#record.state === "assumed") await this.#verify(replayed, signal);
      if (this.#record.state === "verified") await this.#complete(replayed, signal);
    } finally {
      await replayed.close();
    }
  }

  async #verify(replayed: ReplayedChain, signal: AbortSignal): Promise<void> {
    const { following, containerID } = this.#options;
    const { height } = this.#heights;
    this.#replayedHeight = replayed.store.blocks.lastAccepted().height;
    try {
      await following.replay(
        replayed,
        { height, containerID: containerID() },
        {
          onExecuted: (count) => {
            this.#executed.add(count);
            this.#replayedHeight = replayed.store.blocks.lastAccepted().height;
          },
          rest: (over) => this.#rest(over),
        },
        signal,
      );
    } catch (error) {
      if (!(error instanceof Disagreement)) throw error;
      const at = error.container.height;
      this.#refute(replayed, `the replay rejects block ${at}: ${error.message}`, undefined);
      return;
    }
    const found = await this.#digestOf(replayed, signal);
    if (found.digest === this.#record.digest) {
      this.#enter("verified");
      return;
    }
    const last = replayed.store.blocks.lastAccepted().height;
    const what = last === height ? `at height ${height}` : `, which ends at height ${last}`;
    this.#refute(
      replayed,
      `the replay from the genesis has a different state ${what}: its digest is ${found.digest}, not ${this.#record.digest} as in the snapshot`,
      found,
    );
  }

  #refute(replayed: ReplayedChain, reason: string, found: SnapshotDigests | undefined): void {
    const { following } = this.#options;
    const { sections, header, digest } = this.#record;
    const names = new Set([...Object.keys(sections), ...Object.keys(found?.sections ?? {})]);
    const last = replayed.store.blocks.lastAccepted();
    following.refute(
      reason,
      {
        what: "The replay of the chain refutes the snapshot that this node was started from.",
        snapshot: { digest, header: parseJson(header) },
        replayed: { digest: found?.digest, height: Number(last.height) },
        differs:
          found && [...names].filter((name) => sections[name] !== found.sections[name]).sort(),
      },
      () => this.#enter("refuted"),
    );
  }

  async #complete(replayed: ReplayedChain, signal: AbortSignal): Promise<void> {
    const { store } = this.#options;
    for (const _ of completingHistory(store, replayed.store.database(), this.#heights)) {
      await this.#rest(signal);
    }
    store.completeHistory(() => this.#write("complete"));
    this.#options.onState("complete");
  }

  async #digestOf({ store }: ReplayedChain, signal: AbortSignal): Promise<SnapshotDigests> {
    const { header } = this.#record;
    const digest = new SnapshotDigest();
    digest.add(headerSection, this.#isAsSaid(store) ? header : "another block");
    let until = this.#options.nowMillis() + replaySliceMs;
    for (const { section, line } of bodyLines(store.database(), this.#heights)) {
      digest.add(section, line);
      if (this.#options.nowMillis() < until) continue;
      await this.#rest(signal);
      until = this.#options.nowMillis() + replaySliceMs;
    }
    return digest.finish();
  }

  /** Whether the header describes the replayed chain. */
  #isAsSaid(store: ChainStore): boolean {
    const { blockID, height, timestamp } = parseHeader(this.#record.header);
    const last = store.blocks.lastAccepted();
    return (
      last.height === BigInt(height) &&
      Buffer.compare(last.id, parseId(blockID)) === 0 &&
      store.state.timestamp() === BigInt(timestamp)
    );
  }

  /** As long as the slice of work before it, so that other work gets half of the time, and more if it is late. */
  #rest(signal: AbortSignal): Promise<void> {
    return this.#options.sleep(replaySliceMs, signal);
  }

  #enter(state: SnapshotState): void {
    this.#write(state);
    this.#options.onState(state);
  }

  #write(state: SnapshotState): void {
    this.#record = { ...this.#record, state };
    writeSnapshotRecord(this.#options.store.metadata, this.#record);
  }
}

import { type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import type { StagedContainers } from "../store/staged-containers.ts";
import { type Acceptor, acceptAttested } from "./acceptor.ts";
import { beaconsNeeded, pollBeacons } from "./beacons.ts";
import { type BlockForm, type Container, readContainer } from "./container.ts";
import { Fetching } from "./fetch.ts";
import { PeerChoice } from "./peer-choice.ts";
import type { Peers } from "./peers.ts";
import type { Rate } from "./progress.ts";
import { WalkConflict, Walks } from "./walks.ts";

/** How long reading a response may occupy the event loop before other work runs. */
const sliceMs = 15;

/**
 * The same for execution, which ends with a commit. No caller waits for the chain yet, and a commit of a thousand blocks takes
 * two thirds of the time of five smaller ones: their rows are neighbours more often.
 */
const executionSliceMs = 200;

/** Containers that are read from the staging at once, and deleted from it after execution. */
const executedAtOnce = 64;

const retryMs = 1000;
const pumpMs = 100;

/** If peers send nothing for this time, the beacons are polled again: they may attest other containers by now. */
const stalledMs = 30_000;

/** A round that executes fewer containers is the last one: the tip is close. */
const lastRoundMax = 16;

export type BootstrapOptions = {
  readonly form: BlockForm;
  readonly peers: Peers;
  readonly beacons: readonly NodeId[];
  /** Containers that are known to belong to the chain, in any order. */
  readonly checkpoints: readonly Id[];
  readonly acceptor: Acceptor;
  readonly staging: StagedContainers;
  readonly acceptedID: (height: bigint) => Id | undefined;
  readonly isAccepted: (id: Id) => boolean;
  /** How many of the containers, from the first on, have a valid proposer's signature. */
  readonly countSigned: (containers: readonly Container[]) => Promise<number>;
  readonly nowMillis: () => number;
  readonly random: () => number;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly fetched: Rate;
  readonly executed: Rate;
  /** Called with what the beacons attest, before anything is fetched. */
  readonly beforeWalk?: (attested: readonly Id[], signal: AbortSignal) => Promise<void>;
  /** Whether enough beacons are connected, when that changes. */
  readonly onConnected: (isConnected: boolean) => void;
  readonly onNetworkHeight: (height: bigint) => void;
  readonly onWarning: (message: string) => void;
};

/**
 * Brings the chain from its last accepted container to the tip that a majority of the beacons agree on. Containers
 * are fetched backwards from tip and checkpoints and executed from below while the rest is still being fetched.
 */
export class Bootstrap {
  readonly #options: BootstrapOptions;
  /** Knowledge about peers is kept between rounds. */
  readonly #choice: PeerChoice;
  #executedCount = 0;
  /** When containers were staged or executed, or the beacons polled, for the last time. */
  #movedAtMillis: number;

  constructor(options: BootstrapOptions) {
    const { peers, nowMillis, random } = options;
    this.#options = options;
    this.#movedAtMillis = nowMillis();
    this.#choice = new PeerChoice({ connected: () => peers.connected(), nowMillis, random });
  }

  /** Resolves when a round executes almost no new containers. Rejects with Disagreement, or if aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (true) {
      signal.throwIfAborted();
      const attested = await this.#pollWhenConnected(signal);
      await this.#options.beforeWalk?.(attested, signal);
      const before = this.#executedCount;
      if (!(await this.#fetchAndExecute(attested, signal))) continue;
      if (this.#executedCount - before <= lastRoundMax) return;
    }
  }

  async #pollWhenConnected(signal: AbortSignal): Promise<readonly Id[]> {
    const { sleep, onConnected } = this.#options;
    while (true) {
      const isConnected = this.#isConnected();
      onConnected(isConnected);
      const attested = isConnected ? await this.#poll() : [];
      signal.throwIfAborted();
      if (attested.length > 0) return attested;
      await sleep(retryMs, signal);
    }
  }

  #isConnected(): boolean {
    const { peers, beacons } = this.#options;
    const connected = new Set(peers.connected().map(keyOf));
    const count = beacons.filter((beacon) => connected.has(keyOf(beacon))).length;
    return count >= beaconsNeeded(beacons.length);
  }

  async #poll(): Promise<readonly Id[]> {
    const { peers, beacons, random, sleep, nowMillis } = this.#options;
    const onAnswer = (beacon: NodeId) => this.#choice.heard(beacon);
    const attested = await pollBeacons(peers, beacons, { random, sleep, onAnswer });
    if (attested.length > 0) this.#movedAtMillis = nowMillis();
    return attested;
  }

  /** Returns false if the attested containers turned out to conflict: what was staged is gone, and a poll is due. */
  async #fetchAndExecute(attested: readonly Id[], signal: AbortSignal): Promise<boolean> {
    const { acceptor, staging, checkpoints, sleep } = this.#options;
    const walks = this.#walks();
    walks.resume();
    for (const id of [...attested, ...checkpoints]) walks.begin(id);
    let conflict: unknown;
    const fetching = this.#fetching(walks, (error) => {
      conflict ??= error;
    });
    while (conflict === undefined) {
      signal.throwIfAborted();
      if (this.#isStalled() && this.#isConnected()) {
        const current = await this.#poll();
        if (current.length > 0) walks.replace([...current, ...checkpoints]);
        else await sleep(retryMs, signal);
      }
      fetching.pump();
      const executed = this.#executeSlice();
      // Requests that are no longer needed may still wait for a response.
      if (walks.isDone() && this.#nextStaged() === undefined) {
        staging.shrink();
        return true;
      }
      await (executed ? nextTurn() : sleep(pumpMs, signal));
    }
    if (!(conflict instanceof WalkConflict)) throw conflict;
    this.#options.onWarning(conflict.message);
    staging.deleteFrom(acceptor.tip().height + 1n);
    await sleep(retryMs, signal);
    return false;
  }

  #walks(): Walks {
    const { form, staging, acceptor, acceptedID, isAccepted, countSigned, nowMillis } =
      this.#options;
    let pausedAt = nowMillis();
    return new Walks({
      form,
      staging,
      tip: () => acceptor.tip(),
      storedHeight: () => acceptor.storedHeight(),
      acceptedID,
      isAccepted,
      countSigned,
      pause: async () => {
        if (nowMillis() - pausedAt < sliceMs) return;
        await nextTurn();
        pausedAt = nowMillis();
      },
    });
  }

  #fetching(walks: Walks, onConflict: (error: unknown) => void): Fetching {
    const { peers, staging, nowMillis, fetched, onNetworkHeight } = this.#options;
    return new Fetching({
      ask: (peer, id) => peers.ancestors(peer, id),
      choice: this.#choice,
      walks,
      nowMillis,
      onStaged: (count) => {
        fetched.add(count);
        if (count > 0) this.#movedAtMillis = nowMillis();
        const highest = staging.highest();
        if (highest !== undefined) onNetworkHeight(highest);
      },
      onConflict,
    });
  }

  /** Executes staged containers for a slice of time; false if there are none. */
  #executeSlice(): boolean {
    const { form, acceptor, staging, nowMillis, executed } = this.#options;
    const before = acceptor.tip().height;
    const until = nowMillis() + executionSliceMs;
    acceptor.batch(() => {
      while (nowMillis() < until) {
        const run = staging.runFrom(acceptor.tip().height + 1n, executedAtOnce);
        if (run.length === 0) break;
        for (const { bytes } of run)
          acceptAttested(acceptor, readContainer(bytes, form), "trusted");
      }
    });
    const count = Number(acceptor.tip().height - before);
    // Deleted only after the commit, so that the node can resume after a crash in between.
    if (count > 0) staging.deleteThrough(acceptor.storedHeight());
    this.#executedCount += count;
    executed.add(count);
    if (count > 0) this.#movedAtMillis = nowMillis();
    return count > 0;
  }

  #isStalled(): boolean {
    return this.#options.nowMillis() - this.#movedAtMillis >= stalledMs;
  }

  #nextStaged() {
    const { acceptor, staging } = this.#options;
    return staging.at(acceptor.tip().height + 1n);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

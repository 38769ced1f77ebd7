import type { Id, NodeId } from "../../formats/bytes.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { IndexPath } from "../../store/container-log.ts";
import type { Containers } from "../../store/containers.ts";
import { isDiskFull } from "../../store/disk-full.ts";
import { StagedDag } from "../../store/staged-dag.ts";
import { Fetching } from "../fetch.ts";
import { PeerChoice } from "../peer-choice.ts";
import { Rate } from "../progress.ts";
import type { SharedMemoryFeed } from "../stored-chain/shared-memory-feed.ts";
import { isDagStored } from "./dag-mark.ts";
import { orderDag, storeDag } from "./dag-storing.ts";
import { VertexRefused } from "./read-vertex.ts";
import { VertexWalks } from "./vertex-walks.ts";

/** What fetching the X-chain's DAG is doing. */
export type DagPhase =
  /** The node does not follow the network's tip yet. */
  | "waiting"
  | "fetching"
  /** Everything is fetched, and the order is computed. */
  | "ordering"
  | "storing"
  /** Both indices have everything. */
  | "complete"
  /** Hashes lead to something that is not a vertex of the X-chain. */
  | "halted";

export type DagProgress = {
  readonly phase: DagPhase;
  /** Vertices that are fetched, or stored when the DAG is complete. */
  readonly vertices: number;
  readonly txs: number;
  readonly fetchedPerSecond: number;
  /** Why it halted. */
  readonly reason: string | undefined;
};

/** What a node asks of peers to get the DAG. */
export type DagPeers = {
  readonly connected: () => readonly NodeId[];
  /** A vertex and its ancestors; undefined if the peer did not answer. */
  readonly vertices: (peer: NodeId, id: Id) => Promise<readonly Uint8Array[] | undefined>;
};

export type DagFollowingOptions = {
  readonly chainID: Id;
  readonly stopVertexID: Id;
  /** For vertices that are not stored in order yet. */
  readonly stagingFile: string;
  readonly peers: DagPeers;
  readonly store: ChainStore;
  readonly logs: Readonly<Record<IndexPath, Containers>>;
  /** Of the index X/tx. */
  readonly sharedMemory: SharedMemoryFeed;
  readonly nowMillis: () => number;
  /** For durations. */
  readonly elapsedMillis: () => number;
  readonly random: () => number;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly onPhase: (phase: DagPhase) => void;
  /** Called after containers were stored. */
  readonly onStored?: () => void;
  readonly onWarning: (message: string) => void;
  readonly onError: (error: unknown) => void;
};

/** Answers overlap, so that more requests at once would bring little that is new. */
const atOnce = 4;

/** How often requests are sent to peers that were busy or silent. */
const pumpMs = 200;
const restartMs = 5_000;

/** How long reading a response may occupy the event loop before other work runs. */
const sliceMs = 15;

/** How long nothing may arrive before it is a warning. */
const silentMs = 60_000;

/**
 * Fetches the DAG that the X-chain was before Cortina, from its stop vertex down, and stores it in X/tx and X/vtx in an order that
 * is the same on every node. Every vertex is verified by its hash, so any peer may send it.
 */
export class DagFollowing {
  readonly #options: DagFollowingOptions;
  readonly #stopped = new AbortController();
  readonly #fetched: Rate;
  #staging: StagedDag | undefined;
  #phase: DagPhase;
  #reason: string | undefined;
  #problem: string | undefined;
  #movedAtMillis = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(options: DagFollowingOptions) {
    this.#options = options;
    this.#fetched = new Rate(options.elapsedMillis);
    this.#phase = isDagStored(options.store.metadata, options.stopVertexID)
      ? "complete"
      : "waiting";
  }

  start(): void {
    if (this.#phase === "waiting") this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  progress(): DagProgress {
    const { logs } = this.#options;
    const counts = this.#staging?.counts() ?? {
      vertices: Number(logs["X/vtx"].count()),
      txs: Number(logs["X/tx"].count()),
    };
    const fetchedPerSecond = this.#fetched.perSecond();
    return { phase: this.#phase, ...counts, fetchedPerSecond, reason: this.#reason };
  }

  warnings(): readonly string[] {
    if (this.#reason !== undefined) return [refusedText(this.#reason)];
    if (this.#problem !== undefined) return [this.#problem];
    const { elapsedMillis } = this.#options;
    const isSilent = this.#phase === "fetching" && elapsedMillis() - this.#movedAtMillis > silentMs;
    return isSilent
      ? [
          `no peer sends the next vertices of the X-chain's DAG, of which ${this.progress().vertices} are fetched: wait for a peer that has them`,
        ]
      : [];
  }

  async #run(): Promise<void> {
    const { sleep, onError, onWarning } = this.#options;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      try {
        await this.#fetchAndStore(signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof VertexRefused) {
          this.#reason = error.message;
          this.#enter("halted");
          onWarning(refusedText(error.message));
          return;
        }
        this.#note(error);
        if (this.#problem === undefined) onError(error);
        await sleep(restartMs, signal).catch(() => {});
      } finally {
        this.#staging?.close();
        this.#staging = undefined;
      }
    }
  }

  async #fetchAndStore(signal: AbortSignal): Promise<void> {
    const { stagingFile, stopVertexID } = this.#options;
    const staging = new StagedDag(stagingFile, stopVertexID);
    this.#staging = staging;
    await this.#fetch(staging, signal);
    const options = {
      ...this.#options,
      staging,
      pause: async () => {
        await nextTurn();
        signal.throwIfAborted();
      },
    };
    this.#enter("ordering");
    await orderDag(options);
    this.#enter("storing");
    await storeDag(options);
    this.#problem = undefined;
    this.#staging = undefined;
    staging.remove();
    this.#enter("complete");
  }

  async #fetch(staging: StagedDag, signal: AbortSignal): Promise<void> {
    const { peers, elapsedMillis: nowMillis, random, sleep } = this.#options;
    const walks = new VertexWalks({ ...this.#options, staging, pause: slices(nowMillis) });
    let failure: unknown;
    const fetching = new Fetching({
      ask: (peer, id) => peers.vertices(peer, id),
      choice: new PeerChoice({ connected: () => peers.connected(), nowMillis, random }),
      walks,
      atOnce,
      nowMillis,
      onStaged: (count) => this.#moved(count),
      onConflict: (error) => {
        failure ??= error;
      },
    });
    this.#enter("fetching");
    try {
      while (!walks.isDone()) {
        if (failure !== undefined) throw failure;
        fetching.pump();
        await sleep(pumpMs, signal);
      }
    } finally {
      fetching.end();
    }
  }

  #moved(count: number): void {
    if (count === 0) return;
    this.#problem = undefined;
    this.#fetched.add(count);
    this.#movedAtMillis = this.#options.elapsedMillis();
  }

  /** What the operator can do something about is a warning as long as it lasts. */
  #note(error: unknown): void {
    if (!isDiskFull(error)) {
      this.#problem = undefined;
      return;
    }
    const { stagingFile, onWarning } = this.#options;
    const isNew = this.#problem === undefined;
    this.#problem = `the X-chain's DAG does not fit on the disk of ${stagingFile}: free some space, and fetching continues where it stopped`;
    if (isNew) onWarning(this.#problem);
  }

  #enter(phase: DagPhase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#movedAtMillis = this.#options.elapsedMillis();
    this.#options.onPhase(phase);
  }
}

/** Every vertex is verified by hash, so only the stop vertex itself can be wrong. */
function refusedText(reason: string): string {
  return `the X-chain's DAG is not fetched: ${reason}. Set the network's cortinaXChainStopVertexID in --upgrade-file, and restart`;
}

/** Lets other work run after each slice of time. */
function slices(nowMillis: () => number): () => Promise<void> {
  let pausedAt = nowMillis();
  return async () => {
    if (nowMillis() - pausedAt < sliceMs) return;
    await nextTurn();
    pausedAt = nowMillis();
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

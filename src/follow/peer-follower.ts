import type { Id, NodeId } from "../formats/bytes.ts";
import type { StagedContainers } from "../store/staged-containers.ts";
import { type Acceptor, Disagreement } from "./acceptor.ts";
import { pollAccepted } from "./beacons.ts";
import { Bootstrap } from "./bootstrap.ts";
import type { BlockForm, Container } from "./container.ts";
import type { ValidatorStakes } from "./height-poll.ts";
import type { Peers } from "./peers.ts";
import { PollCounts } from "./poll-counts.ts";
import { type FollowPhase, type FollowProgress, Rate } from "./progress.ts";
import { TipFollowing } from "./tip.ts";

export type FollowerOptions = {
  readonly form: BlockForm;
  readonly peers: Peers;
  readonly beacons: readonly NodeId[];
  readonly checkpoints: readonly Id[];
  readonly acceptor: Acceptor;
  readonly staging: StagedContainers;
  readonly stakes: () => ValidatorStakes;
  /** The accepted container at a height; undefined if the node does not keep it. */
  readonly acceptedID: (height: bigint) => Id | undefined;
  readonly isAccepted: (id: Id) => boolean;
  readonly isSigned: (container: Container) => boolean;
  /** How many of the containers, from the first on, are signed. */
  readonly countSigned: (containers: readonly Container[]) => Promise<number>;
  readonly nowMillis: () => number;
  readonly random: () => number;
  /** Rejects with the signal's reason if it is aborted first. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /** Whether the stake comes from a snapshot that is not verified yet. */
  readonly isAssumed?: () => boolean;
  /** Polls of the tip as of TipOptions. */
  readonly requestsPerSecond?: number;
  /** As of BootstrapOptions. */
  readonly beforeWalk?: (attested: readonly Id[], signal: AbortSignal) => Promise<void>;
  /** As of TipOptions. */
  readonly onAttested?: () => void;
  /** Containers were fetched, accepted or both. */
  readonly onMoved?: () => void;
  readonly onPhase: (phase: FollowPhase) => void;
  readonly onWarning: (message: string) => void;
  readonly onHalt: (disagreement: Disagreement) => void;
  /** An error of ours; following starts again after a pause. */
  readonly onError: (error: unknown) => void;
};

const restartMs = 5_000;

/**
 * Follows a network: bootstraps by the beacons' majority, then accepts what the stake attests, and bootstraps again
 * whenever it fell too far behind. It halts for good where the engine disagrees with the network.
 */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #fetched: Rate;
  readonly #executed: Rate;
  readonly polls = new PollCounts();
  readonly #abort = new AbortController();
  #phase: FollowPhase = "connecting";
  #reason: string | undefined;
  #networkHeight: bigint | undefined;
  #warning: string | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#fetched = new Rate(options.nowMillis, undefined, options.onMoved);
    this.#executed = new Rate(options.nowMillis, undefined, options.onMoved);
  }

  /** `haltedBefore`: why an earlier process halted. */
  start(haltedBefore?: string): void {
    if (haltedBefore === undefined) this.#running = this.#run();
    else this.#halt(haltedBefore);
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }

  /** Halts for good, whatever it is doing; the process stays up. */
  halt(reason: string): void {
    this.#abort.abort();
    this.#halt(reason);
  }

  /** True while the stake attests the tip; only then do responses describe the network. */
  isBootstrapped(): boolean {
    return this.#phase === "following";
  }

  progress(): FollowProgress {
    const { height } = this.#options.acceptor.tip();
    const executedPerSecond = this.#executed.perSecond();
    const networkHeight = this.#networkHeight;
    const missing = networkHeight === undefined ? 0n : networkHeight - height;
    return {
      phase: this.#phase,
      height,
      networkHeight,
      staged: this.#options.staging.count(),
      fetchedPerSecond: this.#fetched.perSecond(),
      executedPerSecond,
      remainingSeconds:
        missing > 0n && executedPerSecond > 0 ? Number(missing) / executedPerSecond : undefined,
      reason: this.#reason,
    };
  }

  /** Why it does not continue, as far as that depends on the network. */
  get warning(): string | undefined {
    const { height } = this.#options.acceptor.tip();
    const networkHeight = this.#networkHeight ?? height;
    if (this.#phase !== "attesting" || networkHeight >= height) return this.#warning;
    return `The peers are at height ${networkHeight}, and this node is at ${height}: they were reset, or are catching up. If they were reset, follow them with a new data directory.`;
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      try {
        await this.#bootstrap(signal);
        this.#warning = undefined;
        this.#enter("attesting");
        await this.#tipFollowing().run(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Disagreement) {
          this.#halt(error.message);
          this.#options.onHalt(error);
          return;
        }
        this.#options.onError(error);
        await this.#options.sleep(restartMs, signal).catch(() => {});
      }
    }
  }

  #bootstrap(signal: AbortSignal): Promise<void> {
    this.#enter("connecting");
    return new Bootstrap({
      ...this.#options,
      fetched: this.#fetched,
      executed: this.#executed,
      onConnected: (isConnected) => this.#enter(isConnected ? "bootstrapping" : "connecting"),
      onNetworkHeight: (height) => this.#setNetworkHeight(height),
      onWarning: (message) => this.#warn(message),
    }).run(signal);
  }

  /** Each round finds the same reason again. */
  #warn(message: string): void {
    if (message === this.#warning) return;
    this.#warning = message;
    this.#options.onWarning(message);
  }

  #tipFollowing(): TipFollowing {
    return new TipFollowing({
      ...this.#options,
      polls: this.polls,
      vouches: (id) => this.#vouch(id),
      onAttested: () => {
        this.#enter("following");
        this.#options.onAttested?.();
      },
      onAccepted: () => {
        this.#executed.add(1);
        this.#fetched.add(1);
      },
      onNetworkHeight: (height) => this.#setNetworkHeight(height),
    });
  }

  /** A forged snapshot can contain forged validators. */
  async #vouch(id: Id): Promise<boolean> {
    const { isAssumed, peers, beacons } = this.#options;
    if (isAssumed?.() !== true) return true;
    return (await pollAccepted(peers, beacons, [id])).length > 0;
  }

  /** Lower than before if the network was reset. */
  #setNetworkHeight(height: bigint): void {
    this.#networkHeight = height;
  }

  #halt(reason: string): void {
    this.#reason = reason;
    this.#enter("halted");
  }

  #enter(phase: FollowPhase): void {
    // Requests that were sent before a halt may still end.
    if (phase === this.#phase || this.#phase === "halted") return;
    this.#phase = phase;
    this.#options.onPhase(phase);
  }
}

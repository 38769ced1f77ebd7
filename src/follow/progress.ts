import type { SnapshotState } from "../store/snapshot/record.ts";

/** What following is doing, for health, log, metrics and status page. */
export type FollowPhase =
  /** Too few beacons are connected to ask for the tip. */
  | "connecting"
  /** Fetches and executes what a majority of the beacons accepted. */
  | "bootstrapping"
  /** Everything is executed; two thirds of the stake have not attested the tip yet. */
  | "attesting"
  /** Accepts blocks as the stake attests them. */
  | "following"
  /** The network has activated an upgrade that this program does not know. */
  | "outdated"
  /** The engine disagrees with the network, or the history with the snapshot: nothing is accepted any more. */
  | "halted";

/** How far following is. Counts are containers. */
export type FollowProgress = {
  readonly phase: FollowPhase;
  /** Height of the last accepted container. */
  readonly height: bigint;
  /** The highest height that peers attested; undefined before any did. */
  readonly networkHeight: bigint | undefined;
  readonly staged: number;
  readonly fetchedPerSecond: number;
  readonly executedPerSecond: number;
  /** Undefined while it cannot be estimated. */
  readonly remainingSeconds: number | undefined;
  /** Why following halted. */
  readonly reason: string | undefined;
  /** The snapshot that the node was started from; undefined for a node that was started from the genesis. */
  readonly snapshot?: SnapshotProgress | undefined;
};

/** How far the verification of a snapshot is. */
export type SnapshotProgress = {
  readonly state: SnapshotState;
  /** In hex. */
  readonly digest: string;
  readonly height: bigint;
  /** While it is assumed: the height that the replay has reached. */
  readonly replayedHeight: bigint | undefined;
  /** Until the replay ends; undefined while it cannot be estimated. */
  readonly remainingSeconds: number | undefined;
};

/** A rate over the last few seconds. */
export class Rate {
  readonly #nowMillis: () => number;
  readonly #windowMs: number;
  readonly #onAdded: () => void;
  #samples: { readonly atMillis: number; readonly count: number }[] = [];

  /** `onAdded` is called when something was counted. */
  constructor(nowMillis: () => number, windowMs = 10_000, onAdded = () => {}) {
    this.#nowMillis = nowMillis;
    this.#windowMs = windowMs;
    this.#onAdded = onAdded;
  }

  add(count: number): void {
    if (count > 0) this.#onAdded();
    const atMillis = this.#nowMillis();
    const last = this.#samples.at(-1);
    // One sample every 100 ms is enough for a window of seconds.
    if (last !== undefined && atMillis - last.atMillis < 100) {
      this.#samples[this.#samples.length - 1] = { ...last, count: last.count + count };
    } else {
      this.#samples.push({ atMillis, count });
    }
    this.#forget(atMillis);
  }

  perSecond(): number {
    const now = this.#nowMillis();
    this.#forget(now);
    const first = this.#samples[0];
    if (first === undefined) return 0;
    const total = this.#samples.reduce((sum, { count }) => sum + count, 0);
    return (total * 1000) / Math.max(1000, now - first.atMillis);
  }

  #forget(nowMillis: number): void {
    const from = nowMillis - this.#windowMs;
    while (this.#samples[0] !== undefined && this.#samples[0].atMillis < from)
      this.#samples.shift();
  }
}

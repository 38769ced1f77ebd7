import { type Acceptor, Disagreement } from "../follow/acceptor.ts";
import type { Container } from "../follow/container.ts";
import { type FollowPhase, type FollowProgress, Rate } from "../follow/progress.ts";
import { AgreedRuns } from "./agreed-runs.ts";
import { catchUp, nearTip } from "./catch-up.ts";
import { HeightWatch } from "./height-watch.ts";
import { serveNoContainers } from "./serve-no-containers.ts";
import type { StateComparison } from "./state-comparison.ts";
import type { Form, Upstream } from "./upstream.ts";

export type UpstreamFollowerOptions = {
  readonly upstreams: readonly Upstream[];
  /** The acceptor for each form. */
  readonly acceptors: Readonly<Record<Form, Acceptor>>;
  /** The form that the store has; undefined while it has only the genesis block. */
  readonly storedForm: () => Form | undefined;
  /** The container or block that was accepted last. */
  readonly lastAccepted: () => Container;
  readonly isSigned: (container: Container) => boolean;
  readonly comparison: StateComparison;
  /** Whether the upstreams' upgrades have been compared: no block is executed before. */
  readonly areRulesCompared: () => boolean;
  readonly nowMillis: () => number;
  /** Rejects with the signal's reason if it is aborted first. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly onPhase: (phase: FollowPhase) => void;
  readonly onHalt: (disagreement: Disagreement) => void;
  /** An error of ours; following starts again after a pause. */
  readonly onError: (error: unknown) => void;
};

const restartMs = 5_000;
const idleMs = 1_000;
/** If the upstreams do not respond for less than this time, the tip still counts as attested. */
const silenceMs = 10_000;

/** Follows a network over HTTP: accepts in order of height what a majority of all upstreams has accepted. */
export class UpstreamFollower {
  readonly #options: UpstreamFollowerOptions;
  readonly #heights: HeightWatch;
  readonly #runs: AgreedRuns;
  readonly #executed: Rate;
  readonly #fetched: Rate;
  readonly #abort = new AbortController();
  #form: Form;
  #phase: FollowPhase = "connecting";
  #reason: string | undefined;
  #networkHeight: bigint | undefined;
  #attestedAtMillis = Number.NEGATIVE_INFINITY;
  /** Whether a majority of the upstreams had the tip when they were asked last. */
  #isTipAgreed = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: UpstreamFollowerOptions) {
    const { upstreams, sleep, nowMillis, storedForm } = options;
    const form = () => this.#form;
    this.#options = options;
    this.#form = storedForm() ?? "containers";
    this.#heights = new HeightWatch({ upstreams, form, sleep });
    this.#runs = new AgreedRuns({ ...options, heights: this.#heights, form });
    this.#executed = new Rate(nowMillis);
    this.#fetched = new Rate(nowMillis);
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

  /** Halts for good, whatever it is doing. */
  halt(reason: string): void {
    this.#abort.abort();
    this.#halt(reason);
  }

  /** What a majority of the upstreams agrees on. */
  get runs(): Pick<AgreedRuns, "above"> {
    return this.#runs;
  }

  /** True while the tip is the one that a majority of the upstreams has. */
  isBootstrapped(): boolean {
    return this.#phase === "following";
  }

  progress(): FollowProgress {
    const { height } = this.#acceptor.tip();
    const executedPerSecond = this.#executed.perSecond();
    const missing = (this.#networkHeight ?? height) - height;
    return {
      phase: this.#phase,
      height,
      networkHeight: this.#networkHeight,
      staged: 0,
      fetchedPerSecond: this.#fetched.perSecond(),
      executedPerSecond,
      remainingSeconds:
        missing > 0n && executedPerSecond > 0 ? Number(missing) / executedPerSecond : undefined,
      reason: this.#reason,
    };
  }

  get #acceptor(): Acceptor {
    return this.#options.acceptors[this.#form];
  }

  async #run(): Promise<void> {
    const { sleep, onHalt, onError } = this.#options;
    const stopped = this.#abort.signal;
    while (!stopped.aborted) {
      const over = new AbortController();
      const signal = AbortSignal.any([stopped, over.signal]);
      const watching = this.#heights.run(signal);
      try {
        await Promise.race([watching, this.#follow(signal)]);
      } catch (error) {
        if (stopped.aborted) return;
        if (error instanceof Disagreement) {
          this.#halt(error.message);
          onHalt(error);
          return;
        }
        onError(error);
        await sleep(restartMs, stopped).catch(() => {});
      } finally {
        over.abort();
        await watching.catch(() => {});
      }
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { comparison, sleep } = this.#options;
    while (true) {
      signal.throwIfAborted();
      const changed = this.#heights.changed();
      if (await this.#advance(signal)) continue;
      // Another state of upstreams that have another chain says nothing about this node.
      if (this.isBootstrapped() && this.#isTipAgreed)
        comparison.request(this.#acceptor.tip().height, signal);
      const difference = comparison.difference();
      if (difference !== undefined) {
        throw new Disagreement(this.#options.lastAccepted(), "trusted", difference);
      }
      const idle = new AbortController();
      await Promise.race([changed, sleep(idleMs, AbortSignal.any([signal, idle.signal]))]);
      idle.abort();
    }
  }

  /** Accepts what follows the tip. Returns false if there is nothing that a majority has accepted. */
  async #advance(signal: AbortSignal): Promise<boolean> {
    const { nowMillis, areRulesCompared, lastAccepted } = this.#options;
    const target = this.#heights.attained();
    this.#isTipAgreed = false;
    const tip = this.#acceptor.tip();
    if (target === undefined || !this.#hasForm() || !areRulesCompared()) {
      if (nowMillis() - this.#attestedAtMillis > silenceMs) this.#enter("connecting");
      return false;
    }
    this.#networkHeight = target;
    if (target > tip.height) {
      const isFar = target - tip.height > nearTip;
      if (isFar || this.#phase === "connecting") this.#enter("bootstrapping");
      const hasAdvanced = await this.#catchUp(target, signal);
      // Nobody has sent what a majority has accepted.
      const isLate = nowMillis() - this.#attestedAtMillis > silenceMs;
      if (!hasAdvanced && isLate) this.#enter("bootstrapping");
      return hasAdvanced;
    }
    // An upstream that was reset may have another block at the same height, so the tip is asked for again and again.
    this.#isTipAgreed = await this.#runs.isTip(lastAccepted(), signal);
    if (this.#isTipAgreed) {
      this.#attestedAtMillis = nowMillis();
      this.#enter("following");
    } else if (this.#phase === "attesting") await this.#runs.blame(lastAccepted(), signal);
    else if (nowMillis() - this.#attestedAtMillis > silenceMs) this.#enter("attesting");
    return false;
  }

  /** Chooses the form of the store, for good, as soon as the upstreams report which forms they have. */
  #hasForm(): boolean {
    const { upstreams, storedForm } = this.#options;
    const stored = storedForm();
    if (stored !== undefined) {
      this.#form = stored;
      return true;
    }
    const hasIndex = upstreams.some((upstream) => upstream.hasIndex("P/block") === true);
    const isWithout = serveNoContainers(upstreams);
    this.#form = isWithout ? "blocks" : "containers";
    return isWithout || hasIndex;
  }

  /** Returns whether anything was accepted. */
  async #catchUp(target: bigint, signal: AbortSignal): Promise<boolean> {
    const { nowMillis, areRulesCompared } = this.#options;
    return catchUp(this.#acceptor, this.#runs, target, signal, {
      nowMillis,
      mayExecute: areRulesCompared,
      onFetched: (count) => this.#fetched.add(count),
      onExecuted: (count) => this.#executed.add(count),
      onRun: () => {
        this.#attestedAtMillis = nowMillis();
      },
    });
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

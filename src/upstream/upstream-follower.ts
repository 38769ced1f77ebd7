import { type Acceptor, acceptAttested, Disagreement } from "../follow/acceptor.ts";
import { type Container, ContainerError, readContainer } from "../follow/container.ts";
import { type FollowPhase, type FollowProgress, Rate } from "../follow/progress.ts";
import { equalBytes } from "../formats/bytes.ts";
import type { Upstream } from "./upstream.ts";

export type UpstreamFollowerOptions = {
  readonly upstreams: readonly Upstream[];
  readonly networkID: number;
  readonly acceptor: Acceptor;
  readonly isSigned: (container: Container) => boolean;
  readonly nowMillis: () => number;
  /** Rejects with the signal's reason if it is aborted first. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly haltedBefore: string | undefined;
  readonly onPhase: (phase: FollowPhase) => void;
  readonly onWarning: (message: string) => void;
  readonly onHalt: (disagreement: Disagreement) => void;
  readonly onError: (error: unknown) => void;
};

/** At the tip the upstreams are asked for news this often. */
const newsMs = 250;
const restartMs = 5_000;

/** Farther behind than this, containers are executed as a bootstrapping node executes them. */
const nearTip = 64n;

/** How long the event loop belongs to execution before other work runs. */
const sliceMs = 15;

/**
 * Follows a network over HTTP: takes containers in order of height from one upstream, and accepts them if a majority
 * of all upstreams has accepted the last of them too. Every container names its parent by a hash.
 */
export class UpstreamFollower {
  readonly #options: UpstreamFollowerOptions;
  readonly #executed: Rate;
  readonly #fetched: Rate;
  readonly #abort = new AbortController();
  #phase: FollowPhase = "connecting";
  #reason: string | undefined;
  #networkHeight: bigint | undefined;
  #running: Promise<void> = Promise.resolve();
  #next = 0;
  #disagreedAt: bigint | undefined;

  constructor(options: UpstreamFollowerOptions) {
    this.#options = options;
    this.#executed = new Rate(options.nowMillis);
    this.#fetched = new Rate(options.nowMillis);
  }

  start(): void {
    const { haltedBefore } = this.#options;
    if (haltedBefore === undefined) this.#running = this.#run();
    else this.#halt(haltedBefore);
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }

  /** True while the tip is the one that a majority of the upstreams has. */
  isBootstrapped(): boolean {
    return this.#phase === "following";
  }

  progress(): FollowProgress {
    const { height } = this.#options.acceptor.tip();
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

  get #majority(): number {
    return Math.floor(this.#options.upstreams.length / 2) + 1;
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    const { sleep, onHalt, onError } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#verifyNetworks(signal);
        while (true) if (!(await this.#advance(signal))) await sleep(newsMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Disagreement) {
          this.#halt(error.message);
          onHalt(error);
          return;
        }
        onError(error);
        await sleep(restartMs, signal).catch(() => {});
      }
    }
  }

  /** An upstream of another network is a mistake of whoever configured it, and never asked again. */
  async #verifyNetworks(signal: AbortSignal): Promise<void> {
    const { upstreams, networkID, onWarning } = this.#options;
    for (const upstream of upstreams) {
      if (upstream.exclusion !== undefined) continue;
      const found = await upstream.networkID(signal);
      if (found === undefined || found === networkID) continue;
      upstream.exclusion = `${upstream.client.name} is of network ${found}, not ${networkID}.`;
      onWarning(upstream.exclusion);
    }
  }

  /** Accepts what there is above the tip; false if there is nothing that a majority attests. */
  async #advance(signal: AbortSignal): Promise<boolean> {
    const { upstreams, acceptor } = this.#options;
    const heights = await Promise.all(upstreams.map((upstream) => upstream.height(signal)));
    const target = this.#attainedByMajority(heights);
    const tip = acceptor.tip();
    if (target === undefined) {
      this.#enter("connecting");
      return false;
    }
    this.#networkHeight = target;
    if (target <= tip.height) {
      this.#enter("following");
      return false;
    }
    if (target - tip.height > nearTip || this.#phase === "connecting") this.#enter("bootstrapping");
    const run = await this.#fetchRun(heights, target, signal);
    if (run === undefined) return false;
    await this.#execute(run, target, signal);
    return true;
  }

  /** The greatest height that a majority of all upstreams has reached. */
  #attainedByMajority(heights: readonly (bigint | undefined)[]): bigint | undefined {
    const known = heights.filter((height) => height !== undefined);
    return known.sort((a, b) => (a > b ? -1 : 1))[this.#majority - 1];
  }

  /** Linked containers above the tip that a majority attests, from whichever upstream has them. */
  async #fetchRun(
    heights: readonly (bigint | undefined)[],
    target: bigint,
    signal: AbortSignal,
  ): Promise<readonly Container[] | undefined> {
    const { upstreams, acceptor, onWarning } = this.#options;
    const { height } = acceptor.tip();
    for (let i = 0; i < upstreams.length; i++) {
      const source = upstreams[this.#next++ % upstreams.length]!;
      const reached = heights[upstreams.indexOf(source)];
      if (reached === undefined || reached <= height) continue;
      const bytes = await source.containers(height + 1n, target, signal);
      const run = bytes && this.#linkedRun(bytes);
      const last = run?.at(-1);
      if (run === undefined || last === undefined) continue;
      if (await this.#isAttested(last, source, signal)) {
        this.#disagreedAt = undefined;
        this.#fetched.add(run.length);
        return run;
      }
      if (this.#disagreedAt === height) continue;
      this.#disagreedAt = height;
      onWarning(
        `The upstreams disagree above height ${height}: ${source.client.name} has another block.`,
      );
    }
    return undefined;
  }

  /** The leading containers that are linked to the tip by hashes, and signed. */
  #linkedRun(containers: readonly Uint8Array[]): readonly Container[] {
    const { acceptor, isSigned } = this.#options;
    const run: Container[] = [];
    let parent: { readonly id: Uint8Array; readonly height: bigint } = acceptor.tip();
    for (const bytes of containers) {
      const container = readOrUndefined(bytes);
      const isNext =
        container !== undefined &&
        container.height === parent.height + 1n &&
        equalBytes(container.parentID, parent.id) &&
        isSigned(container);
      if (!isNext) break;
      run.push(container);
      parent = container;
    }
    return run;
  }

  async #isAttested(last: Container, source: Upstream, signal: AbortSignal): Promise<boolean> {
    const others = this.#options.upstreams.filter((upstream) => upstream !== source);
    const answers = await Promise.all(others.map((upstream) => upstream.attests(last, signal)));
    return 1 + answers.filter((answer) => answer === true).length >= this.#majority;
  }

  async #execute(run: readonly Container[], target: bigint, signal: AbortSignal): Promise<void> {
    const { acceptor, nowMillis } = this.#options;
    const mode = target - acceptor.tip().height > nearTip ? "trusted" : "verified";
    for (let next = 0; next < run.length; ) {
      signal.throwIfAborted();
      const until = nowMillis() + sliceMs;
      const first = next;
      acceptor.batch(() => {
        while (next < run.length && nowMillis() < until) {
          acceptAttested(acceptor, run[next++]!, mode);
        }
      });
      this.#executed.add(next - first);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #halt(reason: string): void {
    this.#reason = reason;
    this.#enter("halted");
  }

  #enter(phase: FollowPhase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#options.onPhase(phase);
  }
}

function readOrUndefined(bytes: Uint8Array): Container | undefined {
  try {
    return readContainer(bytes);
  } catch (error) {
    if (error instanceof ContainerError) return undefined;
    throw error;
  }
}

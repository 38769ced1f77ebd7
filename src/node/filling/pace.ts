import { performance } from "node:perf_hooks";
import { setImmediate, setTimeout } from "node:timers/promises";

/** How long the event loop belongs to filling before other work runs. */
const sliceMs = 4;

/** Other work that takes a larger part of the time makes the node busy. An idle node spends up to 6 % between slices. */
const idleShare = 0.1;
const windowMs = 500;
/** How long after a call another one is expected. */
const quietMs = 1_000;

/** Divides the time of the process: all of it while nobody asks, and half of it while the node has other work. */
export class Pace {
  readonly #calls: () => number;
  #knownCalls = 0;
  #ownMs = 0;
  #since = performance.eventLoopUtilization();
  #isLoaded = true;
  #quietAt = 0;

  /** `calls` counts what others have asked this process. */
  constructor(calls: () => number) {
    this.#calls = calls;
    this.#knownCalls = 0;
  }

  /** Whether the node has other work, or calls wait for what filling does at once. */
  get isBusy(): boolean {
    return this.#isLoaded || performance.now() < this.#quietAt;
  }

  /** Calls `step` for a slice of time, until it returns false, and then lets other work run. */
  async slice(step: () => boolean, signal: AbortSignal): Promise<void> {
    const from = performance.now();
    while (performance.now() - from < sliceMs) if (!step()) break;
    const tookMs = performance.now() - from;
    this.#ownMs += tookMs;
    this.#measure();
    if (this.isBusy) await setTimeout(tookMs, undefined, { signal });
    else await setImmediate(undefined, { signal });
    this.#noteCalls();
  }

  #noteCalls(): void {
    const calls = this.#calls();
    if (calls === this.#knownCalls) return;
    this.#knownCalls = calls;
    this.#quietAt = performance.now() + quietMs;
  }

  #measure(): void {
    const { active, idle } = performance.eventLoopUtilization(this.#since);
    if (active + idle < windowMs) return;
    this.#isLoaded = active - this.#ownMs > idleShare * (active + idle);
    this.#ownMs = 0;
    this.#since = performance.eventLoopUtilization();
  }
}

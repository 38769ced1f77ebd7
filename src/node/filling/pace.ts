import { performance } from "node:perf_hooks";
import { setImmediate, setTimeout } from "node:timers/promises";

/** How long the event loop belongs to filling before other work runs. */
const sliceMs = 4;

/** Other work that takes a larger part of the time makes the node busy. An idle node spends up to 6 % between slices. */
const idleShare = 0.1;
const windowMs = 500;

/** Divides the time of the process: all of it while nobody asks, and half of it while the node has other work. */
export class Pace {
  #ownMs = 0;
  #since = performance.eventLoopUtilization();
  #isBusy = true;

  /** Calls `step` for a slice of time, until it returns false, and then lets other work run. */
  async slice(step: () => boolean, signal: AbortSignal): Promise<void> {
    const from = performance.now();
    while (performance.now() - from < sliceMs) if (!step()) break;
    const tookMs = performance.now() - from;
    this.#ownMs += tookMs;
    this.#measure();
    if (this.#isBusy) await setTimeout(tookMs, undefined, { signal });
    else await setImmediate(undefined, { signal });
  }

  #measure(): void {
    const { active, idle } = performance.eventLoopUtilization(this.#since);
    if (active + idle < windowMs) return;
    this.#isBusy = active - this.#ownMs > idleShare * (active + idle);
    this.#ownMs = 0;
    this.#since = performance.eventLoopUtilization();
  }
}

import { majorityOf } from "./majority.ts";
import type { Form, Upstream } from "./upstream.ts";

/** How often each upstream is asked for its height. */
const pollMs = 200;
/** How often to check whether a paused upstream may be asked again. */
const pausedMs = 1_000;

export type HeightWatchOptions = {
  readonly upstreams: readonly Upstream[];
  readonly form: () => Form;
  /** Rejects with the signal's reason if it is aborted first. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

/** Polls the heights of all upstreams, each on its own, so that a slow one delays no other. */
export class HeightWatch {
  readonly #options: HeightWatchOptions;
  readonly #heights = new Map<Upstream, bigint>();
  #onChange: () => void = () => {};
  #changed = Promise.resolve();

  constructor(options: HeightWatchOptions) {
    this.#options = options;
    this.#awaitChange();
  }

  /** Rejects with the signal's reason when it is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#options.upstreams.map((upstream) => this.#poll(upstream, signal)));
  }

  /** Undefined while the upstream does not respond. */
  heightOf(upstream: Upstream): bigint | undefined {
    return this.#heights.get(upstream);
  }

  /** The greatest height that a majority of all upstreams has reached; undefined if fewer respond. */
  attained(): bigint | undefined {
    const descending = [...this.#heights.values()].sort((a, b) => (a > b ? -1 : 1));
    return descending[majorityOf(this.#options.upstreams.length) - 1];
  }

  /** Resolves when a height has changed since the last call. */
  async changed(): Promise<void> {
    await this.#changed;
    this.#awaitChange();
  }

  async #poll(upstream: Upstream, signal: AbortSignal): Promise<void> {
    const { form, sleep } = this.#options;
    while (true) {
      signal.throwIfAborted();
      const height = await upstream.height(form(), signal);
      if (height !== this.#heights.get(upstream)) {
        if (height === undefined) this.#heights.delete(upstream);
        else this.#heights.set(upstream, height);
        this.#onChange();
      }
      await sleep(upstream.isAvailable ? pollMs : pausedMs, signal);
    }
  }

  #awaitChange(): void {
    this.#changed = new Promise((resolve) => {
      this.#onChange = resolve;
    });
  }
}

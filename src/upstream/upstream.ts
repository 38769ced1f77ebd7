import type { Container } from "../follow/container.ts";
import { equalBytes } from "../formats/bytes.ts";
import { type UpstreamClient, UpstreamFailure, UpstreamRefusal } from "./upstream-client.ts";

/** After a failure an upstream is left alone for this long, doubled with each further one. */
const retryMs = 1_000;
const retryMaxMs = 60_000;

const containersAtOnce = 1_024;

/** One upstream: what is known of it, and when it may be asked again. Rejections of calls become `undefined`. */
export class Upstream {
  readonly client: UpstreamClient;
  readonly #nowMillis: () => number;
  readonly #onFailure: (message: string) => void;
  #hasIndex: boolean | undefined;
  #failures = 0;
  #retryAtMillis = 0;
  /** Why nothing that it says counts, until the process ends. */
  exclusion: string | undefined;

  constructor(
    client: UpstreamClient,
    nowMillis: () => number,
    onFailure: (message: string) => void,
  ) {
    this.client = client;
    this.#nowMillis = nowMillis;
    this.#onFailure = onFailure;
  }

  get isAvailable(): boolean {
    return this.exclusion === undefined && this.#nowMillis() >= this.#retryAtMillis;
  }

  /** Whether it serves the index of P-chain containers; undefined until it was asked. */
  get hasIndex(): boolean | undefined {
    return this.#hasIndex;
  }

  networkID(signal: AbortSignal): Promise<number | undefined> {
    return this.#attempt(signal, () => this.client.networkID(signal));
  }

  /** The height of its last accepted block. */
  height(signal: AbortSignal): Promise<bigint | undefined> {
    return this.#attempt(signal, async () => {
      if (this.#hasIndex === undefined) await this.#findIndex(signal);
      if (this.#hasIndex === false) return this.client.height(signal);
      const last = await this.client.lastIndex("P/block", signal);
      // The first container is the block of height 1.
      return last === undefined ? 0n : last + 1n;
    });
  }

  /** Containers from a height on, up to another and to what one response holds. */
  containers(
    from: bigint,
    to: bigint,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[] | undefined> {
    const left = to - from + 1n;
    const count = left > containersAtOnce ? containersAtOnce : Number(left);
    return this.#attempt(signal, () => this.client.containers("P/block", from - 1n, count, signal));
  }

  /** The P-chain blocks themselves, for an upstream without an index. */
  block(height: bigint, signal: AbortSignal): Promise<Uint8Array | undefined> {
    return this.#attempt(signal, () => this.client.block(height, signal));
  }

  /** Whether it has accepted this container. */
  attests({ id, height, block }: Container, signal: AbortSignal): Promise<boolean | undefined> {
    return this.#attempt(signal, async () =>
      this.#hasIndex === true
        ? this.client.isAccepted("P/block", id, signal)
        : equalBytes(await this.client.block(height, signal), block),
    );
  }

  async #findIndex(signal: AbortSignal): Promise<void> {
    try {
      await this.client.lastIndex("P/block", signal);
      this.#hasIndex = true;
    } catch (error) {
      // A path that is not served: an AvalancheGo node answers 404, others refuse the method.
      const isAbsent = error instanceof UpstreamFailure && error.status === 404;
      if (!isAbsent && !(error instanceof UpstreamRefusal)) throw error;
      this.#hasIndex = false;
    }
  }

  async #attempt<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T | undefined> {
    if (!this.isAvailable) return undefined;
    try {
      const result = await call();
      this.#failures = 0;
      return result;
    } catch (error) {
      if (signal.aborted) throw error;
      if (!(error instanceof UpstreamFailure || error instanceof UpstreamRefusal)) throw error;
      const asked = error instanceof UpstreamFailure ? error.retryAfterMs : undefined;
      const delayMs = Math.min(retryMs * 2 ** Math.min(this.#failures, 10), retryMaxMs);
      this.#failures++;
      this.#retryAtMillis = this.#nowMillis() + Math.max(asked ?? 0, delayMs);
      if (this.#failures === 1) this.#onFailure(`${this.client.name}: ${error.message}`);
      return undefined;
    }
  }
}

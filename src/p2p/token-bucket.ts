/** Counts what is taken against a rate. It may be overdrawn: the debt is how long to wait. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #updatedMs: number;

  constructor(perSecond: number, burst: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#updatedMs = nowMs;
  }

  /** Takes tokens and returns for how many milliseconds to take no more; 0 without debt. */
  take(count: number, nowMs: number): number {
    const elapsedMs = Math.max(0, nowMs - this.#updatedMs);
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsedMs * this.#perSecond) / 1000);
    this.#updatedMs = nowMs;
    this.#tokens -= count;
    return this.#tokens >= 0 ? 0 : (-this.#tokens * 1000) / this.#perSecond;
  }
}

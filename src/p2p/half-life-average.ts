/** An average in which older values count less and less. avalanchego utils/math/continuous_averager.go @ v1.14.2 */
export class HalfLifeAverage {
  readonly #halfLifeMs: number;
  readonly #nowMs: () => number;
  #sum: number;
  #weights = 1;
  #updatedMs: number;

  constructor(halfLifeMs: number, nowMs: () => number, first = 0) {
    this.#halfLifeMs = halfLifeMs;
    this.#nowMs = nowMs;
    this.#sum = first;
    this.#updatedMs = nowMs();
  }

  get value(): number {
    return this.#sum / this.#weights;
  }

  observe(value: number): void {
    const now = this.#nowMs();
    const weight = 0.5 ** (Math.max(0, now - this.#updatedMs) / this.#halfLifeMs);
    this.#updatedMs = now;
    this.#sum = value + weight * this.#sum;
    this.#weights = 1 + weight * this.#weights;
  }
}

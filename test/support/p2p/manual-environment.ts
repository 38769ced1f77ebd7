import type { Environment } from "../../../src/p2p/environment.ts";

/** A clock that a test moves, and randomness from a fixed seed. */
export class ManualEnvironment implements Environment {
  #nowMs: number;
  #setByMs = 0;
  #seed: number;
  #timers: { atMs: number; call: () => void }[] = [];

  constructor(nowMs = 1_800_000_000_000, seed = 1) {
    this.#nowMs = nowMs;
    this.#seed = seed;
  }

  readonly nowMs = () => this.#nowMs + this.#setByMs;

  readonly elapsedMs = () => this.#nowMs;

  /** Sets the clock of the machine to another time, which ends no timer. */
  setClock(byMs: number): void {
    this.#setByMs += byMs;
  }

  readonly after = (delayMs: number, call: () => void) => {
    const timer = { atMs: this.#nowMs + delayMs, call };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** mulberry32 */
  readonly random = () => {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  readonly randomBytes = (length: number) =>
    Uint8Array.from({ length }, () => Math.floor(this.random() * 256));

  /** Moves the clock and calls the timers that come due, in order. */
  advance(millis: number): void {
    const endMs = this.#nowMs + millis;
    for (;;) {
      const due = this.#timers.filter(({ atMs }) => atMs <= endMs);
      if (due.length === 0) break;
      const next = due.reduce((first, other) => (other.atMs < first.atMs ? other : first));
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.call();
    }
    this.#nowMs = endMs;
  }
}

/** Where the time comes from and where it is spent. */
export type Timer = {
  /** Milliseconds since any fixed moment. */
  readonly now: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
};

const firstDelayMs = 100;
const delayMaxMs = 10_000;
/** After this long without another one, failures are forgotten. */
const memoryMs = 15 * 60_000;

/**
 * Slows down guessing: after a wrong password, the next attempt for that user waits, twice as long
 * after each further one. It counts by user, because a client can use many addresses.
 */
export class FailedAttempts {
  readonly #timer: Timer;
  readonly #failures = new Map<string, { readonly count: number; readonly lastMs: number }>();

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /** Waits until the password of a user may be tried. */
  async wait(username: string): Promise<void> {
    const failures = this.#failures.get(username);
    if (failures === undefined) return;
    const delayMs = Math.min(firstDelayMs * 2 ** (failures.count - 1), delayMaxMs);
    const leftMs = failures.lastMs + delayMs - this.#timer.now();
    if (leftMs > 0) await this.#timer.sleep(leftMs);
  }

  /** Takes a wrong password into account. */
  add(username: string): void {
    const nowMs = this.#timer.now();
    this.#forgetOld(nowMs);
    const count = (this.#failures.get(username)?.count ?? 0) + 1;
    // Added behind the others, so that the oldest stay in front.
    this.#failures.delete(username);
    this.#failures.set(username, { count, lastMs: nowMs });
  }

  /** Forgets the failures of a user who gave the right password, or who is gone. */
  clear(username: string): void {
    this.#failures.delete(username);
  }

  #forgetOld(nowMs: number): void {
    for (const [username, { lastMs }] of this.#failures) {
      if (nowMs - lastMs < memoryMs) return;
      this.#failures.delete(username);
    }
  }
}

/** The clock that it reads and waits on. */
export type Timer = {
  /** Milliseconds since an arbitrary instant. */
  readonly now: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
};

const firstDelayMs = 100;
const delayMaxMs = 10_000;
/** Forgets a user's failures when none follows for this long. */
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

  /** Waits until the next attempt for a user is allowed. */
  async wait(username: string): Promise<void> {
    const failures = this.#failures.get(username);
    if (failures === undefined) return;
    const delayMs = Math.min(firstDelayMs * 2 ** (failures.count - 1), delayMaxMs);
    const leftMs = failures.lastMs + delayMs - this.#timer.now();
    if (leftMs > 0) await this.#timer.sleep(leftMs);
  }

  /** Records a wrong password. */
  add(username: string): void {
    const nowMs = this.#timer.now();
    this.#forgetOld(nowMs);
    const count = (this.#failures.get(username)?.count ?? 0) + 1;
    // Insertion moves it to the end, so that the oldest stay at the start.
    this.#failures.delete(username);
    this.#failures.set(username, { count, lastMs: nowMs });
  }

  /** Forgets the failures of a user after a right password, or when the user is deleted. */
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

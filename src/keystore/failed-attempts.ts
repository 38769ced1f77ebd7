/** The clock that it reads and waits on. */
export type Timer = {
  /** Milliseconds since an arbitrary instant. */
  readonly now: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
};

const firstDelayMs = 100;
/**
 * After each check, the next wrong password is reported after a multiple of the time that it took: those who guess and
 * wait for each answer leave two thirds of the time for others, however many they are.
 */
const checksApart = 3;
const heldMsMax = 30_000;
/** Forgets a user's failures when none follows for this long. */
const memoryMs = 15 * 60_000;

/**
 * Slows down guessing. A wrong password is reported late, and a connection that sent one waits before its next attempt;
 * each delay doubles up to a limit. If there are many, they are reported one after the other. No failure of others delays
 * a right password.
 */
export class FailedAttempts {
  readonly #timer: Timer;
  readonly #delayMaxMs: number;
  readonly #byUser = new Map<string, { readonly count: number; readonly lastMs: number }>();
  readonly #byConnection = new WeakMap<
    object,
    { readonly count: number; readonly lastMs: number }
  >();
  #total = 0;
  /** When the last of those that wait is reported. */
  #heldUntilMs = Number.NEGATIVE_INFINITY;

  constructor(timer: Timer, delayMaxMs: number) {
    this.#timer = timer;
    this.#delayMaxMs = delayMaxMs;
  }

  /** Wrong passwords since the start. */
  get total(): number {
    return this.#total;
  }

  /** Waits until the connection may try again. */
  async wait(connection: object | undefined): Promise<void> {
    const failures = connection && this.#byConnection.get(connection);
    if (failures === undefined) return;
    const leftMs = failures.lastMs + this.#delayMs(failures.count) - this.#timer.now();
    if (leftMs > 0) await this.#timer.sleep(leftMs);
  }

  /** Records a wrong password, and waits before it is reported. `tookMs` is what its check occupied others for. */
  async add(username: string, connection: object | undefined, tookMs: number): Promise<void> {
    const nowMs = this.#timer.now();
    this.#forgetOld(nowMs);
    this.#total += 1;
    const count = (this.#byUser.get(username)?.count ?? 0) + 1;
    // Insertion moves it to the end, so that the oldest stay at the start.
    this.#byUser.delete(username);
    this.#byUser.set(username, { count, lastMs: nowMs });
    if (connection !== undefined) {
      const before = this.#byConnection.get(connection)?.count ?? 0;
      this.#byConnection.set(connection, { count: before + 1, lastMs: nowMs });
    }
    await this.#timer.sleep(Math.max(this.#delayMs(count), this.#heldMs(nowMs, tookMs)));
  }

  /** Forgets the failures of a user and a connection after a right password. */
  clear(username: string, connection: object | undefined): void {
    this.#byUser.delete(username);
    if (connection !== undefined) this.#byConnection.delete(connection);
  }

  #heldMs(nowMs: number, tookMs: number): number {
    const nextMs = Math.max(this.#heldUntilMs, nowMs) + checksApart * tookMs;
    this.#heldUntilMs = Math.min(nextMs, nowMs + heldMsMax);
    return this.#heldUntilMs - nowMs;
  }

  #delayMs(count: number): number {
    return Math.min(firstDelayMs * 2 ** (count - 1), this.#delayMaxMs);
  }

  #forgetOld(nowMs: number): void {
    for (const [username, { lastMs }] of this.#byUser) {
      if (nowMs - lastMs < memoryMs) return;
      this.#byUser.delete(username);
    }
  }
}

/** The time of the chain and of everything that tells it. Only this file reads the machine's clock. */
export type Clock = {
  readonly nowSeconds: () => bigint;
  readonly nowMillis: () => number;
  readonly nowNanos: () => bigint;
};

/** How a clock stands to the machine's. Milliseconds; the frozen ones are Unix time. */
export type ClockSetting = {
  readonly offsetMillis: number;
  readonly frozenMillis: number | undefined;
};

/** The machine's clock, as long as nobody moves it. Moving is for the dev node: staking periods end, rewards are paid. */
export class NodeClock implements Clock {
  readonly #startMillis: number | undefined;
  #offsetMillis = 0;
  #frozenMillis: number | undefined;

  /** Begins at a Unix time in milliseconds, at the machine's time without. */
  constructor(startMillis?: number) {
    this.#startMillis = startMillis;
    this.reset();
  }

  /** Unix milliseconds. */
  readonly nowMillis = (): number => this.#frozenMillis ?? Date.now() + this.#offsetMillis;
  readonly nowSeconds = (): bigint => BigInt(Math.floor(this.nowMillis() / 1000));
  readonly nowNanos = (): bigint => BigInt(this.nowMillis()) * 1_000_000n;

  /** How far the clock is ahead of the machine's, in milliseconds; it moves on while the clock is not frozen. */
  get offsetMillis(): number {
    return this.nowMillis() - Date.now();
  }

  get isFrozen(): boolean {
    return this.#frozenMillis !== undefined;
  }

  /** What `restore` brings the clock back to. */
  setting(): ClockSetting {
    return { offsetMillis: this.#offsetMillis, frozenMillis: this.#frozenMillis };
  }

  /** As it began: at its start time again, or the machine's, and running. */
  reset(): void {
    this.restore({ offsetMillis: 0, frozenMillis: undefined });
    if (this.#startMillis !== undefined) this.set(this.#startMillis);
  }

  restore({ offsetMillis, frozenMillis }: ClockSetting): void {
    this.#offsetMillis = offsetMillis;
    this.#frozenMillis = frozenMillis;
  }

  /** Moves the clock; a frozen one stays frozen. A negative number moves it back. */
  advance(millis: number): void {
    this.set(this.nowMillis() + millis);
  }

  /** Sets the clock to a Unix time in milliseconds. */
  set(unixMillis: number): void {
    if (this.#frozenMillis === undefined) this.#offsetMillis = unixMillis - Date.now();
    else this.#frozenMillis = unixMillis;
  }

  /** Stops the clock where it is. */
  freeze(): void {
    this.#frozenMillis ??= this.nowMillis();
  }

  /** Lets a frozen clock run on from where it stands. */
  unfreeze(): void {
    const millis = this.nowMillis();
    this.#frozenMillis = undefined;
    this.set(millis);
  }
}

/** The machine's own time, which no dev node moves: for health and for lengths of time. */
export const machineClock = {
  /** Unix nanoseconds. */
  nowNanos: (): bigint => BigInt(Date.now()) * 1_000_000n,
  elapsedNanos: (): bigint => process.hrtime.bigint(),
  nowDate: (): Date => new Date(),
};

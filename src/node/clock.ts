import { lastUnixSecond } from "../formats/time.ts";

/** The time that the chain and the APIs use. Only this file reads the machine's clock. */
export type Clock = {
  readonly nowSeconds: () => bigint;
  readonly nowMillis: () => number;
  readonly nowNanos: () => bigint;
};

/** How a clock differs from the machine's: an offset in milliseconds, or a frozen Unix time in milliseconds. */
export type ClockSetting = {
  readonly offsetMillis: number;
  readonly frozenMillis: number | undefined;
};

const lastMillis = Number(lastUnixSecond) * 1000 + 999;

/** The machine's clock, which a dev node can move, for example to end staking periods. It stops at the end of the year 9999. */
export class NodeClock implements Clock {
  readonly #startMillis: number | undefined;
  #offsetMillis = 0;
  #frozenMillis: number | undefined;

  /** Starts at a Unix time in milliseconds, or at the machine's time. */
  constructor(startMillis?: number) {
    this.#startMillis = startMillis;
    this.reset();
  }

  /** Unix milliseconds. */
  readonly nowMillis = (): number =>
    Math.min(this.#frozenMillis ?? Date.now() + this.#offsetMillis, lastMillis);
  readonly nowSeconds = (): bigint => BigInt(Math.floor(this.nowMillis() / 1000));
  readonly nowNanos = (): bigint => BigInt(this.nowMillis()) * 1_000_000n;

  /** How far the clock is ahead of the machine's, in milliseconds; it moves on while the clock is not frozen. */
  get offsetMillis(): number {
    return this.nowMillis() - Date.now();
  }

  get isFrozen(): boolean {
    return this.#frozenMillis !== undefined;
  }

  /** The state that `restore` accepts. */
  setting(): ClockSetting {
    return { offsetMillis: this.#offsetMillis, frozenMillis: this.#frozenMillis };
  }

  /** Returns to the start time, or to the machine's time, and runs. */
  reset(): void {
    this.restore({ offsetMillis: 0, frozenMillis: undefined });
    if (this.#startMillis !== undefined) this.set(this.#startMillis);
  }

  restore({ offsetMillis, frozenMillis }: ClockSetting): void {
    this.#offsetMillis = offsetMillis;
    this.#frozenMillis = frozenMillis;
  }

  /** Moves the clock, back for a negative number. A frozen clock stays frozen. */
  advance(millis: number): void {
    this.set(this.nowMillis() + millis);
  }

  /** Sets the clock to a Unix time in milliseconds. */
  set(unixMillis: number): void {
    if (this.#frozenMillis === undefined) this.#offsetMillis = unixMillis - Date.now();
    else this.#frozenMillis = unixMillis;
  }

  /** Stops the clock at its current time. */
  freeze(): void {
    this.#frozenMillis ??= this.nowMillis();
  }

  /** Lets a frozen clock continue from its current time. */
  unfreeze(): void {
    const millis = this.nowMillis();
    this.#frozenMillis = undefined;
    this.set(millis);
  }
}

/** The machine's time, which a dev node cannot move: for health checks and durations. */
export const machineClock = {
  /** Unix nanoseconds. */
  nowNanos: (): bigint => BigInt(Date.now()) * 1_000_000n,
  elapsedNanos: (): bigint => process.hrtime.bigint(),
  nowDate: (): Date => new Date(),
};

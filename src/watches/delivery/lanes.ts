/** What waits for its turn to be sent. */
export type Sendable = {
  /** Scheme, host and port of the target. */
  readonly origin: string;
  /** Whether the last attempt failed or took long. */
  readonly isSlow: boolean;
  readonly send: () => Promise<void>;
};

export type LaneLimits = {
  /** Concurrent requests to targets that answer soon, and to the others. */
  readonly prompt: number;
  readonly slow: number;
  /** Of either, to one origin. */
  readonly perOrigin: number;
};

type Lane = { running: number; readonly max: number; queue: Sendable[] };

/**
 * Bounds what is sent at the same time. Targets that failed or took long have a lane of their own, and no origin may occupy a
 * lane, so that the others do not wait for them.
 */
export class Lanes {
  readonly #prompt: Lane;
  readonly #slow: Lane;
  readonly #perOrigin: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Sendable[]>();
  #isStopped = false;

  constructor({ prompt, slow, perOrigin }: LaneLimits) {
    this.#prompt = { running: 0, max: prompt, queue: [] };
    this.#slow = { running: 0, max: slow, queue: [] };
    this.#perOrigin = perOrigin;
  }

  add(one: Sendable): void {
    const lane = one.isSlow ? this.#slow : this.#prompt;
    lane.queue.push(one);
    this.#run(lane);
  }

  /** Nothing more is sent. */
  stop(): void {
    this.#isStopped = true;
  }

  #run(lane: Lane): void {
    while (!this.#isStopped && lane.running < lane.max) {
      const one = lane.queue.shift();
      if (one === undefined) return;
      const already = this.#running.get(one.origin) ?? 0;
      if (already < this.#perOrigin) this.#start(lane, one, already);
      else this.#wait(one);
    }
  }

  #start(lane: Lane, one: Sendable, already: number): void {
    lane.running += 1;
    this.#running.set(one.origin, already + 1);
    void one.send().finally(() => {
      lane.running -= 1;
      this.#left(one.origin);
      this.#run(lane);
    });
  }

  #wait(one: Sendable): void {
    const others = this.#waiting.get(one.origin);
    if (others === undefined) this.#waiting.set(one.origin, [one]);
    else others.push(one);
  }

  #left(origin: string): void {
    const left = (this.#running.get(origin) ?? 1) - 1;
    if (left === 0) this.#running.delete(origin);
    else this.#running.set(origin, left);
    const waiting = this.#waiting.get(origin);
    const next = waiting?.shift();
    if (waiting?.length === 0) this.#waiting.delete(origin);
    if (next !== undefined) this.add(next);
  }
}

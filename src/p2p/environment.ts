import { randomBytes, randomInt } from "node:crypto";

/** Time, timers and randomness of a peer network; tests pass their own. */
export type Environment = {
  /** Unix milliseconds. */
  readonly nowMs: () => number;
  /** Unix milliseconds as if the clock had never been set back: for durations. */
  readonly elapsedMs: () => number;
  /** Calls once after `delayMs`; the answer cancels it. */
  readonly after: (delayMs: number, call: () => void) => () => void;
  /** From 0 to 1, exclusive: for back-off and the choice of peers. */
  readonly random: () => number;
  /** Bytes that nobody can guess: salts and seeds. */
  readonly randomBytes: (length: number) => Uint8Array;
};

/** The machine's own. Its timers keep no process alive. */
export function systemEnvironment(): Environment {
  return {
    nowMs: () => Date.now(),
    elapsedMs: steadily(Date.now),
    after: (delayMs, call) => {
      const timer = setTimeout(call, delayMs).unref();
      return () => clearTimeout(timer);
    },
    random: () => randomInt(2 ** 32) / 2 ** 32,
    randomBytes: (length) => new Uint8Array(randomBytes(length)),
  };
}

/** Reads a clock that may be set back as one that then continues from where it was. Time in which the machine slept counts. */
export function steadily(nowMs: () => number): () => number {
  let lastMs = nowMs();
  let setBackMs = 0;
  return () => {
    const now = nowMs();
    setBackMs = Math.max(setBackMs, lastMs - now);
    lastMs = now + setBackMs;
    return lastMs;
  };
}

/** The number of a clock in whole Unix seconds. */
export function nowSeconds(environment: Environment): bigint {
  return BigInt(Math.floor(environment.nowMs() / 1000));
}

/** Up to `count` different members, uniformly. */
export function sample<Member>(
  members: readonly Member[],
  count: number,
  random: () => number,
): Member[] {
  const rest = [...members];
  const chosen: Member[] = [];
  while (chosen.length < count && rest.length > 0) {
    const at = Math.floor(random() * rest.length);
    chosen.push(rest[at]!);
    rest[at] = rest.at(-1)!;
    rest.pop();
  }
  return chosen;
}

/** The times after which a connection ends. */
export type Timeouts = {
  /** For a whole request. */
  readonly readMs: number;
  readonly readHeaderMs: number;
  /** For a client to read a response. */
  readonly writeMs: number;
  /** Between two requests. 0 is without limit. */
  readonly idleMs: number;
  /** With nothing sent, after a client has closed its half: the system says only then whether it has gone. */
  readonly halfClosedMs: number;
};

/** avalanchego config/flags.go @ v1.12.1 */
export const defaultTimeouts: Timeouts = {
  readMs: 30_000,
  readHeaderMs: 30_000,
  writeMs: 30_000,
  idleMs: 120_000,
  halfClosedMs: 5_000,
};

/** What a connection waits for from its client. The time for a body includes that for its head. */
export type Awaited = "head" | "body" | "response" | "end" | "idle";

/** How long a connection waits for each, in milliseconds. */
export type Waits = Readonly<Record<Awaited, number>>;

export function waitsOf({ readMs, readHeaderMs, writeMs, idleMs, halfClosedMs }: Timeouts): Waits {
  return {
    head: Math.min(readHeaderMs, readMs),
    body: readMs,
    response: writeMs,
    end: halfClosedMs,
    idle: idleMs > 0 ? idleMs : Number.POSITIVE_INFINITY,
  };
}

/** How long a connection has waited for its client. Nobody looks more often than twice a second, so no request starts a timer. */
export class Deadline {
  #awaited: Awaited | undefined = "head";
  #since = performance.now();
  #goal = 1;

  /** Begins to wait. The time starts again when the client's progress reaches `goal`. */
  begin(awaited: Awaited | undefined, goal: number, now = performance.now()): void {
    this.#awaited = awaited;
    this.#since = now;
    this.#goal = goal;
  }

  /** Whether the client has had its time for what it has to do now. */
  isOver(
    now: number,
    awaited: Awaited | undefined,
    progress: number,
    goal: number,
    waits: Waits,
  ): boolean {
    const goesOn = awaited === this.#awaited || (awaited === "body" && this.#awaited === "head");
    if (goesOn && progress < this.#goal) this.#awaited = awaited;
    else this.begin(awaited, goal, now);
    return awaited !== undefined && now - this.#since > waits[awaited];
  }
}

/** After so long other things than calls get their turn: connections are accepted and read, timers run. */
const sliceMs = 8;
/** While connections arrive, a pass is so short, for at most so long. */
const arrivalSliceMs = 1;
const arrivalsMs = 50;
/** What a client may use at once, and in each second, before others go first. */
const lightMs = 25;
const lightMsPerSecond = 100;

/** What one client has used of the event loop. It decides who goes first. */
export class Usage {
  #usedMs = 0;
  #at = 0;

  /** Adds time that ended at `now`. What was used before counts less and less. */
  add(tookMs: number, now: number): void {
    this.#usedMs = this.#rest(now) + tookMs;
    this.#at = now;
  }

  isLight(now: number): boolean {
    return this.#rest(now) < lightMs;
  }

  #rest(now: number): number {
    return Math.max(0, this.#usedMs - ((now - this.#at) * lightMsPerSecond) / 1_000);
  }
}

type Turn = {
  readonly usage: Usage;
  readonly work: () => void;
  readonly isHeavy: () => boolean;
};

const always = () => true;
const never = () => false;

/**
 * Shares the event loop between clients. Work runs at once while nobody waits and the slice lasts; then it waits for
 * its turn. Clients that have used little go first, so a simple call waits for at most the piece of work that runs
 * and the slice that follows. Each client waits for one turn at a time, so the others go round.
 */
export class Turns {
  readonly #light: Turn[] = [];
  readonly #heavy: Turn[] = [];
  #sliceEnd = 0;
  #isScheduled = false;
  #isRunning = false;
  #hasArrival = false;
  /** When heavy work continues although connections arrive; 0 if none do. */
  #arrivalsEnd = 0;

  /** How many pieces of work wait. */
  get waiting(): number {
    return this.#light.length + this.#heavy.length;
  }

  /**
   * Runs `work` now or when it is its turn. `work` must not throw and should end when `isOver` is true. Parts of a batch
   * are heavy, whatever their client has used: many clients may send one at the same time. What waits may become heavy.
   */
  take(usage: Usage, work: () => void, heavy: boolean | (() => boolean) = false): void {
    if (!this.#isRunning && this.waiting === 0) {
      const now = performance.now();
      // Only the next pass of the event loop begins another slice: then other things have had their turn.
      if (now < this.#sliceEnd) {
        this.#run(usage, work, now);
        return;
      }
    }
    const isHeavy = typeof heavy === "function" ? heavy : heavy ? always : never;
    const isLight = !isHeavy() && usage.isLight(performance.now());
    const queue = isLight ? this.#light : this.#heavy;
    queue.push({ usage, work, isHeavy });
    this.#schedule();
  }

  /**
   * Call it for each new connection. The event loop accepts one in each pass, so a crowd of them would wait for as many
   * pieces of heavy work.
   */
  connectionArrived(): void {
    this.#hasArrival = true;
  }

  /** Whether the work that runs has used up its turn. */
  isOver(): boolean {
    return performance.now() >= this.#sliceEnd;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#pump());
  }

  #pump(): void {
    this.#isScheduled = false;
    let now = performance.now();
    const isForArrivals = this.#isForArrivals(now);
    this.#sliceEnd = now + (isForArrivals ? arrivalSliceMs : sliceMs);
    // One piece of heavy work in each pass, so that light clients cannot keep the others waiting forever.
    const heavy = isForArrivals ? undefined : this.#heavy.shift();
    while (this.#light.length > 0 && now < this.#sliceEnd) {
      const turn = this.#light.shift()!;
      if (turn.isHeavy()) this.#heavy.push(turn);
      else now = this.#runTurn(turn, now);
    }
    if (heavy !== undefined) now = this.#runTurn(heavy, now);
    while (!isForArrivals && this.waiting > 0 && now < this.#sliceEnd) {
      now = this.#runTurn((this.#light.shift() ?? this.#heavy.shift())!, now);
    }
    if (this.waiting > 0) this.#schedule();
  }

  /** Whether this pass leaves heavy work waiting, because there may be more connections to accept. */
  #isForArrivals(now: number): boolean {
    const hasArrival = this.#hasArrival;
    this.#hasArrival = false;
    if (!hasArrival || (this.#arrivalsEnd !== 0 && now >= this.#arrivalsEnd)) {
      this.#arrivalsEnd = 0;
      return false;
    }
    if (this.#arrivalsEnd === 0) this.#arrivalsEnd = now + arrivalsMs;
    return true;
  }

  #runTurn({ usage, work }: Turn, begun: number): number {
    return this.#run(usage, work, begun);
  }

  /** Returns the time after the work. */
  #run(usage: Usage, work: () => void, begun: number): number {
    this.#isRunning = true;
    try {
      work();
    } finally {
      this.#isRunning = false;
    }
    const now = performance.now();
    usage.add(now - begun, now);
    return now;
  }
}

/** The length of a slice. Between slices, connections are accepted and read, and timers run. */
const sliceMs = 8;
/** The length of a slice while connections arrive, and the longest time for which slices are that short. */
const arrivalSliceMs = 1;
const arrivalsMs = 50;
/** The longest time for which light work that fills its slices keeps other work waiting. */
const lightAloneMs = 100;
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

/**
 * A short call is light; one that may be expensive is medium; a GET that may be expensive, such as for metrics, is a page; a
 * batch and a long body are heavy.
 */
export type Weight = "light" | "medium" | "page" | "heavy";

/** Light work of clients that have used little goes first. The others take turns, so that none waits for all of another. */
const others = ["light work of others", "medium", "page", "heavy"] as const;
type Other = (typeof others)[number];

type Turn = {
  readonly usage: Usage;
  readonly work: () => void;
  readonly weight: Weight | (() => Weight);
};

const weightNow = ({ weight }: Turn): Weight => (typeof weight === "string" ? weight : weight());

/**
 * Shares the event loop between clients. Work runs at once while nobody waits and the slice lasts; then it waits for
 * its turn. Light work of clients that have used little goes first, so a simple call waits for at most the piece of work
 * that runs and the slice that follows. Each client waits for one turn at a time, so the others go round.
 */
export class Scheduler {
  /** Work that came since the last pass, in any weight: most often it is the only one. */
  #arrived: Turn[] = [];
  readonly #light: Turn[] = [];
  readonly #others: Readonly<Record<Other, Turn[]>> = {
    "light work of others": [],
    medium: [],
    page: [],
    heavy: [],
  };
  #waiting = 0;
  #sliceEnd = 0;
  #isScheduled = false;
  /** Whose work runs. */
  #running: Usage | undefined;
  /** Whose turn is next. */
  #next = 0;
  /** When other than light work ran last. */
  #otherAt = 0;
  readonly #arrivals = new Arrivals(arrivalsMs);

  /** How many pieces of work wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs `work` now or when it is its turn. `work` must not throw and should end when `isOver` is true. Parts of a batch
   * are heavy, whatever their client has used: many clients may send one at the same time. What waits may become heavier.
   */
  run(usage: Usage, work: () => void, weight: Weight | (() => Weight) = "light"): void {
    if (this.#waiting === 0 && this.#running === undefined) {
      const now = performance.now();
      // Only the next pass of the event loop begins another slice: then other things have had their turn.
      if (now < this.#sliceEnd) {
        this.#runNow(usage, work, now);
        return;
      }
    } else if (this.#waiting === 0 && this.#running === usage && !this.isOver()) {
      // Work that belongs to the turn that runs.
      work();
      return;
    }
    this.#arrived.push({ usage, work, weight });
    this.#waiting += 1;
    this.#schedule();
  }

  /** Call it for each new connection: other than light work waits while there are more. */
  connectionArrived(): void {
    this.#arrivals.note();
  }

  /** Whether the work that runs has used up its turn. */
  isOver(): boolean {
    return performance.now() >= this.#sliceEnd;
  }

  #enqueue(turn: Turn, weight: Weight, now: number): void {
    if (weight !== "light") this.#others[weight].push(turn);
    else if (turn.usage.isLight(now)) this.#light.push(turn);
    else this.#others["light work of others"].push(turn);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#pump());
  }

  #pump(): void {
    this.#isScheduled = false;
    let now = performance.now();
    const isForArrivals = this.#arrivals.comeFirst(now);
    this.#sliceEnd = now + (isForArrivals ? arrivalSliceMs : sliceMs);
    const arrived = this.#arrived;
    this.#arrived = [];
    const [first] = arrived;
    if (first !== undefined && this.#waiting === 1 && !isForArrivals) {
      now = this.#runTurn(first, now);
    } else for (const turn of arrived) this.#enqueue(turn, weightNow(turn), now);
    now = this.#pumpLight(now);
    const mayGoOn = this.#light.length === 0 || now - this.#otherAt >= lightAloneMs;
    if (!isForArrivals && mayGoOn) {
      // At least one in each pass, so that light clients cannot keep the others waiting forever.
      do {
        const turn = this.#nextOther();
        if (turn === undefined) break;
        now = this.#runTurn(turn, now);
        this.#otherAt = now;
        now = this.#pumpLight(now);
      } while (now < this.#sliceEnd);
    }
    if (this.#waiting > 0) this.#schedule();
  }

  /** Runs light work until the slice is over; what has become heavier goes to the others. Returns the time. */
  #pumpLight(begun: number): number {
    let now = begun;
    while (this.#light.length > 0 && now < this.#sliceEnd) {
      const turn = this.#light.shift()!;
      const weight = weightNow(turn);
      if (weight !== "light") this.#enqueue(turn, weight, now);
      else now = this.#runTurn(turn, now);
    }
    return now;
  }

  #nextOther(): Turn | undefined {
    for (let tries = 0; tries < others.length; tries++) {
      const turn = this.#others[others[this.#next]!].shift();
      this.#next = (this.#next + 1) % others.length;
      if (turn !== undefined) return turn;
    }
    return undefined;
  }

  #runTurn({ usage, work }: Turn, begun: number): number {
    this.#waiting -= 1;
    return this.#runNow(usage, work, begun);
  }

  /** Returns the time after the work. */
  #runNow(usage: Usage, work: () => void, begun: number): number {
    this.#running = usage;
    try {
      work();
    } finally {
      this.#running = undefined;
    }
    const now = performance.now();
    usage.add(now - begun, now);
    return now;
  }
}

/**
 * Decides which work waits while connections arrive. The event loop accepts one connection in each pass, so a crowd of them
 * would wait for as many pieces of work, and so would any other client that connects.
 */
export class Arrivals {
  readonly #windowMs: number;
  #hasArrival = false;
  /** When work continues although connections arrive; 0 if none do. */
  #windowEnd = 0;

  /** Work waits for at most `windowMs`. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Call it for each new connection. */
  note(): void {
    this.#hasArrival = true;
  }

  /** Whether work waits in this pass, because there may be more connections to accept. Call it once in each pass. */
  comeFirst(now: number): boolean {
    const hasArrival = this.#hasArrival;
    this.#hasArrival = false;
    if (!hasArrival || (this.#windowEnd !== 0 && now >= this.#windowEnd)) {
      this.#windowEnd = 0;
      return false;
    }
    if (this.#windowEnd === 0) this.#windowEnd = now + this.#windowMs;
    return true;
  }
}

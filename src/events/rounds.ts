/** In each pass of the event loop, all streams together take this time, or send this number of heights if that takes longer. */
const sliceMs = 1;
const heightsMin = 4;

/** One that has something to do. Returns the heights that it did, and whether there are more. */
export type Member = {
  readonly turn: () => { readonly heights: number; readonly hasMore: boolean };
};

/** Lets members take turns, a little in each pass of the event loop, so that any number of them shares it with calls. */
export class Rounds {
  readonly #ready = new Set<Member>();
  #sliceEnd = 0;
  #heights = 0;
  #pass: NodeJS.Immediate | undefined;
  #isRunning = false;
  #mustWait = false;
  readonly #onError: (error: unknown) => void;
  readonly #isBusy: () => boolean;

  /**
   * `onError` is called with what a turn throws; the member has no further turn until it is added again. `isBusy` is called
   * once in each pass, and returns whether no member has a turn in it.
   */
  constructor(onError: (error: unknown) => void, isBusy: () => boolean) {
    this.#onError = onError;
    this.#isBusy = isBusy;
  }

  /** How many members wait for their turn. */
  get waiting(): number {
    return this.#ready.size;
  }

  /** Gives a member a turn: now while the slice of this pass lasts, else in one of the next. */
  add(member: Member): void {
    this.#ready.add(member);
    this.run();
  }

  /** Adds without starting: call `run` after the last one. */
  addAll(members: Iterable<Member>): void {
    for (const member of members) this.#ready.add(member);
    this.run();
  }

  delete(member: Member): void {
    this.#ready.delete(member);
  }

  run(): void {
    if (this.#isRunning) return;
    if (this.#pass === undefined) {
      this.#sliceEnd = performance.now() + sliceMs;
      this.#heights = 0;
      this.#mustWait = this.#isBusy();
      this.#pass = setImmediate(() => {
        this.#pass = undefined;
        if (this.#ready.size > 0) this.run();
      });
    }
    if (this.#mustWait) return;
    this.#isRunning = true;
    try {
      for (const member of this.#ready) {
        if (this.#heights >= heightsMin && performance.now() >= this.#sliceEnd) return;
        this.#ready.delete(member);
        this.#take(member);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  #take(member: Member): void {
    try {
      const { heights, hasMore } = member.turn();
      this.#heights += heights;
      if (hasMore) this.#ready.add(member);
    } catch (error) {
      this.#onError(error);
    }
  }
}

/** Polls of validators: how many are open, and how those since the start ended. */
export type PollFigures = {
  readonly open: number;
  /** Enough stake gave one answer. */
  readonly successful: number;
  readonly failed: number;
};

/** Counts the polls of one follower. */
export class PollCounts implements PollFigures {
  open = 0;
  successful = 0;
  failed = 0;

  /** Counts a poll, which succeeds if it decides something. */
  async count<T>(poll: () => Promise<T | undefined>): Promise<T | undefined> {
    this.open += 1;
    let decided: T | undefined;
    try {
      decided = await poll();
      return decided;
    } finally {
      this.open -= 1;
      if (decided === undefined) this.failed += 1;
      else this.successful += 1;
    }
  }
}

/** A number of blocks, and the time that they took. */
export type BlockTimes = { readonly count: number; readonly durationMs: number };

/** What a chain did with blocks since its start. */
export type BlockFigures = {
  readonly verified: BlockTimes;
  /** Blocks that the rules do not accept. */
  readonly invalid: BlockTimes;
  /** From the beginning of their verification until they are stored. */
  readonly accepted: BlockTimes;
  /** Blocks among them that this node made. */
  readonly built: number;
};

/** Counts the blocks of one chain. */
export class BlockCounts implements BlockFigures {
  readonly verified = { count: 0, durationMs: 0 };
  readonly invalid = { count: 0, durationMs: 0 };
  readonly accepted = { count: 0, durationMs: 0 };
  built = 0;

  /** Counts the verification of a block by whether it throws. */
  verify<T>(work: () => T): T {
    const begunMs = performance.now();
    let outcome: "verified" | "invalid" = "invalid";
    try {
      const result = work();
      outcome = "verified";
      return result;
    } finally {
      this[outcome].count += 1;
      this[outcome].durationMs += performance.now() - begunMs;
    }
  }

  accept(begunMs: number): void {
    this.accepted.count += 1;
    this.accepted.durationMs += performance.now() - begunMs;
  }
}

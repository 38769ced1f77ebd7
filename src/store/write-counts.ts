/** The transactions that a store committed since its start. */
export type WriteFigures = {
  readonly count: number;
  readonly durationMs: number;
  /** Bytes of the pages that they wrote into the write-ahead log. */
  readonly bytes: number;
};

/** Counts the writes of one store. */
export class WriteCounts implements WriteFigures {
  count = 0;
  durationMs = 0;
  bytes = 0;
  #frames = 0;

  /** Runs and counts a transaction; one that fails is not counted. */
  time<T>(transaction: () => T): T {
    const begunMs = performance.now();
    const result = transaction();
    this.count += 1;
    this.durationMs += performance.now() - begunMs;
    return result;
  }

  /** Notes how many frames the log has after a commit. A log that was moved begins again. */
  noteLog(frames: number, pageBytes: number): void {
    const written = frames >= this.#frames ? frames - this.#frames : frames;
    this.#frames = frames;
    this.bytes += written * pageBytes;
  }
}

/** Lines that could not be written since the last one that could. */
export type LostLines = { readonly count: number; readonly reason: string };

/**
 * Writes lines to a place that may fail, such as a file on a full disk. A failure never reaches the caller: the sink
 * counts the lost lines, and writes how many there were before the next line that it can write.
 */
export class LossySink {
  readonly #write: (line: string) => void;
  readonly #report: (lost: LostLines) => string;
  #lost: LostLines | undefined;
  #lostTotal = 0;

  /** `write` throws if it did not write the whole line. */
  constructor(write: (line: string) => void, report: (lost: LostLines) => string) {
    this.#write = write;
    this.#report = report;
  }

  /** Lost since the start. */
  get lostTotal(): number {
    return this.#lostTotal;
  }

  write(line: string): void {
    try {
      if (this.#lost !== undefined) {
        this.#write(this.#report(this.#lost));
        this.#lost = undefined;
      }
      this.#write(line);
    } catch (error) {
      this.#lostTotal += 1;
      this.#lost = { count: (this.#lost?.count ?? 0) + 1, reason: (error as Error).message };
    }
  }
}

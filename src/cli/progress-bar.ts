const redrawMs = 100;
const barWidthMax = 30;

/** A line that shows the progress of a long job; nothing without a terminal. */
export class ProgressBar {
  readonly #columns: number | undefined;
  readonly #write: (text: string) => void;
  #drawnAt = 0;
  #isDrawn = false;

  constructor(columns: number | undefined, write: (text: string) => void) {
    this.#columns = columns;
    this.#write = write;
  }

  /** `share` is 0 to 1. Draws at most ten times a second. */
  show(share: number, nowMs: number, text: () => string): void {
    if (this.#columns === undefined || nowMs - this.#drawnAt < redrawMs) return;
    this.#drawnAt = nowMs;
    this.#isDrawn = true;
    const width = Math.min(barWidthMax, this.#columns - 10);
    const filled = Math.round(width * Math.min(Math.max(share, 0), 1));
    const line = `[${"#".repeat(filled)}${".".repeat(width - filled)}] ${text()}`;
    this.#write(`\r\u001b[K${line.slice(0, this.#columns - 1)}`);
  }

  clear(): void {
    if (this.#isDrawn) this.#write("\r\u001b[K");
    this.#isDrawn = false;
  }
}

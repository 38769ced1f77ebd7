import { machineClock } from "../../node/clock.ts";
import type { Terminal } from "../command.ts";
import { ProgressBar } from "../replay/progress-bar.ts";

/** Shows how far a work on containers is and tells how long it took. */
export class Meter {
  readonly #bar: ProgressBar;
  readonly #startNanos = machineClock.elapsedNanos();

  constructor(terminal: Terminal) {
    this.#bar = new ProgressBar(terminal.columns, terminal.err);
  }

  /** `share` is 0 to 1, or undefined where nobody knows how much there is. */
  show(containers: number, share: number | undefined): void {
    const seconds = this.#seconds();
    this.#bar.show(share ?? 0, seconds * 1000, () => {
      const percent = share === undefined ? "" : `${Math.floor(share * 100)} %, `;
      const rate = Math.round(containers / Math.max(seconds, 0.001));
      return `${percent}${grouped(containers)} containers, ${grouped(rate)} a second`;
    });
  }

  /** Clears the line; gives the time since the start as `1.2 s`. */
  end(): string {
    this.#bar.clear();
    return `${this.#seconds().toFixed(1)} s`;
  }

  #seconds(): number {
    return Number(machineClock.elapsedNanos() - this.#startNanos) / 1e9;
  }
}

/** `1,234,567` */
export function grouped(count: number): string {
  return count.toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

import { machineClock } from "../../node/clock.ts";
import { LogUnavailable } from "../../store/container-log.ts";
import { ArchiveRefused } from "../../store/postgres/archive-errors.ts";
import { sqliteErrorCode } from "../../store/sqlite.ts";
import type { Terminal } from "../command.ts";
import { ProgressBar } from "../progress-bar.ts";

/** Shows the progress of a job on containers and measures its duration. */
export class Meter {
  readonly #bar: ProgressBar;
  readonly #startNanos = machineClock.elapsedNanos();

  constructor(terminal: Terminal) {
    this.#bar = new ProgressBar(terminal.columns, terminal.err);
  }

  /** `share` is 0 to 1, or undefined if the total is unknown. */
  show(containers: number, share: number | undefined): void {
    const seconds = this.#seconds();
    this.#bar.show(share ?? 0, seconds * 1000, () => {
      const percent = share === undefined ? "" : `${Math.floor(share * 100)} %, `;
      const rate = Math.round(containers / Math.max(seconds, 0.001));
      return `${percent}${grouped(containers)} containers, ${grouped(rate)} a second`;
    });
  }

  /** Clears the line and returns the time since the start, such as `1.2 s`. */
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

/** The reason why a file or the store could not be used. Rethrows errors that are bugs. */
export function problemOf(error: unknown): string {
  if (error instanceof LogUnavailable || error instanceof ArchiveRefused) return error.message;
  const code = sqliteErrorCode(error) ?? (error as NodeJS.ErrnoException).code;
  if (code === "ENOSPC" || code === "SQLITE_FULL") return "the disk is full";
  if (code === "ENOENT") return "no such file";
  if (code === "EISDIR") return "it is a directory";
  if (code === "ENOTDIR") return "a part of the path is a file";
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  if (code === "EEXIST") return "the file already exists";
  const isOutside = code?.startsWith("SQLITE_IOERR") || code?.startsWith("E");
  if (isOutside) return (error as Error).message;
  throw error;
}

import { closeSync, mkdirSync, openSync, readlinkSync } from "node:fs";

/**
 * A directory that is known by a handle and not by its path: AvalancheGo's drivers rename the data directory of a
 * running node. On systems other than Linux, which have no /proc, its path is the one that it was opened by.
 */
export class OpenDirectory {
  readonly #openedPath: string;
  readonly #handle: number;

  /** Makes the directory where it is missing, for the owner and its group. */
  constructor(path: string) {
    mkdirSync(path, { recursive: true, mode: 0o750 });
    this.#openedPath = path;
    this.#handle = openSync(path, "r");
  }

  /** Where the directory is now. */
  readonly path = (): string => {
    try {
      return readlinkSync(`/proc/self/fd/${this.#handle}`);
    } catch {
      return this.#openedPath;
    }
  };

  close(): void {
    closeSync(this.#handle);
  }
}

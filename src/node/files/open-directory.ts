import { closeSync, openSync, readlinkSync } from "node:fs";
import { makeDirectory } from "./make-directory.ts";

/**
 * A directory that is known by a handle and not by its path: AvalancheGo's drivers rename the data directory of a
 * running node. On systems other than Linux, which have no /proc, its path is the one that it was opened by.
 */
export class OpenDirectory {
  readonly #openedPath: string;
  readonly #handle: number;

  /** Makes the directory where it is missing. */
  constructor(path: string) {
    makeDirectory(path);
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

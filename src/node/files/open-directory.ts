import { closeSync, openSync, readlinkSync } from "node:fs";
import { makeDirectory } from "./make-directory.ts";

/**
 * A directory that is tracked by its handle: AvalancheGo's drivers rename the data directory of a running node. Systems
 * without /proc keep using the path that the directory was opened with.
 */
export class OpenDirectory {
  readonly #openedPath: string;
  readonly #handle: number;

  /** Creates the directory if it is missing. */
  constructor(path: string) {
    makeDirectory(path);
    this.#openedPath = path;
    this.#handle = openSync(path, "r");
  }

  /** The current path of the directory. */
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

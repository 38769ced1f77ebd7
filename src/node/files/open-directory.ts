import { closeSync, fstatSync, mkdirSync, openSync, readlinkSync } from "node:fs";
import { directoryMode, directoryRefused, makeDirectory } from "./make-directory.ts";

/**
 * A directory that is tracked by its handle: AvalancheGo's drivers rename the data directory of a running node. Systems
 * without /proc keep using the path that the directory was opened with.
 */
export class OpenDirectory {
  readonly #openedPath: string;
  #handle: number;

  /** Creates the directory if it is missing. Throws StartError. */
  constructor(path: string) {
    makeDirectory(path);
    this.#openedPath = path;
    try {
      this.#handle = openSync(path, "r");
    } catch (error) {
      throw directoryRefused("open", path, error);
    }
  }

  /** The current path of the directory. */
  readonly path = (): string => {
    try {
      return readlinkSync(`/proc/self/fd/${this.#handle}`);
    } catch {
      return this.#openedPath;
    }
  };

  /** Creates the directory again if it was deleted, but not the one above it. */
  makeAgain(): void {
    if (fstatSync(this.#handle).nlink > 0) return;
    mkdirSync(this.#openedPath, { mode: directoryMode });
    closeSync(this.#handle);
    this.#handle = openSync(this.#openedPath, "r");
  }

  close(): void {
    closeSync(this.#handle);
  }
}

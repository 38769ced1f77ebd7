import { renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { StartError } from "../node-config.ts";
import { OpenDirectory } from "./open-directory.ts";

/** What AvalancheGo's drivers read to find a node. node/process_context.go @ v1.12.1 */
export type ProcessContext = {
  readonly pid: number;
  /** `http://127.0.0.1:9650` */
  readonly uri: string;
  /** `[::]:9651` */
  readonly stakingAddress: string;
};

/** How often a file is tried again for which the disk had no space. */
const againMs = 1_000;

/** The file `process.json`, which exists while the node runs. */
export class ProcessContextFile {
  readonly #directory: OpenDirectory;
  readonly #name: string;
  #again: NodeJS.Timeout | undefined;

  constructor(path: string) {
    this.#directory = new OpenDirectory(dirname(path));
    this.#name = basename(path);
  }

  /**
   * Writes the file at once: a reader finds the whole text or no file. On a full disk it appears when there is space, and
   * `onFull` is called. Throws StartError if it cannot be written for another reason.
   */
  write(context: ProcessContext, onFull: (reason: string) => void = () => {}): void {
    try {
      this.#write(context);
    } catch (error) {
      const { cause, message } = error as Error;
      if ((cause as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      onFull(message);
      this.#again = setInterval(() => this.#writeAgain(context), againMs);
      this.#again.unref();
    }
  }

  #writeAgain(context: ProcessContext): void {
    try {
      this.#write(context);
      clearInterval(this.#again);
    } catch {
      // There is still no space.
    }
  }

  #write(context: ProcessContext): void {
    const path = this.#path();
    const written = `${path}.${context.pid}.tmp`;
    try {
      writeFileSync(written, JSON.stringify(context, undefined, 2), { mode: 0o644 });
      renameSync(written, path);
    } catch (error) {
      rmSync(written, { force: true });
      throw unwritten(path, error as NodeJS.ErrnoException);
    }
  }

  remove(): void {
    clearInterval(this.#again);
    rmSync(this.#path(), { force: true });
    this.#directory.close();
  }

  #path(): string {
    return join(this.#directory.path(), this.#name);
  }
}

/** Says what to do about a file that cannot be written. */
export function unwritten(path: string, error: NodeJS.ErrnoException): StartError {
  const remedy =
    error.code === "EACCES"
      ? "Change the owner or the permissions of its folder"
      : "Free space on its disk";
  return new StartError(
    `couldn't write ${path}: ${error.message}. ${remedy}, or choose another file with --process-context-file.`,
    { cause: error },
  );
}

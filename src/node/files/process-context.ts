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

/** The file `process.json`, which exists while the node runs. */
export class ProcessContextFile {
  readonly #directory: OpenDirectory;
  readonly #name: string;

  constructor(path: string) {
    this.#directory = new OpenDirectory(dirname(path));
    this.#name = basename(path);
  }

  /** Writes the file at once: a reader finds the whole text or no file. Throws StartError. */
  write(context: ProcessContext): void {
    const path = this.#path();
    const written = `${path}.${context.pid}.tmp`;
    try {
      writeFileSync(written, JSON.stringify(context, undefined, 2), { mode: 0o644 });
      renameSync(written, path);
    } catch (error) {
      rmSync(written, { force: true });
      throw new StartError(
        `couldn't write ${path}: ${(error as Error).message}. Free space on its disk, or choose another file with --process-context-file.`,
        { cause: error },
      );
    }
  }

  remove(): void {
    rmSync(this.#path(), { force: true });
    this.#directory.close();
  }

  #path(): string {
    return join(this.#directory.path(), this.#name);
  }
}

import { renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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

  /** Writes the file at once: a reader finds the whole text or no file. */
  write(context: ProcessContext): void {
    const path = this.#path();
    const written = `${path}.${context.pid}.tmp`;
    writeFileSync(written, JSON.stringify(context, undefined, 2), { mode: 0o644 });
    renameSync(written, path);
  }

  remove(): void {
    rmSync(this.#path(), { force: true });
    this.#directory.close();
  }

  #path(): string {
    return join(this.#directory.path(), this.#name);
  }
}

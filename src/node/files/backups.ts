import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { backUp } from "../../store/backup.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { machineClock } from "../clock.ts";
import type { Log } from "../logging/log.ts";

/** Writes copies of a store into `<data-dir>/backups` while the node runs, one at a time. */
export class Backups {
  readonly #store: ChainStore;
  readonly #folder: string;
  readonly #log: Log;
  #running: Promise<void> | undefined;

  constructor(store: ChainStore, dataDirectory: string, log: Log) {
    this.#store = store;
    this.#folder = join(dataDirectory, "backups");
    this.#log = log;
  }

  /** Starts a copy unless one is running. Logs the file or the error. */
  begin(networkName: string): Promise<void> {
    this.#running ??= this.#write(networkName).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Resolves when no copy is running. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #write(networkName: string): Promise<void> {
    const time = machineClock.nowDate().toISOString().replaceAll(/[:.]/g, "-");
    const file = join(this.#folder, `${networkName}-${time}.sqlite`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o750 });
      const { condition } = this.#store;
      await backUp(this.#store.database(), file, () => condition.verifyUsable());
      this.#log.info({ file }, "backup written");
    } catch (error) {
      this.#log.error({ file, err: error }, "backup failed");
    }
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { type IndexPath, indexPaths } from "../store/container-log.ts";
import type { Containers } from "../store/containers.ts";
import type { Archive } from "../store/postgres/archive.ts";
import type { SqliteDatabase } from "../store/sqlite.ts";

/** Of JSON in one transaction of the archive, where one container is not longer. */
const batchBytes = 4 * 1024 * 1024;
const usualBatchContainers = 1_024;

/** What stays in the store in any case: the longest range from the end is answered without the archive's server. */
const usualTailContainers = 1_024;

const retryMsMin = 1_000;
const retryMsMax = 30_000;

export type ArchiverOptions = {
  readonly database: SqliteDatabase;
  readonly logs: Readonly<Record<IndexPath, Containers>>;
  readonly archive: Archive;
  /** Height of the last accepted block; blocks above it must stay, as their acceptance reads them. */
  readonly acceptedHeight: () => bigint;
  readonly tailContainers?: number;
  readonly batchContainers?: number;
  /**
   * Whether the store may go back to an earlier state, as that of a dev node does. Then it keeps all its containers, and the
   * archive is copied anew at the start and after every such step.
   */
  readonly mayRewind?: boolean;
  /** Called when copying fails for another reason than before, and when it works again. */
  readonly onProblem?: (problem: string | undefined) => void;
};

/**
 * Moves containers from the store to its archive: copies what the archive lacks, in order, and removes from the store
 * what is in both and old. How many the archive holds is read from itself, so that a crash of either loses and doubles nothing.
 */
export class Archiver {
  readonly #options: ArchiverOptions;
  readonly #tailContainers: bigint;
  readonly #archived = new Map<IndexPath, bigint>();
  #problem: string | undefined;
  #mustRewind: boolean;
  #isAsked = false;
  #running: Promise<void> | undefined;
  readonly #stopped = new AbortController();

  constructor(options: ArchiverOptions) {
    this.#options = options;
    this.#mustRewind = options.mayRewind === true;
    this.#tailContainers = BigInt(options.tailContainers ?? usualTailContainers);
  }

  /** Why containers are not copied; undefined while they are. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** How many containers the archive lacks, as far as is known. */
  behind(): bigint {
    const { logs } = this.#options;
    return indexPaths.reduce((sum, path) => {
      const archived = this.#archived.get(path) ?? 0n;
      const count = logs[path].count();
      return sum + (count > archived ? count - archived : 0n);
    }, 0n);
  }

  /** Throws LogUnavailable where the archive's server gives no answer. */
  ping(): Promise<void> {
    return this.#options.archive.ping();
  }

  /** Begins to move what there is, soon, and goes on until it is done, however long the server is away. */
  request(): void {
    this.#isAsked = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** The store has gone back to an earlier state: what the archive has may never have been. */
  rewind(): void {
    this.#mustRewind = true;
    this.request();
  }

  /** Ends when what is being written is. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  /** Moves all that there is. Throws LogUnavailable and ArchiveRefused. */
  async moveAll(): Promise<void> {
    const { archive, logs } = this.#options;
    const mustRewind = this.#mustRewind;
    this.#mustRewind = false;
    for (const path of indexPaths) {
      try {
        if (mustRewind) await archive.truncate(path, logs[path].first());
      } catch (error) {
        this.#mustRewind = true;
        throw error;
      }
      this.#archived.set(path, await archive.logs[path].count());
      while (!this.#mustEnd() && (await this.#copySome(path)));
      if (this.#mustEnd()) return;
      this.#removeOld(path);
    }
  }

  #mustEnd(): boolean {
    return this.#mustRewind || this.#stopped.signal.aborted;
  }

  async #run(): Promise<void> {
    let retryMs = retryMsMin;
    while (this.#isAsked && !this.#stopped.signal.aborted) {
      this.#isAsked = false;
      try {
        await this.moveAll();
        this.#tell(undefined);
        retryMs = retryMsMin;
      } catch (error) {
        this.#tell((error as Error).message);
        this.#isAsked = true;
        await sleep(retryMs, undefined, { signal: this.#stopped.signal }).catch(() => {});
        retryMs = Math.min(2 * retryMs, retryMsMax);
      }
    }
  }

  #tell(problem: string | undefined): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#options.onProblem?.(problem);
  }

  async #copySome(path: IndexPath): Promise<boolean> {
    const { logs, archive, batchContainers = usualBatchContainers } = this.#options;
    const first = this.#archived.get(path)!;
    if (first < logs[path].first()) throw archive.notAsLeft(path, logs[path].first());
    let range = logs[path].range(first, batchContainers);
    while (range.byteLength > batchBytes && range.count > 1) {
      range = logs[path].range(first, range.count >> 1);
    }
    if (range.count === 0) return false;
    const json = Buffer.concat(await Promise.all(range.chunks())).toString("latin1");
    await archive.append(path, first, range.count, `[${json}]`);
    this.#archived.set(path, first + BigInt(range.count));
    if (!this.#mustEnd()) this.#removeOld(path);
    return true;
  }

  #removeOld(path: IndexPath): void {
    const { database, logs, acceptedHeight, mayRewind = false } = this.#options;
    if (mayRewind) return;
    const log = logs[path];
    const ends = [this.#archived.get(path)!, log.count() - this.#tailContainers];
    // The block at height 1 is container 0.
    if (path === "P/block") ends.push(acceptedHeight());
    const [before = 0n] = ends.sort((a, b) => Number(a - b));
    while (log.first() < before && database.transaction(() => log.remove(before))());
  }
}

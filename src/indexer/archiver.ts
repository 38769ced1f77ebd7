import { setTimeout as sleep } from "node:timers/promises";
import { type IndexPath, indexPaths } from "../store/container-log.ts";
import type { Containers } from "../store/containers.ts";
import type { Archive } from "../store/postgres/archive.ts";
import type { SqliteDatabase } from "../store/sqlite.ts";

/** The JSON in one transaction of the archive, unless a single container is longer. */
const batchBytes = 4 * 1024 * 1024;
const usualBatchContainers = 1_024;

/** How many containers always stay in the store: the longest range from the end needs no archive. */
const usualTailContainers = 1_024;

const retryMsMin = 1_000;
const retryMsMax = 30_000;

export type ArchiverOptions = {
  readonly database: SqliteDatabase;
  readonly logs: Readonly<Record<IndexPath, Containers>>;
  readonly archive: Archive;
  /** The last accepted height. Blocks above it must stay, because their acceptance reads them. */
  readonly acceptedHeight: () => bigint;
  readonly tailContainers?: number;
  readonly batchContainers?: number;
  /**
   * Whether the store may return to an earlier state, as on a dev node. Then it keeps all its containers, and the archiver
   * copies them again at the start and after every such step.
   */
  readonly mayRewind?: boolean;
  /** Called when copying fails for a new reason, and when it works again. */
  readonly onProblem?: (problem: string | undefined) => void;
};

/**
 * Moves containers from the store to its archive: copies missing ones in order, then removes old ones from the store. It
 * reads the number of archived containers from the archive, so a crash of either side loses and duplicates nothing.
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

  /** Why copying fails, or undefined. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The last known number of containers that the archive is missing. */
  behind(): bigint {
    const { logs } = this.#options;
    return indexPaths.reduce((sum, path) => {
      const archived = this.#archived.get(path) ?? 0n;
      const count = logs[path].count();
      return sum + (count > archived ? count - archived : 0n);
    }, 0n);
  }

  /** Throws LogUnavailable if the archive's server does not respond. */
  ping(): Promise<void> {
    return this.#options.archive.ping();
  }

  /** Starts to move containers in the background. Retries until it succeeds. */
  request(): void {
    this.#isAsked = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Call after the store returned to an earlier state: the archive may have containers that no longer exist. */
  rewind(): void {
    this.#mustRewind = true;
    this.request();
  }

  /** Stops after the current write. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  /** Moves all containers. Throws LogUnavailable and ArchiveRefused. */
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
        this.#report(undefined);
        retryMs = retryMsMin;
      } catch (error) {
        this.#report((error as Error).message);
        this.#isAsked = true;
        await sleep(retryMs, undefined, { signal: this.#stopped.signal }).catch(() => {});
        retryMs = Math.min(2 * retryMs, retryMsMax);
      }
    }
  }

  #report(problem: string | undefined): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#options.onProblem?.(problem);
  }

  async #copySome(path: IndexPath): Promise<boolean> {
    const { logs, archive, batchContainers = usualBatchContainers } = this.#options;
    const first = this.#archived.get(path)!;
    if (first < logs[path].first()) throw archive.notAsLeft(path, logs[path].first());
    // Containers of an unfinished bootstrap get their time when it completes.
    const end = logs[path].bootstraps.firstOpen();
    const room =
      end === undefined ? batchContainers : Math.min(batchContainers, Number(end - first));
    if (room <= 0) return false;
    let range = logs[path].range(first, room);
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

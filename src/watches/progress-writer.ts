import type { WatchRegistry } from "./registry.ts";

/** Where nothing happened for a watch, a crash costs reading the blocks again. */
const idleMs = 5_000;

export type ProgressWriterOptions = {
  /** How long progress waits for that of other watches. */
  readonly flushMs: number;
  /** Called with what a write throws: what cannot be written is delivered again after a restart. */
  readonly onError: (error: unknown) => void;
};

/** Writes the progress of all watches to disk, much of it in one transaction. */
export class ProgressWriter {
  readonly #registry: WatchRegistry;
  readonly #options: ProgressWriterOptions;
  #soon: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #isStopped = false;

  constructor(registry: WatchRegistry, options: ProgressWriterOptions) {
    this.#registry = registry;
    this.#options = options;
  }

  /** For what was delivered. */
  writeSoon(): void {
    if (this.#soon !== undefined || this.#isStopped) return;
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      this.#write();
    }, this.#options.flushMs);
    this.#soon.unref();
  }

  /** For heights in which nothing happened. */
  writeWhenIdle(): void {
    this.#idle ??= setTimeout(() => {
      this.#idle = undefined;
      this.#write();
    }, idleMs).unref();
  }

  /** Is on disk when it resolves, together with what else is written in this pass of the event loop. */
  written(): Promise<void> {
    this.#writing ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#writing = undefined;
        if (!this.#isStopped) this.#write();
        resolve();
      });
    });
    return this.#writing;
  }

  /** Writes what is left. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#soon);
    clearTimeout(this.#idle);
    this.#write();
  }

  #write(): void {
    try {
      this.#registry.flush();
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

import { TransportError } from "./errors.ts";

/** Ends waits when a timeout expires or the caller aborts. */
export class Watch {
  readonly #controller = new AbortController();
  readonly #callers: AbortSignal | undefined;
  readonly #onAbort = () => this.#controller.abort(this.#callers?.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(callers: AbortSignal | undefined) {
    this.#callers = callers;
    if (callers?.aborted) this.#onAbort();
    callers?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** For work that can be aborted. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts a timeout; 0 means none. */
  start(timeMs: number, message: string): void {
    this.stop();
    if (timeMs === 0) return;
    const expire = () => this.#controller.abort(new TransportError("timeout", message));
    this.#timer = setTimeout(expire, timeMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Waits for work, and rejects when the wait ends even if the work does not listen. */
  during<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const { signal } = this;
      const onAbort = () => reject(signal.reason);
      if (signal.aborted) onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    });
  }

  /** Stops watching. */
  end(): void {
    this.stop();
    this.#callers?.removeEventListener("abort", this.#onAbort);
  }

  /** Aborts what still uses the signal. */
  abort(): void {
    this.end();
    this.#controller.abort();
  }
}

/** Runs `work` with a signal that aborts with `signal` or after `timeoutMs` (0: never), and rejects at that moment. */
export async function withDeadline<Result>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const watch = new Watch(signal);
  watch.start(timeoutMs, `no answer within ${timeoutMs} ms`);
  try {
    return await watch.during(work(watch.signal));
  } finally {
    watch.end();
  }
}

/** Waits, or rejects when the signal aborts. */
export function sleep(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, durationMs);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

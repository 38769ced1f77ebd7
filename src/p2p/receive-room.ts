import { WaitCounts } from "./network-load.ts";

/**
 * Bounds the memory of frames that are being received, over all connections of a direction. A frame is allocated when its
 * length is known, a crowd of peers that send the beginnings of large frames would otherwise take 2 MiB each.
 */
export class ReceiveRoom<Connection> {
  readonly #bytesMax: number;
  readonly #held = new Map<Connection, number>();
  readonly #waiting = new Map<
    Connection,
    { readonly resume: () => void; readonly sinceMs: number }
  >();
  readonly #counts: WaitCounts;
  #total = 0;

  constructor(bytesMax: number, counts = new WaitCounts()) {
    this.#bytesMax = bytesMax;
    this.#counts = counts;
  }

  /** Connections that hold an unfinished frame. */
  get held(): number {
    return this.#held.size;
  }

  get freeBytes(): number {
    return Math.max(0, this.#bytesMax - this.#total);
  }

  /**
   * States how many bytes a connection holds now; 0 when it is closed. If that is too much together with the others,
   * `pause` is called, and later `resume`. A connection that is the only one always has room.
   */
  hold(connection: Connection, bytes: number, flow: { pause(): void; resume(): void }): void {
    const before = this.#held.get(connection) ?? 0;
    this.#total += bytes - before;
    if (before === 0 && bytes > 0) this.#counts.acquired += 1;
    if (bytes > 0) this.#held.set(connection, bytes);
    else this.#held.delete(connection);
    const mustWait = bytes > 0 && this.#isFull();
    if (mustWait && !this.#waiting.has(connection)) {
      this.#waiting.set(connection, { resume: flow.resume, sinceMs: performance.now() });
      this.#counts.begin();
      flow.pause();
    } else if (bytes === 0) this.#release(connection);
    this.#admit();
  }

  #admit(): void {
    for (const connection of this.#waiting.keys()) {
      if (this.#isFull()) return;
      this.#release(connection);
    }
  }

  #release(connection: Connection): void {
    const waiting = this.#waiting.get(connection);
    if (waiting === undefined) return;
    this.#waiting.delete(connection);
    this.#counts.end(performance.now() - waiting.sinceMs);
    waiting.resume();
  }

  #isFull(): boolean {
    return this.#total > this.#bytesMax && this.#held.size > 1;
  }
}

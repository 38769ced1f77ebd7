/**
 * Bounds the memory of frames that are being received, over all connections of a direction. A frame is allocated when its
 * length is known, so many peers that send the beginnings of large frames would otherwise take 2 MiB each.
 */
export class ReceiveRoom<Connection> {
  readonly #bytesMax: number;
  readonly #held = new Map<Connection, number>();
  readonly #waiting = new Map<Connection, () => void>();
  #total = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /**
   * States how many bytes a connection holds now; 0 when it is closed. If that is too much together with the others,
   * `pause` is called, and later `resume`. A connection that is the only one always has room.
   */
  hold(connection: Connection, bytes: number, flow: { pause(): void; resume(): void }): void {
    this.#total += bytes - (this.#held.get(connection) ?? 0);
    if (bytes > 0) this.#held.set(connection, bytes);
    else this.#held.delete(connection);
    const mustWait = bytes > 0 && this.#isFull();
    if (mustWait && !this.#waiting.has(connection)) {
      this.#waiting.set(connection, flow.resume);
      flow.pause();
    } else if (bytes === 0 && this.#waiting.delete(connection)) flow.resume();
    this.#admit();
  }

  #admit(): void {
    for (const [connection, resume] of this.#waiting) {
      if (this.#isFull()) return;
      this.#waiting.delete(connection);
      resume();
    }
  }

  #isFull(): boolean {
    return this.#total > this.#bytesMax && this.#held.size > 1;
  }
}

import type { Socket } from "node:net";

/** A holder of memory that can lose it when others need it. */
export type Holder = {
  /** When its client last sent or took anything, or had nothing to do, as performance.now() returns it. */
  readonly movedAt: number;
  readonly socket: Socket;
};

/** The time without progress after which a client loses its connection when others wait for room. */
const stalledMs = 1_000;
const checkMs = 250;
/** How long connections are closed in each pass of the event loop: one takes 20 us, and a crowd of thousands may lose theirs at once. */
const closingMs = 4;
/** How long a request waits for room. */
const waitMs = 5_000;

/** A body up to this length needs no room. */
export const freeBytes = 16_384;
/** Room beyond the budget for clients that have used little. */
const reserveShare = 0.25;
/** What has arrived before it could be refused may exceed the budget by so much. */
const overrunShare = 0.5;
const overrunBytesMin = 1_048_576;
/** About what a connection occupies that holds nothing here. */
const connectionBytes = 12_288;

type Waiting = {
  readonly holder: Holder;
  readonly bytes: number;
  readonly deadline: number;
  readonly ready: (granted: boolean) => void;
};

/**
 * Bytes that all clients together may occupy: requests that are being read, answers in work, and answers that are not
 * yet taken. A request beyond it waits; one that waits too long is refused. While requests wait, the holders whose
 * clients do not move lose their connections.
 */
export class MemoryBudget {
  readonly bytesMax: number;
  /** How many are open, also those that hold nothing. */
  connections = 0;
  evictions = 0;
  /** Whether there is room for any answer. Each call asks, and few hold anything. */
  isHalfEmpty = true;
  refusals = 0;
  #bytes = 0;
  readonly #held = new Map<Holder, number>();
  /** In the order of their arrival. */
  readonly #waiting = new Map<Holder, Waiting>();
  /** What the holders that wait hold already. */
  #waitingBytes = 0;
  #isAdmitting = false;
  readonly #evicted = new Set<Socket>();
  #timer: NodeJS.Timeout | undefined;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get isFull(): boolean {
    return this.#bytes >= this.bytesMax;
  }

  /** Whether there is room for an answer of `bytes`. A light client's work is small as a rule and has a reserve. */
  hasRoomFor(bytes: number, isLight: boolean): boolean {
    const max = isLight ? this.bytesMax * (1 + reserveShare) : this.bytesMax;
    return this.#bytes + Math.min(bytes, this.bytesMax) <= max;
  }

  /** Whether so much is held that a connection that brings more must end. */
  get isOverrun(): boolean {
    const overrun = Math.max(this.bytesMax * overrunShare, overrunBytesMin);
    const others = this.connections * connectionBytes;
    return this.#bytes + Math.min(others, this.bytesMax) >= this.bytesMax + overrun;
  }

  /** Frees what a holder holds, and ends its connection soon. */
  evict(holder: Holder): void {
    if (this.#evicted.size === 0) setImmediate(() => this.#closeEvicted());
    this.#evicted.add(holder.socket.pause());
    // What it gives back must not admit it.
    this.leave(holder);
    this.hold(holder, 0);
  }

  /** Sets what a holder occupies, even beyond the budget: for bytes that are there already. */
  hold(holder: Holder, bytes: number): void {
    const more = bytes - (this.#held.get(holder) ?? 0);
    this.#bytes += more;
    this.isHalfEmpty = this.#bytes < this.bytesMax / 2;
    if (this.#waiting.has(holder)) this.#waitingBytes += more;
    if (bytes === 0) this.#held.delete(holder);
    else this.#held.set(holder, bytes);
    if (this.#waiting.size > 0) this.#admit();
  }

  /** Whether a holder waits for room. */
  isWaiting(holder: Holder): boolean {
    return this.#waiting.has(holder);
  }

  /** Waits for room for more bytes. `ready(true)` may be called at once; the caller then holds them. */
  request(holder: Holder, bytes: number, ready: (granted: boolean) => void): void {
    // One request may be larger than the whole budget: it then needs all of it.
    const needed = Math.min(bytes, this.bytesMax);
    if (this.#waiting.size === 0 && this.#hasRoom(holder, needed)) {
      ready(true);
      return;
    }
    const deadline = performance.now() + waitMs;
    this.#waiting.set(holder, { holder, bytes: needed, deadline, ready });
    this.#waitingBytes += this.#held.get(holder) ?? 0;
    this.#timer ??= setInterval(() => this.#check(), checkMs).unref();
    this.#admit();
  }

  /** Stops to wait. */
  leave(holder: Holder): void {
    if (!this.#waiting.delete(holder)) return;
    this.#waitingBytes -= this.#held.get(holder) ?? 0;
  }

  /** What a holder holds already is a part of what it asks for. */
  #hasRoom(holder: Holder, bytes: number): boolean {
    return this.#bytes - (this.#held.get(holder) ?? 0) + bytes <= this.bytesMax;
  }

  /** One that is admitted holds its bytes at once: without the flag, a thousand that wait would be as many nested calls. */
  #admit(): void {
    if (this.#isAdmitting) return;
    this.#isAdmitting = true;
    try {
      for (const waiting of this.#waiting.values()) {
        // If all that is held is held by those that wait, none of it would be given back.
        const isStuck = this.#bytes === this.#waitingBytes;
        if (!isStuck && !this.#hasRoom(waiting.holder, waiting.bytes)) return;
        this.leave(waiting.holder);
        waiting.ready(true);
      }
    } finally {
      this.#isAdmitting = false;
    }
  }

  #closeEvicted(): void {
    const end = performance.now() + closingMs;
    for (const socket of this.#evicted) {
      this.#evicted.delete(socket);
      this.evictions += 1;
      socket.destroy();
      if (performance.now() > end) break;
    }
    if (this.#evicted.size > 0) setImmediate(() => this.#closeEvicted());
  }

  #check(): void {
    const now = performance.now();
    if (this.#waiting.size > 0) {
      for (const holder of [...this.#held.keys()]) {
        if (now - holder.movedAt < stalledMs) continue;
        this.evict(holder);
      }
    }
    for (const waiting of this.#waiting.values()) {
      if (now < waiting.deadline) break;
      this.leave(waiting.holder);
      this.refusals += 1;
      waiting.ready(false);
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

import type { Op } from "./wire/messages.ts";

/** The half-life of the share of messages that could not be sent. avalanchego config, health-check-averager-halflife */
const halfLifeMs = 10_000;

export type Counts = { readonly messages: number; readonly bytes: number };

/** Messages exchanged with all peers since the start, by type. */
export type TrafficFigures = {
  readonly sent: ReadonlyMap<Op, Counts>;
  readonly received: ReadonlyMap<Op, Counts>;
  /** Messages that a peer was too slow to take. */
  readonly dropped: ReadonlyMap<Op, number>;
  /** Messages that nobody can read. */
  readonly malformed: number;
  /** Share of recent messages that could not be sent, 0 to 1. */
  readonly sendFailRate: number;
};

/** Counts messages; bytes include the length of a frame. */
export class Traffic implements TrafficFigures {
  readonly sent = new Map<Op, Counts>();
  readonly received = new Map<Op, Counts>();
  readonly dropped = new Map<Op, number>();
  malformed = 0;
  readonly #nowMs: () => number;
  #failed = 0;
  #all = 1;
  #updatedMs: number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#updatedMs = nowMs();
  }

  /** avalanchego utils/math/continuous_averager.go @ v1.14.2 */
  get sendFailRate(): number {
    return this.#failed / this.#all;
  }

  countSent(op: Op, bytes: number): void {
    add(this.sent, op, bytes);
    this.#observe(0);
  }

  countDropped(op: Op): void {
    this.dropped.set(op, (this.dropped.get(op) ?? 0) + 1);
    this.#observe(1);
  }

  countReceived(op: Op, bytes: number): void {
    add(this.received, op, bytes);
  }

  countMalformed(): void {
    this.malformed++;
  }

  /** Older messages count less and less. */
  #observe(failed: 0 | 1): void {
    const now = this.#nowMs();
    const weight = 0.5 ** (Math.max(0, now - this.#updatedMs) / halfLifeMs);
    this.#updatedMs = now;
    this.#failed = failed + weight * this.#failed;
    this.#all = 1 + weight * this.#all;
  }
}

function add(counts: Map<Op, Counts>, op: Op, bytes: number): void {
  const { messages, bytes: before } = counts.get(op) ?? { messages: 0, bytes: 0 };
  counts.set(op, { messages: messages + 1, bytes: before + bytes });
}

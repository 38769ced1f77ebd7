import { HalfLifeAverage } from "./half-life-average.ts";
import type { Op } from "./wire/messages.ts";

/** The half-life of the share of messages that could not be sent. avalanchego config, health-check-averager-halflife */
const halfLifeMs = 10_000;

export type Counts = {
  readonly messages: number;
  readonly bytes: number;
  /** Messages among them that were compressed. */
  readonly compressed: number;
  /** Bytes that compression saved. */
  readonly savedBytes: number;
  /** Time that decompressing took, in milliseconds. */
  readonly codecMs: number;
};

/** How a message was compressed. */
export type Compression = { readonly savedBytes: number; readonly tookMs: number };

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
  readonly #failed: HalfLifeAverage;

  constructor(elapsedMs: () => number) {
    this.#failed = new HalfLifeAverage(halfLifeMs, elapsedMs);
  }

  get sendFailRate(): number {
    return this.#failed.value;
  }

  countSent(op: Op, bytes: number): void {
    add(this.sent, op, bytes);
    this.#failed.observe(0);
  }

  countDropped(op: Op): void {
    this.dropped.set(op, (this.dropped.get(op) ?? 0) + 1);
    this.#failed.observe(1);
  }

  countReceived(op: Op, bytes: number, compression?: Compression): void {
    add(this.received, op, bytes, compression);
  }

  countMalformed(): void {
    this.malformed++;
  }
}

function add(counts: Map<Op, Counts>, op: Op, bytes: number, compression?: Compression): void {
  const before = counts.get(op) ?? none;
  counts.set(op, {
    messages: before.messages + 1,
    bytes: before.bytes + bytes,
    compressed: before.compressed + Number(compression !== undefined),
    savedBytes: before.savedBytes + (compression?.savedBytes ?? 0),
    codecMs: before.codecMs + (compression?.tookMs ?? 0),
  });
}

const none: Counts = { messages: 0, bytes: 0, compressed: 0, savedBytes: 0, codecMs: 0 };

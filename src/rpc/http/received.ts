import type { Socket } from "node:net";
import type { ClientMemory } from "./client.ts";
import { longHeadBytes } from "./long-heads.ts";
import { headBytesMax } from "./open-head.ts";

/** Bytes that may wait before the socket is no longer read: more than a head. */
const bytesMax = headBytesMax + 4_096;
/** Fewer are not worth counting. */
const countedBytesMin = 4_096;
/** What the system may have read from a socket before it stops. */
const pausedBytes = 65_536;
/** Chunks that wait are joined from this number on: each occupies some hundred bytes, and may be a single one. */
const chunksMax = 16;

/** What has arrived on a connection and nobody has read. Much of it counts, and stops the reading of the socket. */
export class Received {
  bytes = 0;
  readonly #socket: Socket;
  readonly #memory: ClientMemory;
  readonly #chunks: Buffer[] = [];
  #isCounted = false;
  #isPaused = false;

  constructor(socket: Socket, memory: ClientMemory) {
    this.#socket = socket;
    this.#memory = memory;
  }

  get first(): Buffer | undefined {
    return this.#chunks[0];
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.bytes += chunk.length;
  }

  /** Puts a head before everything else. */
  addFirst(head: Buffer): void {
    this.#chunks.unshift(head);
    this.bytes += head.length;
  }

  /** Counts what is still there after a chunk has arrived. */
  count(): void {
    // The first stays as it is: the others would be copied each time.
    if (this.#chunks.length >= chunksMax) this.#chunks.push(Buffer.concat(this.#chunks.splice(1)));
    if (this.bytes < countedBytesMin) return;
    this.#isPaused ||= this.bytes >= bytesMax;
    if (this.#isPaused) this.#socket.pause();
    this.#isCounted = true;
    this.#memory.holdQueued(this.bytes + (this.#isPaused ? pausedBytes : 0));
  }

  /** Takes the beginning of the first chunk. */
  take(length: number): Buffer {
    const chunk = this.#chunks[0]!;
    this.bytes -= length;
    if (chunk.length > length) {
      const rest = chunk.subarray(length);
      // A short rest must not keep a long head.
      this.#chunks[0] = length < longHeadBytes ? rest : Buffer.from(rest);
      return chunk.subarray(0, length);
    }
    this.#chunks.shift();
    if (this.#chunks.length === 0) this.#readOn();
    return chunk;
  }

  /** Makes one chunk of all. Returns false if there is only one. */
  join(): boolean {
    if (this.#chunks.length < 2) return false;
    this.#chunks.splice(0, this.#chunks.length, Buffer.concat(this.#chunks));
    return true;
  }

  takeAll(): Buffer {
    const all = Buffer.concat(this.#chunks);
    this.#chunks.length = 0;
    this.bytes = 0;
    this.#readOn();
    return all;
  }

  #readOn(): void {
    if (!this.#isCounted) return;
    this.#isCounted = false;
    this.#memory.holdQueued(0);
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#socket.resume();
  }
}

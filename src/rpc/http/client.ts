import type { Socket } from "node:net";
import type { Holder, MemoryBudget } from "./memory-budget.ts";
import { Usage } from "./scheduler.ts";
import { SlicedWriter } from "./sliced-writer.ts";

/** A client that moves fewer bytes than this between two looks counts as one that does not move. */
const moveBytes = 4_096;

/** The connection of a client, as those see it that admit its requests and answer on it. */
export abstract class Client {
  readonly socket: Socket;
  readonly usage = new Usage();
  readonly memory: ClientMemory;
  readonly writer: SlicedWriter;

  constructor(socket: Socket, budget: MemoryBudget) {
    this.socket = socket;
    this.memory = new ClientMemory(budget, this, "encrypted" in socket ? 2 : 1);
    this.writer = new SlicedWriter(socket, budget);
  }

  /** Bytes that the client has sent and taken. */
  get movedBytes(): number {
    return this.socket.bytesRead + this.takenBytes;
  }

  protected get takenBytes(): number {
    return this.socket.bytesWritten - this.socket.writableLength;
  }

  /** Whether the client has something to do: to read its response, or to send the rest of its body. */
  abstract get mustMove(): boolean;

  /** Whether more has arrived than is read. */
  abstract get hasMore(): boolean;

  /** Continues with what has arrived, unless something is in work. */
  abstract advance(): void;

  /** Ends a response that is written on the socket. */
  abstract sent(isLast: boolean): void;
}

/** What one client occupies of the budget: what has arrived, the request in work, and its answer. */
export class ClientMemory implements Holder {
  /** Whether a request or its answer occupies anything: a short call does not. */
  isHeld = false;
  readonly #budget: MemoryBudget;
  readonly #client: Client;
  /** How often an answer exists until it is taken: over TLS also encrypted. */
  readonly #copies: number;
  /** Bytes that have arrived and that nobody has read. */
  #queuedBytes = 0;
  #headBytes = 0;
  #requestBytes = 0;
  #answerBytes = 0;
  #movedBytes = 0;
  #movedAt = performance.now();

  constructor(budget: MemoryBudget, client: Client, copies: number) {
    this.#budget = budget;
    this.#client = client;
    this.#copies = copies;
  }

  /** Whether a request waits for room. */
  get isWaiting(): boolean {
    return this.#budget.isWaiting(this);
  }

  /** What the request and its answer have room for: the answer may occupy what its request does. */
  get roomBytes(): number {
    return this.#requestBytes + this.#answerBytes;
  }

  /** Says how many bytes have arrived that nobody has read. Ends the connection if there is no room for more. */
  holdQueued(bytes: number): void {
    if (bytes === this.#queuedBytes || this.#client.socket.destroyed) return;
    const isMore = bytes > this.#queuedBytes;
    this.#queuedBytes = bytes;
    this.#update();
    if (isMore && this.#budget.isOverrun) this.#budget.evict(this);
  }

  /** Says how long the head of the request in work is. */
  holdHead(bytes: number): void {
    if (bytes === this.#headBytes) return;
    this.#headBytes = bytes;
    this.#update();
  }

  /** Says how many bytes of the answer exist that the client has not taken. */
  holdAnswer(bytes: number): void {
    if (bytes === this.#answerBytes || this.#client.socket.destroyed) return;
    this.#answerBytes = bytes;
    this.#moved();
    this.#update();
  }

  /** Waits until the request may occupy more bytes. It then does, until it is answered. */
  reserve(bytes: number, ready: (granted: boolean) => void): void {
    this.#request(bytes, ready, (held) => {
      this.#requestBytes = Math.max(this.#requestBytes, held);
    });
  }

  /** Waits until the answer may occupy more bytes. It then does, until `holdAnswer` says how many it has. */
  reserveAnswer(bytes: number, ready: (granted: boolean) => void): void {
    const others = this.#heldBytes - this.#copies * this.#answerBytes;
    this.#request(others + this.#copies * bytes, ready, () => {
      this.#answerBytes = Math.max(this.#answerBytes, Math.min(bytes, this.#budget.bytesMax));
    });
  }

  /** Gives back what a request and its answer occupied. */
  release(): void {
    this.#headBytes = 0;
    this.#requestBytes = 0;
    this.#answerBytes = 0;
    this.#update();
  }

  /** Gives back everything when the client has gone. */
  end(): void {
    this.#budget.leave(this);
    this.#queuedBytes = 0;
    this.release();
  }

  get movedAt(): number {
    const { mustMove, movedBytes } = this.#client;
    if (!mustMove || Math.abs(movedBytes - this.#movedBytes) >= moveBytes) {
      this.#movedBytes = movedBytes;
      this.#moved();
    }
    return this.#movedAt;
  }

  get socket(): Socket {
    return this.#client.socket;
  }

  get #heldBytes(): number {
    const own = this.#headBytes + this.#requestBytes + this.#copies * this.#answerBytes;
    return own + this.#queuedBytes;
  }

  #moved(): void {
    this.#movedAt = performance.now();
  }

  #update(): void {
    this.isHeld = this.#headBytes + this.roomBytes > 0;
    this.#budget.hold(this, this.#heldBytes);
  }

  #request(bytes: number, ready: (granted: boolean) => void, take: (held: number) => void): void {
    this.#budget.request(this, bytes, (granted) => {
      if (this.#client.socket.destroyed) return;
      if (granted) {
        take(Math.min(bytes, this.#budget.bytesMax));
        this.#moved();
        this.#update();
      }
      ready(granted);
      this.#client.advance();
    });
  }
}

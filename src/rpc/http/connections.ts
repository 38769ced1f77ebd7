import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Budget, Holder } from "./budget.ts";
import { headBytesOf, longHeadBytes } from "./long-heads.ts";
import { type Turns, Usage } from "./turns.ts";

/** Pipelined requests that may wait before the connection is no longer read. */
const waitingMax = 32;
/** A client that moves fewer bytes than this between two looks counts as one that does not move. */
const moveBytes = 4_096;
/** About what node:http needs for a request that waits. */
const waitingBytes = 4_096;

type Waiting = {
  readonly response: ServerResponse;
  readonly bytes: number;
  readonly start: () => void;
};

/**
 * One client connection. Requests on it are worked for one after the other, each only when the answer to the one before
 * is taken: a client that does not read costs nothing more.
 */
export class Connection implements Holder {
  readonly usage = new Usage();
  readonly #socket: Socket;
  readonly #budget: Budget;
  readonly #turns: Turns;
  /** How often an answer exists until it is taken: over TLS also encrypted, all of it at once. */
  readonly #copies: number;
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** The one that is being answered. An idle connection keeps nothing of the last. */
  #current: ServerResponse | undefined;
  /** A request that was answered before all of it had arrived. */
  #unread: IncomingMessage | undefined;
  /** How many requests have been read. */
  #entered = 0;
  /** The response whose end gives back what is held. */
  #releasing: ServerResponse | undefined;
  #isPaused = false;
  /** What the head of the request occupies, if that is much. */
  #headBytes = 0;
  #requestBytes = 0;
  #answerBytes = 0;
  /** Bytes that have arrived and that node:http has not seen. */
  #unseenBytes = 0;
  #whenReady: (() => void) | undefined;
  #stopWaiting = () => {};
  #waitsForRoom = false;
  #movedBytes = 0;
  #movedAt = performance.now();

  constructor(socket: Socket, budget: Budget, turns: Turns) {
    this.#socket = socket;
    this.#budget = budget;
    this.#turns = turns;
    this.#copies = "encrypted" in socket ? 2 : 1;
    socket.once("close", () => this.#gone());
  }

  get isGone(): boolean {
    return this.#socket.destroyed;
  }

  /** How many requests node:http has read. */
  get entered(): number {
    return this.#entered;
  }

  /** Whether nothing is being answered or waits. */
  get isIdle(): boolean {
    return (this.#current === undefined || this.#current.writableFinished) && !this.#isQueued();
  }

  /** Whether what node:http reads next is the head of a request. */
  get isAtHead(): boolean {
    if (this.#unread?.complete === true) this.#unread = undefined;
    if (!this.isIdle) return false;
    return this.#unread === undefined && this.#current?.req.complete !== false;
  }

  /** Whether what arrives next can be read at once: nothing is being answered, or a body is still to come that has room. */
  get isReady(): boolean {
    if (this.#isQueued() || this.#waitsForRoom) return false;
    const current = this.#current;
    return current === undefined || current.writableFinished || !current.req.complete;
  }

  /** Calls `ready` when `isReady` becomes true. */
  onceReady(ready: () => void): void {
    this.#whenReady = ready;
    if (!this.#isQueued()) this.#current!.once("close", () => this.#checkReady());
  }

  #checkReady(): void {
    const ready = this.#whenReady;
    if (ready === undefined || this.#isQueued() || this.isGone) return;
    if (this.isReady) {
      this.#whenReady = undefined;
      ready();
    } else this.onceReady(ready);
  }

  /** Says how many bytes have arrived that node:http has not seen. Ends the connection if nobody can hold more. */
  holdUnseen(bytes: number): void {
    if (bytes === this.#unseenBytes || this.isGone) return;
    const isMore = bytes > this.#unseenBytes;
    this.#unseenBytes = bytes;
    this.#budget.hold(this, this.#heldBytes());
    if (isMore && this.#budget.isOverrun) this.#budget.evict(this);
  }

  #heldBytes(): number {
    const own = this.#headBytes + this.#requestBytes + this.#copies * this.#answerBytes;
    return own + this.#unseenBytes + this.#waitingBytes;
  }

  /** Starts a request now, or after those before it are answered and read. */
  enter(response: ServerResponse, start: () => void): void {
    this.#entered += 1;
    if (this.isIdle) {
      this.#begin(response);
      start();
      return;
    }
    const bytes = waitingBytes + countedBytesOf(response.req);
    this.#waiting.push({ response, bytes, start });
    this.#waitingBytes += bytes;
    this.#budget.hold(this, this.#heldBytes());
    if (this.#waiting.length === 1) this.#current!.once("close", () => this.#next());
    if (this.#waiting.length >= waitingMax) this.#pause();
  }

  /** Waits until the request may occupy so many bytes, which it then does until its answer is taken. */
  reserve(bytes: number, ready: (granted: boolean) => void): void {
    this.#request(bytes, ready, (held) => {
      this.#requestBytes = Math.max(this.#requestBytes, held);
    });
  }

  /** Waits until the answer may occupy so many bytes, which it then does until `holdAnswer` says how many it has. */
  reserveAnswer(bytes: number, ready: (granted: boolean) => void): void {
    const others = this.#heldBytes() - this.#copies * this.#answerBytes;
    this.#request(others + this.#copies * bytes, ready, () => {
      this.#answerBytes = Math.max(this.#answerBytes, Math.min(bytes, this.#budget.bytesMax));
    });
  }

  #request(bytes: number, ready: (granted: boolean) => void, take: (held: number) => void): void {
    this.#waitsForRoom = true;
    this.#stopWaiting = this.#budget.request(this, bytes, (granted) => {
      this.#waitsForRoom = false;
      this.#stopWaiting = () => {};
      if (this.isGone) return;
      if (granted) {
        take(Math.min(bytes, this.#budget.bytesMax));
        this.#hold();
      }
      ready(granted);
      this.#checkReady();
    });
  }

  /** What the request and its answer have room for: the answer may occupy what its request does. */
  get roomBytes(): number {
    return this.#requestBytes + this.#answerBytes;
  }

  /** The length of the body that is being received, as its head declares it. */
  get bodyLength(): number {
    const request = this.#current?.req ?? this.#unread;
    return Number(request?.headers["content-length"] ?? 0);
  }

  /** Says how many bytes of the answer exist, until the client has taken them. */
  holdAnswer(bytes: number): void {
    if (bytes === this.#answerBytes || this.isGone) return;
    this.#answerBytes = bytes;
    this.#hold();
  }

  /** As `holdAnswer`, for a response of which node:http knows nothing and which the socket is full of. */
  holdUntilRead(): void {
    this.#movedAt = performance.now();
    this.#answerBytes = this.#socket.writableLength;
    this.#budget.hold(this, this.#heldBytes());
    this.#socket.once("drain", () => this.#release());
  }

  movedAt(): number {
    if (!this.#mustMove()) this.#movedAt = performance.now();
    const { bytesRead, bytesWritten } = this.#socket;
    const moved = bytesRead + bytesWritten - unsentBytes(this.#socket);
    if (Math.abs(moved - this.#movedBytes) >= moveBytes) {
      this.#movedBytes = moved;
      this.#movedAt = performance.now();
    }
    return this.#movedAt;
  }

  evict(): void {
    this.#socket.destroy();
  }

  /** Whether the client has something to do: to read its response, or to send the rest of its body. */
  #mustMove(): boolean {
    if (this.#socket.writableLength > 0) return true;
    const current = this.#current;
    if (current === undefined || current.req.complete) return false;
    return this.#unseenBytes === 0 && !this.#waitsForRoom;
  }

  #begin(response: ServerResponse): void {
    this.#current = response;
    response.once("close", () => this.#finished(response));
    if (this.#requestBytes > 0 || this.#answerBytes > 0) this.#release();
    this.#headBytes = countedBytesOf(response.req);
    if (this.#headBytes > 0) this.#budget.hold(this, this.#heldBytes());
  }

  #finished(response: ServerResponse): void {
    if (this.#current !== response) return;
    this.#current = undefined;
    if (!response.req.complete) this.#unread = response.req;
    if (this.#headBytes > 0) this.#release();
  }

  #next(): void {
    if (this.isGone) return;
    this.#release();
    const start = () => {
      const next = this.#waiting.shift();
      if (next === undefined || this.isGone) return;
      this.#waitingBytes -= next.bytes;
      this.#begin(next.response);
      if (this.#waiting.length > 0) next.response.once("close", () => this.#next());
      if (this.#isPaused && this.#waiting.length < waitingMax / 2) this.#resume();
      next.start();
      this.#checkReady();
    };
    // A client that sends further requests without waiting for answers does not go before others.
    this.#turns.take(this.usage, start, "heavy");
  }

  #isQueued(): boolean {
    return this.#waiting.length > 0;
  }

  #hold(): void {
    if (this.#requestBytes + this.#answerBytes > 0) {
      this.movedAt();
      this.#movedAt = performance.now();
      // When the answer ends, the client has all of it.
      if (this.#current !== this.#releasing) this.#current?.once("close", () => this.#release());
      this.#releasing = this.#current;
    }
    this.#budget.hold(this, this.#heldBytes());
  }

  #release(): void {
    this.#releasing = undefined;
    this.#headBytes = 0;
    this.#requestBytes = 0;
    this.#answerBytes = 0;
    this.#budget.hold(this, this.#heldBytes());
  }

  #gone(): void {
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
    this.#unseenBytes = 0;
    this.#stopWaiting();
    this.#release();
  }

  /** As node:http itself does when too many answers wait: it also parses no more of what it has read. */
  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    const socket = this.#socket as PausableSocket;
    socket._paused = true;
    socket.pause();
  }

  #resume(): void {
    this.#isPaused = false;
    const socket = this.#socket as PausableSocket;
    socket._paused = false;
    socket.parser?.resume();
    socket.resume();
  }
}

/** A short head is not worth counting. */
function countedBytesOf(request: IncomingMessage): number {
  const bytes = headBytesOf(request);
  return bytes < longHeadBytes ? 0 : bytes;
}

/** What node:http uses to stop reading from a connection. */
type PausableSocket = Socket & { _paused?: boolean; parser?: { resume(): void } | null };

/** Bytes that the system has not taken. The writable's own count falls only when a whole write is done. */
function unsentBytes(socket: Socket): number {
  const handle = (socket as { _handle?: { writeQueueSize?: number } | null })._handle;
  return handle?.writeQueueSize ?? socket.writableLength;
}

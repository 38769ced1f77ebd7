import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { CallHandler } from "./call-handler.ts";
import { Client } from "./client.ts";
import { HttpFeed } from "./http-feed.ts";
import type { HttpReply } from "./http-reply.ts";
import { headBytesOf, longHeadBytes } from "./long-heads.ts";
import type { MemoryBudget } from "./memory-budget.ts";
import type { PlainCall } from "./plain-call.ts";
import { Received } from "./received.ts";
import { type LastLines, PlainReply, type Reply, statusText } from "./reply.ts";
import type { Scheduler } from "./scheduler.ts";
import { type Awaited, Deadline, type Waits } from "./timeouts.ts";

/** What all connections of a server share. */
export type Connected = {
  /** Reads what is not a plain call. It listens at no address. */
  readonly http: Server;
  readonly scheduler: Scheduler;
  readonly budget: MemoryBudget;
  readonly calls: CallHandler;
  readonly lastLines: LastLines;
};

/** Longer chunks are as a rule more than one request, or a part of one. */
const shortBytes = 2_048;

/**
 * The connection of a client. It answers plain calls on the socket, which costs less than node:http's request and response
 * objects, and gives node:http everything else, through a stream that takes the socket's place. Requests are read one after the
 * other, each when it is the client's turn and the response to the one before is taken: a client that does not read costs
 * nothing more.
 */
export class Connection extends Client {
  readonly #shared: Connected;
  readonly #onData = (chunk: Buffer) => this.#receive(chunk);
  readonly #onEnd = () => this.#receiveEnd();
  readonly #received: Received;
  readonly #deadline = new Deadline();
  /** Undefined while all requests were plain calls. */
  #feed: HttpFeed | undefined;
  /** The response to the request in work. */
  #reply: Reply | undefined;
  #hasEnded = false;
  #waitsForTurn = false;
  #isAdvancing = false;
  #isReleased = false;
  /** How many requests are answered. */
  #answers = 0;

  constructor(socket: Socket, shared: Connected) {
    super(socket, shared.budget);
    this.#shared = shared;
    this.#received = new Received(socket, this.memory);
    socket.on("data", this.#onData).once("end", this.#onEnd);
    socket.once("close", () => this.#close());
  }

  /** Whether nothing has arrived that is not answered, and all is taken. */
  get isIdle(): boolean {
    return (
      !this.#isReleased && this.#isAtHead && this.#received.bytes === 0 && this.#unsentBytes === 0
    );
  }

  override get hasMore(): boolean {
    return this.#received.bytes > 0;
  }

  override get mustMove(): boolean {
    if (this.#unsentBytes > 0) return true;
    return this.#isReadingBody && !this.hasMore && !this.memory.isWaiting;
  }

  get #unsentBytes(): number {
    const { writableLength } = this.socket;
    return writableLength + this.writer.waitingBytes + (this.#feed?.unsentBytes ?? 0);
  }

  /** Whether what is read next is the beginning of a request. */
  get #isAtHead(): boolean {
    return this.#reply === undefined && this.#feed?.isAtHead !== false;
  }

  get #isReadingBody(): boolean {
    return this.#feed?.isReadingBody === true;
  }

  /** Takes a request that node:http has read the head of. Returns false if another is in work, which cannot be. */
  begin(reply: HttpReply): boolean {
    if (this.#reply !== undefined) {
      this.socket.destroy();
      return false;
    }
    this.#reply = reply;
    this.#feed!.begin(reply.request);
    const bytes = headBytesOf(reply.request);
    // A short head is not worth counting.
    this.memory.holdHead(bytes < longHeadBytes ? 0 : bytes);
    reply.response.once("close", () => this.#answered());
    return true;
  }

  override advance(): void {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    while (this.#step());
    this.#isAdvancing = false;
  }

  override sent(isLast: boolean): void {
    const { socket } = this;
    if (socket.destroyed) this.#answered();
    else if (isLast) socket.end(() => socket.destroy());
    else if (socket.writableLength === 0) this.#answered();
    else socket.write("", () => this.#answered());
  }

  /** Ends a connection that cannot be read further; says why if the client still reads. */
  refuse(status: number, text = statusText(status)): void {
    const { socket } = this;
    this.#received.takeAll();
    if (!socket.writable || this.#unsentBytes > 0) {
      socket.destroy();
      return;
    }
    const type = "Content-Type: text/plain; charset=utf-8\r\nConnection: close";
    const head = `HTTP/1.1 ${statusText(status)}\r\n${type}`;
    socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`, () =>
      socket.destroy(),
    );
  }

  /** Leaves the socket to another protocol. Returns what has arrived behind the request. */
  release(): Buffer {
    this.#isReleased = true;
    const rest = this.#received.takeAll();
    this.socket.off("data", this.#onData).off("end", this.#onEnd).pause();
    if (this.#hasEnded) setImmediate(() => this.socket.end());
    return rest;
  }

  /** Reads a request again, with another head. */
  readAgain(head: Buffer): void {
    this.#feed!.feedAgain(head);
  }

  /** Ends the connection if it is time. The door calls it now and then. */
  check(now: number, waits: Waits): void {
    const awaited = this.#awaited();
    const progress = this.#progress(awaited);
    const goal = progress + (awaited === "response" ? this.#unsentBytes : 1);
    if (!this.#deadline.isOver(now, awaited, progress, goal, waits)) return;
    if (awaited === "response" || awaited === "end" || awaited === "idle") this.socket.destroy();
    else this.refuse(408);
  }

  #progress(awaited: Awaited | undefined): number {
    if (awaited === "response") return this.takenBytes;
    return awaited === "end" ? this.socket.bytesWritten : this.#answers;
  }

  /** What the connection waits for, as far as its time is limited. */
  #awaited(): Awaited | undefined {
    if (this.#isReleased) return undefined;
    if (this.#unsentBytes > 0) return "response";
    if (this.#hasEnded) return "end";
    if (this.isIdle) return this.#answers === 0 ? "head" : "idle";
    if (this.#waitsForTurn || this.memory.isWaiting) return undefined;
    if (this.#feed?.isReadingHead) return "head";
    return this.#isReadingBody && !this.hasMore ? "body" : undefined;
  }

  #receive(chunk: Buffer): void {
    if (this.#answersAtOnce(chunk)) return;
    this.#received.add(chunk);
    this.advance();
    this.#received.count();
  }

  /** Answers a chunk that is one plain call, which nothing is before: most chunks are. */
  #answersAtOnce(chunk: Buffer): boolean {
    if (this.#isBusy || this.#isAdvancing || this.hasMore || !this.#isAtHead) return false;
    const call = this.#shared.calls.readPlain(chunk);
    if (call?.length !== chunk.length) return false;
    this.#isAdvancing = true;
    this.#answer(call);
    this.#isAdvancing = false;
    return true;
  }

  #receiveEnd(): void {
    this.#hasEnded = true;
    this.#deadline.begin("end", this.socket.bytesWritten + 1);
    if (this.socket.allowHalfOpen) this.advance();
    else this.socket.destroy();
  }

  get #isBusy(): boolean {
    return this.#waitsForTurn || this.#isReleased || this.socket.destroyed;
  }

  /** Does what is next. Returns false if something is in work, or nothing has arrived. */
  #step(): boolean {
    if (this.#isBusy || (this.#feed?.isHeld && !this.#hasEnded)) return false;
    if (this.#isReadingBody ? this.memory.isWaiting : this.#reply !== undefined) return false;
    const chunk = this.#received.first;
    if (chunk === undefined) {
      if (this.#hasEnded) this.#end();
      return false;
    }
    const call = this.#isAtHead ? this.#shared.calls.readPlain(chunk) : undefined;
    if (call === undefined) return this.#feedInTurn(chunk);
    this.#received.take(call.length);
    this.#answer(call);
    return true;
  }

  #answer(call: PlainCall): void {
    const reply = new PlainReply(this, call.head, this.#shared.lastLines);
    this.#reply = reply;
    this.#shared.calls.answer(call.body, call.calls, reply);
  }

  #answered(): void {
    this.#reply = undefined;
    this.#answers += 1;
    if (this.memory.isHeld) this.memory.release();
    if (this.hasMore || this.#hasEnded) this.advance();
  }

  /** Gives node:http what is next when it is the client's turn. Returns whether that was at once. */
  #feedInTurn(chunk: Buffer): boolean {
    this.#feed ??= new HttpFeed(this.#shared.http, this, this.#received);
    if (!this.#feed.isReady) return false;
    this.#waitsForTurn = true;
    const feed = () => {
      this.#feedPieces(this.#feed!);
      this.#waitsForTurn = false;
      this.advance();
    };
    this.#shared.scheduler.run(this.usage, feed, chunk.length <= shortBytes ? "light" : "heavy");
    return !this.#waitsForTurn;
  }

  /** Gives node:http pieces of one request until the turn is over. */
  #feedPieces(feed: HttpFeed): void {
    do {
      if (this.socket.destroyed || !this.hasMore) return;
      if (!feed.feed(this.#hasEnded)) return;
    } while (
      !feed.isAtHead &&
      !(feed.isReadingBody && this.memory.isWaiting) &&
      feed.isReady &&
      !this.#isReleased &&
      !this.#shared.scheduler.isOver()
    );
  }

  /** The client has closed its half, and all that it sent is read. */
  #end(): void {
    if (this.#feed?.isAtHead === false) this.#feed.end();
    else this.socket.end();
  }

  #close(): void {
    this.memory.end();
    this.#feed?.close();
  }
}

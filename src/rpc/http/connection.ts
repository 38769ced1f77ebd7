import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { ClientMemory } from "./client-memory.ts";
import { HttpStream } from "./http-stream.ts";
import { headBytesOf, longHeadBytes } from "./long-heads.ts";
import type { MemoryBudget } from "./memory-budget.ts";
import { headBytesMax, lengthOfPiece, OpenHead } from "./open-head.ts";
import type { PlainCall } from "./plain-call.ts";
import type { PlainReplies } from "./plain-reply.ts";
import type { HttpReply, Reply } from "./reply.ts";
import { type Scheduler, Usage } from "./scheduler.ts";
import type { Wire } from "./wire.ts";

/** What all connections of a server share. */
export type Connected = {
  /** Reads what is not a plain call. It listens at no address. */
  readonly http: Server;
  readonly scheduler: Scheduler;
  readonly budget: MemoryBudget;
  /** Returns the plain call that begins what has arrived, if the server can answer it as such. */
  readonly readCall: (arrived: Buffer) => PlainCall | undefined;
  readonly replies: PlainReplies;
  readonly answer: (call: PlainCall, reply: Reply) => void;
};

/** The times after which a connection ends. */
export type Timeouts = {
  /** For a whole request. */
  readonly readMs: number;
  readonly readHeaderMs: number;
  /** For a client to read a response. */
  readonly writeMs: number;
  /** Between two requests. 0 is without limit. */
  readonly idleMs: number;
  /** With nothing sent, after a client has closed its half: the system says only then whether it has gone. */
  readonly halfClosedMs: number;
};

/** Longer chunks are as a rule more than one request, or a part of one. */
const shortBytes = 2_048;
/** A piece of a body whose length is known. */
const bodyPieceBytes = 8_192;
/** Bytes that may wait before the socket is no longer read: more than a head. */
const queuedBytesMax = headBytesMax + 4_096;
/** Fewer are not worth counting. */
const countedBytesMin = 4_096;
/** What the system may have read from a socket before it stops. */
const pausedBytes = 65_536;
/** Chunks that wait are joined from this number on: each occupies some hundred bytes, and may be a single one. */
const chunksMax = 16;
/** Long responses are written in slices of this length, each when the client has taken the one before. */
const sliceBytes = 262_144;
const noBytes = Buffer.alloc(0);

/**
 * The connection of a client. It answers plain calls on the socket, which costs less than node:http's request and response
 * objects, and gives node:http everything else, through a stream that takes the socket's place. Requests are read one after the
 * other, each when it is the client's turn and the response to the one before is taken: a client that does not read costs
 * nothing more.
 */
export class Connection implements Wire {
  readonly usage = new Usage();
  readonly socket: Socket;
  readonly memory: ClientMemory;
  readonly #shared: Connected;
  readonly #onData = (chunk: Buffer) => this.#receive(chunk);
  readonly #onEnd = () => this.#receiveEnd();
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #hasEnded = false;
  #isPaused = false;
  #http: HttpStream | undefined;
  readonly #head = new OpenHead();
  /** The request that node:http reads, and how much of its body it has. */
  #request: IncomingMessage | undefined;
  #bodyBytes = 0;
  #lastPiece: Buffer = noBytes;
  /** The response to the request in work. */
  #reply: Reply | undefined;
  #waitsForTurn = false;
  /** Whether what has arrived is a part of a head whose rest has not. */
  #isHeld = false;
  #isAdvancing = false;
  #isReleased = false;
  /** Bytes of a response that are not written yet. */
  #laterBytes = 0;
  /** How many requests are answered. */
  #answers = 0;
  /** What `check` watches, since when, and the value whose change restarts the time. */
  #watched: Watched | undefined = "first head";
  #since = performance.now();
  #mark = 0;

  constructor(socket: Socket, shared: Connected) {
    this.socket = socket;
    this.#shared = shared;
    this.memory = new ClientMemory(shared.budget, this, "encrypted" in socket ? 2 : 1);
    socket.on("data", this.#onData).once("end", this.#onEnd);
    socket.once("close", () => this.#close());
  }

  get isGone(): boolean {
    return this.socket.destroyed;
  }

  /** Whether the connection speaks another protocol. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Whether nothing has arrived that is not answered, and all is taken. */
  get isIdle(): boolean {
    return !this.#isReleased && this.#isAtHead && this.#bytes === 0 && this.#unsentBytes === 0;
  }

  /** Whether more has arrived than is read. */
  get hasMore(): boolean {
    return this.#chunks.length > 0;
  }

  get movedBytes(): number {
    return this.socket.bytesRead + this.#takenBytes;
  }

  get mustMove(): boolean {
    if (this.#unsentBytes > 0) return true;
    return this.#request?.complete === false && this.#bytes === 0 && !this.memory.isWaiting;
  }

  get #takenBytes(): number {
    return this.socket.bytesWritten - this.socket.writableLength;
  }

  get #unsentBytes(): number {
    return this.socket.writableLength + this.#laterBytes + (this.#http?.writableLength ?? 0);
  }

  /** Whether what is read next is the beginning of a request. */
  get #isAtHead(): boolean {
    if (this.#reply !== undefined || this.#head.isOpen) return false;
    return this.#request === undefined || this.#request.complete;
  }

  /** Takes a request that node:http has read the head of. Returns false if another is in work, which cannot be. */
  begin(reply: HttpReply): boolean {
    if (this.#reply !== undefined) {
      this.socket.destroy();
      return false;
    }
    this.#reply = reply;
    this.#request = reply.request;
    this.#bodyBytes = 0;
    this.#lastPiece = noBytes;
    const bytes = headBytesOf(reply.request);
    // A short head is not worth counting.
    this.memory.holdHead(bytes < longHeadBytes ? 0 : bytes);
    reply.response.once("close", () => this.#answered());
    return true;
  }

  /** Continues with what has arrived, unless something is in work. */
  advance(): void {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    while (this.#step());
    this.#isAdvancing = false;
  }

  /** Writes pieces, long ones in slices. `done` is called when all are written. */
  write(pieces: readonly Uint8Array[], done: (error?: Error | null) => void): void {
    const { socket } = this;
    if (socket.destroyed) {
      done();
      return;
    }
    let room = sliceBytes;
    socket.cork();
    for (const [i, piece] of pieces.entries()) {
      if (piece.length > room) {
        const rest = [piece.subarray(room), ...pieces.slice(i + 1)];
        this.#laterBytes = rest.reduce((sum, { length }) => sum + length, 0);
        socket.write(piece.subarray(0, room), (error) => {
          this.#laterBytes = 0;
          if (error == null) this.write(rest, done);
          else done(error);
        });
        break;
      }
      room -= piece.length;
      if (i < pieces.length - 1) socket.write(piece);
      else socket.write(piece, done);
    }
    socket.uncork();
  }

  /** Ends a response that is written on the socket. */
  sent(isLast: boolean): void {
    const { socket } = this;
    if (socket.destroyed) this.#answered();
    else if (isLast) socket.end(() => socket.destroy());
    else if (socket.writableLength === 0) this.#answered();
    else socket.write("", () => this.#answered());
  }

  /** Ends a connection that cannot be read further; says why if the client still reads. */
  refuse(status: string): void {
    const { socket } = this;
    this.#drop();
    if (!socket.writable || this.#unsentBytes > 0) {
      socket.destroy();
      return;
    }
    const head = "Content-Type: text/plain; charset=utf-8\r\nConnection: close";
    socket.end(
      `HTTP/1.1 ${status}\r\n${head}\r\nContent-Length: ${status.length}\r\n\r\n${status}`,
      () => socket.destroy(),
    );
  }

  /** Leaves the socket to another protocol. Returns what has arrived behind the request. */
  release(): Buffer {
    const rest = Buffer.concat(this.#chunks);
    this.#isReleased = true;
    this.#drop();
    this.socket.off("data", this.#onData).off("end", this.#onEnd).pause();
    if (this.#hasEnded) setImmediate(() => this.socket.end());
    return rest;
  }

  /** Reads a request again, with another head: a new stream, as node:http has left the old one. */
  readAgain(head: Buffer): void {
    this.#http = undefined;
    this.#head.note(head, false);
    this.#chunks.unshift(head);
    this.#bytes += head.length;
  }

  /** Ends the connection if it is time. The door calls it now and then. */
  check(now: number, timeouts: Timeouts): void {
    const { readMs, readHeaderMs, writeMs, idleMs, halfClosedMs } = timeouts;
    const watched = this.#watch(now);
    const tookMs = now - this.#since;
    switch (watched) {
      case "first head":
      case "head":
        if (tookMs > Math.min(readHeaderMs, readMs)) this.refuse("408 Request Timeout");
        break;
      case "body":
        if (tookMs > readMs) this.refuse("408 Request Timeout");
        break;
      case "response":
        if (tookMs > writeMs) this.socket.destroy();
        break;
      case "end":
        if (tookMs > halfClosedMs) this.socket.destroy();
        break;
      case "idle":
        if (idleMs > 0 && tookMs > idleMs) this.socket.destroy();
        break;
      case undefined:
        break;
    }
  }

  /** Returns what the connection waits for, as far as its time is limited. */
  #watch(now: number): Watched | undefined {
    const before = this.#watched;
    const watched = this.#waitsFor();
    this.#watched = watched;
    const goesOn = watched === before || (before !== undefined && watched === next[before]);
    const hasMoved =
      watched === "response"
        ? this.#takenBytes >= this.#mark
        : this.#markOf(watched) !== this.#mark;
    if (goesOn && !hasMoved) return watched;
    this.#since = now;
    this.#mark = this.#markOf(watched);
    return watched;
  }

  #waitsFor(): Watched | undefined {
    if (this.#isReleased) return undefined;
    if (this.#unsentBytes > 0) return "response";
    if (this.#hasEnded) return "end";
    if (this.isIdle) return this.#answers === 0 ? "first head" : "idle";
    if (this.#waitsForTurn || this.memory.isWaiting) return undefined;
    if (this.#head.isOpen || this.#isHeld) return "head";
    return this.#request?.complete === false && this.#bytes === 0 ? "body" : undefined;
  }

  #markOf(watched: Watched | undefined): number {
    if (watched === "response") return this.#takenBytes + this.#unsentBytes;
    return watched === "end" ? this.socket.bytesWritten : this.#answers;
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#isHeld = false;
    this.advance();
    // The first stays as it is: the others would be copied each time.
    if (this.#chunks.length >= chunksMax) this.#chunks.push(Buffer.concat(this.#chunks.splice(1)));
    if (this.#bytes < countedBytesMin) return;
    this.#isPaused ||= this.#bytes >= queuedBytesMax;
    if (this.#isPaused) this.socket.pause();
    this.memory.holdQueued(this.#bytes + (this.#isPaused ? pausedBytes : 0));
  }

  #receiveEnd(): void {
    this.#hasEnded = true;
    this.#isHeld = false;
    this.#watched = "end";
    this.#since = performance.now();
    this.#mark = this.socket.bytesWritten;
    if (this.socket.allowHalfOpen) this.advance();
    else this.socket.destroy();
  }

  /** Does what is next. Returns false if something is in work, or nothing has arrived. */
  #step(): boolean {
    if (this.#waitsForTurn || this.#isHeld || this.#isReleased || this.isGone) return false;
    if (this.#isReadingBody ? this.memory.isWaiting : this.#reply !== undefined) return false;
    const [chunk] = this.#chunks;
    if (chunk === undefined) {
      if (this.#hasEnded) this.#end();
      return false;
    }
    const call = this.#isAtHead ? this.#shared.readCall(chunk) : undefined;
    if (call === undefined) return this.#feedInTurn(chunk);
    this.#taken(call.length);
    const reply = this.#shared.replies.to(this, call.head.acceptEncoding);
    this.#reply = reply;
    this.#shared.answer(call, reply);
    return true;
  }

  get #isReadingBody(): boolean {
    return this.#request?.complete === false;
  }

  #answered(): void {
    this.#reply = undefined;
    this.#answers += 1;
    this.memory.release();
    this.advance();
  }

  /** Gives node:http what is next when it is the client's turn. Returns whether that was at once. */
  #feedInTurn(chunk: Buffer): boolean {
    if (this.#http?.isReading === false) return false;
    this.#waitsForTurn = true;
    const feed = () => {
      this.#feed();
      this.#waitsForTurn = false;
      this.advance();
    };
    this.#shared.scheduler.run(this.usage, feed, chunk.length <= shortBytes ? "light" : "heavy");
    return !this.#waitsForTurn;
  }

  /** Gives node:http pieces of one request, which may have arrived with others: those would only occupy memory. */
  #feed(): void {
    do {
      if (this.isGone || this.#chunks.length === 0) return;
      const length = this.#nextPieceBytes();
      if (length === 0) {
        this.#isHeld = true;
        return;
      }
      this.#feedPiece(length);
    } while (
      (this.#head.isOpen || (this.#isReadingBody && !this.memory.isWaiting)) &&
      this.#http?.isReading === true &&
      !this.#isReleased &&
      !this.#shared.scheduler.isOver()
    );
  }

  /** 0 until there is more of a head. */
  #nextPieceBytes(): number {
    const chunk = this.#chunks[0]!;
    if (this.#isReadingBody) {
      const declared = this.#request!.headers["content-length"];
      if (declared === undefined) return lengthOfPiece(this.#lastPiece, chunk);
      return Math.min(chunk.length, bodyPieceBytes, Number(declared) - this.#bodyBytes);
    }
    const length = this.#head.nextBytes(chunk);
    if (length > 0) return length;
    if (this.#chunks.length > 1) {
      this.#chunks.splice(0, this.#chunks.length, Buffer.concat(this.#chunks));
      return this.#nextPieceBytes();
    }
    return this.#hasEnded ? chunk.length : 0;
  }

  #feedPiece(length: number): void {
    const piece = this.#chunks[0]!.subarray(0, length);
    this.#taken(length);
    const request = this.#request;
    const isOfBody = this.#isReadingBody;
    this.#http ??= this.#openHttp();
    this.#http.push(piece);
    if (isOfBody) {
      this.#bodyBytes += length;
      this.#lastPiece = Buffer.from(piece.subarray(-3));
    } else if (this.#http !== undefined) this.#head.note(piece, this.#request === request);
  }

  #openHttp(): HttpStream {
    const stream = new HttpStream(this);
    this.#shared.http.emit("connection", stream);
    // From the first read on, what is pushed is read at once.
    stream.read(0);
    return stream;
  }

  /** Takes the beginning of the first chunk. */
  #taken(length: number): void {
    const chunk = this.#chunks[0]!;
    this.#bytes -= length;
    if (chunk.length > length) {
      const rest = chunk.subarray(length);
      // A short rest must not keep a long head.
      this.#chunks[0] = length < longHeadBytes ? rest : Buffer.from(rest);
      return;
    }
    this.#chunks.shift();
    if (this.#chunks.length === 0) this.#takeMore();
  }

  #takeMore(): void {
    this.memory.holdQueued(0);
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.socket.resume();
  }

  #drop(): void {
    this.#chunks.length = 0;
    this.#bytes = 0;
    this.#isHeld = false;
    this.#takeMore();
  }

  /** The client has closed its half, and all that it sent is read. */
  #end(): void {
    if (this.#head.isOpen || this.#isReadingBody) this.#http!.push(null);
    else this.socket.end();
  }

  #close(): void {
    this.memory.end();
    this.#http?.destroy();
  }
}

/** What a connection waits for for a limited time: the time of `first head` and `head` includes that of `head` and `body`. */
type Watched = "first head" | "head" | "body" | "response" | "end" | "idle";
const next: Readonly<Partial<Record<Watched, Watched>>> = { "first head": "head", head: "body" };

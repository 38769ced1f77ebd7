import type { IncomingMessage, Server } from "node:http";
import type { Client } from "./client.ts";
import { HttpStream } from "./http-stream.ts";
import { lengthOfPiece, OpenHead } from "./open-head.ts";
import type { Received } from "./received.ts";

/** A piece of a body whose length is known. */
const bodyPieceBytes = 8_192;
const noBytes = Buffer.alloc(0);

/** Gives node:http what has arrived on a connection, one request at a time: others would only occupy memory there. */
export class HttpFeed {
  readonly #server: Server;
  readonly #connection: Client;
  readonly #received: Received;
  readonly #head = new OpenHead();
  #stream: HttpStream | undefined;
  /** How much had arrived when it was only a part of a head; 0 if it was more. */
  #heldBytes = 0;
  /** The request that node:http reads, and how much of its body it has. */
  #request: IncomingMessage | undefined;
  #bodyBytes = 0;
  #lastPiece: Buffer = noBytes;

  /** `server` reads requests, and listens at no address. */
  constructor(server: Server, connection: Client, received: Received) {
    this.#server = server;
    this.#connection = connection;
    this.#received = received;
  }

  /** Whether what is read next is the beginning of a request. */
  get isAtHead(): boolean {
    return !this.#head.isOpen && !this.isReadingBody;
  }

  /** Whether what has arrived is a part of a head whose rest has not. */
  get isHeld(): boolean {
    return this.#heldBytes > 0 && this.#heldBytes === this.#received.bytes;
  }

  get isReadingHead(): boolean {
    return this.#head.isOpen || this.isHeld;
  }

  get isReadingBody(): boolean {
    return this.#request?.complete === false;
  }

  /** Whether node:http takes a piece at once. */
  get isReady(): boolean {
    return this.#stream?.isReading !== false;
  }

  /** Bytes of a response that node:http has not written yet. */
  get unsentBytes(): number {
    return this.#stream?.writableLength ?? 0;
  }

  /** Takes the request whose head node:http has read. */
  begin(request: IncomingMessage): void {
    this.#request = request;
    this.#bodyBytes = 0;
    this.#lastPiece = noBytes;
  }

  /** Gives the next piece of a request. Returns false if there is none yet. `hasEnded` is whether nothing more will arrive. */
  feed(hasEnded: boolean): boolean {
    const length = this.#nextBytes(hasEnded);
    this.#heldBytes = length === 0 ? this.#received.bytes : 0;
    if (length === 0) return false;
    const piece = this.#received.take(length);
    const request = this.#request;
    const isOfBody = this.isReadingBody;
    this.#stream ??= this.#openStream();
    this.#stream.push(piece);
    if (isOfBody) {
      this.#bodyBytes += length;
      this.#lastPiece = Buffer.from(piece.subarray(-3));
    } else if (this.#stream !== undefined) this.#head.note(piece, this.#request === request);
    return true;
  }

  /** Begins a new stream with another head for the request that node:http has left. */
  feedAgain(head: Buffer): void {
    this.#stream = undefined;
    this.#head.note(head, false);
    this.#received.addFirst(head);
  }

  /** Says that the client sends no more. */
  end(): void {
    this.#stream!.push(null);
  }

  close(): void {
    this.#stream?.destroy();
  }

  /** 0 until there is more of a head. */
  #nextBytes(hasEnded: boolean): number {
    const chunk = this.#received.first!;
    if (this.isReadingBody) {
      const declared = this.#request!.headers["content-length"];
      if (declared === undefined) return lengthOfPiece(this.#lastPiece, chunk);
      return Math.min(chunk.length, bodyPieceBytes, Number(declared) - this.#bodyBytes);
    }
    const length = this.#head.nextBytes(chunk);
    if (length > 0) return length;
    if (this.#received.join()) return this.#nextBytes(hasEnded);
    return hasEnded ? chunk.length : 0;
  }

  #openStream(): HttpStream {
    const stream = new HttpStream(this.#connection);
    this.#server.emit("connection", stream);
    // From the first read on, what is pushed is read at once.
    stream.read(0);
    return stream;
  }
}

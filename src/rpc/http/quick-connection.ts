import type { Socket } from "node:net";
import type { Connection } from "./connections.ts";
import type { PlainHead } from "./plain-head.ts";

/** A request that arrived whole, in one chunk that has nothing else. */
export type PlainRequest = { readonly head: PlainHead; readonly body: Buffer };

export type QuickRules = {
  readonly connection: Connection;
  /** Gives a request its turn. */
  readonly take: (request: PlainRequest, work: () => void) => void;
  /** Reads a chunk that is one plain request; undefined for any other. */
  readonly read: (chunk: Buffer) => PlainRequest | undefined;
  /** Whether a request can be answered at once now. */
  readonly mayAnswer: (request: PlainRequest) => boolean;
  /** Answers a request on the socket. If that takes more, calls `pass`, which lets node:http read it. */
  readonly answer: (request: PlainRequest, pass: () => void) => void;
};

/** Bytes that may arrive while a request waits for its turn, before the connection is no longer read. */
const laterBytesMax = 65_536;

/**
 * Answers plain requests of a connection without an IncomingMessage and a ServerResponse, which cost more than most
 * answers. Everything else passes to node:http, which also reads the first request: until then it watches the time that
 * a client takes for a head. The first chunk that is not one plain request ends this for good, as the rest of it may come
 * in the next chunk.
 */
export class QuickConnection {
  readonly #socket: Socket;
  readonly #rules: QuickRules;
  readonly #toParser: (chunk: Buffer) => void;
  readonly #onData = (chunk: Buffer) => this.#take(chunk);
  #isFirst = true;
  #isWaiting = false;
  readonly #later: Buffer[] = [];
  #laterBytes = 0;

  private constructor(socket: Socket, toParser: (chunk: Buffer) => void, rules: QuickRules) {
    this.#socket = socket;
    this.#toParser = toParser;
    this.#rules = rules;
    socket.off("data", toParser);
    socket.on("data", this.#onData);
  }

  /** Goes before node:http on a connection that it has just taken; undefined where it reads in another way. */
  static on(socket: Socket, rules: QuickRules): QuickConnection | undefined {
    const [toParser, ...others] = socket.listeners("data");
    if (toParser === undefined || others.length > 0) return undefined;
    return new QuickConnection(socket, toParser as (chunk: Buffer) => void, rules);
  }

  /** Whether a request waits for its turn, or its response for the client. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  #take(chunk: Buffer): void {
    if (this.#isWaiting) {
      this.#keep(chunk);
      return;
    }
    const request = this.#rules.read(chunk);
    if (request === undefined) {
      this.#socket.off("data", this.#onData);
      this.#socket.on("data", this.#toParser);
      this.#toParser(chunk);
      return;
    }
    const isFree = this.#rules.connection.isIdle && this.#socket.writableLength === 0;
    if (this.#isFirst || !isFree || !this.#rules.mayAnswer(request)) {
      this.#isFirst = false;
      this.#toParser(chunk);
      return;
    }
    this.#isWaiting = true;
    this.#rules.take(request, () => {
      this.#isWaiting = false;
      if (this.#socket.destroyed) return;
      let isPassed = false;
      this.#rules.answer(request, () => {
        isPassed = true;
        this.#toParser(chunk);
      });
      if (!isPassed && this.#socket.writableNeedDrain) this.#waitUntilRead();
      else if (this.#later.length > 0) this.#takeLater();
    });
  }

  /** A client that does not read its response costs nothing more. */
  #waitUntilRead(): void {
    this.#isWaiting = true;
    this.#socket.once("drain", () => this.#takeLater());
  }

  #keep(chunk: Buffer): void {
    this.#later.push(chunk);
    this.#laterBytes += chunk.length;
    if (this.#laterBytes > laterBytesMax) this.#socket.pause();
  }

  /** In a pass of its own: the turn is over. */
  #takeLater(): void {
    this.#isWaiting = true;
    setImmediate(() => {
      this.#isWaiting = false;
      if (this.#later.length === 0) return;
      const chunks = this.#later.splice(0);
      if (this.#laterBytes > laterBytesMax) this.#socket.resume();
      this.#laterBytes = 0;
      // As one chunk it is no plain request, unless it is the only one.
      if (!this.#socket.destroyed)
        this.#take(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
  }
}

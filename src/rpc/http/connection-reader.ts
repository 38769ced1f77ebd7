import type { Socket } from "node:net";
import type { Connection } from "./connections.ts";
import { longHeadBytes } from "./long-heads.ts";
import { headBytesMax, lengthOfPiece, OpenHead, pieceBytes } from "./open-head.ts";
import type { PlainRequest } from "./plain-head.ts";
import type { Turns } from "./turns.ts";

export type ReaderRules = {
  readonly connection: Connection;
  readonly turns: Turns;
  /** How long a connection may be idle; 0 if it may always be. */
  readonly idleMs: number;
  /** Gives a plain request its turn. */
  readonly take: (request: PlainRequest, work: () => void) => void;
  /** Reads a chunk that is one plain request; undefined for any other. */
  readonly read: (chunk: Buffer) => PlainRequest | undefined;
  /** Whether a request can be answered at once now. */
  readonly mayAnswer: (request: PlainRequest) => boolean;
  /** Answers a request on the socket. If that takes more, calls `pass`, which lets node:http read it. */
  readonly answer: (request: PlainRequest, pass: () => void) => void;
};

/** A chunk up to this length is as a rule one request. */
const shortBytes = 2_048;
/** The same of what belongs to one body. */
const bodyPieceBytes = 8_192;
/** Bytes that may wait before the connection is no longer read: more than a head. */
const waitingBytesMax = headBytesMax + 4_096;
/** Fewer waiting bytes than this are not worth counting. */
const countedBytesMin = 4_096;
/** What the system may have read from a connection before it stops. */
const pausedBytes = 65_536;
/** So many chunks that wait become one: each occupies some hundred bytes, and may be a single one. */
const chunksMax = 16;

/**
 * Since Node 24.15, a parser that has forgotten its connection answers nothing more (nodejs/node 62095). There, node:http
 * reads every request, still in pieces and in turns.
 */
const answersPlainRequests = Number.parseInt(process.versions.node, 10) < 24;

type Listener = (chunk: Buffer) => void;

/**
 * Reads a connection before node:http does. It answers plain requests without an IncomingMessage and a ServerResponse,
 * which cost more than most answers, and gives node:http everything else in pieces, each when it is the client's turn and
 * nothing before it waits for its answer: requests that nobody can answer yet would only occupy memory. node:http watches
 * the time that a client takes for its first head; if that is a plain request, node:http forgets the connection until there
 * is more for it. After the first chunk that is not one plain request node:http reads all, as the rest of it may come in the
 * next chunk.
 */
export class ConnectionReader {
  readonly #socket: ReadSocket;
  readonly #rules: ReaderRules;
  readonly #toParser: (chunk: Buffer) => void;
  readonly #endParser: () => void;
  readonly #onData = (chunk: Buffer) => this.#receive(chunk);
  readonly #onEnd = () => this.#receiveEnd();
  /** Whether node:http knows of the connection: it ends those that idle or take too long for a head. */
  #isKnown = true;
  #isPlain = answersPlainRequests;
  /** Whether what is next waits for its turn or for the client to read. */
  #isWaiting = false;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  /** How much of the first chunk node:http has. */
  #fedBytes = 0;
  /** How much node:http has since a head began: the head of a request and of its body. */
  #sinceHeadBytes = 0;
  readonly #head = new OpenHead();
  /** Whether what has arrived is a part of a head whose end has not. */
  #isHeadHeld = false;
  #isPaused = false;
  #hasEnded = false;
  #isReleased = false;
  /** What is still to come of the body of a request whose upgrade was refused. */
  #refusedBodyBytes = 0;

  private constructor(socket: ReadSocket, listeners: [Listener, Listener], rules: ReaderRules) {
    this.#socket = socket;
    this.#rules = rules;
    const [toParser, endParser] = listeners;
    this.#toParser = toParser;
    this.#endParser = endParser as () => void;
    socket.off("data", toParser).off("end", endParser);
    socket.on("data", this.#onData).on("end", this.#onEnd);
    // A paused socket reads on until it has this: one chunk then, instead of thousands of one byte.
    socket._readableState.highWaterMark = 1;
  }

  /** Goes before node:http on a connection that it has just taken; undefined where it reads in another way. */
  static on(socket: Socket, rules: ReaderRules): ConnectionReader | undefined {
    const [toParser, ...others] = socket.listeners("data");
    const endParser = socket.listeners("end").at(-1);
    if (toParser === undefined || endParser === undefined || others.length > 0) return undefined;
    return new ConnectionReader(
      socket as ReadSocket,
      [toParser as Listener, endParser as Listener],
      rules,
    );
  }

  /** Whether a request waits for its turn, or its response for the client, unseen by node:http. */
  get isWaiting(): boolean {
    return this.#isWaiting || (this.#chunks.length > 0 && !this.#isHeadHeld);
  }

  /** Whether node:http does not know of the connection, nothing has arrived, and all is sent. */
  get isHidden(): boolean {
    return !this.#isKnown && !this.isWaiting && this.#socket.writableLength === 0;
  }

  /** Whether more has arrived than node:http has seen. */
  get hasMore(): boolean {
    return this.#chunks.length > 0;
  }

  /**
   * Call it when the server refuses an upgrade, while node:http reads the head. It drops what follows the request in the same
   * piece, so that the body gets pieces of its own.
   */
  upgradeRefused(bodyBytes: number): void {
    this.#refusedBodyBytes = bodyBytes;
  }

  /** Ends reading when the connection speaks another protocol from here on. Returns what has arrived. */
  release(): Buffer {
    const rest = Buffer.concat(this.#chunks);
    this.#isReleased = true;
    this.#drop();
    this.#socket.off("data", this.#onData).off("end", this.#onEnd);
    if (this.#hasEnded) setImmediate(() => this.#socket.end());
    return rest;
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#isHeadHeld = false;
    this.#advance();
    if (this.#chunks.length >= chunksMax) this.#join();
    if (this.#bytes < countedBytesMin) return;
    this.#isPaused ||= this.#bytes >= waitingBytesMax;
    if (this.#isPaused) this.#socket.pause();
    this.#rules.connection.holdUnseen(this.#bytes + (this.#isPaused ? pausedBytes : 0));
  }

  /** The first stays as it is: it may have begun. */
  #join(): void {
    const others = this.#chunks.splice(1);
    this.#chunks.push(Buffer.concat(others));
  }

  #receiveEnd(): void {
    this.#hasEnded = true;
    this.#isHeadHeld = false;
    this.#advance();
  }

  #advance(): void {
    if (this.#isWaiting) return;
    if (this.#socket.destroyed || !this.#socket.parser) this.#drop();
    const [chunk] = this.#chunks;
    if (chunk === undefined) {
      if (this.#hasEnded) this.#endParser();
      return;
    }
    const { connection } = this.#rules;
    if (!connection.isReady) {
      this.#isWaiting = true;
      connection.onceReady(() => this.#goOn());
      return;
    }
    const request = this.#isPlain ? this.#rules.read(chunk) : undefined;
    if (request === undefined) this.#isPlain = false;
    const isFree = connection.isIdle && this.#socket.writableLength === 0;
    if (request === undefined || !isFree || !this.#rules.mayAnswer(request)) {
      this.#feed(chunk);
    } else this.#answer(request, chunk);
  }

  #goOn(): void {
    this.#isWaiting = false;
    this.#advance();
  }

  #answer(request: PlainRequest, chunk: Buffer): void {
    this.#isWaiting = true;
    this.#rules.take(request, () => {
      this.#taken(chunk.length);
      if (this.#socket.destroyed) return;
      let isAnswered = true;
      this.#rules.answer(request, () => {
        isAnswered = false;
        this.#parse(chunk);
      });
      if (isAnswered && this.#isKnown) this.#hide();
      if (this.#socket.writableNeedDrain && this.#rules.connection.isIdle) {
        // A client that does not read its response costs nothing more.
        this.#socket.once("drain", () => this.#goOn());
      } else if (this.#chunks.length > 0 || this.#hasEnded) this.#inAnotherPass();
      else this.#isWaiting = false;
    });
  }

  /** The turn is over. */
  #inAnotherPass(): void {
    setImmediate(() => this.#goOn());
  }

  /** Gives node:http what is next when it is the client's turn. */
  #feed(chunk: Buffer): void {
    const { connection, turns } = this.#rules;
    this.#isWaiting = true;
    const isShort = chunk.length <= shortBytes;
    turns.take(connection.usage, () => this.#feedPieces(), isShort ? "light" : "heavy");
  }

  #feedPieces(): void {
    const { connection, turns } = this.#rules;
    const socket = this.#socket;
    do {
      if (socket.destroyed || !socket.parser) break;
      const length = this.#nextPieceBytes();
      if (length === 0) {
        this.#isHeadHeld = true;
        this.#isWaiting = false;
        return;
      }
      this.#feedPiece(length);
      if (this.#isReleased) return;
    } while (this.#chunks.length > 0 && connection.isReady && !socket._paused && !turns.isOver());
    // node:http has stopped reading: it continues when the client has read.
    if (socket._paused === true && connection.isReady) socket.once("drain", () => this.#goOn());
    else this.#goOn();
  }

  /** 0 until there is more of a head. */
  #nextPieceBytes(): number {
    const { connection } = this.#rules;
    const chunk = this.#chunks[0]!;
    if (!connection.isAtHead) {
      // More only where all of it belongs to one body.
      const leftBytes = connection.bodyLength - this.#sinceHeadBytes;
      const length = lengthOfPiece(
        chunk,
        leftBytes >= bodyPieceBytes ? bodyPieceBytes : pieceBytes,
      );
      if (this.#refusedBodyBytes === 0) return length;
      const ownLength = Math.min(length, this.#refusedBodyBytes);
      this.#refusedBodyBytes -= ownLength;
      return ownLength;
    }
    this.#sinceHeadBytes = 0;
    if (this.#hasEnded) return lengthOfPiece(chunk, pieceBytes);
    const length = this.#head.nextBytes(chunk);
    if (length > 0 || this.#chunks.length === 1) return length;
    this.#chunks.splice(0, this.#chunks.length, Buffer.concat(this.#chunks));
    return this.#head.nextBytes(this.#chunks[0]!);
  }

  #feedPiece(length: number): void {
    const chunk = this.#chunks[0]!;
    this.#sinceHeadBytes += length;
    const piece = chunk.subarray(0, length);
    if (chunk.length === length) this.#taken(chunk.length);
    else {
      const rest = chunk.subarray(length);
      // A short rest must not keep a long head.
      this.#chunks[0] = length < longHeadBytes ? rest : Buffer.from(rest);
      this.#fedBytes += length;
    }
    const { connection } = this.#rules;
    const { entered, isAtHead } = connection;
    this.#parse(piece);
    this.#head.note(piece, isAtHead && connection.entered === entered);
  }

  /** Gives node:http a part of a request. It knows the connection from then on. */
  #parse(chunk: Buffer): void {
    if (!this.#isKnown) {
      this.#isKnown = true;
      this.#socket.setTimeout(0);
    }
    this.#toParser(chunk);
  }

  /** Makes node:http wait for no request until it gets a part of one, as it does after a response of its own. */
  #hide(): void {
    this.#socket.parser!.remove();
    this.#isKnown = false;
    if (this.#rules.idleMs > 0) this.#socket.setTimeout(this.#rules.idleMs);
  }

  /** Takes the first chunk. */
  #taken(bytes: number): void {
    this.#chunks.shift();
    this.#bytes -= bytes + this.#fedBytes;
    this.#fedBytes = 0;
    if (this.#chunks.length === 0) this.#takeMore();
  }

  #takeMore(): void {
    this.#rules.connection.holdUnseen(0);
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (this.#socket._paused !== true) this.#socket.resume();
  }

  #drop(): void {
    this.#chunks.length = 0;
    this.#bytes = 0;
    this.#fedBytes = 0;
    this.#isHeadHeld = false;
    this.#takeMore();
  }
}

/** What node:http keeps on a socket: its parser, and whether it has stopped reading. */
type ReadSocket = Socket & {
  readonly parser?: { remove(): void } | null;
  readonly _paused?: boolean;
  readonly _readableState: { highWaterMark: number };
};

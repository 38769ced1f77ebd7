import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline, Readable, type Writable } from "node:stream";
import { createGzip, type Gzip } from "node:zlib";
import type { WrittenResult } from "../../formats/written-json.ts";
import { type CachedResult, resultPrefix } from "../json-rpc/cache.ts";
import { type Answer, answerBytes } from "../json-rpc/dispatch.ts";
import {
  compress,
  type GzipStem,
  gzipBytesMin,
  gzipEnd,
  gzipEndBytesMax,
  gzipLevel,
  gzipNegotiation,
  gzipStem,
} from "./compression.ts";
import type { Description } from "./description.ts";
import type { FileAnswer } from "./files.ts";

const jsonType = "application/json; charset=utf-8";
const textType = "text/plain; charset=utf-8";
const vary = ["Vary", "Accept-Encoding, Origin"];
const preflightVary = [
  "Vary",
  "Accept-Encoding, Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
];
const nosniff = ["X-Content-Type-Options", "nosniff"];

/** A response that is written piece by piece. */
export type BodyWriter = {
  readonly write: (piece: string | Uint8Array) => void;
  /** Whether the client should read before the next piece. */
  readonly isFull: () => boolean;
  /** Calls `ready` when the client has read, or has gone. A client that does not read in time loses its connection. */
  readonly onceRead: (ready: () => void) => void;
  /** Bytes that it occupies: what is written and not taken, and the compressor. */
  readonly occupiedBytes: () => number;
  readonly end: () => void;
};

/** Answers longer than this count against the budget until they are taken. */
export const heldBytesMin = 16_384;

/** What an answer occupies until its client has read it. A written result comes into being while it is read. */
export const occupiedBytes = (answer: Answer): number =>
  Math.min(
    answerBytes(answer),
    answer.written === undefined ? Number.POSITIVE_INFINITY : 2 * waitingBytesMax,
  );

/** Writes responses, each with one head and one write. Builds headers that never change only once. */
export class Responder {
  /** Sent with every response, names and values. */
  readonly fixed: readonly string[];
  readonly #json: readonly string[];
  readonly #jsonNosniff: readonly string[];
  /** Whether responses to refused calls omit nosniff, as in gorilla/rpc. */
  readonly #bareRefusals: boolean;
  readonly #description: Description;
  readonly #writeMs: number;
  /** Called with the bytes that a long answer occupies. */
  readonly #hold: (response: ServerResponse, bytes: number) => void;
  /** Whether there is room for more. */
  readonly #hasRoom: () => boolean;
  /** Heads up to the length, as text. */
  readonly #head: string;
  readonly #bareHead: string;
  readonly #keepAlive: string;
  #second = 0;
  #last = "";
  readonly #acceptsGzip = gzipNegotiation();
  /** Connections whose clients have not read a response yet. */
  readonly #guarded = new WeakSet<Socket>();
  /** The compressed start of responses with a cached result, made when a client first accepts gzip. */
  readonly #stems = new WeakMap<CachedResult, GzipStem | Promise<GzipStem>>();

  /** A client that does not read a response within `writeMs` loses its connection. */
  constructor(
    description: Description,
    { writeMs, idleMs }: { readonly writeMs: number; readonly idleMs: number },
    hold: (response: ServerResponse, bytes: number) => void,
    hasRoom: () => boolean,
  ) {
    this.#hold = hold;
    this.#hasRoom = hasRoom;
    this.#description = description;
    this.#writeMs = writeMs;
    this.fixed = Object.entries(description.headers).flat();
    this.#json = [...this.fixed, ...vary, "Content-Type", jsonType];
    this.#jsonNosniff = [...this.#json, ...nosniff];
    this.#bareRefusals = description.dialect === "gorilla";
    this.#head = `HTTP/1.1 200 OK\r\n${linesOf(this.#jsonNosniff)}`;
    this.#bareHead = `HTTP/1.1 200 OK\r\n${linesOf(this.#json)}`;
    const idleSeconds = Math.floor(idleMs / 1000);
    this.#keepAlive = idleMs > 0 ? `Keep-Alive: timeout=${idleSeconds}\r\n` : "";
  }

  /** Sends the response to a call. `more` are header names and values. */
  answer(response: ServerResponse, answer: Answer, more: readonly string[]): void {
    const bytes = occupiedBytes(answer);
    if (bytes >= heldBytesMin) this.#hold(response, bytes);
    this.#write(response, answer, more);
    this.#guard(response.req.socket);
  }

  /**
   * Writes the response to a plain request, byte for byte what node:http writes. Returns false for an answer that is not
   * ready to be written at once.
   */
  quick(
    socket: Socket,
    answer: Answer,
    acceptEncoding: string | undefined,
    more: () => readonly string[],
  ): boolean {
    const { text, cached, invoked, forbidden } = answer;
    if (forbidden !== undefined) return false;
    if (text === undefined) {
      return cached !== undefined && this.#quickLong(socket, answer, acceptEncoding, more);
    }
    if (text === "") return false;
    if (text.length >= gzipBytesMin && this.#acceptsGzip(acceptEncoding)) return false;
    const isBare = this.#bareRefusals && !invoked;
    const bytes = Buffer.byteLength(text);
    const head = `${isBare ? this.#bareHead : this.#head}${linesOf(more())}${this.#lastLines(bytes)}`;
    socket.write(head + text, bytes === text.length ? "latin1" : "utf8");
    this.#guard(socket);
    return true;
  }

  /** Writes a long cached result without copying it, compressed if its compressed form is there. */
  #quickLong(
    socket: Socket,
    { cached, id }: Answer,
    acceptEncoding: string | undefined,
    more: () => readonly string[],
  ): boolean {
    let start: Buffer = cached!.body!;
    let end: Buffer = Buffer.from(`,"id":${id}}\n`);
    let encoding = "";
    if (end.length <= gzipEndBytesMax && this.#acceptsGzip(acceptEncoding)) {
      const stem = this.#stemOf(cached!);
      if (stem instanceof Promise) return false;
      start = stem.bytes;
      end = gzipEnd(stem, end);
      encoding = "Content-Encoding: gzip\r\n";
    }
    const length = this.#lastLines(start.length + end.length);
    socket.cork();
    socket.write(`${this.#head}${linesOf(more())}${encoding}${length}`, "latin1");
    socket.write(start);
    socket.write(end);
    socket.uncork();
    this.#guard(socket);
    return true;
  }

  /** Sends 404 with an error of JSON-RPC. The body of the call is not read, so its id is null. */
  absent(response: ServerResponse, message: string, more: readonly string[]): void {
    const error = { code: -32_601, message };
    const text = `${JSON.stringify({ jsonrpc: "2.0", error, id: null })}\n`;
    const head = [...this.#jsonNosniff, ...more, "Content-Length", `${Buffer.byteLength(text)}`];
    response.writeHead(404, head);
    response.end(text);
  }

  /** The length of the body and the lines that node:http adds. */
  #lastLines(bytes: number): string {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      const date = new Date(second * 1000).toUTCString();
      this.#last = `Date: ${date}\r\nConnection: keep-alive\r\n${this.#keepAlive}\r\n`;
    }
    return `Content-Length: ${bytes}\r\n${this.#last}`;
  }

  /** Begins a response whose length is not known yet. */
  begin(response: ServerResponse, more: readonly string[]): BodyWriter {
    const head = [...this.#jsonNosniff, ...more];
    const isCompressed = this.#mayStream(response);
    response.writeHead(200, isCompressed ? [...head, "Content-Encoding", "gzip"] : head);
    const sink = isCompressed ? compressorFor(response) : response;
    // A failure destroys the response: the head is sent, so nothing else can report it to the client.
    if (sink !== response) pipeline(sink as Gzip, response, () => {});
    return {
      write: (piece) => {
        if (response.destroyed) return;
        sink.write(piece);
        sendNow(response);
      },
      isFull: () => sink.writableNeedDrain,
      onceRead: (ready) => this.#onceRead(sink, response, ready),
      occupiedBytes: () => sink.writableLength + (isCompressed ? compressorBytes : 0),
      end: () => {
        sink.end();
        this.#guard(response.req.socket);
      },
    };
  }

  #onceRead(sink: Writable, response: ServerResponse, ready: () => void): void {
    const timer = setTimeout(() => response.destroy(), this.#writeMs);
    const done = () => {
      clearTimeout(timer);
      sink.off("drain", done);
      response.off("close", done);
      ready();
    };
    sink.once("drain", done);
    response.once("close", done);
  }

  #write(response: ServerResponse, answer: Answer, more: readonly string[]): void {
    const { text } = answer;
    const sniffable = this.#bareRefusals && !answer.invoked;
    const head = sniffable ? this.#json : this.#jsonNosniff;
    if (answer.written !== undefined) this.#written(response, answer, head, more);
    else if (text === undefined) this.#long(response, answer, head, more);
    else if (text === "") {
      const empty = [...this.fixed, ...vary, ...(sniffable ? [] : nosniff), ...more];
      response.writeHead(200, [...empty, "Content-Length", "0"]).end();
    } else if (text.length < gzipBytesMin || !this.#takesGzip(response)) {
      // node:http sends head and text as one string; pure ASCII needs no encoder.
      const bytes = Buffer.byteLength(text);
      const lines = head.concat(more);
      lines.push("Content-Length", String(bytes));
      response.writeHead(200, lines).end(text, bytes === text.length ? "latin1" : "utf8");
    } else this.#compressed(response, 200, [...head, ...more], Buffer.from(text));
  }

  /** Sends a short plain text. */
  text(response: ServerResponse, status: number, body: string, more: readonly string[]): void {
    this.bareText(response, status, body, [...nosniff, ...more]);
  }

  /** Sends a short plain text without nosniff, as gorilla/rpc does. */
  bareText(response: ServerResponse, status: number, body: string, more: readonly string[]): void {
    const length = ["Content-Type", textType, "Content-Length", String(Buffer.byteLength(body))];
    response.writeHead(status, [...this.fixed, ...vary, ...length, ...more]).end(body);
  }

  /** Refuses a request because there is no room for it now. The rest of its body is not read. */
  busy(response: ServerResponse, more: readonly string[]): void {
    const text = "the node is busy: try again\n";
    this.text(response, 503, text, ["Retry-After", "1", "Connection", "close", ...more]);
  }

  /** Sends a head without a body. */
  empty(response: ServerResponse, status: number, more: readonly string[]): void {
    response.writeHead(status, [...this.fixed, ...vary, "Content-Length", "0", ...more]).end();
  }

  preflight(response: ServerResponse, more: readonly string[]): void {
    const head = [...this.fixed, ...preflightVary, "Content-Length", "0", ...more];
    response.writeHead(200, head).end();
  }

  /** Sends a body of any type, compressed when it is long. */
  page(
    response: ServerResponse,
    status: number,
    contentType: string,
    body: string,
    more: readonly string[],
  ): void {
    const bytes = Buffer.from(body);
    if (bytes.length >= heldBytesMin) this.#hold(response, bytes.length);
    const head = [...this.fixed, ...vary, "Content-Type", contentType, ...more];
    if (bytes.length >= gzipBytesMin && this.#takesGzip(response)) {
      this.#compressed(response, status, head, bytes);
    } else {
      response.writeHead(status, [...head, "Content-Length", String(bytes.length)]).end(bytes);
      this.#guard(response.req.socket);
    }
  }

  /** Sends the response for a file. */
  file(
    response: ServerResponse,
    { status, headers, body }: FileAnswer,
    more: readonly string[],
  ): void {
    const head = [...this.fixed, ...vary, ...nosniff, ...headers, ...more];
    response.writeHead(status, head).end(body);
    this.#guard(response.req.socket);
  }

  /** Reports our own bug outside any handler; the log has the cause. */
  fail(response: ServerResponse, error: unknown): void {
    const logID = this.#description.randomID();
    this.#description.log.error({ logID, err: error }, "request failed");
    if (response.headersSent) response.destroy();
    else this.text(response, 500, `internal error, log id ${logID}\n`, []);
  }

  #compressed(
    response: ServerResponse,
    status: number,
    head: readonly string[],
    body: Buffer,
  ): void {
    const send = (bytes: Buffer): void => {
      const encoding = ["Content-Encoding", "gzip", "Content-Length", String(bytes.length)];
      response.writeHead(status, [...head, ...encoding]).end(bytes);
      this.#guard(response.req.socket);
    };
    const compressed = compress(body);
    if (Buffer.isBuffer(compressed)) send(compressed);
    else compressed.then(send, () => response.destroy());
  }

  /** Sends a written result chunk by chunk, as fast as the client reads it. */
  #written(
    response: ServerResponse,
    { written, id }: Answer,
    head: readonly string[],
    more: readonly string[],
  ): void {
    const ending = Buffer.from(`,"id":${id}}\n`);
    const pieces = between(resultPrefixBytes, written!.jsonChunks(), ending);
    if (this.#mayStream(response)) {
      response.writeHead(200, [...head, ...more, "Content-Encoding", "gzip"]);
      // A failure destroys the response: the head is sent, so nothing else can report it to the client.
      pipeline(Readable.from(pieces), compressorFor(response), response, () => {});
      return;
    }
    const length = resultPrefixBytes.length + written!.byteLength + ending.length;
    response.writeHead(200, [...head, ...more, "Content-Length", String(length)]);
    writePieces(response, pieces);
  }

  /** Sends a long cached result inside its envelope without copying it. */
  #long(
    response: ServerResponse,
    { cached, id }: Answer,
    head: readonly string[],
    more: readonly string[],
  ): void {
    const ending = Buffer.from(`,"id":${id}}\n`);
    const send = (start: Buffer, end: Buffer, encoding: readonly string[]): void => {
      const length = ["Content-Length", String(start.length + end.length)];
      response.writeHead(200, [...head, ...more, ...encoding, ...length]);
      response.cork();
      response.write(start);
      response.end(end);
    };
    if (ending.length > gzipEndBytesMax || !this.#takesGzip(response)) {
      send(cached!.body!, ending, []);
      return;
    }
    const sendStem = (stem: GzipStem): void =>
      send(stem.bytes, gzipEnd(stem, ending), ["Content-Encoding", "gzip"]);
    const sendLater = (stem: GzipStem): void => {
      sendStem(stem);
      this.#guard(response.req.socket);
    };
    const stem = this.#stemOf(cached!);
    if (stem instanceof Promise) stem.then(sendLater, () => response.destroy());
    else sendStem(stem);
  }

  #stemOf(cached: CachedResult): GzipStem | Promise<GzipStem> {
    const known = this.#stems.get(cached);
    if (known !== undefined) return known;
    const stem = gzipStem(cached.body!);
    this.#stems.set(cached, stem);
    if (stem instanceof Promise) void stem.then((made) => this.#stems.set(cached, made));
    return stem;
  }

  /** Whether a response is compressed while it is written: not if there is no room for the compressor. */
  #mayStream(response: ServerResponse): boolean {
    return this.#hasRoom() && this.#takesGzip(response);
  }

  #takesGzip(response: ServerResponse): boolean {
    const header = response.req.headers["accept-encoding"];
    return this.#acceptsGzip(typeof header === "string" ? header : undefined);
  }

  /**
   * Destroys the connection of a client that does not read its response in time. The system takes most responses at once,
   * which the socket reports when this turn of the event loop is over.
   */
  #guard(socket: Socket): void {
    if (socket.writableLength === 0 || this.#guarded.has(socket)) return;
    this.#guarded.add(socket);
    setImmediate(() => {
      if (!socket.destroyed && socket.writableLength > 0) this.#watch(socket);
      else this.#guarded.delete(socket);
    });
  }

  #watch(socket: Socket): void {
    const end = socket.bytesWritten;
    const done = () => {
      clearTimeout(timer);
      socket.off("close", done);
      socket.off("drain", done);
      this.#guarded.delete(socket);
    };
    const timer = setTimeout(() => {
      done();
      const taken = socket.bytesWritten - socket.writableLength;
      if (taken < end) socket.destroy();
      else this.#guard(socket);
    }, this.#writeMs);
    timer.unref();
    socket.once("close", done);
    socket.once("drain", done);
  }
}

/** node:http sends when the turn of the client is over: the time for it would count for nobody. */
const sendNow = ({ socket }: ServerResponse): void => {
  while (socket !== null && socket.writableCorked > 0) socket.uncork();
};

/** A pipeline listens to the end of the response with eight listeners, beside those that wait for it here. */
const compressedListenersMax = 20;

/** About what a compressor occupies that waits for its client: zlib's window and tables take two thirds of it. */
const compressorBytes = 393_216;

const compressorFor = (response: ServerResponse): Gzip => {
  response.setMaxListeners(compressedListenersMax);
  return createGzip({ level: gzipLevel });
};

const linesOf = (headers: readonly string[]): string => {
  let lines = "";
  for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return lines;
};

const resultPrefixBytes = Buffer.from(resultPrefix);

function* between(start: Uint8Array, middle: Pieces, end: Uint8Array): Pieces {
  yield start;
  yield* middle;
  yield end;
}

type Pieces = ReturnType<WrittenResult["jsonChunks"]>;

// Besides one chunk, no more than this waits for a slow client.
const waitingBytesMax = 256 * 1024;

/** Writes the chunks that are ready and fit, and the others once they are ready and the client has read those. */
const writePieces = (response: ServerResponse, pieces: Pieces): void => {
  const iterator = pieces[Symbol.iterator]();
  // The head is sent, so only a broken connection can report a failure to the client.
  const breakOff = (): unknown => response.destroy();
  const write = (piece?: Uint8Array): void => {
    if (response.destroyed) return;
    response.cork();
    try {
      if (piece !== undefined) response.write(piece);
      for (;;) {
        if (response.writableLength >= waitingBytesMax) {
          response.once("drain", () => write());
          return;
        }
        const { value, done } = iterator.next();
        if (done === true) break;
        if (value instanceof Promise) {
          value.then(write, breakOff);
          return;
        }
        response.write(value);
      }
      response.end();
    } catch {
      breakOff();
    } finally {
      response.uncork();
      sendNow(response);
    }
  };
  write();
};

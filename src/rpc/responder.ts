import type { ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { resultPrefix } from "./cache.ts";
import {
  acceptsGzip,
  compress,
  type GzipStem,
  gzipBytesMin,
  gzipEnd,
  gzipEndBytesMax,
  gzipLevel,
} from "./compression.ts";
import type { Answer } from "./dispatch.ts";
import type { FileAnswer } from "./files.ts";
import type { WrittenResult } from "./method.ts";

const jsonType = "application/json; charset=utf-8";
const textType = "text/plain; charset=utf-8";
const vary = ["Vary", "Accept-Encoding, Origin"];
const preflightVary = [
  "Vary",
  "Accept-Encoding, Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
];
const nosniff = ["X-Content-Type-Options", "nosniff"];

/**
 * Writes answers: each with one head and one write. Head lines that never change are laid out once.
 */
export class Responder {
  /** Sent with every answer, names and values. */
  readonly fixed: readonly string[];
  readonly #json: readonly string[];
  readonly #jsonNosniff: readonly string[];
  /** Whether the answers of refused calls go without nosniff, as gorilla/rpc sends them. */
  readonly #bareRefusals: boolean;

  constructor(headers: Readonly<Record<string, string>>, bareRefusals: boolean) {
    this.fixed = Object.entries(headers).flat();
    this.#json = [...this.fixed, ...vary, "Content-Type", jsonType];
    this.#jsonNosniff = [...this.#json, ...nosniff];
    this.#bareRefusals = bareRefusals;
  }

  /** Sends the answer of a call. `more` are header names and values. */
  answer(response: ServerResponse, answer: Answer, more: readonly string[]): void {
    const { text } = answer;
    const sniffable = this.#bareRefusals && !answer.invoked;
    const head = sniffable ? this.#json : this.#jsonNosniff;
    if (answer.written !== undefined) this.#written(response, answer, head, more);
    else if (text === undefined) this.#long(response, answer, head, more);
    else if (text === "") {
      const empty = [...this.fixed, ...vary, ...(sniffable ? [] : nosniff), ...more];
      response.writeHead(200, [...empty, "Content-Length", "0"]).end();
    } else if (text.length < gzipBytesMin || !acceptsGzip(acceptEncoding(response))) {
      // A text is sent together with the head, as one string; one of ASCII alone needs no encoder.
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

  /** Sends a head without a body. */
  empty(response: ServerResponse, status: number, more: readonly string[]): void {
    response.writeHead(status, [...this.fixed, ...vary, "Content-Length", "0", ...more]).end();
  }

  preflight(response: ServerResponse, more: readonly string[]): void {
    const head = [...this.fixed, ...preflightVary, "Content-Length", "0", ...more];
    response.writeHead(200, head).end();
  }

  /** Sends a body of any type, compressed where that pays. */
  page(
    response: ServerResponse,
    status: number,
    contentType: string,
    body: string,
    more: readonly string[],
  ): void {
    const bytes = Buffer.from(body);
    const head = [...this.fixed, ...vary, "Content-Type", contentType, ...more];
    if (bytes.length >= gzipBytesMin && acceptsGzip(acceptEncoding(response))) {
      this.#compressed(response, status, head, bytes);
    } else {
      response.writeHead(status, [...head, "Content-Length", String(bytes.length)]).end(bytes);
    }
  }

  /** Sends a file, whose form is decided already. */
  file(
    response: ServerResponse,
    { status, headers, body }: FileAnswer,
    more: readonly string[],
  ): void {
    const head = [...this.fixed, ...vary, ...nosniff, ...headers, ...more];
    response.writeHead(status, head).end(body);
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
    };
    const compressed = compress(body);
    if (Buffer.isBuffer(compressed)) send(compressed);
    else compressed.then(send, () => response.destroy());
  }

  /** Writes a result piece by piece, as fast as the client takes it. */
  #written(
    response: ServerResponse,
    { written, id }: Answer,
    head: readonly string[],
    more: readonly string[],
  ): void {
    const ending = Buffer.from(`,"id":${id}}\n`);
    const pieces = between(resultPrefixBytes, written!.jsonChunks(), ending);
    if (acceptsGzip(acceptEncoding(response))) {
      response.writeHead(200, [...head, ...more, "Content-Encoding", "gzip"]);
      // A failure destroys the response: the head is sent, so that is all that can tell the client.
      pipeline(Readable.from(pieces), createGzip({ level: gzipLevel }), response, () => {});
      return;
    }
    const length = resultPrefixBytes.length + written!.byteLength + ending.length;
    response.writeHead(200, [...head, ...more, "Content-Length", String(length)]);
    writePieces(response, pieces);
  }

  /** Writes a remembered result between its envelope without copying it. */
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
    if (ending.length > gzipEndBytesMax || !acceptsGzip(acceptEncoding(response))) {
      send(cached!.body!, ending, []);
      return;
    }
    const sendStem = (stem: GzipStem): void =>
      send(stem.bytes, gzipEnd(stem, ending), ["Content-Encoding", "gzip"]);
    const stem = cached!.stem();
    if (stem instanceof Promise) stem.then(sendStem, () => response.destroy());
    else sendStem(stem);
  }
}

const resultPrefixBytes = Buffer.from(resultPrefix);

function* between(start: Uint8Array, middle: Pieces, end: Uint8Array): Pieces {
  yield start;
  yield* middle;
  yield end;
}

type Pieces = ReturnType<WrittenResult["jsonChunks"]>;

// What waits for a slow client, besides one piece.
const waitingBytesMax = 4 * 1024 * 1024;

/** Writes what there is and room for, together, and the rest when there is more and the client has taken that. */
const writePieces = (response: ServerResponse, pieces: Pieces): void => {
  const iterator = pieces[Symbol.iterator]();
  // The head is sent: an answer that breaks off is all that can tell the client.
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
    }
  };
  write();
};

const acceptEncoding = (response: ServerResponse): string | undefined => {
  const header = response.req.headers["accept-encoding"];
  return typeof header === "string" ? header : undefined;
};

import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { Writable } from "node:stream";
import type { Asked } from "../json-rpc/method.ts";
import type { Client } from "./client.ts";

/** The headers that many responses share: names and values, and the same as lines. */
export type Head = { readonly list: readonly string[]; readonly lines: string };

export function headOf(list: readonly string[]): Head {
  return { list, lines: linesOf(list) };
}

export function linesOf(list: readonly string[]): string {
  let lines = "";
  for (let i = 0; i < list.length; i += 2) lines += `${list[i]}: ${list[i + 1]}\r\n`;
  return lines;
}

/** A status and its phrase, such as `404 Not Found`. */
export function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status]}`;
}

const none: readonly string[] = [];

/** One request and its response, which is written on the socket of a plain call, or through node:http. */
export abstract class Reply implements Asked {
  readonly client: Client;
  /** Set once a page is found to be none of the server's own, and not allowed by its operator. */
  isForeignPage = false;
  /** Names and values that the rules for its request add to the headers of the response. */
  headers: readonly string[] = none;
  abstract readonly hasBegun: boolean;
  /** The Accept-Encoding of the request. */
  abstract readonly acceptEncoding: string | undefined;
  /** The Host header. */
  abstract readonly host: string | undefined;

  constructor(client: Client) {
    this.client = client;
  }

  /** Sends a whole response. `own` are names and values; the length is added. */
  abstract send(status: number, head: Head, own: readonly string[], body: WholeBody): void;

  /** Sends a head, with the length of its body if that is known. Returns where to write the body. */
  abstract begin(head: Head, own: readonly string[], length?: number): Writable;

  /** Breaks off a response that cannot be completed. */
  abstract destroy(): void;

  get connection(): Socket {
    return this.client.socket;
  }

  /** From the Host header or, if that is not a host, from the server's end of the connection. */
  get origin(): string {
    const { connection, host } = this;
    const scheme = "encrypted" in connection ? "https" : "http";
    if (host !== undefined && plainHost.test(host)) return `${scheme}://${host}`;
    const { localAddress = "127.0.0.1", localPort } = connection;
    const address = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
    return `${scheme}://${address}:${localPort}`;
  }
}

const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

export type WholeBody = string | readonly Uint8Array[];

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** The lines that node:http adds to those of a response. */
export class LastLines {
  readonly #keepAlive: string;
  #second = 0;
  #date = "";

  constructor(idleMs: number) {
    const idleSeconds = Math.floor(idleMs / 1_000);
    const timeout = idleMs > 0 ? `Keep-Alive: timeout=${idleSeconds}\r\n` : "";
    this.#keepAlive = `Connection: keep-alive\r\n${timeout}`;
  }

  /** `named` is a response with a Connection header of its own. */
  of(connection: "keep-alive" | "close" | "named"): string {
    const second = Math.floor(Date.now() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = `Date: ${new Date(second * 1_000).toUTCString()}\r\n`;
    }
    if (connection === "keep-alive") return this.#date + this.#keepAlive;
    return connection === "close" ? `${this.#date}Connection: close\r\n` : this.#date;
  }
}

/** What the head of a plain call says about its response. */
export type PlainRequest = {
  readonly host: string;
  readonly acceptEncoding: string | undefined;
  /** Whether the connection ends with the response. */
  readonly isLast: boolean;
};

/** A response to a plain call, byte for byte what node:http writes. */
export class PlainReply extends Reply {
  readonly host: string;
  readonly acceptEncoding: string | undefined;
  readonly isLast: boolean;
  hasBegun = false;
  readonly #lastLines: LastLines;

  constructor(
    client: Client,
    { host, acceptEncoding, isLast }: PlainRequest,
    lastLines: LastLines,
  ) {
    super(client);
    this.#lastLines = lastLines;
    this.host = host;
    this.acceptEncoding = acceptEncoding;
    this.isLast = isLast;
  }

  override send(status: number, { lines }: Head, own: readonly string[], body: WholeBody): void {
    const { client } = this;
    this.hasBegun = true;
    if (client.socket.destroyed) return;
    const isNamed = own.includes("close");
    const isLast = isNamed || this.isLast;
    const isText = typeof body === "string";
    const bytes = isText ? Buffer.byteLength(body) : lengthOf(body);
    const named = `${lines}${linesOf(own)}Content-Length: ${bytes}\r\n`;
    const last = this.#lastLines.of(isNamed ? "named" : this.#connectionHeader);
    const head = `HTTP/1.1 ${statusText(status)}\r\n${named}${last}\r\n`;
    if (isText) {
      client.socket.write(head + body, bytes === body.length ? "latin1" : "utf8");
      client.sent(isLast);
      return;
    }
    const pieces = [Buffer.from(head, "latin1"), ...body];
    client.writer.write(pieces, () => client.sent(isLast));
  }

  override begin({ lines }: Head, own: readonly string[], length?: number): Writable {
    const isChunked = length === undefined;
    this.hasBegun = true;
    const framing = isChunked ? "Transfer-Encoding: chunked\r\n" : "";
    const named = `${lines}${linesOf(own)}${isChunked ? "" : `Content-Length: ${length}\r\n`}`;
    const last = this.#lastLines.of(this.#connectionHeader);
    const head = `HTTP/1.1 200 OK\r\n${named}${last}${framing}\r\n`;
    return new PlainBody(this, head, isChunked);
  }

  get #connectionHeader(): "close" | "keep-alive" {
    return this.isLast ? "close" : "keep-alive";
  }

  override destroy(): void {
    this.client.socket.destroy();
  }
}

/** A body that is written piece by piece, after its head. */
class PlainBody extends Writable {
  readonly #client: Client;
  readonly #isLast: boolean;
  readonly #isChunked: boolean;
  readonly #onClose = () => this.destroy();
  #head: string;

  constructor({ client, isLast }: PlainReply, head: string, isChunked: boolean) {
    super();
    this.#client = client;
    this.#isLast = isLast;
    this.#head = head;
    this.#isChunked = isChunked;
    client.socket.once("close", this.#onClose);
    this.on("error", () => {});
  }

  override _writev(chunks: readonly { readonly chunk: Uint8Array }[], done: Done): void {
    const pieces = chunks.flatMap(({ chunk }) => {
      const size = this.#isChunked ? `${chunk.length.toString(16)}\r\n` : "";
      const before = Buffer.from(this.#head + size, "latin1");
      this.#head = "";
      return this.#isChunked ? [before, chunk, lineEnd] : [before, chunk];
    });
    this.#client.writer.write(pieces, done);
  }

  override _final(done: Done): void {
    const end = Buffer.from(this.#head + (this.#isChunked ? "0\r\n\r\n" : ""), "latin1");
    this.#client.writer.write([end], (error) => {
      done(error);
      if (error == null) this.#client.sent(this.#isLast);
    });
  }

  override _destroy(error: Error | null, done: Done): void {
    const { socket } = this.#client;
    socket.off("close", this.#onClose);
    if (!this.writableFinished) socket.destroy();
    done(error);
  }
}

const lineEnd = Buffer.from("\r\n");

type Done = (error?: Error | null) => void;

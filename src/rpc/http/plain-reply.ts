import { Writable } from "node:stream";
import type { Client } from "./client.ts";
import type { PlainHead } from "./plain-call.ts";
import { type Head, lengthOf, linesOf, Reply, statusText, type WholeBody } from "./reply.ts";

/** Writes responses to plain calls, byte for byte what node:http writes. */
export class PlainReplies {
  readonly #keepAlive: string;
  #second = 0;
  #date = "";

  constructor(idleMs: number) {
    const idleSeconds = Math.floor(idleMs / 1_000);
    const timeout = idleMs > 0 ? `Keep-Alive: timeout=${idleSeconds}\r\n` : "";
    this.#keepAlive = `Connection: keep-alive\r\n${timeout}`;
  }

  to(client: Client, head: PlainHead): Reply {
    return new PlainReply(this, client, head);
  }

  /** The lines that node:http adds to those of a response. */
  lastLines(connection: "keep-alive" | "close" | "named"): string {
    const second = Math.floor(Date.now() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = `Date: ${new Date(second * 1_000).toUTCString()}\r\n`;
    }
    if (connection === "keep-alive") return this.#date + this.#keepAlive;
    return connection === "close" ? `${this.#date}Connection: close\r\n` : this.#date;
  }
}

class PlainReply extends Reply {
  readonly host: string;
  readonly acceptEncoding: string | undefined;
  readonly isLast: boolean;
  hasBegun = false;
  readonly #replies: PlainReplies;

  constructor(replies: PlainReplies, client: Client, { host, acceptEncoding, isLast }: PlainHead) {
    super(client);
    this.#replies = replies;
    this.host = host;
    this.acceptEncoding = acceptEncoding;
    this.isLast = isLast;
  }

  override send(status: number, { lines }: Head, own: readonly string[], body: WholeBody): void {
    const { client } = this;
    this.hasBegun = true;
    if (client.isGone) return;
    const isNamed = own.includes("close");
    const isLast = isNamed || this.isLast;
    const isText = typeof body === "string";
    const bytes = isText ? Buffer.byteLength(body) : lengthOf(body);
    const named = `${lines}${linesOf(own)}Content-Length: ${bytes}\r\n`;
    const head = `HTTP/1.1 ${statusText(status)}\r\n${named}${this.#lastLines(isNamed)}\r\n`;
    if (isText) {
      client.socket.write(head + body, bytes === body.length ? "latin1" : "utf8");
      client.sent(isLast);
      return;
    }
    const pieces = [Buffer.from(head, "latin1"), ...body];
    client.write(pieces, () => client.sent(isLast));
  }

  override begin({ lines }: Head, own: readonly string[], length?: number): Writable {
    const isChunked = length === undefined;
    this.hasBegun = true;
    const framing = isChunked ? "Transfer-Encoding: chunked\r\n" : "";
    const named = `${lines}${linesOf(own)}${isChunked ? "" : `Content-Length: ${length}\r\n`}`;
    const head = `HTTP/1.1 200 OK\r\n${named}${this.#lastLines(false)}${framing}\r\n`;
    return new PlainBody(this, head, isChunked);
  }

  /** `isNamed` is whether the response has a Connection header of its own. */
  #lastLines(isNamed: boolean): string {
    if (isNamed) return this.#replies.lastLines("named");
    return this.#replies.lastLines(this.isLast ? "close" : "keep-alive");
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

  override _write(piece: Uint8Array, _encoding: BufferEncoding, done: Done): void {
    const size = this.#isChunked ? `${piece.length.toString(16)}\r\n` : "";
    const before = Buffer.from(this.#head + size, "latin1");
    this.#head = "";
    const pieces = this.#isChunked ? [before, piece, lineEnd] : [before, piece];
    this.#client.write(pieces, done);
  }

  override _final(done: Done): void {
    const end = Buffer.from(this.#head + (this.#isChunked ? "0\r\n\r\n" : ""), "latin1");
    this.#client.write([end], (error) => {
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

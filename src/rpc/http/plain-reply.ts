import { STATUS_CODES } from "node:http";
import { Writable } from "node:stream";
import { type Head, lengthOf, linesOf, type Reply, type WholeBody } from "./reply.ts";
import type { Wire } from "./wire.ts";

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

  to(connection: Wire, acceptEncoding: string | undefined): Reply {
    return new PlainReply(this, connection, acceptEncoding);
  }

  /** The lines that node:http adds to those of a response. */
  lastLines(isLast: boolean): string {
    const second = Math.floor(Date.now() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = `Date: ${new Date(second * 1_000).toUTCString()}\r\n`;
    }
    return isLast ? this.#date : this.#date + this.#keepAlive;
  }
}

class PlainReply implements Reply {
  readonly connection: Wire;
  readonly acceptEncoding: string | undefined;
  hasBegun = false;
  readonly #replies: PlainReplies;

  constructor(replies: PlainReplies, connection: Wire, acceptEncoding: string | undefined) {
    this.#replies = replies;
    this.connection = connection;
    this.acceptEncoding = acceptEncoding;
  }

  send(status: number, { lines }: Head, more: readonly string[], body: WholeBody): void {
    const { connection } = this;
    this.hasBegun = true;
    if (connection.isGone) return;
    const isLast = more.includes("close");
    const isText = typeof body === "string";
    const bytes = isText ? Buffer.byteLength(body) : lengthOf(body);
    const own = `${lines}${linesOf(more)}Content-Length: ${bytes}\r\n`;
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${own}${this.#replies.lastLines(isLast)}\r\n`;
    if (isText) {
      connection.socket.write(head + body, bytes === body.length ? "latin1" : "utf8");
      connection.sent(isLast);
      return;
    }
    const pieces = [Buffer.from(head, "latin1"), ...body];
    connection.write(pieces, () => connection.sent(isLast));
  }

  begin({ lines }: Head, more: readonly string[], length?: number): Writable {
    const isChunked = length === undefined;
    this.hasBegun = true;
    const framing = isChunked ? "Transfer-Encoding: chunked\r\n" : "";
    const own = `${lines}${linesOf(more)}${isChunked ? "" : `Content-Length: ${length}\r\n`}`;
    const head = `HTTP/1.1 200 OK\r\n${own}${this.#replies.lastLines(false)}${framing}\r\n`;
    return new PlainBody(this.connection, head, isChunked);
  }

  destroy(): void {
    this.connection.socket.destroy();
  }
}

/** A body that is written piece by piece, after its head. */
class PlainBody extends Writable {
  readonly #connection: Wire;
  readonly #isChunked: boolean;
  readonly #onClose = () => this.destroy();
  #head: string;

  constructor(connection: Wire, head: string, isChunked: boolean) {
    super();
    this.#connection = connection;
    this.#head = head;
    this.#isChunked = isChunked;
    connection.socket.once("close", this.#onClose);
    this.on("error", () => {});
  }

  override _write(piece: Uint8Array, _encoding: BufferEncoding, done: Done): void {
    const size = this.#isChunked ? `${piece.length.toString(16)}\r\n` : "";
    const before = Buffer.from(this.#head + size, "latin1");
    this.#head = "";
    const pieces = this.#isChunked ? [before, piece, lineEnd] : [before, piece];
    this.#connection.write(pieces, done);
  }

  override _final(done: Done): void {
    const end = Buffer.from(this.#head + (this.#isChunked ? "0\r\n\r\n" : ""), "latin1");
    this.#connection.write([end], (error) => {
      done(error);
      if (error == null) this.#connection.sent(false);
    });
  }

  override _destroy(error: Error | null, done: Done): void {
    const { socket } = this.#connection;
    socket.off("close", this.#onClose);
    if (!this.writableFinished) socket.destroy();
    done(error);
  }
}

const lineEnd = Buffer.from("\r\n");

type Done = (error?: Error | null) => void;

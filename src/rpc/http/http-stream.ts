import { Duplex } from "node:stream";
import type { Client } from "./client.ts";

/** What node:http reads and writes in place of the socket of a connection. */
export class HttpStream extends Duplex {
  readonly connection: Client;

  constructor(connection: Client) {
    super({ allowHalfOpen: true, decodeStrings: false });
    this.connection = connection;
    this.on("resume", () => connection.advance());
    // The connection closes, which everything else listens to.
    this.on("error", () => {});
  }

  /** Whether node:http takes a piece at once. */
  get isReading(): boolean {
    return !this.isPaused() && this.readableLength === 0;
  }

  /** node:http ends a connection by this once its last response is written. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }

  override _read(): void {
    if (this.readableLength === 0) this.connection.advance();
    // It reads ahead while it takes a piece that it had to keep. There is no other call once it has.
    else process.nextTick(() => this.connection.advance());
  }

  override _writev(chunks: readonly Chunk[], done: Done): void {
    const texts = chunks.map(({ chunk, encoding }) => (encoding === "latin1" ? chunk : undefined));
    // A short response is one text: one write is cheaper than several buffers.
    if (texts.every((text) => typeof text === "string")) {
      this.connection.socket.write(texts.join(""), "latin1", done);
      return;
    }
    const bytes = ({ chunk, encoding }: Chunk) =>
      typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
    this.connection.writer.write(chunks.map(bytes), done);
  }

  override _final(done: Done): void {
    this.connection.socket.end(() => done());
  }

  override _destroy(error: Error | null, done: Done): void {
    this.connection.socket.destroy();
    done(error);
  }
}

type Done = (error?: Error | null) => void;

type Chunk = { readonly chunk: Uint8Array | string; readonly encoding: BufferEncoding };

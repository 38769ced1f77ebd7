import type { Socket } from "node:net";
import { pipeline, type Writable } from "node:stream";
import { createGzip, type Gzip } from "node:zlib";
import type { WrittenResult } from "../../formats/written-json.ts";
import { gzipLevel } from "./compression.ts";

/** About what a compressor occupies that waits for its client: zlib's window and tables take two thirds of it. */
const compressorBytes = 393_216;

/** A response that is written piece by piece. */
export class BodyWriter {
  readonly #socket: Socket;
  readonly #body: Writable;
  /** The compressor, if the body is compressed; otherwise the body. */
  readonly #sink: Writable;

  constructor(socket: Socket, body: Writable, isCompressed: boolean) {
    this.#socket = socket;
    this.#body = body;
    const compressor = isCompressed ? compressorFor(body) : undefined;
    this.#sink = compressor ?? body;
    // A failure destroys the response: the head is sent, so nothing else can report it to the client.
    if (compressor !== undefined) pipeline(compressor, body, () => {});
  }

  /** Pieces that are written together are sent before it returns: one that came later would be sent in no client's turn. */
  write(...pieces: readonly (string | Uint8Array)[]): void {
    if (this.#socket.destroyed) return;
    this.#sink.cork();
    for (const piece of pieces) this.#sink.write(piece);
    this.#sink.uncork();
    sendNow(this.#body);
  }

  /** Writes a result chunk by chunk, each when the client has read those before. Calls `onWait` before and after it waits. */
  async writeChunks({ jsonChunks }: WrittenResult, onWait = () => {}): Promise<void> {
    for (const chunk of jsonChunks()) {
      this.write(await chunk);
      if (this.#socket.destroyed) return;
      if (!this.isFull) continue;
      onWait();
      await new Promise<void>((resolve) => this.onceRead(resolve));
      onWait();
    }
  }

  /** Whether the client should read before the next piece. */
  get isFull(): boolean {
    return this.#sink.writableNeedDrain;
  }

  /** Bytes that it occupies: what is written and not taken, and the compressor. */
  get occupiedBytes(): number {
    return this.#sink.writableLength + (this.#sink === this.#body ? 0 : compressorBytes);
  }

  /** Calls `ready` when the client has read, or has gone. */
  onceRead(ready: () => void): void {
    const done = () => {
      this.#sink.off("drain", done);
      this.#socket.off("close", done);
      ready();
    };
    this.#sink.once("drain", done);
    this.#socket.once("close", done);
  }

  end(): void {
    this.#sink.end();
  }
}

/** node:http sends when the turn of the client is over: the time for it would count for nobody. */
const sendNow = (body: Writable): void => {
  const { socket } = body as { readonly socket?: Writable | null };
  while (socket != null && socket.writableCorked > 0) socket.uncork();
};

/** A pipeline listens to the end of a body with eight listeners, beside those that wait for it here. */
const compressedListenersMax = 20;

const compressorFor = (body: Writable): Gzip => {
  body.setMaxListeners(compressedListenersMax);
  return createGzip({ level: gzipLevel });
};

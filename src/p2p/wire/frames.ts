import { ProtocolError } from "../protocol-error.ts";

/** Of a frame without its length, and of a decompressed message. avalanchego utils/constants/networking.go @ v1.14.2 */
export const maxMessageBytes = 2 * 1024 * 1024;

/** Of the length before a message. */
export const prefixBytes = 4;

/** A frame: the length as u32, big-endian, and the bytes. Throws RangeError for more than 2 MiB. */
export function encodeFrame(message: Uint8Array): Uint8Array {
  if (message.length > maxMessageBytes) throw new RangeError("message larger than 2 MiB");
  const frame = new Uint8Array(prefixBytes + message.length);
  new DataView(frame.buffer).setUint32(0, message.length);
  frame.set(message, prefixBytes);
  return frame;
}

/**
 * Cuts a stream into messages. A frame is allocated once, when its length is known and its first bytes are there;
 * each byte is copied once, whatever the size of the chunks.
 */
export class FrameReader {
  readonly #prefix = new Uint8Array(prefixBytes);
  #prefixFilled = 0;
  #body: Uint8Array | undefined;
  #bodyFilled = 0;

  /** True between the length of a frame and its last byte. */
  get isInsideFrame(): boolean {
    return this.#body !== undefined;
  }

  /** The memory of the frame that is being received. */
  get allocatedBytes(): number {
    return this.#body?.length ?? 0;
  }

  /** The messages that a chunk completes, in order. Throws ProtocolError for a length above 2 MiB. */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    let at = 0;
    while (at < chunk.length || this.#isComplete()) {
      if (this.#body === undefined) {
        at += this.#readPrefix(chunk, at);
        continue;
      }
      const taken = chunk.subarray(at, at + this.#body.length - this.#bodyFilled);
      this.#body.set(taken, this.#bodyFilled);
      this.#bodyFilled += taken.length;
      at += taken.length;
      if (!this.#isComplete()) return;
      const message = this.#body;
      this.#body = undefined;
      yield message;
    }
  }

  #isComplete(): boolean {
    return this.#body !== undefined && this.#bodyFilled === this.#body.length;
  }

  #readPrefix(chunk: Uint8Array, at: number): number {
    const taken = chunk.subarray(at, at + prefixBytes - this.#prefixFilled);
    this.#prefix.set(taken, this.#prefixFilled);
    this.#prefixFilled += taken.length;
    if (this.#prefixFilled === prefixBytes) {
      const length = new DataView(this.#prefix.buffer).getUint32(0);
      if (length > maxMessageBytes) {
        throw new ProtocolError(`frame of ${length} bytes is larger than 2 MiB`);
      }
      this.#body = new Uint8Array(length);
      this.#bodyFilled = 0;
      this.#prefixFilled = 0;
    }
    return taken.length;
  }
}

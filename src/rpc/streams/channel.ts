import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";

/** A path that clients listen at, over a WebSocket or Server-Sent Events. */
export abstract class StreamRoute {
  abstract readonly path: string;

  /** Reads a query. Returns the stream, or why the client may not listen. */
  abstract open(query: URLSearchParams): Stream | StreamRefusal;

  /** When a client reconnects: makes the query start after the last message that it received. */
  abstract resumeAt(query: URLSearchParams, lastID: string): void;

  /** The server has a new connection: streams that send nothing for a moment let it accept others. */
  connectionArrived(): void {}
}

/** What one client listens to. */
export abstract class Stream {
  /** The client listens. */
  abstract start(channel: ListenedChannel): void;

  /** The client has read everything that was sent. */
  abstract resume(): void;

  /** The client has gone. */
  abstract close(): void;
}

/** What a stream does with the channel of its client. */
export type ListenedChannel = Pick<Channel, "send" | "together" | "end">;

/** `text` is a line with its line end. */
export type StreamRefusal = { readonly status: number; readonly text: string };

/** `data` has no line ends. All clients share one object, so that it is encoded once. */
export type StreamMessage = { readonly id: string; readonly event: string; readonly data: string };

/** One client of a stream, over any transport. */
export abstract class Channel {
  /** Emits `drain` when the client has read everything. */
  readonly reads: EventEmitter;
  /** Emits `close` when the client has gone. */
  readonly ends: EventEmitter;
  readonly #socket: Socket;
  #takenBytes = 0;

  constructor(socket: Socket, reads: EventEmitter, ends: EventEmitter) {
    this.#socket = socket;
    this.reads = reads;
    this.ends = ends;
  }

  /** Sends a message. Returns false when the client has enough to read for now. */
  abstract send(message: StreamMessage): boolean;

  /** Does something that sends many messages, and writes them all at once. */
  abstract together(sends: () => void): void;

  /** The reason, of up to 123 bytes, is for transports that have a place for it. */
  abstract end(reason: string): void;

  abstract destroy(): void;

  protected abstract sendKeepAlive(): void;

  /** Sends a keep-alive. Returns whether the client has read anything since the last one, or has read everything. */
  keepAlive(): boolean {
    this.sendKeepAlive();
    const waiting = this.#socket.writableLength;
    const taken = this.#socket.bytesWritten - waiting;
    const moved = waiting === 0 || taken > this.#takenBytes;
    this.#takenBytes = taken;
    return moved;
  }
}

/** Encodes each message for the first of its clients and reuses the bytes for the others. */
export function encodedOnce(
  encode: (message: StreamMessage) => Buffer,
): (message: StreamMessage) => Buffer {
  const known = new WeakMap<StreamMessage, Buffer>();
  return (message) => {
    const before = known.get(message);
    if (before !== undefined) return before;
    const bytes = encode(message);
    known.set(message, bytes);
    return bytes;
  };
}

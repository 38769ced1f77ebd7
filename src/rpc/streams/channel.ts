import type { Socket } from "node:net";

/** A path that clients listen at, over a WebSocket or Server-Sent Events. */
export type StreamRoute = {
  readonly path: string;
  /** Called once with what returns whether the streams send nothing in this pass of the event loop, so that connections are accepted. */
  readonly waitWhile?: (isBusy: () => boolean) => void;
  /** Called when a client reconnects: makes the query start after the last message that it received. */
  readonly resumeAt: (query: URLSearchParams, lastID: string) => void;
  /** Reads a query. Returns what to start once the client listens, or why it may not. */
  readonly open: (query: URLSearchParams) => StreamStart | StreamRefusal;
};

export type StreamStart = {
  readonly start: (channel: Pick<Channel, "send" | "together">) => {
    /** Called when the client has read everything that was sent. */
    readonly resume: () => void;
    readonly close: () => void;
  };
};

/** `text` is a line with its line end. */
export type StreamRefusal = { readonly status: number; readonly text: string };

/** `data` has no line ends. All clients share one object, so that it is encoded once. */
export type StreamMessage = { readonly id: string; readonly event: string; readonly data: string };

/** One client of a stream, over any transport. */
export abstract class Channel {
  readonly #socket: Socket;
  #takenBytes = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Sends a message. Returns false when the client has enough to read for now. */
  abstract send(message: StreamMessage): boolean;

  /** Does something that sends many messages, and writes them all at once. */
  abstract together(sends: () => void): void;

  abstract end(): void;

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

/** What a transport reports. */
export type ChannelEvents = {
  /** The client has read everything that was sent. */
  readonly onWritable: () => void;
  readonly onClose: () => void;
};

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

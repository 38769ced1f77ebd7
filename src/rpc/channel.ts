import type { StreamMessage } from "./description.ts";

/** One client of a stream, whatever carries it. */
export type Channel = {
  /** Sends a message; false when the client has enough to read for now. */
  readonly send: (message: StreamMessage) => boolean;
  /** Tells the client's machine that this one lives. Answers whether the client has taken anything since, or has all. */
  readonly keepAlive: () => boolean;
  readonly end: () => void;
  readonly destroy: () => void;
};

/** What a carrier tells. */
export type ChannelEvents = {
  /** The client has read what it had. */
  readonly onWritable: () => void;
  readonly onClose: () => void;
};

import type { StreamMessage } from "./description.ts";

/** Bytes of a message, made for the first of the clients that get it. */
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

import type { Socket } from "node:net";

/** Makes the question whether a client has taken anything since it was asked last, or has nothing to take. */
export function progressOf(socket: Socket): () => boolean {
  let takenBytes = 0;
  return () => {
    const waiting = socket.writableLength;
    const taken = socket.bytesWritten - waiting;
    const moved = waiting === 0 || taken > takenBytes;
    takenBytes = taken;
    return moved;
  };
}

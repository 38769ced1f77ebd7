import type { Socket } from "node:net";
import type { MemoryBudget } from "./memory-budget.ts";

/** Responses are written in slices of at most this length, each when the client has taken the one before. */
const sliceBytes = 1_048_576;
/** While there is little room: then a client must be seen to read, and each slice that it takes shows it. */
const crowdedSliceBytes = 262_144;

/** Writes responses on a socket. */
export class SlicedWriter {
  /** Bytes of a response that are not given to the socket yet. */
  waitingBytes = 0;
  readonly #socket: Socket;
  readonly #budget: MemoryBudget;

  constructor(socket: Socket, budget: MemoryBudget) {
    this.#socket = socket;
    this.#budget = budget;
  }

  /** `done` is called when all pieces are written. */
  write(pieces: readonly Uint8Array[], done: (error?: Error | null) => void): void {
    const socket = this.#socket;
    if (socket.destroyed) {
      done();
      return;
    }
    let room = this.#budget.isHalfEmpty ? sliceBytes : crowdedSliceBytes;
    socket.cork();
    for (const [i, piece] of pieces.entries()) {
      if (piece.length > room) {
        const rest = [piece.subarray(room), ...pieces.slice(i + 1)];
        this.waitingBytes = rest.reduce((sum, { length }) => sum + length, 0);
        socket.write(piece.subarray(0, room), (error) => {
          this.waitingBytes = 0;
          if (error == null) this.write(rest, done);
          else done(error);
        });
        break;
      }
      room -= piece.length;
      if (i < pieces.length - 1) socket.write(piece);
      else socket.write(piece, done);
    }
    socket.uncork();
  }
}

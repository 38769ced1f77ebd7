import type { Socket } from "node:net";
import type { Client } from "./admission.ts";

/** A connection as those see it that answer on it. */
export type Wire = Client & {
  readonly socket: Socket;
  /** Whether more has arrived than is read. */
  readonly hasMore: boolean;
  /** Continues with what has arrived, unless something is in work. */
  readonly advance: () => void;
  /** Writes pieces, long ones in slices. `done` is called when all are written. */
  readonly write: (pieces: readonly Uint8Array[], done: (error?: Error | null) => void) => void;
  /** Ends a response that is written on the socket. */
  readonly sent: (isLast: boolean) => void;
};

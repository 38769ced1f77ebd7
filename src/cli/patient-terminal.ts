import type { Terminal } from "./command.ts";

/** What a reader may be behind before text is dropped. */
const unreadBytesMax = 1024 * 1024;

type Handle = { readonly setBlocking?: (isBlocking: boolean) => void };
type Stream = Pick<NodeJS.WriteStream, "destroyed" | "isTTY" | "writableLength">;

/**
 * A terminal that a node never waits for: after Control-S a terminal accepts no more text, and neither does a full pipe
 * whose reader hangs. `out` throws if it drops text.
 */
export function patientTerminal(
  terminal: Terminal,
  { stdout, stderr }: { readonly stdout: Stream; readonly stderr: Stream } = process,
): Terminal {
  for (const stream of [stdout, stderr]) {
    // Node.js waits for a terminal, but not for a pipe.
    if (stream.isTTY) (stream as { _handle?: Handle })._handle?.setBlocking?.(false);
  }
  return {
    ...terminal,
    out: (text) => {
      if (stdout.destroyed) throw new Error("EPIPE: nobody reads the output");
      if (stdout.writableLength > unreadBytesMax) {
        throw new Error("EAGAIN: the reader of the output is too slow");
      }
      terminal.out(text);
    },
    err: (text) => {
      if (stderr.writableLength <= unreadBytesMax) terminal.err(text);
    },
  };
}

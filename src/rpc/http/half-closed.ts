import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How long nothing may be sent after the client has closed its half of the connection. */
const patienceMs = 5_000;

/** Makes a server respond to requests whose client closes its half of the connection behind them. */
export function answerHalfClosed(server: Server): void {
  // node:http drops their responses otherwise.
  (server as HalfOpenServer).httpAllowHalfOpen = true;
}

/**
 * Ends a connection whose client has closed its half, and on which nothing is sent. The client may have gone: the system
 * reports that only when something is sent.
 */
export function endHalfClosed(socket: Socket, silentMs = patienceMs): void {
  socket.once("end", () => {
    let { bytesWritten } = socket;
    const timer = setInterval(() => {
      if (socket.bytesWritten === bytesWritten && socket.writableLength === 0) socket.destroy();
      bytesWritten = socket.bytesWritten;
    }, silentMs).unref();
    socket.once("close", () => clearInterval(timer));
  });
}

/** A setting of node:http that its types lack. */
type HalfOpenServer = Server & { httpAllowHalfOpen?: boolean };

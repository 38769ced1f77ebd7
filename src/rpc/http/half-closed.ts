import type { Server, ServerResponse } from "node:http";
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

/** Ends a response that has no end of its own when the client closes its half of the connection. */
export function endWithClient(response: ServerResponse): void {
  const { socket } = response.req;
  if (socket.readableEnded) response.end();
  else socket.once("end", () => response.destroy());
}

/** A setting of node:http that its types lack. */
type HalfOpenServer = Server & { httpAllowHalfOpen?: boolean };

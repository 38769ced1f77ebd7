import type { ServerResponse } from "node:http";

/** Ends a response that has no end of its own when the client closes its half of the connection. */
export function endWithClient(response: ServerResponse): void {
  const { socket } = response.req;
  if (socket.readableEnded) response.end();
  else socket.once("end", () => response.destroy());
}

import { createServer, type Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";

/** Letters of one to four bytes, more than a part of a message that a client reads at once. */
export const longTopic = "a\u00e9\u6f22\u{1f600}".repeat(20_000);

const message = (members: object) => JSON.stringify({ jsonrpc: "2.0", ...members });
const item = (subscription: number | null, lamports: number, more = {}) =>
  message({
    method: "accountNotification",
    params: { subscription, result: { lamports }, ...more },
  });

/** What the server does at a call of documents/pulse.json, by the account. */
const conducts: Readonly<Record<string, (socket: WebSocket, id: number) => void>> = {
  // Longer than a client reads, after an item.
  long(socket, id) {
    socket.send(message({ id, result: 7 }));
    socket.send(item(7, 1));
    socket.send(item(7, 2, { padding: "x".repeat(2 ** 21) }));
  },
  // Letters of three bytes: a third of the limit as letters.
  wide(socket, id) {
    socket.send(message({ id, result: 7 }));
    socket.send(item(7, 1, { padding: "\u6f22".repeat(2 ** 19) }));
  },
  // Null is not an ID, although an item could have it.
  nameless(socket, id) {
    socket.send(message({ id, result: null }));
    socket.send(item(null, 1));
  },
  // Nothing is not JSON, either.
  empty(socket, id) {
    socket.send(message({ id, result: 7 }));
    socket.send("");
  },
  // What belongs to another stream, in the place of the response.
  busy(socket) {
    const timer = setInterval(() => socket.send(item(8, 1)), 50);
    socket.on("close", () => clearInterval(timer));
  },
  // A notification of another stream can have its params by position.
  greeting(socket, id) {
    socket.send(message({ method: "status", params: ["ready"] }));
    socket.send(message({ id, result: 7 }));
    socket.send(item(7, 1));
  },
};

/**
 * A server of documents/pulse.json that pushes messages that no server should, or that few do. It pushes logs in binary
 * messages.
 */
export function hostileServer(): Server {
  const server = createServer();
  new WebSocketServer({ server }).on("connection", (socket) => {
    socket.once("message", (data) => {
      const { id, params } = JSON.parse(String(data));
      const conduct = conducts[params[0]];
      if (conduct !== undefined) {
        conduct(socket, id);
        return;
      }
      socket.send(message({ id, result: "0x7" }));
      const log = { subscription: "0x7", result: { topic: longTopic } };
      socket.send(Buffer.from(message({ method: "pulse_subscription", params: log })));
    });
  });
  return server;
}

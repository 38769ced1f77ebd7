import type { Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { defaultBodyBytesMax, type HttpOptions } from "./http.ts";
import type { Service } from "./service.ts";
import { Connection, defaultSubscriptionsMax } from "./subscriptions.ts";

export type SocketOptions = HttpOptions & {
  /** Subscriptions of one connection. Default: 1,000. */
  readonly subscriptionsMax?: number;
  /** Between two pings; a client that does not reply to one loses its connection. Default: 30,000. */
  readonly pingIntervalMs?: number;
};

/** Requests of one connection that wait for their responses; then it is not read. */
const pendingMax = 100;

/** Answers JSON-RPC over WebSockets at every path, and pushes what streams yield. Closing the server closes them. */
export function serveSockets(
  server: Server,
  service: Service,
  options: SocketOptions,
  log: (problem: string) => void,
): void {
  const { bodyBytesMax = defaultBodyBytesMax, allowedOrigin, pingIntervalMs = 30_000 } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: bodyBytesMax });
  server.on("upgrade", (request, socket, head) => {
    const { origin } = request.headers;
    // Browsers let the pages of every origin open WebSockets.
    if (origin !== undefined && allowedOrigin !== "*" && origin !== allowedOrigin) {
      socket.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const connection = new Connection({
        subscriptionsMax: options.subscriptionsMax ?? defaultSubscriptionsMax,
        send: (text) => send(opened, text),
        fail: (problem) => {
          log(`a subscription failed: ${problem}`);
          opened.close(1011, "a subscription failed");
        },
      });
      serve(opened, connection, (text, turn) => service.answer(text, request.headers, turn));
    });
  });
  const pings = setInterval(() => {
    for (const socket of sockets.clients) ping(socket);
  }, pingIntervalMs).unref();
  const close = server.close.bind(server);
  server.close = (closed) => {
    clearInterval(pings);
    for (const socket of sockets.clients) socket.close(1001, "the server stops");
    return close(closed);
  };
}

type Turn = ReturnType<Connection["turn"]>;

function serve(
  socket: WebSocket,
  connection: Connection,
  answer: (text: string, turn: Turn) => Promise<string | undefined>,
): void {
  let pending = 0;
  socket.on("close", () => connection.close());
  socket.on("error", () => socket.terminate());
  socket.on("pong", () => silent.delete(socket));
  socket.on("message", async (data) => {
    pending += 1;
    if (pending >= pendingMax) socket.pause();
    const turn = connection.turn();
    try {
      const response = await answer(String(data), turn);
      if (response !== undefined) await send(socket, response);
      turn.start();
    } catch {
      socket.terminate();
    }
    pending -= 1;
    if (socket.isPaused && pending < pendingMax) socket.resume();
  });
}

/** Those that have not replied to their last ping. */
const silent = new WeakSet<WebSocket>();

function ping(socket: WebSocket): void {
  // Its reply would not be read.
  if (socket.isPaused) return;
  if (silent.has(socket)) {
    socket.terminate();
    return;
  }
  silent.add(socket);
  socket.ping();
}

function send(socket: WebSocket, text: string): Promise<void> {
  return new Promise((sent, failed) => {
    socket.send(text, (error) => (error ? failed(error) : sent()));
  });
}

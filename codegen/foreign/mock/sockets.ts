import type { Server } from "node:http";
import type { WebSocket } from "ws";
import { formatJson, type Json, type JsonObject } from "../../load/json.ts";
import { defaultBodyBytesMax } from "../server/runtime/http.ts";
import { PushedSamples, Session } from "./session.ts";

/** Answers the text of one message; the session begins and ends subscriptions. */
export type AnswerMessage = (text: string, session: Session) => Promise<Json | undefined>;

/**
 * Answers calls over WebSockets, at every path. Each subscription gets a notification at once, and then one in each interval
 * until it is ended or the connection closes.
 */
export function serveSockets(
  server: Server,
  document: JsonObject,
  pushIntervalMs: number,
  answer: AnswerMessage,
): void {
  let samples: PushedSamples | undefined;
  server.on("upgrade", async (request, socket, head) => {
    // Loaded only on use.
    const { WebSocketServer } = await import("ws");
    samples ??= new PushedSamples(document);
    const session = new Session(samples);
    const sockets = new WebSocketServer({ noServer: true, maxPayload: defaultBodyBytesMax });
    sockets.handleUpgrade(request, socket, head, (opened) =>
      serve(opened, session, pushIntervalMs, answer),
    );
  });
}

function serve(
  socket: WebSocket,
  session: Session,
  pushIntervalMs: number,
  answer: AnswerMessage,
): void {
  const push = () => {
    for (const message of session.notifications()) socket.send(formatJson(message, 0));
  };
  const timer = setInterval(push, pushIntervalMs);
  socket.on("close", () => clearInterval(timer));
  socket.on("error", () => socket.terminate());
  let last: Promise<void> = Promise.resolve();
  socket.on("message", (data) => {
    last = last.then(async () => {
      const before = session.size;
      const response = await answer(String(data), session);
      if (response !== undefined) socket.send(formatJson(response, 0));
      if (session.size > before) push();
    });
    last.catch(() => socket.terminate());
  });
}

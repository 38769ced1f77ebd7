import { createServer, type Server } from "node:http";
import { WebSocketServer } from "ws";

/**
 * A server of documents/pulse.json that notifies `perConnection` times and breaks the connection, twice, and that refuses
 * the account `nobody`. Records what it is asked.
 */
export function breakingServer(perConnection: number): {
  readonly server: Server;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  let sent = 0;
  sockets.on("connection", (socket) => {
    socket.on("message", (data) => {
      const { id, method, params } = JSON.parse(String(data));
      asked.push(`${method} ${JSON.stringify(params)}`);
      const answer = (members: object) =>
        socket.send(JSON.stringify({ jsonrpc: "2.0", id, ...members }));
      if (params[0] === "nobody") {
        answer({ error: { code: -32602, message: "no such account" } });
        return;
      }
      answer({ result: method === "accountSubscribe" ? 7 : true });
      if (method !== "accountSubscribe") return;
      const push = (subscription: number, lamports: number) =>
        socket.send(
          JSON.stringify({
            jsonrpc: "2.0",
            method: "accountNotification",
            params: { subscription, result: { lamports } },
          }),
        );
      push(8, 0);
      for (let count = 0; count < perConnection; count++) push(7, ++sent);
      if (sent < 3 * perConnection) socket.terminate();
    });
  });
  return { server, asked };
}

/** A server of the same document whose first connection falls silent after an item, without an end and without a reply to pings. */
export function silentServer(): Server {
  const server = createServer();
  const sockets = new WebSocketServer({ server, autoPong: false });
  let count = 0;
  sockets.on("connection", (socket) => {
    const lamports = ++count;
    socket.once("message", (data) => {
      const { id } = JSON.parse(String(data));
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: lamports }));
      const params = { subscription: lamports, result: { lamports } };
      socket.send(JSON.stringify({ jsonrpc: "2.0", method: "accountNotification", params }));
    });
  });
  return server;
}

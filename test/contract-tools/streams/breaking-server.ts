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

/** A server of the same document that sends half a message after it has accepted a subscription. */
export function garblingServer(): Server {
  const server = createServer();
  new WebSocketServer({ server }).on("connection", (socket) => {
    socket.once("message", (data) => {
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(String(data)).id, result: 7 }));
      socket.send('{"jsonrpc":"2.0","method":"accountNotification","params":{');
    });
  });
  return server;
}

/**
 * A server of the same document that breaks the first connection after an item. It refuses the next ones with these statuses, the last
 * of them for good.
 */
export function refusingServer(statuses: readonly number[]): {
  readonly server: Server;
  readonly attempts: () => number;
} {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  let attempts = 0;
  server.on("upgrade", (request, socket, head) => {
    const status = statuses[Math.min(attempts++, statuses.length) - 1];
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      accepted.once("message", (data) => {
        const send = (members: object) =>
          accepted.send(JSON.stringify({ jsonrpc: "2.0", ...members }));
        send({ id: JSON.parse(String(data)).id, result: 7 });
        const params = { subscription: 7, result: { lamports: 1 } };
        send({ method: "accountNotification", params });
        accepted.terminate();
      });
    });
  });
  return { server, attempts: () => attempts };
}

/** Longer than a client waits for a server that is silent: 20 seconds. */
const quietMs = 22_000;

/**
 * A server of the same document whose first connection falls silent after an item, without an end and without a reply to
 * pings. The second one replies to them, and pushes another item after a time without any.
 */
export function silentServer(): Server {
  const server = createServer();
  const sockets = new WebSocketServer({ server, autoPong: false });
  let count = 0;
  sockets.on("connection", (socket) => {
    const subscription = ++count;
    const send = (members: object) => socket.send(JSON.stringify({ jsonrpc: "2.0", ...members }));
    const push = (lamports: number) =>
      send({ method: "accountNotification", params: { subscription, result: { lamports } } });
    socket.once("message", (data) => {
      send({ id: JSON.parse(String(data)).id, result: subscription });
      push(subscription);
      if (subscription === 1) return;
      socket.on("ping", (bytes) => socket.pong(bytes));
      socket.on("message", (later) => {
        const { id } = JSON.parse(String(later));
        send({ id, error: { code: -32601, message: "Method not found" } });
      });
      setTimeout(() => push(3), quietMs);
    });
  });
  return server;
}

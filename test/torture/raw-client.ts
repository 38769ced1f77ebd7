import { connect, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import type { NodeProcess } from "./node-process.ts";

/** The head of a POST of JSON. */
export function postHead(path: string, bytes: number, ...more: readonly string[]): string {
  const lines = [`POST ${path} HTTP/1.1`, "Host: 127.0.0.1", "Content-Type: application/json"];
  return `${[...lines, `Content-Length: ${bytes}`, ...more].join("\r\n")}\r\n\r\n`;
}

/** A whole POST of JSON. */
export function post(path: string, body: string): string {
  return postHead(path, Buffer.byteLength(body)) + body;
}

export function call(method: string, params: unknown = {}, id = 1): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

/** A connection that reads only after `resume`. Errors of the other end are ignored. */
export function openConnection({ port, isSecure }: NodeProcess): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const address = { port, host: "127.0.0.1" };
    const socket = isSecure
      ? connectSecurely({ ...address, rejectUnauthorized: false })
      : connect(address);
    socket.pause();
    socket.once("error", reject);
    socket.once(isSecure ? "secureConnect" : "connect", () => {
      socket.off("error", reject);
      socket.on("error", () => {});
      resolve(socket);
    });
  });
}

/** Many of them, a few at a time so that none is refused. */
export async function openConnections(node: NodeProcess, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const size = Math.min(100, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: size }, () => openConnection(node)))));
  }
  return sockets;
}

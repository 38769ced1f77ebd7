import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/**
 * The response to a connection: a response of its own, or the text of a stream, and whether the
 * node then closes it.
 */
export type Connection =
  | ((request: IncomingMessage, response: ServerResponse) => void)
  | { readonly text: string; readonly ends: boolean };

/**
 * A node that streams: one script for each connection; the last one serves all later connections.
 */
export async function eventNode(...connections: readonly Connection[]) {
  const queries: Record<string, string>[] = [];
  const closed: Promise<void>[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://node");
    const connection = connections[Math.min(queries.length, connections.length - 1)];
    queries.push(Object.fromEntries(searchParams));
    closed.push(new Promise((resolve) => response.once("close", resolve)));
    if (connection === undefined) response.destroy();
    else if (typeof connection === "function") connection(request, response);
    else {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      response.write(connection.text);
      if (connection.ends) response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, queries, closed };
}

/** Responds with a status and one line. */
export function refuse(status: number, line: string): Connection {
  return (_request, response) => response.writeHead(status).end(line);
}

export function ready(cursor: string): string {
  return message(cursor, { type: "ready", cursor, height: "5", blockID: "id" });
}

export function block(height: number): string {
  const cursor = `${height}.1.00000000`;
  const ids = { blockID: "id", parentID: "id", kind: "BanffStandardBlock", txIDs: [] };
  return message(cursor, { type: "block", cursor, height: String(height), ...ids });
}

export function message(id: string, event: Readonly<Record<string, unknown>>): string {
  return `id: ${id}\nevent: ${event["type"]}\ndata: ${JSON.stringify(event)}\n\n`;
}

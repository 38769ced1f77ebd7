import type { IncomingMessage, ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import type { Wire } from "./wire.ts";

/** The headers that many responses share: names and values, and the same as lines. */
export type Head = { readonly list: readonly string[]; readonly lines: string };

export function headOf(list: readonly string[]): Head {
  return { list, lines: linesOf(list) };
}

export function linesOf(list: readonly string[]): string {
  let lines = "";
  for (let i = 0; i < list.length; i += 2) lines += `${list[i]}: ${list[i + 1]}\r\n`;
  return lines;
}

/** A response, whether it is written on the socket of a plain call or through node:http. */
export type Reply = {
  readonly connection: Wire;
  /** The Accept-Encoding of the request. */
  readonly acceptEncoding: string | undefined;
  readonly hasBegun: boolean;
  /** Sends a whole response. `more` are names and values; the length is added. */
  readonly send: (status: number, head: Head, more: readonly string[], body: WholeBody) => void;
  /** Sends a head, with the length of its body if that is known. Returns where to write the body. */
  readonly begin: (head: Head, more: readonly string[], length?: number) => Writable;
  /** Breaks off a response that cannot be completed. */
  readonly destroy: () => void;
};

export type WholeBody = string | readonly Uint8Array[];

/** A response to a request that node:http has read. */
export class HttpReply implements Reply {
  readonly connection: Wire;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;

  constructor(connection: Wire, request: IncomingMessage, response: ServerResponse) {
    this.connection = connection;
    this.request = request;
    this.response = response;
  }

  get acceptEncoding(): string | undefined {
    const header = this.request.headers["accept-encoding"];
    return typeof header === "string" ? header : undefined;
  }

  get hasBegun(): boolean {
    return this.response.headersSent;
  }

  send(status: number, head: Head, more: readonly string[], body: WholeBody): void {
    const { response } = this;
    const headers = head.list.concat(more);
    if (typeof body === "string") {
      // node:http sends head and text as one string; pure ASCII needs no encoder.
      const bytes = Buffer.byteLength(body);
      headers.push("Content-Length", String(bytes));
      response.writeHead(status, headers).end(body, bytes === body.length ? "latin1" : "utf8");
      return;
    }
    headers.push("Content-Length", String(lengthOf(body)));
    response.writeHead(status, headers);
    response.cork();
    for (const piece of body) response.write(piece);
    response.end();
  }

  begin(head: Head, more: readonly string[], length?: number): Writable {
    const headers = head.list.concat(more);
    if (length !== undefined) headers.push("Content-Length", String(length));
    this.response.writeHead(200, headers);
    return this.response;
  }

  destroy(): void {
    this.response.destroy();
  }
}

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** Ends a response that has no end of its own when the client closes its half of the connection. */
export function endWithClient({ connection, response }: HttpReply): void {
  const { socket } = connection;
  if (socket.readableEnded) {
    response.end();
    return;
  }
  const end = () => response.destroy();
  socket.once("end", end);
  response.once("close", () => socket.off("end", end));
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import type { Client } from "./client.ts";
import { type Head, lengthOf, Reply, type WholeBody } from "./reply.ts";

/** A response to a request that node:http has read. */
export class HttpReply extends Reply {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether the client waits for `100 Continue` before it sends the body. */
  readonly isExpecting: boolean;

  constructor(
    client: Client,
    request: IncomingMessage,
    response: ServerResponse,
    isExpecting: boolean,
  ) {
    super(client);
    this.request = request;
    this.response = response;
    this.isExpecting = isExpecting;
  }

  /** There is room for the body: sends `100 Continue` to a client that waits for it, unless it has sent some. */
  askForBody(): void {
    const { client, request, response } = this;
    const isThere = request.complete || request.readableLength > 0 || client.hasMore;
    if (!isThere && this.isExpecting) response.writeContinue();
  }

  override get host(): string | undefined {
    return this.request.headers.host;
  }

  override get acceptEncoding(): string | undefined {
    const header = this.request.headers["accept-encoding"];
    return typeof header === "string" ? header : undefined;
  }

  override get hasBegun(): boolean {
    return this.response.headersSent;
  }

  override send(status: number, head: Head, own: readonly string[], body: WholeBody): void {
    const { response } = this;
    const headers = head.list.concat(own, this.headers);
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

  override begin(head: Head, own: readonly string[], length?: number): Writable {
    const headers = head.list.concat(own, this.headers);
    if (length !== undefined) headers.push("Content-Length", String(length));
    this.response.writeHead(200, headers);
    return this.response;
  }

  override destroy(): void {
    this.response.destroy();
  }
}

/** Ends a response that has no end of its own when the client closes its half of the connection. */
export function endWithClient({ connection: socket, response }: HttpReply): void {
  if (socket.readableEnded) {
    response.end();
    return;
  }
  const end = () => response.destroy();
  socket.once("end", end);
  response.once("close", () => socket.off("end", end));
}

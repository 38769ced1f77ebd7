import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Writable } from "node:stream";
import type { Asked } from "../json-rpc/method.ts";
import type { Client } from "./client.ts";

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

/** A status and its phrase, such as `404 Not Found`. */
export function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status]}`;
}

const none: readonly string[] = [];

/** One request and its response, which is written on the socket of a plain call, or through node:http. */
export abstract class Reply implements Asked {
  readonly client: Client;
  /** Set once a page is found to be none of the server's own, and not allowed by its operator. */
  isForeignPage = false;
  /** Names and values that the rules for its request add to the headers of the response. */
  headers: readonly string[] = none;
  abstract readonly hasBegun: boolean;
  /** The Accept-Encoding of the request. */
  abstract readonly acceptEncoding: string | undefined;
  /** The Host header. */
  abstract readonly host: string | undefined;

  constructor(client: Client) {
    this.client = client;
  }

  /** Sends a whole response. `own` are names and values; the length is added. */
  abstract send(status: number, head: Head, own: readonly string[], body: WholeBody): void;

  /** Sends a head, with the length of its body if that is known. Returns where to write the body. */
  abstract begin(head: Head, own: readonly string[], length?: number): Writable;

  /** Breaks off a response that cannot be completed. */
  abstract destroy(): void;

  get connection(): Socket {
    return this.client.socket;
  }

  /** From the Host header or, if that is not a host, from the server's end of the connection. */
  get origin(): string {
    const { connection, host } = this;
    const scheme = "encrypted" in connection ? "https" : "http";
    if (host !== undefined && plainHost.test(host)) return `${scheme}://${host}`;
    const { localAddress = "127.0.0.1", localPort } = connection;
    const address = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
    return `${scheme}://${address}:${localPort}`;
  }
}

const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

export type WholeBody = string | readonly Uint8Array[];

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

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
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

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Asked } from "../json-rpc/method.ts";

const empty = Buffer.alloc(0);

/**
 * Reads a request's body and calls `done` once: with the body, or with undefined as soon as it is
 * longer than the limit, in which case the rest is read and dropped. Never calls it when the client
 * disconnects first.
 */
export const gatherBody = (
  request: IncomingMessage,
  bytesMax: number,
  done: (body: Buffer | undefined) => void,
): void => {
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) {
    done(undefined);
    return;
  }
  // Nearly every body arrives in one chunk, which then needs no copy.
  let first: Buffer = empty;
  let more: Buffer[] | undefined;
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      if (first !== empty || bytes === chunk.length) done(undefined);
      first = empty;
      more = undefined;
    } else if (bytes === chunk.length) first = chunk;
    else {
      more ??= [first];
      more.push(chunk);
    }
  });
  request.on("end", () => {
    if (bytes <= bytesMax) done(more === undefined ? first : Buffer.concat(more));
  });
};

/**
 * Asks a client that waits with `Expect: 100-continue` to send its body. While an earlier response
 * on the connection is in progress, node:http would write this in the middle of it, so it waits for
 * its turn; by then the body may have arrived anyway.
 */
export const sendContinue = (response: ServerResponse): void => {
  if (response.socket !== null) response.writeContinue();
  else {
    response.once("socket", () => {
      if (!response.headersSent) response.writeContinue();
    });
  }
};

const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** How a call arrived over HTTP. */
export class AskedOverHttp implements Asked {
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage) {
    this.#request = request;
  }

  /** From the Host header or, if that is not a host, from the server's end of the connection. */
  get origin(): string {
    const { headers, socket } = this.#request;
    const scheme = "encrypted" in socket ? "https" : "http";
    const { host } = headers;
    if (host !== undefined && plainHost.test(host)) return `${scheme}://${host}`;
    const { localAddress = "127.0.0.1", localPort } = socket;
    const address = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
    return `${scheme}://${address}:${localPort}`;
  }
}

/** Whether a browser asks for a page. */
export const wantsPage = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && headers.accept?.includes("text/html") === true;

/** Reads a query as Go's net/url does, without malformed pairs. */
export const readGoQuery = (query: string): URLSearchParams => {
  const pairs = query.split("&").filter((pair) => !pair.includes(";") && !badEscape.test(pair));
  return new URLSearchParams(pairs.join("&"));
};

const badEscape = /%(?![\da-f]{2})/i;

/** The first pair of a query that is not percent-encoded UTF-8, or undefined. */
export const malformedPair = (query: string): string | undefined =>
  query.split("&").find((pair) => {
    try {
      decodeURIComponent(pair);
      return false;
    } catch {
      return true;
    }
  });

/** The number in a request header that names a position; undefined if it is not one. */
export const readPosition = (value: string | readonly string[]): bigint | undefined =>
  typeof value === "string" && /^\d{1,20}$/.test(value) ? BigInt(value) : undefined;

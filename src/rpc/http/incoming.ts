import type { IncomingMessage } from "node:http";
import type { HttpReply } from "./http-reply.ts";
import { freeBytes } from "./memory-budget.ts";

const empty: Buffer = Buffer.alloc(0);

/** Until the garbage collector has run, a long body also exists as the chunks that it came in, and as text. */
const copies = 3;

/**
 * Reads a request's body and calls `done` once: with the body, or with `too long` as soon as it is longer than the limit,
 * or with `no room`; the rest is then read and dropped. Never calls it when the client disconnects first.
 */
export const gatherBody = (
  reply: HttpReply,
  bytesMax: number,
  done: (body: Buffer | "too long" | "no room") => void,
): void => {
  const { request } = reply;
  const length = Number(request.headers["content-length"] ?? 0);
  const read = (room: Buffer) => {
    reply.askForBody();
    readBody(reply, bytesMax, room, done);
  };
  if (length > bytesMax) done("too long");
  else if (length <= freeBytes) read(empty);
  else {
    reply.client.memory.reserve(copies * length, (granted) => {
      if (granted) read(Buffer.allocUnsafeSlow(length));
      else done("no room");
    });
  }
};

/**
 * Reads a body into `room`. Without it, the body is short; if it is not, there must be room for the longest one. What a long
 * body arrives in is dropped at once, and the body after `done`: the request lives until the next one on its connection.
 */
const readBody = (
  { request, client: { memory } }: HttpReply,
  bytesMax: number,
  room: Buffer,
  done: (body: Buffer | "too long" | "no room") => void,
): void => {
  let body = room;
  let bytes = 0;
  let isRefused = false;
  const refuse = (reason: "too long" | "no room") => {
    isRefused = true;
    body = empty;
    done(reason);
  };
  const grow = (length: number) => {
    const grown = Buffer.allocUnsafeSlow(length);
    body.copy(grown);
    body = grown;
  };
  request.on("data", (chunk: Buffer) => {
    if (isRefused) return;
    const at = bytes;
    bytes += chunk.length;
    if (bytes > bytesMax) refuse("too long");
    else if (bytes <= body.length) chunk.copy(body, at);
    // Nearly every body arrives in one chunk, which then needs no copy.
    else if (bytes <= freeBytes && at === 0) body = chunk;
    else if (bytes <= freeBytes) {
      grow(freeBytes);
      chunk.copy(body, at);
    } else {
      request.pause();
      memory.reserve(copies * bytesMax, (granted) => {
        if (granted) {
          grow(bytesMax);
          chunk.copy(body, at);
        } else refuse("no room");
        request.resume();
      });
    }
  });
  request.on("end", () => {
    if (isRefused) return;
    const read = body.subarray(0, bytes);
    body = empty;
    done(read);
  });
};

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

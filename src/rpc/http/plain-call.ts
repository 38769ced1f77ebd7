import { BoundedCache } from "../../cache/bounded-cache.ts";
import type { AllowedHosts } from "./hosts.ts";
import { freeBytes } from "./memory-budget.ts";
import { headEnd } from "./open-head.ts";
import type { PlainRequest } from "./reply.ts";
import type { Calls, Router } from "./router.ts";

/** A call that has arrived whole, with a head of the usual form. */
export type PlainCall = {
  readonly head: PlainHead;
  readonly calls: Calls;
  readonly body: Buffer;
  /** Of head and body. */
  readonly length: number;
};

/** Clients repeat their heads, but for the length of the body. */
const headsMax = 256;
/** Clients that send a longer one are rare. */
const headBytesMax = 1_024;

/** A head that was read: its bytes with the empty line, what it says, and the methods of its path if it may call them. */
type ReadHead = {
  readonly bytes: Buffer;
  readonly head: PlainHead | undefined;
  readonly calls: Calls | undefined;
};

/** Reads plain calls. */
export class PlainCalls {
  readonly #router: Router;
  readonly #hosts: AllowedHosts;
  readonly #bodyBytesMax: number;
  readonly #heads = new BoundedCache<string, ReadHead>(headsMax);
  /** The head before: comparing bytes is faster than a look-up. */
  #last: ReadHead | undefined;

  constructor(router: Router, hosts: AllowedHosts, bodyBytesMax: number) {
    this.#router = router;
    this.#hosts = hosts;
    // A longer one waits for room before it is read.
    this.#bodyBytesMax = Math.min(bodyBytesMax, freeBytes);
  }

  /** Returns the call that begins what has arrived; undefined if it is not whole, or not plain. */
  read(arrived: Buffer): PlainCall | undefined {
    const read = this.#readHead(arrived);
    if (read?.head === undefined || read.calls === undefined) return undefined;
    const { bytes, head, calls } = read;
    const length = bytes.length + head.contentLength;
    if (arrived.length < length) return undefined;
    return { head, calls, body: arrived.subarray(bytes.length, length), length };
  }

  #readHead(arrived: Buffer): ReadHead | undefined {
    const last = this.#last;
    if (last !== undefined && arrived.length >= last.bytes.length) {
      if (last.bytes.compare(arrived, 0, last.bytes.length) === 0) return last;
    }
    const end = arrived.subarray(0, headBytesMax + headEnd.length).indexOf(headEnd);
    if (end < 0) return undefined;
    const text = arrived.toString("latin1", 0, end);
    let read = this.#heads.get(text);
    if (read === undefined) {
      const bytes = Buffer.from(arrived.subarray(0, end + headEnd.length));
      const head = readPlainHead(text);
      read = { bytes, head, calls: head === undefined ? undefined : this.#callsOf(head) };
      this.#heads.set(text, read);
    }
    this.#last = read;
    return read;
  }

  #callsOf({ target, host, contentLength }: PlainHead): Calls | undefined {
    if (contentLength > this.#bodyBytesMax || !this.#hosts.has(host)) return undefined;
    const calls = this.#router.exact(target)?.calls;
    return calls?.service.route.isAuthorized === undefined ? calls : undefined;
  }
}

/** The head of a request that needs nothing but its call answered. */
export type PlainHead = PlainRequest & {
  readonly target: string;
  readonly contentLength: number;
};

/** A name, a colon, a space, and a value of printable ASCII without spaces around it. */
const line = /^([A-Za-z][A-Za-z0-9-]*): ([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/;
const requestLine = /^POST (\/[A-Za-z0-9/._-]*) HTTP\/1\.1$/;

/** Names that say nothing about how a request is framed, admitted or answered. */
const ignored: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "authorization",
  "cache-control",
  "pragma",
  "sec-fetch-mode",
  "traceparent",
  "tracestate",
  "user-agent",
  "x-forwarded-for",
  "x-request-id",
]);

/**
 * Reads the head that most clients send with a call, without its empty line. Returns undefined for every other, valid or
 * not: node:http then reads the request.
 */
export function readPlainHead(head: string): PlainHead | undefined {
  const [first, ...rest] = head.split("\r\n");
  const target = requestLine.exec(first!)?.[1];
  if (target === undefined) return undefined;
  const values = new Map<string, string>();
  for (const each of rest) {
    const [, name, value] = line.exec(each) ?? [];
    if (name === undefined) return undefined;
    const key = name.toLowerCase();
    if (ignored.has(key)) continue;
    if (!isKnown(key, value!) || values.has(key)) return undefined;
    values.set(key, value!);
  }
  const [host, length] = [values.get("host"), values.get("content-length")];
  if (host === undefined || length === undefined || !values.has("content-type")) return undefined;
  return {
    target,
    host,
    contentLength: Number(length),
    acceptEncoding: values.get("accept-encoding"),
    isLast: values.get("connection") === "close",
  };
}

function isKnown(name: string, value: string): boolean {
  switch (name) {
    case "host":
    case "accept-encoding":
      return true;
    case "content-type":
      return value === "application/json";
    case "content-length":
      return /^[1-9]\d{0,5}$/.test(value);
    case "connection":
      return value === "keep-alive" || value === "close";
    default:
      return false;
  }
}

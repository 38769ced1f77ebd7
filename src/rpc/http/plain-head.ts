/** The head of a request that needs nothing but its call answered. */
export type PlainHead = {
  readonly target: string;
  readonly host: string;
  readonly contentLength: number;
  readonly acceptEncoding: string | undefined;
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
      return value === "keep-alive";
    default:
      return false;
  }
}

import type { IncomingMessage } from "node:http";

/** A shorter head may be kept as it is. */
export const longHeadBytes = 4_096;
/** What the headers that a server reads may have together. */
const readBytesMax = 4_096;

/** What this server and the packages that it uses read. */
const readHeaders: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "access-control-request-headers",
  "access-control-request-method",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "http2-settings",
  "if-none-match",
  "last-event-id",
  "origin",
  "sec-websocket-extensions",
  "sec-websocket-key",
  "sec-websocket-protocol",
  "sec-websocket-version",
  "transfer-encoding",
  "upgrade",
]);

export const headBytesOf = ({ url, rawHeaders }: IncomingMessage): number => {
  let bytes = url?.length ?? 0;
  for (const text of rawHeaders) bytes += text.length;
  return bytes;
};

/**
 * Removes the headers that nobody reads, such as cookies, from a long head: the request may wait, and its client may not
 * read the response. Returns false if those that are read are too long.
 */
export const shortenHead = (request: IncomingMessage, alsoRead: string | undefined): boolean => {
  if (headBytesOf(request) < longHeadBytes) return true;
  const { rawHeaders, headers } = request;
  let bytes = 0;
  request.rawHeaders = [];
  request.headers = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name, value] = [rawHeaders[i]!, rawHeaders[i + 1]!];
    const key = name.toLowerCase();
    if (!readHeaders.has(key) && key !== alsoRead) continue;
    bytes += name.length + value.length;
    request.rawHeaders.push(name, value);
    request.headers[key] = headers[key];
  }
  return bytes <= readBytesMax;
};

/** Returns the status with which a head is refused, whatever it asks for, or undefined. Shortens a long one. */
export function refusalOfHead(
  request: IncomingMessage,
  alsoRead: string | undefined,
): 400 | 431 | undefined {
  if (hasTooManyHeaders(request)) return 431;
  if (hasTwoHosts(request)) return 400;
  return shortenHead(request, alsoRead) ? undefined : 431;
}

/** node:http keeps each header as an object for as long as the request lives; it parses few more than this number. */
export const headersMax = 100;

export const hasTooManyHeaders = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.length > 2 * headersMax;

/** Whether a request has more than one Host header, of which node:http shows the first. RFC 9112, section 3.2 */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
};

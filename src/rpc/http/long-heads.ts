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

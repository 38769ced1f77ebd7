import type { IncomingMessage } from "node:http";

/** Whether an upgrade request asks for the one protocol that the server offers. */
export function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket";
}

/**
 * The head of a request as if it had not asked for an upgrade, as RFC 9110 section 7.8 allows: Java's client asks for HTTP/2
 * with each first request.
 */
export function headWithoutUpgrade({
  method,
  url,
  httpVersion,
  rawHeaders,
}: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (!protocolHeaders.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[i + 1]}`);
    else if (name.toLowerCase() === "connection")
      lines.push(`${name}: ${kept(rawHeaders[i + 1]!)}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

const protocolHeaders: ReadonlySet<string> = new Set(["upgrade", "http2-settings", "connection"]);

/** The other options of a Connection header. */
const kept = (connection: string): string =>
  connection
    .split(",")
    .map((each) => each.trim())
    .filter((each) => !["upgrade", "http2-settings"].includes(each.toLowerCase()))
    .join(", ") || "keep-alive";

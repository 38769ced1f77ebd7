import type { Server } from "node:http";
import { UnusableDocument } from "./read.ts";

/** Starts a server, and returns the port that it has. Throws UnusableDocument if it cannot listen there. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((listening, failed) => {
    server.once("error", failed).listen(port, host, listening);
  }).catch((error: Error) => {
    throw new UnusableDocument(
      `cannot listen at ${hostInUrl(host)}:${port}: ${error.message}; choose another --host or --port, where 0 is any free port`,
    );
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** A host as a URL has it: an IPv6 address in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** The port that an option has. Throws UnusableDocument if it is not one. */
export function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new UnusableDocument(`--port needs a number from 0 to 65535, not ${JSON.stringify(text)}`);
}

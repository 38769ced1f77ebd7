import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Service } from "./service.ts";

export const defaultBodyBytesMax = 4 * 1024 * 1024;

export type HttpOptions = {
  /** Longest request body. Default: 4 MiB. */
  readonly bodyBytesMax?: number;
  /** The value of `access-control-allow-origin`, so that pages of that origin can call. Default: none. */
  readonly allowedOrigin?: string;
};

/** An HTTP server that answers JSON-RPC over POST at every path. Start it with `listen`. */
export function createHttpServer(service: Service, options: HttpOptions = {}): Server {
  return createServer((request, response) => {
    handle(service, options, request, response).catch(() => response.destroy());
  });
}

async function handle(
  service: Service,
  { bodyBytesMax = defaultBodyBytesMax, allowedOrigin }: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (allowedOrigin !== undefined) {
    response.setHeader("access-control-allow-origin", allowedOrigin);
    response.setHeader("access-control-allow-headers", "content-type, authorization");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
  }
  if (request.method !== "POST") {
    return void response.writeHead(405, { allow: "POST" }).end("use POST\n");
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) {
      response.writeHead(413, { connection: "close" }).end("the body is too long\n");
      return;
    }
    chunks.push(chunk);
  }
  const answer = await service.answer(Buffer.concat(chunks).toString("utf8"), request.headers);
  if (answer === undefined) return void response.writeHead(204).end();
  response.writeHead(200, { "content-type": "application/json" }).end(answer);
}

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createMockServer } from "../../codegen/foreign/mock/server.ts";
import { readFiles } from "../../codegen/foreign/read.ts";
import { selfContained } from "../../codegen/foreign/self-contained.ts";
import { type Json, type JsonObject, parseJson } from "../../codegen/load/json.ts";

export async function readDocument(path: string): Promise<JsonObject> {
  return selfContained(await readFiles(path));
}

/** Runs `work` with the URL of a mock of the document. */
export async function withMock<Result>(
  document: JsonObject,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  return withServer(createMockServer(document), work);
}

/** Runs `work` with the URL of a proxy that adds each request to `bodies`. */
export function withRecorder<Result>(
  target: string,
  bodies: Json[],
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const proxy = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(parseJson(body));
    const answer = await fetch(target, { method: "POST", body });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  return withServer(proxy, work);
}

export async function withServer<Result>(
  server: Server,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

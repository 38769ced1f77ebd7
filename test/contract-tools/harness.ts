import type { AddressInfo } from "node:net";
import { createMockServer } from "../../codegen/foreign/mock/server.ts";
import { readFiles } from "../../codegen/foreign/read.ts";
import { selfContained } from "../../codegen/foreign/self-contained.ts";
import type { JsonObject } from "../../codegen/load/json.ts";

export async function readDocument(path: string): Promise<JsonObject> {
  return selfContained(await readFiles(path));
}

/** Runs `work` with the URL of a mock of the document. */
export async function withMock<Result>(
  document: JsonObject,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = createMockServer(document);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

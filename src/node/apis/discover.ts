import { readFile } from "node:fs/promises";
import { parseJson } from "../../formats/json.ts";
import type { Handler } from "../../rpc/json-rpc/method.ts";

type OpenRpcDocument = {
  readonly servers: readonly { readonly url: string }[];
  readonly methods: readonly { readonly name: string }[];
};

/**
 * Answers `rpc.discover`: the document with the server's address as the client knows it, and without the methods that the
 * server does not serve. Reads the file on the first call.
 */
export function discover(file: URL, serves: (method: string) => boolean): Handler {
  let read: Promise<OpenRpcDocument> | undefined;
  return async (_params, _context, { origin }) => {
    read ??= readFile(file, "utf8").then((text) =>
      served(parseJson(text) as unknown as OpenRpcDocument, serves),
    );
    const document = await read;
    return { ...document, servers: document.servers.map((each) => serverAt(origin, each)) };
  };
}

function served(document: OpenRpcDocument, serves: (method: string) => boolean): OpenRpcDocument {
  return { ...document, methods: document.methods.filter(({ name }) => serves(name)) };
}

function serverAt<Server extends { readonly url: string }>(origin: string, server: Server): Server {
  return { ...server, url: origin + new URL(server.url).pathname };
}

import { createServer } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { formatJson, type JsonObject, objectAt, textAt } from "../../load/json.ts";
import { listen } from "../listen.ts";
import { type Call, methodsOf, withheldFrom } from "./api.ts";
import { lazyTools } from "./lazy-tools.ts";
import { createMcpServer, type Offer } from "./server.ts";
import { methodTools } from "./tools.ts";

export type BridgeOptions = {
  /** URL of the JSON-RPC server. */
  readonly server: string;
  readonly lazy: boolean;
  readonly allowWrites: boolean;
};

/** What the bridge to the server of a document offers. */
export function bridgeOffer(document: JsonObject, options: BridgeOptions): Offer {
  const methods = methodsOf(document, options.allowWrites);
  const info = objectAt(document, "info");
  const title = textAt(info, "title") ?? "JSON-RPC API";
  const withheld = withheldFrom(methodsOf(document, true), methods, "--allow-writes");
  const hidden = withheld.names.size;
  const writes =
    hidden === 0
      ? ""
      : ` Methods that change state, or are not marked as reading, are not offered (${hidden}): start with --allow-writes.`;
  return {
    name: title,
    version: textAt(info, "version") ?? "0",
    instructions: `Calls the methods of ${title} at ${new URL(options.server).origin}.${writes}`,
    tools: (options.lazy ? lazyTools : methodTools)(methods, withheld),
    resources: [
      {
        uri: "openrpc://document",
        name: "OpenRPC document",
        mimeType: "application/json",
        text: () => formatJson(document),
      },
    ],
  };
}

/** Serves on standard input and output, until the client closes it. */
export async function serveOverStdio(
  offer: Offer,
  call: Call,
  stopped: () => Promise<unknown>,
): Promise<void> {
  const handle = serveStdio(() => createMcpServer(offer, call), { onerror: () => {} });
  await Promise.race([stopped(), new Promise((ended) => process.stdin.once("end", ended))]);
  await handle.close();
}

/** Serves streamable HTTP at `/mcp`; only pages and hosts of this machine may call it. Returns the port and a function that stops it. */
export async function serveOverHttp(
  offer: Offer,
  call: Call,
  host: string,
  port: number,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const handle = toNodeHandler(createMcpHandler(() => createMcpServer(offer, call)));
  const isHostAllowed = localhostHostValidation();
  const isOriginAllowed = localhostOriginValidation();
  const server = createServer((request, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    if (request.url?.replace(/\?.*/s, "") !== "/mcp") {
      return void response.writeHead(404).end("the MCP endpoint is /mcp\n");
    }
    void handle(request as Parameters<typeof handle>[0], response);
  });
  return {
    port: await listen(server, host, port),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { JsonObject } from "../../load/json.ts";
import type { Call } from "./api.ts";
import type { Tools } from "./tools.ts";

/** A text that agents can read, such as a guide. */
export type TextResource = {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly text: () => string;
};

/** What an MCP server offers, and how it introduces itself. */
export type Offer = {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: Tools;
  readonly resources: readonly TextResource[];
};

/**
 * Creates one MCP server of the official SDK. Serving is stateless: the SDK asks for one for each request, or for each
 * connection of the revisions before 2026-07-28. The low-level class takes the JSON Schemas of a document as they are.
 * Tools call the methods with `call`.
 */
export function createMcpServer(
  { name, version, instructions, tools, resources }: Offer,
  call: Call,
): Server {
  const server = new Server(
    { name, version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.list] }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const result = tools.run(params.name, (params.arguments ?? {}) as JsonObject, call);
    if (result === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    }
    return await result;
  });
  server.setRequestHandler("resources/list", () => ({
    resources: resources.map(({ uri, name: title, mimeType }) => ({ uri, name: title, mimeType })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const found = resources.find((each) => each.uri === uri);
    if (found === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Resource not found: ${uri}`, {
        uri,
      });
    }
    return { contents: [{ uri, mimeType: found.mimeType, text: found.text() }] };
  });
  return server;
}

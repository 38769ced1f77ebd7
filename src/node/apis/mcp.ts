import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ProfileName } from "../../generated/errors.ts";
import type { Endpoint } from "../../generated/profile.ts";
import type { AbsentPath, GetAnswer, GetRequest, GetRoute } from "../../rpc/http/description.ts";
import type { ApisConfig } from "../node-config.ts";
import { versions } from "../version.ts";
import { explainedDocuments } from "./documents.ts";

/** The path of the MCP server; below it, `/lazy` offers three tools instead of one for each method. */
const mcpPath = "/mcp";
const lazyPath = `${mcpPath}/lazy`;

export function isMcpPath(path: string): boolean {
  return path === mcpPath || path === lazyPath;
}

/** The tools have a bundle of their own, so that nothing of the node depends on code generation, and it is loaded on use. */
const bundle = new URL("../../../dist/mcp.js", import.meta.url);
const guides = new URL("../../../dist/guides/", import.meta.url);

type NodeHandler = (
  request: Request,
  post: (path: string, body: string) => Promise<string>,
) => Promise<Response>;

type Bundle = {
  readonly nodeHandler: (options: {
    readonly name: string;
    readonly version: string;
    readonly apis: readonly object[];
    readonly allowWrites: boolean;
    readonly lazy: boolean;
    readonly guides: string;
  }) => NodeHandler;
};

/** An API that the node serves, and which of its methods. */
export type ServedApi = {
  readonly endpoint: Endpoint;
  readonly serves: (method: string) => boolean;
};

/** The routes of the MCP server, or why it is off. Pages of other origins cannot use it. */
export function mcpRoutes(
  { mcp, mcpWrites }: Pick<ApisConfig, "mcp" | "mcpWrites">,
  apis: readonly ServedApi[],
  profile: ProfileName,
): { readonly gets: readonly GetRoute[]; readonly absent: readonly AbsentPath[] } {
  if (!mcp) {
    const reason = "The MCP server is off: --mcp turns it on.";
    return { gets: [], absent: [{ path: mcpPath, reason }] };
  }
  const route = (path: string, lazy: boolean): GetRoute => {
    const handler = loadedOnce(() => loadHandler(apis, profile, mcpWrites, lazy));
    return {
      path,
      base: "mcp",
      ownPagesOnly: true,
      readsBodies: true,
      answer: async (_query, _asked, request) => answer(await handler(), request),
    };
  };
  return { gets: [route(mcpPath, false), route(lazyPath, true)], absent: [] };
}

/** Calls `load` until it has succeeded once. */
function loadedOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

async function loadHandler(
  apis: readonly ServedApi[],
  profile: ProfileName,
  allowWrites: boolean,
  lazy: boolean,
): Promise<NodeHandler | undefined> {
  if (!existsSync(fileURLToPath(bundle))) return undefined;
  const { nodeHandler } = (await import(bundle.href)) as Bundle;
  const documents = explainedDocuments(profile);
  const served = apis.map(({ endpoint, serves }) => ({
    name: endpoint.api,
    document: documents.get(endpoint.api)!,
    paths: endpoint.paths,
    distinctPaths: endpoint.distinctPaths,
    serves,
  }));
  const [name = "", version = ""] = versions.application.split("/");
  return nodeHandler({
    name,
    version,
    apis: served,
    allowWrites,
    lazy,
    guides: guides.href,
  });
}

async function answer(
  handler: NodeHandler | undefined,
  { verb, headers, body, post }: GetRequest,
): Promise<GetAnswer> {
  if (handler === undefined) {
    const text = "the MCP server is not built: run npm run build\n";
    return { status: 503, contentType: "text/plain; charset=utf-8", body: text };
  }
  const named = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const request = new Request(`http://localhost${mcpPath}`, {
    // `Request` takes no TRACE, which gets the same response.
    method: verb === "TRACE" ? "GET" : verb,
    headers: Object.fromEntries(named),
    ...(body !== undefined && { body }),
  });
  const response = await handler(request, post);
  const allow = response.headers.get("allow");
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "application/json",
    body: await response.text(),
    ...(allow !== null && { headers: ["Allow", allow] }),
  };
}

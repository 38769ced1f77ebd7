import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { formatJson, type JsonObject } from "../../load/json.ts";
import { selfContainedAlone } from "../self-contained.ts";
import { type Call, type Method, methodsOf, withheldFrom } from "./api.ts";
import { outcomeIn } from "./http-call.ts";
import { lazyTools } from "./lazy-tools.ts";
import { createMcpServer, type Offer, type TextResource } from "./server.ts";
import { methodTools } from "./tools.ts";

/** An API that a node serves. */
export type NodeApi = {
  readonly name: string;
  readonly document: JsonObject;
  /** The first is the canonical one, unless each has data of its own. */
  readonly paths: readonly string[];
  readonly distinctPaths: boolean;
  /** Whether the node serves a method. */
  readonly serves: (method: string) => boolean;
};

export type NodeOptions = {
  readonly name: string;
  readonly version: string;
  readonly apis: readonly NodeApi[];
  readonly allowWrites: boolean;
  readonly lazy: boolean;
  /** Folder of Markdown files that agents can read, as a URL that ends with a slash. */
  readonly guides: string;
};

/** Answers one HTTP request; `post` sends a JSON-RPC body to a path of the node and resolves to the response. */
export type NodeHandler = (
  request: Request,
  post: (path: string, body: string) => Promise<string>,
) => Promise<Response>;

/**
 * Serves the methods of a node in streamable HTTP without sessions: any process answers any request. Nothing that it offers
 * changes while it runs, so that there is nothing to listen to.
 */
export function nodeHandler(options: NodeOptions): NodeHandler {
  const offer = nodeOffer(options);
  return (request, post) =>
    createMcpHandler(() => createMcpServer(offer, posting(post)), {
      maxSubscriptions: 0,
    }).fetch(request);
}

function nodeOffer(options: NodeOptions): Offer {
  const apis = options.apis.map((api) => ({
    ...api,
    document: selfContainedAlone(api.name, api.document),
  }));
  const offered = (allowWrites: boolean) =>
    apis.flatMap((api) =>
      methodsOf(api.document, allowWrites)
        .filter(({ name }) => api.serves(name))
        .map((method): Method => ({ ...method, paths: pathsOf(api) })),
    );
  const methods = offered(options.allowWrites);
  const withheld = withheldFrom(offered(true), methods, "--mcp-allow-writes");
  const hidden = withheld.names.size;
  const writes =
    hidden === 0
      ? ""
      : ` Methods that change state, or handle passwords and keys, are not offered (${hidden}): --mcp-allow-writes offers them.`;
  return {
    name: options.name,
    version: options.version,
    instructions: `Calls the methods of an Avalanche node: the P-chain, its ledger, health and node. Amounts are in nAVAX (1 AVAX is 10^9).${writes}`,
    tools: (options.lazy ? lazyTools : methodTools)(methods, withheld),
    resources: [...guidesIn(options.guides), ...apis.map(documentResource)],
  };
}

function pathsOf({ paths, distinctPaths }: NodeApi): readonly string[] {
  return distinctPaths ? paths : paths.slice(0, 1);
}

function posting(post: (path: string, body: string) => Promise<string>): Call {
  return async (method, params, path = "") => {
    const body = formatJson({ jsonrpc: "2.0", id: 1, method: method.name, params }, 0);
    const text = await post(path, body);
    const outcome = outcomeIn(text);
    if (outcome === undefined) throw new Error(text.trimEnd());
    return outcome;
  };
}

function documentResource({ name, document }: NodeApi): TextResource {
  return {
    uri: `openrpc://${name}`,
    name: `OpenRPC document of ${name}`,
    mimeType: "application/json",
    text: () => formatJson(document),
  };
}

function guidesIn(folder: string): TextResource[] {
  const names = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith(".md"));
  return names.toSorted().map((name) => {
    const read = () => readFileSync(new URL(name, folder), "utf8");
    const [, title] = /^# (.*)$/m.exec(read()) ?? [];
    return {
      uri: `guide://${name.replace(/\.md$/, "")}`,
      name: title ?? name,
      mimeType: "text/markdown",
      text: read,
    };
  });
}

import { randomUUID } from "node:crypto";
import type { JsonValue } from "../../formats/json.ts";
import { DeclaredError, type ErrorName, errors } from "../../generated/errors.ts";
import type { ApiName, Endpoint, Profile } from "../../generated/profile.ts";
import type { Description, DisabledPath, GetRoute } from "../../rpc/http/description.ts";
import { probe } from "../../rpc/http/probes.ts";
import type { Log, Route } from "../../rpc/json-rpc/description.ts";
import type { Handler, Handlers } from "../../rpc/json-rpc/method.ts";
import type { ServedData } from "../../rpc/json-rpc/served-data.ts";
import type { StreamRoute } from "../../rpc/streams/channel.ts";
import type { ApisConfig, IndexConfig } from "../node-config.ts";
import { discover } from "./discover.ts";
import { documentsOf } from "./documents.ts";
import { mcpRoutes, type ServedApi } from "./mcp.ts";
import { needsStore } from "./served-chain.ts";

export type ServedApisOptions = {
  readonly profile: Profile;
  readonly handlers: Readonly<Record<ApiName, Handlers>>;
  /** Wraps every handler. */
  readonly around: (handler: Handler) => Handler;
  readonly apis: ApisConfig;
  readonly index: IndexConfig;
  /** The context of an API's handlers. The path matters if paths serve different data. */
  readonly context: (api: ApiName, path: string) => unknown;
  /** Its `unready` is asked with the alias of a chain, or with `needsStore`. */
  readonly data: ServedData;
  readonly headers: Readonly<Record<string, string>>;
  /** Routes that are not in the OpenRPC documents. */
  readonly gets: readonly GetRoute[];
  readonly streams: readonly StreamRoute[];
  /** Paths of such routes that are disabled. */
  readonly disabled: readonly DisabledPath[];
  /** False on a node that follows a network. */
  readonly runsXChain: boolean;
  /** Whether it builds its own blocks, so that X- and C-chain have none, and what the P-chain exported stays where it is. */
  readonly buildsBlocks: boolean;
  /** The chains that it follows beside the P-chain: what was exported to them is known. */
  readonly storedChains: readonly ("X" | "C")[];
  /** APIs that another process of the node answers. */
  readonly elsewhere?: readonly ApiName[];
  /** Whether the header `authorization` allows calls of the Watch API; absent if they need none. */
  readonly isWatchAuthorized?: ((authorization: string | undefined) => boolean) | undefined;
  /** cb58. One path contains it, which differs per network and is therefore not in the documents. */
  readonly xChainID: string;
  /** cb58. */
  readonly cChainID: string;
  readonly log: Log;
  /** Called after each call, for a display. */
  readonly onCall?: Description["onCall"];
};

/** What the server serves: the enabled APIs in one profile. */
export function servedApis(options: ServedApisOptions): Description {
  const { profile, storedChains } = options;
  const documents = documentsOf(profile.name);
  const routes: Route[] = [];
  const gets: GetRoute[] = [...options.gets];
  const disabled: DisabledPath[] = [...options.disabled];
  const served: ServedApi[] = [];
  for (const endpoint of Object.values(profile.endpoints)) {
    const reason = reasonAgainst(endpoint, options);
    // AvalancheGo does not serve the paths of a chain that it does not run.
    if (options.elsewhere?.includes(endpoint.api)) continue;
    if (endpoint.api === "avm" && !options.runsXChain && !storedChains.includes("X")) continue;
    if (endpoint.api === "avax" && !options.buildsBlocks && !storedChains.includes("C")) continue;
    if (reason !== undefined) {
      const paths = [...endpoint.paths, ...endpoint.httpGet.map(({ path }) => path)];
      disabled.push(...[...new Set(paths)].map((path) => ({ path, reason })));
      continue;
    }
    const own = routesOf(endpoint, documents, options);
    routes.push(...own);
    gets.push(...getsOf(endpoint, own[0]!));
    served.push({ endpoint, serves: (method) => isServed(own[0]!, method, options) });
  }
  // Where watches need a token of their own, tools do not have it.
  const needsToken = options.isWatchAuthorized !== undefined;
  const tools = served.filter(({ endpoint }) => !(needsToken && endpoint.api === "watch"));
  const mcp = mcpRoutes(options.apis, tools, profile.name);
  gets.push(...mcp.gets);
  return {
    dialect: profile.name === "spec" ? "json-rpc" : "gorilla",
    routes,
    gets,
    streams: options.streams,
    disabled,
    absent: [...absentPaths(options), ...mcp.absent],
    headers: options.headers,
    declaredError: (name) => new DeclaredError(name as ErrorName),
    errorForm: (error) => (error instanceof DeclaredError ? profile.errorForm(error) : error),
    ...(options.apis.public && { nodeLocalRefusal: errors.notAvailableOnPublicServers() }),
    ownPagesOnly: methodsForOwnPages(routes, options),
    data: options.data,
    randomID: randomUUID,
    log: options.log,
    ...(options.onCall && { onCall: options.onCall }),
  };
}

function isRefused({ nodeLocal }: { readonly nodeLocal: boolean }, options: ServedApisOptions) {
  return options.apis.public && nodeLocal;
}

/** Pages of other origins can read what a public server serves. They can send transactions only to a public server. */
function methodsForOwnPages(
  routes: readonly Route[],
  { apis }: ServedApisOptions,
): ReadonlySet<string> {
  const entries = routes.flatMap(({ methods }) => Object.values(methods));
  const names = entries.filter(({ nodeLocal }) => nodeLocal).map(({ name }) => name);
  return new Set(apis.public ? names : [...names, "platform.issueTx"]);
}

function isServed({ methods }: Route, name: string, options: ServedApisOptions): boolean {
  const method = methods[name];
  return method !== undefined && !isRefused(method, options);
}

/** Where AvalancheGo serves the X- and C-chain. */
function absentPaths({ xChainID, cChainID, runsXChain }: ServedApisOptions) {
  const xChain = "The X-chain does not run here: this node runs only the P-chain";
  const cChain = "The C-chain does not run here: this node runs only the P-chain";
  const methods = ["platform.getUTXOs", "platform.issueTx"].join(" and ");
  const instead = `Use ${methods} at /ext/bc/P for the P-chain, and a node of AvalancheGo for this chain`;
  const some = runsXChain ? ", and answers a few methods at /ext/bc/X" : "";
  const x = [`/ext/bc/${xChainID}`, "/ext/bc/X", "/ext/bc/avm", "/ext/X", "/ext/avm"];
  const c = [`/ext/bc/${cChainID}`, "/ext/bc/C", "/ext/bc/evm", "/ext/C", "/ext/evm"];
  return [
    ...x.map((path) => ({ path, reason: `${xChain}${some}. ${instead}.` })),
    ...c.map((path) => ({ path, reason: `${cChain}. ${instead}.` })),
  ];
}

function reasonAgainst(endpoint: Endpoint, options: ServedApisOptions): string | undefined {
  const { apis, index } = options;
  if (apis.public && endpoint.nodeLocal) {
    return `The ${endpoint.title} is unavailable on public servers: this node runs with --public.`;
  }
  const { enabledBy } = endpoint;
  if (enabledBy === undefined) return undefined;
  if (endpoint.api === "dev" && !apis.dev) {
    return `The ${endpoint.title} is off: it is for a local network with --dev and a loopback --http-host.`;
  }
  const switches: Readonly<Record<string, boolean>> = {
    dev: apis.dev,
    "api-info-enabled": apis.info,
    "api-health-enabled": apis.health,
    "api-keystore-enabled": apis.keystore,
    "index-enabled": index.enabled,
  };
  if (switches[enabledBy.flag] ?? enabledBy.default) return undefined;
  return `The ${endpoint.title} is off: --${enabledBy.flag} turns it on.`;
}

function routesOf(
  endpoint: Endpoint,
  documents: () => ReadonlyMap<string, JsonValue>,
  options: ServedApisOptions,
): Route[] {
  const { api, ready } = endpoint;
  const knowsUTXOs = options.buildsBlocks || options.storedChains.length > 0;
  const methods = knowsUTXOs ? endpoint.methods : withoutUTXOs(endpoint);
  const handlers = {
    ...options.handlers[api],
    "rpc.discover": discover(
      () => documents().get(api),
      (name) => !(options.apis.public && methods[name]?.nodeLocal),
    ),
  };
  const wrapped = Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, options.around(handler)]),
  );
  return pathGroups(endpoint, options).map((paths) => ({
    paths,
    base: baseOf(endpoint, paths[0]!),
    methods,
    handlers: wrapped,
    context: options.context(api, paths[0]!),
    ownPagesOnly: endpoint.nodeLocal,
    ...(api === "watch" &&
      options.isWatchAuthorized && { isAuthorized: options.isWatchAuthorized }),
    // The health API says what is wrong.
    ...(api !== "health" && { needs: ready ?? needsStore }),
  }));
}

/** The chain of a node that follows nobody may have blocks: what they spent is not known. */
function withoutUTXOs({ api, methods }: Endpoint): Endpoint["methods"] {
  if (api !== "avm") return methods;
  const { "avm.getUTXOs": _, ...others } = methods;
  return others;
}

/** Groups of paths that serve the same data. */
function pathGroups(
  { api, distinctPaths, paths }: Endpoint,
  { xChainID, cChainID }: Pick<ServedApisOptions, "xChainID" | "cChainID">,
): readonly (readonly string[])[] {
  if (distinctPaths) return paths.map((path) => [path]);
  if (api === "avm") return [[...paths, `/ext/bc/${xChainID}`]];
  return [api === "avax" ? [...paths, `/ext/bc/${cChainID}/avax`] : paths];
}

/** AvalancheGo's names for routes in its metrics: `info`, `index/P`, and a chain's alias. api/server/metrics.go @ v1.12.1 */
function baseOf({ api, distinctPaths }: Endpoint, path: string): string {
  if (path.startsWith("/ext/bc/")) return path.slice("/ext/bc/".length);
  return distinctPaths ? path.slice("/ext/".length) : api;
}

function getsOf(endpoint: Endpoint, route: Route): GetRoute[] {
  return endpoint.httpGet.map(({ path, method, query, status }) =>
    probe({
      path,
      base: route.base,
      entry: route.methods[method]!,
      handler: route.handlers[method]!,
      context: route.context,
      ownPagesOnly: endpoint.nodeLocal,
      query,
      status,
    }),
  );
}

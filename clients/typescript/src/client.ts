import type { Call } from "./caller.ts";
import { batchOf, type ClientOptions, connect, type SendBatch } from "./connection.ts";
import { type EventOptions, EventStream } from "./event-stream.ts";
import { type AvalanchegoApis, methods as avalanchegoMethods } from "./generated/avalanchego.ts";
import { rules } from "./generated/rules.ts";
import { shapes } from "./generated/shapes.ts";
import { type Apis, paths, methods as specMethods } from "./generated/spec.ts";
import type { EventsQuery } from "./generated/types.ts";
import type { CallOptions, MethodTable } from "./method.ts";

/** The APIs of a node, and how to call several methods at once. */
export type Client<Group> = Group & {
  /**
   * Sends the calls that `build` returns in one HTTP request for each API, and returns the outcome of
   * each. AvalancheGo does not support batches.
   *
   *     const [height, supply] = await client.batch((api) => [
   *       api.platform.getHeight(),
   *       api.platform.getCurrentSupply(),
   *     ]);
   */
  readonly batch: SendBatch<Group>;

  /**
   * Subscribes to events of the P-chain: new ones, from a height, or after a cursor. The first wait for an
   * event connects. AvalancheGo has no events.
   *
   *     for await (const event of client.events({ topics: ["block"] })) console.log(event.cursor);
   */
  events(query?: EventsQuery, options?: EventOptions): EventStream;
};

/**
 * Creates a client for a node at `url`, such as `http://127.0.0.1:9650`, that follows the
 * specification.
 */
export function createClient(url: string, options?: ClientOptions): Client<Apis> {
  return createFor<Apis>(specMethods, url, options);
}

/** A client of AvalancheGo, or of a Couloir node started with `--api-profile avalanchego`. */
export function createAvalanchegoClient(
  url: string,
  options?: ClientOptions,
): Client<AvalanchegoApis> {
  return createFor<AvalanchegoApis>(avalanchegoMethods, url, options);
}

function createFor<Group extends object>(
  methods: MethodTable,
  url: string,
  options: ClientOptions = {},
): Client<Group> {
  const base = baseURL(url);
  // A page may name its own origin by no URL or a path.
  if (base !== "" && !/^(https?:\/\/|\/)/i.test(base)) {
    throw new TypeError(
      `expected the base URL of a node, such as http://127.0.0.1:9650, got ${JSON.stringify(url)}`,
    );
  }
  const target = { url: base, methods, shapes, rules };
  const { caller, fetch, timeoutMs, retryDelayMs } = connect(target, options);
  const headers = options.headers ?? {};
  return {
    ...group<Group>(methods, caller.call),
    batch: batchOf(caller, (call) => group<Group>(methods, call)),
    events: (query: EventsQuery = {}, listening: EventOptions = {}) =>
      new EventStream({ url: base, fetch, headers, timeoutMs, retryDelayMs }, query, listening),
  };
}

/** The URL of a node, also if the path of one of its APIs was given. */
function baseURL(url: string): string {
  const apis = "bc|index|info|health|keystore|events|ledger|dev|admin";
  const path = new RegExp(`/+ext/+(${apis})(/[^?#]*)?(\\?.*)?$`);
  return url.replace(path, "$3").replace(/^([^?]*?)\/+(\?.*)?$/, "$1$2");
}

/** The methods grouped by API; an API with several paths is a group of groups. */
function group<Group>(methods: MethodTable, call: Call): Group {
  const apis = Object.entries(paths).map(([api, place]) => [
    api,
    typeof place === "string"
      ? bind(methods, api, place, call)
      : Object.fromEntries(
          Object.entries(place).map(([key, path]) => [key, bind(methods, api, path, call)]),
        ),
  ]);
  return Object.fromEntries(apis) as Group;
}

function bind(methods: MethodTable, api: string, path: string, call: Call) {
  const own = Object.keys(methods).filter(
    (name) => name.startsWith(`${api}.`) || name.startsWith("rpc."),
  );
  return Object.fromEntries(
    own.map((name) => [
      name.slice(name.indexOf(".") + 1),
      methods[name]?.hasParams
        ? (params: unknown, options?: CallOptions) => call(path, name, params, options)
        : (options?: CallOptions) => call(path, name, undefined, options),
    ]),
  );
}

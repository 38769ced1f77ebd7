import { type Call, Caller, type PendingCall } from "./caller.ts";
import { type EventOptions, EventStream } from "./event-stream.ts";
import { type AvalanchegoApis, methods as avalanchegoMethods } from "./generated/avalanchego.ts";
import { rules } from "./generated/rules.ts";
import { shapes } from "./generated/shapes.ts";
import { type Apis, paths, methods as specMethods } from "./generated/spec.ts";
import type { EventsQuery } from "./generated/types.ts";
import type { CallOptions, MethodTable } from "./method.ts";
import { type Fetch, httpTransport, type Transport } from "./transport.ts";

export type ClientOptions = {
  /** Total time of a call in milliseconds, including retries; 0 means no limit. Default: 30,000. */
  readonly timeoutMs?: number;
  /** How often a call that may be repeated is sent again after a passing failure. Default 2. */
  readonly retries?: number;
  /** Wait before the first repetition, doubled for each further one. Default 100. */
  readonly retryDelayMs?: number;
  /** Bytes of a response, decompressed; a longer one is a TransportError. Default: 128 MiB. */
  readonly maxResponseBytes?: number;
  /** Sent with every request, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch;
  /** Replaces HTTP. */
  readonly transport?: Transport;
};

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
  batch<Calls extends readonly Promise<unknown>[]>(
    build: (api: Group) => readonly [...Calls],
    options?: CallOptions,
  ): Promise<{ [Key in keyof Calls]: PromiseSettledResult<Awaited<Calls[Key]>> }>;

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
  const { timeoutMs = 30_000, retries = 2, retryDelayMs = 100, headers } = options;
  const send: Fetch = options.fetch ?? ((target, init) => fetch(target, init));
  const base = baseURL(url);
  // A page may name its own origin by no URL or a path.
  if (base !== "" && !/^(https?:\/\/|\/)/i.test(base)) {
    throw new TypeError(
      `expected the base URL of a node, such as http://127.0.0.1:9650, got ${JSON.stringify(url)}`,
    );
  }
  const caller = new Caller({
    url: base,
    methods,
    shapes,
    rules,
    transport: options.transport ?? httpTransport(send, headers, options.maxResponseBytes),
    timeoutMs,
    retries,
    retryDelayMs,
  });
  return {
    ...group<Group>(methods, caller.call),
    batch: async (
      build: (api: Group) => readonly Promise<unknown>[],
      batchOptions?: CallOptions,
    ) => {
      const pending: PendingCall[] = [];
      const collect: Call = (path, method, params) =>
        new Promise((resolve, reject) => {
          pending.push({ path, method, params, resolve, reject });
        });
      const settled = Promise.allSettled(build(group<Group>(methods, collect)));
      await caller.callTogether(pending, batchOptions);
      return settled;
    },
    events: (query: EventsQuery = {}, listening: EventOptions = {}) =>
      new EventStream(
        { url: base, fetch: send, headers: headers ?? {}, timeoutMs, retryDelayMs },
        query,
        listening,
      ),
  } as Client<Group>;
}

/** The URL of a node, also if the path of one of its APIs was given. */
function baseURL(url: string): string {
  const apis = "bc|index|info|health|keystore|events|ledger|dev|admin";
  return url.replace(new RegExp(`/+ext/+(${apis})(/[^?#]*)?$`), "").replace(/\/+$/, "");
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

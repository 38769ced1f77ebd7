import { formatId } from "../formats/id.ts";
import type { JsonValue } from "../formats/json.ts";
import type { ProfileName } from "../generated/errors.ts";
import { loadProfile } from "../generated/load-profile.ts";
import type { Endpoint, MethodEntry, Profile } from "../generated/profile.ts";
import { documentsOf } from "../node/apis/documents.ts";
import { httpOptions } from "../node/apis/http-options.ts";
import { servedApis } from "../node/apis/served-apis.ts";
import { configuredNetwork } from "../node/chain/configured-network.ts";
import { nodeGenesis } from "../node/chain/genesis.ts";
import { machineClock } from "../node/clock.ts";
import type { NodeConfig } from "../node/node-config.ts";
import { RpcServer } from "../rpc/http/server.ts";
import type { Log } from "../rpc/json-rpc/description.ts";
import type { Handler, Handlers } from "../rpc/json-rpc/method.ts";
import { ServedData } from "../rpc/json-rpc/served-data.ts";
import { exampleAnswers, requireBundle } from "./example-answers.ts";

/**
 * A server with the paths, switches and wire rules of a node with that configuration, whose methods answer with the
 * examples of the documents. Has no chain and writes no files. Throws StartError.
 */
export async function createMockServer(config: NodeConfig, log: Log): Promise<RpcServer> {
  requireBundle();
  const profile = await loadProfile[config.apis.profile satisfies ProfileName]();
  const documents = documentsOf(profile.name);
  const data = new Examples();
  const { context } = await nodeGenesis(config, configuredNetwork(config), data.nowSeconds());
  const description = servedApis({
    profile: withParamsAsSent(profile),
    handlers: mapEndpoints(profile, (endpoint) =>
      mockHandlers(endpoint, () => documents().get(endpoint.api)!),
    ),
    around: (handler) => handler,
    apis: config.apis,
    index: config.index,
    context: () => undefined,
    data,
    headers: {},
    gets: [],
    streams: [],
    disabled: [],
    storedChains: [],
    runsXChain: true,
    buildsBlocks: true,
    xChainID: formatId(context.xChainID),
    cChainID: formatId(context.cChainID),
    log,
  });
  return new RpcServer(description, httpOptions(config.http));
}

/** What never changes. */
class Examples extends ServedData {
  override version(): number {
    return 0;
  }

  override nowSeconds(): bigint {
    return machineClock.nowNanos() / 1_000_000_000n;
  }
}

/** Validates params as a node does, but passes them on unchanged, because examples are compared with what was sent. */
function withParamsAsSent(profile: Profile): Profile {
  const asSent = (entry: MethodEntry): MethodEntry => ({
    ...entry,
    params: {
      ...entry.params,
      read: (params) => {
        const read = entry.params.read(params);
        return read.ok ? { ok: true, value: params } : read;
      },
    },
  });
  const endpoints = mapEndpoints(profile, (endpoint) => ({
    ...endpoint,
    methods: mapValues(endpoint.methods, asSent),
  }));
  return { ...profile, endpoints };
}

function mockHandlers({ api, methods }: Endpoint, document: () => JsonValue): Handlers {
  const answer = exampleAnswers(api, document);
  return mapValues(
    methods,
    ({ name }): Handler =>
      (params) =>
        answer(name, params),
  );
}

function mapEndpoints<T>(
  { endpoints }: Profile,
  map: (endpoint: Endpoint) => T,
): Readonly<Record<Endpoint["api"], T>> {
  return mapValues(endpoints, map) as Readonly<Record<Endpoint["api"], T>>;
}

function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => U,
): Readonly<Record<string, U>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

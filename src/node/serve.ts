import type { BlockFigures } from "../chain/block-counts.ts";
import { formatId } from "../formats/id.ts";
import { formatNodeId } from "../formats/node-id.ts";
import { loadProfile } from "../generated/load-profile.ts";
import type { Indexer } from "../indexer/indexer.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { DisabledPath, GetRoute } from "../rpc/http/description.ts";
import { RpcServer } from "../rpc/http/server.ts";
import type { Handlers } from "../rpc/json-rpc/method.ts";
import { dataApiRoutes } from "./apis/data-api.ts";
import { docsFiles, docsMoved } from "./apis/docs-page.ts";
import type { Events } from "./apis/events.ts";
import { httpOptions } from "./apis/http-options.ts";
import { meshRoutes } from "./apis/mesh.ts";
import type { PastAnswers } from "./apis/past-answers.ts";
import { profileHandlers } from "./apis/profile-handlers.ts";
import { servedApis } from "./apis/served-apis.ts";
import { heightHeaders, type ServedChain } from "./apis/served-chain.ts";
import { containersAt, type IndexLogs } from "./chain/served-index.ts";
import type { ClusterWriter } from "./cluster/writer.ts";
import type { LedgerFilling } from "./filling/ledger-filling.ts";
import { connectedStake } from "./follow/connected-stake.ts";
import { genesisRoutes } from "./followable/genesis-route.ts";
import type { Foundation } from "./foundation.ts";
import { type ChainFacts, registerChainFacts } from "./health/chain-metrics.ts";
import { registerFillingMetrics } from "./health/filling-metrics.ts";
import { registerModeMetrics } from "./health/follow-metrics.ts";
import { type InFlight, withStoreErrors } from "./health/handler-calls.ts";
import { registerHttpMetrics } from "./health/http-metrics.ts";
import {
  type MempoolRoom,
  registerDelegatedStakeMetric,
  registerHealthMetrics,
  registerKeystoreMetrics,
  registerLogMetrics,
  registerMempoolMetrics,
  registerStoreMetrics,
} from "./health/metrics.ts";
import { metricsRoute } from "./health/metrics-route.ts";
import { registerPeerMetrics } from "./health/p2p-metrics.ts";
import { primaryProgress } from "./health/primary-progress.ts";
import { registerChainMetrics, registerProcessMetrics } from "./health/process-metrics.ts";
import { registerWatchedL1Metrics, type WatchedL1Source } from "./health/watched-l1-metrics.ts";
import type { NodeContext } from "./node-context.ts";
import { watchToken } from "./watches/token.ts";

/** What the server shows of the parts of a node. */
export type Served = {
  readonly logs: IndexLogs;
  readonly inFlight: InFlight;
  readonly events: Events;
  readonly mempool: MempoolRoom & Iterable<Tx>;
  readonly counts: BlockFigures;
  readonly indexer: Indexer;
  readonly isBootstrapped: () => boolean;
  readonly cluster: ClusterWriter | undefined;
  readonly filling: LedgerFilling;
  /** Where rows of the ledger are that the store does not have; undefined if it has all. */
  readonly past: PastAnswers | undefined;
  readonly chain: ServedChain;
  /** Whether the node has blocks of the P-chain, but not their containers. */
  readonly withoutContainers: () => boolean;
};

const metricsPath = "/ext/metrics";

const metricsOff: readonly DisabledPath[] = [
  {
    path: metricsPath,
    reason:
      "Metrics are disabled, on a public server by default: --api-metrics-enabled enables them.",
  },
];

/** Makes the server of a node: its methods, routes, streams, metrics and pages. */
export async function serve(
  foundation: Foundation,
  context: NodeContext,
  served: Served,
): Promise<RpcServer> {
  const { config, log, clock, opened, identity, state, onActivity } = foundation;
  const { logs, inFlight, events, mempool, cluster, filling } = served;
  const { chain, past, withoutContainers } = served;
  const { apis } = config;
  const metrics: GetRoute = metricsRoute({
    path: metricsPath,
    routes: () => cluster?.routes(server.metrics) ?? server.metrics,
    refresh: cluster?.refreshCounts,
    register: (registry) => {
      cluster?.registerMetrics(registry);
      registerHealthMetrics(registry, context.health);
      registerMempoolMetrics(registry, mempool);
      registerDelegatedStakeMetric(registry, identity.nodeID, opened.store.state);
      registerChainFacts(registry, chainFacts(foundation, context, served));
      registerModeMetrics(registry, state);
      registerChainMetrics(registry, opened.store, clock.nowSeconds);
      registerWatchedL1Metrics(registry, watchedL1(foundation, context));
      registerProcessMetrics(registry);
      if (state.source !== undefined) {
        const { following } = state.source;
        registerPeerMetrics(registry, following, context.blockchains.primaryAlias);
      }
      registerHttpMetrics(registry, () => server);
      registerLogMetrics(registry, log.lostLines);
      registerStoreMetrics(registry, opened.store.condition);
      registerFillingMetrics(registry, filling);
      registerKeystoreMetrics(registry, context.keystore);
    },
  });
  const genesis = genesisRoutes(config);
  const profile = await loadProfile[apis.profile]();
  const isWatchAuthorized = watchToken(config.watches.tokenFile);
  const rest = restRoutes(foundation, context, served, isWatchAuthorized);
  const description = servedApis({
    profile,
    handlers: withPast(profileHandlers[apis.profile], past),
    around: (handler) => inFlight.counting(withStoreErrors(handler, opened.store.condition)),
    apis,
    index: config.index,
    context: (api, path) =>
      api === "index"
        ? {
            ...context,
            containers: containersAt(logs, path, opened.store.history, withoutContainers),
          }
        : context,
    data: chain,
    headers: { "node-id": formatNodeId(identity.nodeID) },
    gets: [...(apis.metrics ? [metrics] : []), ...events.gets, ...rest.gets, ...genesis],
    streams: events.streams,
    disabled: [...(apis.metrics ? [] : metricsOff), ...events.disabled],
    storedChains: state.mode === "follow" ? config.source.storedChains : [],
    runsXChain: state.mode !== "follow",
    buildsBlocks: state.mode === "dev",
    xChainID: formatId(opened.context.xChainID),
    cChainID: formatId(opened.context.cChainID),
    isWatchAuthorized,
    log,
    ...(onActivity && { onCall: (call) => onActivity({ kind: "call", ...call }) }),
  });
  const server = new RpcServer(
    {
      ...description,
      files: docsFiles(profile),
      absent: [...(description.absent ?? []), ...rest.absent],
      moved: docsMoved,
      position: heightHeaders,
    },
    httpOptions(config.http, config.processes),
  );
  const { connections } = server.limits;
  if (connections < config.http.connectionLimit) {
    const reason = "the system lets a process open too few files for --http-connection-limit";
    log.warn({ connections }, reason);
  }
  return server;
}

/** The Data API and Mesh. */
function restRoutes(
  { config: { apis }, opened, state }: Foundation,
  context: NodeContext,
  { chain, mempool, past }: Pick<Served, "chain" | "mempool" | "past">,
  isWatchAuthorized: ReturnType<typeof watchToken>,
) {
  const unready = () => {
    if (opened.store.condition.damage !== undefined) return "The store is damaged";
    return state.answersCalls ? undefined : "The P-chain is not done bootstrapping";
  };
  const data = dataApiRoutes(
    apis.data,
    context,
    chain,
    unready,
    {
      isPublic: apis.public,
      isAuthorized: isWatchAuthorized,
    },
    past,
  );
  const mesh = meshRoutes(apis.mesh, { ...context, waiting: () => mempool }, unready, past);
  return { gets: [...data.gets, ...mesh.gets], absent: [...data.absent, ...mesh.absent] };
}

function watchedL1({ opened, clock }: Foundation, { watches }: NodeContext): WatchedL1Source {
  const rules = () => [...watches.list("watch"), ...watches.list("data")].map(({ rule }) => rule);
  const { state } = opened.store;
  return { rules, state, network: opened.context.network, nowSeconds: clock.nowSeconds };
}

/** Only the methods of the ledger read what the store may not have. */
function withPast(
  handlers: (typeof profileHandlers)[keyof typeof profileHandlers],
  past: PastAnswers | undefined,
) {
  if (past === undefined) return handlers;
  const ledger = Object.entries(handlers.ledger as Handlers).map(
    ([name, handler]) => [name, past.around(handler)] as const,
  );
  return { ...handlers, ledger: Object.fromEntries(ledger) };
}

function chainFacts(
  { opened, identity, state }: Foundation,
  { peers }: NodeContext,
  { counts, indexer, isBootstrapped }: Served,
): ChainFacts {
  const { store } = opened;
  const { source } = state;
  return {
    blocks: () => counts,
    writes: () => store.writes,
    progress: primaryProgress(store, opened.context, indexer),
    isBootstrapped,
    storedChains: () => source?.following.storedChains() ?? [],
    totalStake: () => peers.primaryWeight(),
    connectedShare: () =>
      source === undefined ? 1 : connectedStake(source, store, identity.nodeID).share,
    polls: () => source?.following.polls(),
    uptime: (subnetID) => peers.uptime(subnetID),
  };
}

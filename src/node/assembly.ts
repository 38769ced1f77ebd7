import type { BlockFigures } from "../chain/block-counts.ts";
import type { Chain } from "../chain/chain.ts";
import type { PeerServer } from "../follow/peer-server.ts";
import { knowsExports } from "../follow/stored-chain/unfounded-imports.ts";
import { formatId } from "../formats/id.ts";
import { formatNodeId } from "../formats/node-id.ts";
import { loadProfile } from "../generated/load-profile.ts";
import type {
  DevControls,
  HandlerContext,
  Transactions,
  ValidatorUptimes,
} from "../handlers/context.ts";
import { ViewCache } from "../handlers/views/view-cache.ts";
import { Health } from "../health/health.ts";
import type { Archiver } from "../indexer/archiver.ts";
import type { Indexer } from "../indexer/indexer.ts";
import { keepOwner } from "../indexer/open-archive.ts";
import { Keystore } from "../keystore/keystore.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import { maxBigint } from "../pchain/uint64.ts";
import type { DisabledPath, GetRoute } from "../rpc/http/description.ts";
import { RpcServer } from "../rpc/http/server.ts";
import type { Handlers } from "../rpc/json-rpc/method.ts";
import type { ChainStore } from "../store/chain-store.ts";
import { snapshotStatus } from "../store/snapshot/record.ts";
import { Users } from "../store/users.ts";
import type { Watches } from "../watches/watches.ts";
import type { Activity } from "./activity.ts";
import { dataApiRoutes } from "./apis/data-api.ts";
import { docsFiles, docsMoved } from "./apis/docs-page.ts";
import { type Events, makeEvents } from "./apis/events.ts";
import { httpOptions } from "./apis/http-options.ts";
import { meshRoutes } from "./apis/mesh.ts";
import { noPeers, uptimesAlone } from "./apis/no-peers.ts";
import type { PastAnswers } from "./apis/past-answers.ts";
import { profileHandlers } from "./apis/profile-handlers.ts";
import { servedApis } from "./apis/served-apis.ts";
import { heightHeaders, ServedChain } from "./apis/served-chain.ts";
import { SharedMemorySince } from "./apis/shared-memory-since.ts";
import { readAliases } from "./chain/aliases.ts";
import type { BlockMaker } from "./chain/block-maker.ts";
import { makeBlockchains } from "./chain/blockchains.ts";
import type { OpenChain } from "./chain/open-chain.ts";
import { indexLogs, nodeArchiver, openIndexer, openNodeArchive } from "./chain/open-indexer.ts";
import { containersAt, type IndexLogs, lacksContainers } from "./chain/served-index.ts";
import { trackedSubnets } from "./chain/tracked-subnets.ts";
import { makeTransactions } from "./chain/transactions.ts";
import { machineClock, type NodeClock } from "./clock.ts";
import type { ClusterWriter } from "./cluster/writer.ts";
import type { LedgerCopier } from "./copying/ledger-copier.ts";
import { type Copying, keepCopy, openLedgerCopier } from "./copying/open-ledger-copier.ts";
import { DevSettings, devUptimes } from "./dev/dev-settings.ts";
import { Faults } from "./dev/faults.ts";
import { LedgerFilling } from "./filling/ledger-filling.ts";
import { connectedStake } from "./follow/connected-stake.ts";
import { followState, networkTraffic } from "./follow/follow-state.ts";
import type { FollowedParts, NetworkSource, OpenSource } from "./follow/network-source.ts";
import { ValidatorObservatory } from "./follow/observatory.ts";
import { ObservedUptimes } from "./follow/observed-uptimes.ts";
import { followedPeers } from "./follow/peer-views.ts";
import { genesisRoutes } from "./followable/genesis-route.ts";
import { ProposerTurn } from "./followable/proposer-turn.ts";
import { type ChainFacts, registerChainFacts } from "./health/chain-metrics.ts";
import { registerChecks, unverifiedSnapshot } from "./health/checks.ts";
import { registerFillingMetrics } from "./health/filling-metrics.ts";
import { registerModeMetrics } from "./health/follow-metrics.ts";
import { InFlight, withStoreErrors } from "./health/handler-calls.ts";
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
import { MissingChains } from "./health/missing-chains.ts";
import { announcedUpgrades, registeredKey } from "./health/own-validator.ts";
import { registerPeerMetrics } from "./health/p2p-metrics.ts";
import { primaryProgress, validationState } from "./health/primary-progress.ts";
import { registerChainMetrics, registerProcessMetrics } from "./health/process-metrics.ts";
import { registerWatchedL1Metrics, type WatchedL1Source } from "./health/watched-l1-metrics.ts";
import type { NodeIdentity } from "./identity/identity.ts";
import { makeNodeFacts } from "./identity/node-facts.ts";
import type { PublicIp } from "./identity/public-ip.ts";
import type { StakingAddress } from "./identity/staking-address.ts";
import type { Log } from "./logging/log.ts";
import type { ModeState } from "./mode/mode-state.ts";
import type { NodeConfig } from "./node-config.ts";
import { followedRelease } from "./version.ts";
import { type NodeWatches, nodeWatches } from "./watches/node-watches.ts";
import { openWatches } from "./watches/open-watches.ts";
import { watchToken } from "./watches/token.ts";

/** What `assemble` connects. */
export type Foundation = {
  readonly config: NodeConfig;
  readonly log: Log;
  readonly clock: NodeClock;
  readonly opened: OpenChain;
  /** Whether gas is as scarce as on the network. */
  readonly gasAsNetwork: boolean;
  readonly identity: NodeIdentity;
  readonly publicIP: PublicIp;
  readonly staking: StakingAddress;
  readonly state: ModeState;
  readonly openSource: OpenSource;
  /** Called for each call and block. */
  readonly onActivity: ((activity: Activity) => void) | undefined;
};

/** The parts of a node that run. */
export type Assembly = {
  readonly health: Health;
  readonly server: RpcServer;
  readonly blocks: BlockMaker;
  readonly archiving: Archiving;
  readonly filling: LedgerFilling;
  readonly dev: DevControls;
  readonly keystore: Keystore;
  readonly watches: NodeWatches;
  /** What the node observes of validators while it follows a network; undefined otherwise. */
  readonly uptimes: ObservedUptimes | undefined;
  /** Keeps what it observes of validators by the hour; undefined unless it follows a network. */
  readonly observatory: ValidatorObservatory | undefined;
  /** Undefined if one process does everything. */
  readonly cluster: ClusterWriter | undefined;
  /** What peers connect to; undefined unless the node is followable. */
  readonly peerServer: PeerServer | undefined;
};

/** Copies the ledger and moves older containers to the database, if one is configured. */
export type Archiving = { start(): void; stop(): Promise<void> };

/** Connects the parts of a node without starting them. */
export async function assemble(foundation: Foundation): Promise<Assembly> {
  const { config, log, opened, state } = foundation;
  const watches = openWatches({ config, opened, mode: state.mode, log });
  try {
    return await connect(foundation, watches);
  } catch (error) {
    // Another node of this process could not open their store.
    watches.stop();
    throw error;
  }
}

async function connect(foundation: Foundation, watches: Watches): Promise<Assembly> {
  const { config, log, opened, identity, clock, state } = foundation;
  const { store } = opened;
  const faults = new Faults(state);
  const health = new Health(machineClock, log);
  const blockchains = nodeBlockchains(foundation);
  const missing = new MissingChains(health.health, blockchains);
  const turn = config.followable ? new ProposerTurn({ identity, store, clock }) : undefined;
  const indexer = openIndexer(store, opened.context.network.upgrades, {
    ...config.index,
    // A follower serves containers to its peers.
    enabled: config.index.enabled || state.mode === "follow" || turn !== undefined,
    wrapsBlocks: state.mode === "dev",
    signer: turn?.signer,
  });
  const settings = new DevSettings(store.metadata);
  const observed = state.mode === "follow" ? observedUptimes(foundation) : undefined;
  const uptimes = observed ?? devUptimes(settings, uptimesAlone(identity.nodeID));
  const reading = { blockchains, chain: opened.context, views: new ViewCache() };
  const isOpen = !config.apis.public && config.watches.tokenFile === undefined;
  const events = makeEvents(store, reading, config.apis.events, isOpen ? watches : undefined);
  const archive = await openNodeArchive(store, opened.context, indexer, config, log);
  // While the containers before a snapshot are missing, none are moved.
  const containers = store.history.isComplete ? archive : undefined;
  const archiver = nodeArchiver(store, indexer, containers, foundation);
  const copying = openLedgerCopier(opened, archive, { config, log, watches });
  const copier = copying?.copier;
  const cluster = await openCluster(foundation);
  const inFlight = new InFlight();
  const { isBootstrapped } = state;
  const filling = new LedgerFilling({
    ...foundation,
    // Nothing else changes the chain of a node that is offline.
    hasCaughtUp: () => state.mode === "offline" || isBootstrapped(),
    calls: () => server.calls,
  });
  const copies = { archive, archiver, copier, filling };
  const observers = { indexer, missing, events, watches, cluster, ...copies };
  const own = { uptimes, settings, faults, health, turn };
  const produced = produce(foundation, { ...observers, ...own });
  const { transactions, blocks, mempool, counts } = produced;
  const proposer = {
    parent: () => indexer.parent(store.blocks.lastAccepted().id, store.state.timestamp()),
  };
  const dev = cluster?.shared(produced.dev) ?? produced.dev;
  const parts = { blockchains, uptimes, transactions, proposer, dev, health, watches };
  const peerServer = await openServerOfPeers(foundation, indexer, transactions);
  const context = nodeContext(foundation, parts, peerServer);
  watchStore(store, health, log);
  const watched = { health, missing, indexer, archiver, copier, filling, inFlight, isBootstrapped };
  await watch(foundation, watched);
  const server = await serve(foundation, context, {
    logs: indexLogs(indexer, containers),
    inFlight,
    events,
    mempool,
    counts,
    indexer,
    cluster,
    filling,
    isBootstrapped,
    past: copying?.past,
    chain: new ServedChain(
      store,
      foundation.clock,
      produced.dev.moves,
      state,
      sharedMemorySince(foundation),
    ),
    withoutContainers: () => lacksContainers(store.blocks, indexer),
  });
  const archiving = archivingOf(archive, archiver, copying);
  const { keystore } = context;
  const others = await nodeWatches({ ...foundation, watches, context, uptimes });
  const running = { health, server, blocks, archiving, filling, dev, keystore, cluster };
  const observatory = observatoryOf(foundation);
  return { ...running, watches: others, uptimes: observed, observatory, peerServer };
}

function nodeBlockchains({ config, opened, state }: Foundation) {
  const { store, context } = opened;
  return makeBlockchains({
    context,
    chains: store.chains,
    aliases: readAliases("chain", config.aliases.chains),
    trackedSubnets: trackedSubnets(config.staking.trackedSubnets),
    staking: config.staking,
    isBootstrapped: state.isBootstrapped,
    bootstrappedChains: state.bootstrappedChains,
    snapshot: () => snapshotStatus(store.metadata),
  });
}

function archivingOf(
  archive: Awaited<ReturnType<typeof openNodeArchive>>,
  archiver: Archiver | undefined,
  copying: Copying | undefined,
): Archiving {
  const copier = copying?.copier;
  return {
    start: () => {
      archiver?.request();
      copier?.request();
    },
    stop: async () => {
      copying?.pruner?.stop();
      await Promise.all([archiver?.stop(), copier?.stop()]);
      await archive?.close();
    },
  };
}

type Observers = {
  readonly indexer: Indexer;
  readonly uptimes: ValidatorUptimes;
  readonly turn: ProposerTurn | undefined;
  readonly settings: DevSettings;
  readonly faults: Faults;
  readonly health: Health;
  readonly missing: MissingChains;
  readonly events: Events;
  readonly watches: Watches;
  readonly archive: Awaited<ReturnType<typeof openNodeArchive>>;
  readonly archiver: Archiver | undefined;
  readonly copier: LedgerCopier | undefined;
  readonly filling: LedgerFilling;
  readonly cluster: ClusterWriter | undefined;
};

/** Opens what accepts transactions and blocks, and reports them to everything else. */
function produce(foundation: Foundation, observers: Observers) {
  const { config, log, clock, opened, state } = foundation;
  const { archive, archiver, copier, filling, ...watching } = observers;
  const { indexer, missing, events, watches, cluster, ...others } = watching;
  return makeTransactions({
    ...others,
    mode: state.mode,
    knowsExports: (sourceChain) =>
      knowsExports(sourceChain, opened.context, state.bootstrappedChains()),
    openSource: (chain) =>
      openedSource(foundation, chain, indexer, {
        older: archive?.logs,
        onPending: events.pending,
        // Reports at once what the next health checks would find.
        onPhase: () => {
          for (const worker of others.health.workers) void worker.runAll();
        },
        onStored: () => {
          state.noteStored();
          archiver?.request();
          cluster?.moved();
        },
      }),
    store: opened.store,
    context: opened.context,
    clock,
    config: config.chain,
    gasAsNetwork: foundation.gasAsNetwork,
    issueWaitsForBlock: config.apis.profile === "spec",
    log,
    indexer,
    genesis: opened.genesis,
    local: config.local,
    blsSecretKey: foundation.identity.blsSecretKey,
    onAccepted: (accepted) => {
      for (const block of accepted) foundation.onActivity?.({ kind: "block", block });
      void missing.addFrom(accepted);
      archiver?.request();
      events.chainMoved();
      watches.chainMoved();
      cluster?.moved();
    },
    onOtherPast: () => {
      if (archive !== undefined) keepOwner(opened.store.metadata, archive);
      archiver?.rewind();
      if (copier !== undefined) keepCopy(opened.store, copier);
      filling.start();
      events.chainUndone();
      watches.chainUndone();
    },
    onStateChanged: () => {
      events.stateChanged();
      watches.stateChanged();
    },
    onPending: events.pending,
  });
}

function sharedMemorySince(foundation: Foundation): SharedMemorySince | undefined {
  const { config, opened, state } = foundation;
  const chains = state.mode === "follow" ? config.source.storedChains : [];
  if (chains.length === 0) return undefined;
  return new SharedMemorySince({
    chains,
    metadata: opened.store.metadata,
    upgrades: opened.context.network.upgrades,
    nowMillis: performance.now.bind(performance),
  });
}

/** Loaded only by followable nodes: other dev nodes need no peer protocol. */
async function openServerOfPeers(
  foundation: Foundation,
  indexer: Indexer,
  transactions: Transactions,
): Promise<PeerServer | undefined> {
  if (!foundation.config.followable) return undefined;
  const { openPeerServer } = await import("./followable/open-peer-server.ts");
  const { isBootstrapped } = foundation.state;
  return openPeerServer({ ...foundation, indexer, transactions, isBootstrapped });
}

/** Loaded only by nodes with several processes. */
async function openCluster({
  config,
  log,
  clock,
  opened,
  gasAsNetwork,
  identity,
  state,
}: Foundation): Promise<ClusterWriter | undefined> {
  if (config.processes === 1) return undefined;
  const { ClusterWriter } = await import("./cluster/writer.ts");
  const { mode, isBootstrapped, bootstrappedChains } = state;
  const facts = { mode, gasAsNetwork, isBootstrapped, bootstrappedChains };
  return new ClusterWriter({ config, log, clock, opened, identity, ...facts });
}

function observedUptimes({ state, opened, clock, identity }: Foundation): ObservedUptimes {
  const following = () => state.source?.following;
  return new ObservedUptimes({
    following,
    store: opened.store,
    clock,
    ownNodeID: identity.nodeID,
  });
}

function observatoryOf({ config, state, opened: { store }, clock, log }: Foundation) {
  const { retentionMs } = config.observatory;
  if (state.mode !== "follow" || retentionMs === 0) return undefined;
  const following = () => state.source?.following;
  const onError = (err: unknown) => log.error({ err }, "couldn't ask for uptimes");
  return new ValidatorObservatory({ following, store, clock, retentionMs, onError });
}

function openedSource(
  { config, opened, identity, staking, clock, log, state, openSource }: Foundation,
  chain: Chain,
  indexer: Indexer,
  callbacks: Pick<FollowedParts, "older" | "onPending" | "onPhase" | "onStored">,
): NetworkSource {
  const { store, context } = opened;
  const node = { config, identity, staking, clock, log };
  const source = openSource({ ...node, store, context, chain, indexer, ...callbacks });
  state.follow(source);
  return source;
}

/** What every handler may use; the handlers of an index also get its containers. */
type NodeContext = Omit<HandlerContext, "containers">;

function nodeContext(
  { config, clock, opened, gasAsNetwork, identity, publicIP, staking, state }: Foundation,
  parts: Pick<
    NodeContext,
    "blockchains" | "uptimes" | "transactions" | "proposer" | "dev" | "health" | "watches"
  >,
  peerServer: PeerServer | undefined,
): NodeContext {
  const { store } = opened;
  return {
    ...parts,
    clock,
    feeTime: () => {
      const chainTime = store.state.timestamp();
      return gasAsNetwork ? chainTime : maxBigint(chainTime, clock.nowSeconds());
    },
    chain: opened.context,
    state: store.state,
    queries: store,
    views: new ViewCache(),
    node: makeNodeFacts({
      mode: state.mode,
      identity,
      publicIP,
      staking,
      profile: config.apis.profile,
      vmAliases: readAliases("vm", config.aliases.vms),
    }),
    peers:
      state.source === undefined
        ? noPeers(identity.nodeID, store, config.staking, () => peerServer?.peers() ?? [])
        : followedPeers({
            following: state.source.following,
            nodeID: identity.nodeID,
            queries: store,
            staking: config.staking,
            network: opened.context.network,
            state: store.state,
          }),
    keystore: new Keystore({
      store: new Users(store.database(), store.writeBeside),
      limits: config.keystore,
    }),
  };
}

/** Reports immediately what the next health check would find. */
function watchStore({ condition }: ChainStore, health: Health, log: Log): void {
  condition.onChange(() => {
    const { damage, writeProblem } = condition;
    if (damage !== undefined)
      log.fatal({ damage }, "the store is damaged, so the node serves only the health API");
    else if (writeProblem !== undefined) log.error({ writeProblem }, "the store cannot be written");
    else log.info({}, "the store can be written again");
    void health.health.runAll();
  });
}

type Watched = {
  readonly health: Health;
  readonly missing: MissingChains;
  readonly indexer: Indexer;
  readonly archiver: Archiver | undefined;
  readonly copier: LedgerCopier | undefined;
  readonly filling: LedgerFilling;
  readonly inFlight: InFlight;
  readonly isBootstrapped: () => boolean;
};

async function watch(foundation: Foundation, watched: Watched): Promise<void> {
  const { config, clock, opened, identity, state } = foundation;
  const { health, missing, indexer, archiver, copier, filling, inFlight, isBootstrapped } = watched;
  const { source } = state;
  const { store } = opened;
  const release = followedRelease(config.apis.profile);
  await missing.addExisting(store);
  await registerChecks(health, config, {
    bootstrappingSubnets: () => missing.subnetIDs(),
    isBootstrapped,
    probeDatabase: () => {
      store.probe(String(clock.nowMillis()));
    },
    databaseDirectory: opened.directory,
    archiving: archiver,
    copying: copier,
    filling,
    progress: primaryProgress(store, opened.context, indexer),
    storedChains: () => source?.following.storedChains() ?? [],
    requests: inFlight.outstanding,
    validation: validationState(identity.nodeID, store.state, isBootstrapped),
    ownBlsKey: identity.blsPublicKey,
    registeredBlsKey: registeredKey(config.staking, identity, store.state),
    announcedUpgrades: announcedUpgrades(
      opened.context.network.upgrades[release.newestUpgrade],
      config.staking,
      store,
      () => source?.following.peers() ?? [],
    ),
    following: source && (() => followState(source)),
    snapshot: () => source?.following.progress().snapshot ?? unverifiedSnapshot(store.metadata),
    connectedStake: source && (() => connectedStake(source, store, identity.nodeID)),
    traffic: () => networkTraffic(source, clock),
    onDiskSpace: (problem) => store.condition.noteSpace(problem),
  });
}

type Served = {
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

const metricsPath = "/ext/metrics";

const metricsOff: readonly DisabledPath[] = [
  {
    path: metricsPath,
    reason:
      "Metrics are disabled, on a public server by default: --api-metrics-enabled enables them.",
  },
];

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

async function serve(
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
  return server;
}

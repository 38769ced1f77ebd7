import { formatId } from "../formats/id.ts";
import { formatNodeId } from "../formats/node-id.ts";
import { loadProfile } from "../generated/load-profile.ts";
import type { DevControls, HandlerContext } from "../handlers/context.ts";
import { ViewCache } from "../handlers/views/view-cache.ts";
import { Health } from "../health/health.ts";
import type { Archiver } from "../indexer/archiver.ts";
import type { Indexer } from "../indexer/indexer.ts";
import { keepOwner } from "../indexer/open-archive.ts";
import { Keystore } from "../keystore/keystore.ts";
import type { GetRoute } from "../rpc/http/description.ts";
import { metricsRoute } from "../rpc/http/metrics.ts";
import { RpcServer } from "../rpc/http/server.ts";
import { Users } from "../store/users.ts";
import { docsFiles, docsMoved } from "./apis/docs-page.ts";
import { type Events, makeEvents } from "./apis/events.ts";
import { httpOptions } from "./apis/http-options.ts";
import { noPeers, uptimesAlone } from "./apis/no-peers.ts";
import { profileHandlers } from "./apis/profile-handlers.ts";
import { servedApis } from "./apis/served-apis.ts";
import { readAliases } from "./chain/aliases.ts";
import type { BlockMaker } from "./chain/block-maker.ts";
import { makeBlockchains } from "./chain/blockchains.ts";
import type { OpenChain } from "./chain/open-chain.ts";
import {
  containersAt,
  type IndexLogs,
  indexLogs,
  nodeArchiver,
  openIndexer,
  openNodeArchive,
} from "./chain/open-indexer.ts";
import { trackedSubnets } from "./chain/tracked-subnets.ts";
import { makeTransactions } from "./chain/transactions.ts";
import { machineClock, type NodeClock } from "./clock.ts";
import { DevSettings, devUptimes } from "./dev/dev-settings.ts";
import { Faults } from "./dev/faults.ts";
import { registerChecks } from "./health/checks.ts";
import { InFlight } from "./health/in-flight.ts";
import {
  type MempoolRoom,
  registerHealthMetrics,
  registerMempoolMetrics,
} from "./health/metrics.ts";
import { MissingChains } from "./health/missing-chains.ts";
import { primaryProgress, validationState } from "./health/primary-progress.ts";
import type { NodeIdentity } from "./identity/identity.ts";
import { makeNodeFacts } from "./identity/node-facts.ts";
import type { PublicIp } from "./identity/public-ip.ts";
import type { StakingAddress } from "./identity/staking-address.ts";
import type { Log } from "./logging/log.ts";
import type { NodeConfig } from "./node-config.ts";

/** What `assemble` connects. */
export type Foundation = {
  readonly config: NodeConfig;
  readonly log: Log;
  readonly clock: NodeClock;
  readonly opened: OpenChain;
  readonly identity: NodeIdentity;
  readonly publicIP: PublicIp;
  readonly staking: StakingAddress;
  readonly isBootstrapped: () => boolean;
  /** Called when the node cannot continue. */
  readonly onFailure: (reason: string) => void;
};

/** The parts of a node that run. */
export type Assembly = {
  readonly health: Health;
  readonly server: RpcServer;
  readonly blocks: BlockMaker;
  readonly archiving: Archiving;
  readonly dev: DevControls;
};

/** Moves older containers to the index database, if one is configured. */
export type Archiving = { start(): void; stop(): Promise<void> };

/** Connects the parts of a node without starting them. */
export async function assemble(given: Foundation): Promise<Assembly> {
  const faults = new Faults(given.isBootstrapped);
  const foundation: Foundation = { ...given, isBootstrapped: faults.isBootstrapped };
  const { config, log, clock, opened, identity } = foundation;
  const { store } = opened;
  const health = new Health(machineClock, log);
  const blockchains = makeBlockchains({
    context: opened.context,
    chains: store.chains,
    aliases: readAliases("chain", config.aliases.chains),
    trackedSubnets: trackedSubnets(config.staking.trackedSubnets),
    staking: config.staking,
    isBootstrapped: foundation.isBootstrapped,
  });
  const missing = new MissingChains(health.health, blockchains);
  const indexer = openIndexer(store, opened.context.network.upgrades, config.index);
  const settings = new DevSettings(store.metadata);
  const uptimes = devUptimes(settings, uptimesAlone(identity.nodeID));
  const events = makeEvents(store, config.apis.events);
  const archive = await openNodeArchive(store, opened.context, indexer, config);
  const archiver = nodeArchiver(store, indexer, archive, foundation);
  const { transactions, blocks, dev, mempool } = makeTransactions({
    store,
    context: opened.context,
    clock,
    config: config.chain,
    log,
    indexer,
    uptimes,
    settings,
    faults,
    health,
    genesis: opened.genesis,
    onAccepted: (accepted) => {
      void missing.addFrom(accepted);
      archiver?.request();
      events.chainMoved();
    },
    onOtherPast: () => {
      if (archive !== undefined) keepOwner(store.metadata, archive);
      archiver?.rewind();
      events.chainMoved();
    },
    onPending: events.pending,
  });
  const context = nodeContext(foundation, { blockchains, uptimes, transactions, dev, health });
  const inFlight = new InFlight();
  await watch(foundation, { health, missing, indexer, archiver, inFlight });
  const server = await serve(foundation, context, {
    logs: indexLogs(indexer, archive),
    inFlight,
    events,
    mempool,
  });
  const archiving: Archiving = {
    start: () => archiver?.request(),
    stop: async () => {
      await archiver?.stop();
      await archive?.close();
    },
  };
  return { health, server, blocks, archiving, dev };
}

/** What every handler may use; the handlers of an index also get its containers. */
type NodeContext = Omit<HandlerContext, "containers">;

function nodeContext(
  { config, clock, opened, identity, publicIP, staking }: Foundation,
  parts: Pick<NodeContext, "blockchains" | "uptimes" | "transactions" | "dev" | "health">,
): NodeContext {
  const { store } = opened;
  return {
    ...parts,
    clock,
    chain: opened.context,
    state: store.state,
    queries: store,
    views: new ViewCache(),
    node: makeNodeFacts({
      identity,
      publicIP,
      staking,
      profile: config.apis.profile,
      vmAliases: readAliases("vm", config.aliases.vms),
    }),
    peers: noPeers(identity.nodeID, store, config.staking.sybilProtectionEnabled),
    keystore: new Keystore({ store: new Users(store.database()) }),
  };
}

type Watched = {
  readonly health: Health;
  readonly missing: MissingChains;
  readonly indexer: Indexer;
  readonly archiver: Archiver | undefined;
  readonly inFlight: InFlight;
};

async function watch(foundation: Foundation, watched: Watched): Promise<void> {
  const { config, log, clock, opened, identity, isBootstrapped, onFailure } = foundation;
  const { health, missing, indexer, archiver, inFlight } = watched;
  const { store } = opened;
  await missing.addExisting(store);
  await registerChecks(health, config, {
    bootstrappingSubnets: () => missing.subnetIDs(),
    isBootstrapped,
    probeDatabase: () => {
      const now = String(clock.nowMillis());
      store.metadata.setText("health-probe", now);
      if (store.metadata.getText("health-probe") !== now) throw new Error("a write was lost");
    },
    databaseDirectory: opened.directory,
    archiving: archiver,
    progress: primaryProgress(store, opened.context, indexer),
    requests: inFlight.outstanding,
    validation: validationState(identity.nodeID, store.state),
    onDiskExhausted: (remainingDiskBytes) => {
      log.fatal({ remainingDiskBytes }, "low on disk space. Shutting down...");
      onFailure("low on disk space");
    },
  });
}

type Served = {
  readonly logs: IndexLogs;
  readonly inFlight: InFlight;
  readonly events: Events;
  readonly mempool: MempoolRoom;
};

const metricsOff =
  "Metrics are disabled, on a public server by default: --api-metrics-enabled enables them.";

async function serve(
  { config, log, clock, opened, identity, isBootstrapped }: Foundation,
  context: NodeContext,
  { logs, inFlight, events, mempool }: Served,
): Promise<RpcServer> {
  const { apis } = config;
  const metrics: GetRoute = metricsRoute({
    path: "/ext/metrics",
    prefix: "avalanche_api",
    routes: () => server.metrics,
    register: (registry) => {
      registerHealthMetrics(registry, context.health);
      registerMempoolMetrics(registry, mempool);
    },
  });
  const profile = await loadProfile[apis.profile]();
  const description = servedApis({
    profile,
    handlers: profileHandlers[apis.profile],
    around: (handler) => inFlight.counting(handler),
    apis,
    index: config.index,
    context: (api, path) =>
      api === "index" ? { ...context, containers: containersAt(logs, path) } : context,
    isReady: isBootstrapped,
    headers: { "node-id": formatNodeId(identity.nodeID) },
    version: () => opened.store.blocks.lastAccepted().height + context.dev.changes(),
    generation: context.dev.generation,
    nowSeconds: clock.nowSeconds,
    gets: [...(apis.metrics ? [metrics] : []), ...events.gets],
    streams: events.streams,
    disabled: [
      ...(apis.metrics ? [] : [{ path: metrics.path, reason: metricsOff }]),
      ...events.disabled,
    ],
    xChainID: formatId(opened.context.xChainID),
    log,
  });
  const files = docsFiles(profile);
  const server = new RpcServer(
    { ...description, files, moved: docsMoved },
    httpOptions(config.http),
  );
  return server;
}

import type { Chain } from "../chain/chain.ts";
import type { PeerServer } from "../follow/peer-server.ts";
import { knowsExports } from "../follow/stored-chain/unfounded-imports.ts";
import type { DevControls, Transactions, ValidatorUptimes } from "../handlers/context.ts";
import { ViewCache } from "../handlers/views/view-cache.ts";
import { Health } from "../health/health.ts";
import type { Archiver } from "../indexer/archiver.ts";
import type { Indexer } from "../indexer/indexer.ts";
import { keepOwner } from "../indexer/open-archive.ts";
import type { Keystore } from "../keystore/keystore.ts";
import type { RpcServer } from "../rpc/http/server.ts";
import type { ChainStore } from "../store/chain-store.ts";
import { snapshotStatus } from "../store/snapshot/record.ts";
import type { Watches } from "../watches/watches.ts";
import { type Events, makeEvents } from "./apis/events.ts";
import { uptimesAlone } from "./apis/no-peers.ts";
import { ServedChain } from "./apis/served-chain.ts";
import { SharedMemorySince } from "./apis/shared-memory-since.ts";
import { readAliases } from "./chain/aliases.ts";
import type { BlockMaker } from "./chain/block-maker.ts";
import { makeBlockchains } from "./chain/blockchains.ts";
import { indexLogs, nodeArchiver, openIndexer, openNodeArchive } from "./chain/open-indexer.ts";
import { lacksContainers } from "./chain/served-index.ts";
import { trackedSubnets } from "./chain/tracked-subnets.ts";
import { makeTransactions } from "./chain/transactions.ts";
import { machineClock } from "./clock.ts";
import type { ClusterWriter } from "./cluster/writer.ts";
import type { LedgerCopier } from "./copying/ledger-copier.ts";
import { type Copying, keepCopy, openLedgerCopier } from "./copying/open-ledger-copier.ts";
import { DevSettings, devUptimes } from "./dev/dev-settings.ts";
import { Faults } from "./dev/faults.ts";
import { LedgerFilling } from "./filling/ledger-filling.ts";
import { connectedStake } from "./follow/connected-stake.ts";
import { followState, networkTraffic } from "./follow/follow-state.ts";
import type { FollowedParts, NetworkSource } from "./follow/network-source.ts";
import { ValidatorObservatory } from "./follow/observatory.ts";
import { ObservedUptimes } from "./follow/observed-uptimes.ts";
import { ProposerTurn } from "./followable/proposer-turn.ts";
import type { Foundation } from "./foundation.ts";
import { registerChecks, unverifiedSnapshot } from "./health/checks.ts";
import { InFlight } from "./health/handler-calls.ts";
import { MissingChains } from "./health/missing-chains.ts";
import { announcedUpgrades, registeredKey } from "./health/own-validator.ts";
import { primaryProgress, validationState } from "./health/primary-progress.ts";
import type { Log } from "./logging/log.ts";
import { nodeContext } from "./node-context.ts";
import { serve } from "./serve.ts";
import { followedRelease } from "./version.ts";
import { type NodeWatches, nodeWatches } from "./watches/node-watches.ts";
import { openWatches } from "./watches/open-watches.ts";

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

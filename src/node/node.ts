import type { StoredChainProgress } from "../follow/following.ts";
import type { FollowProgress } from "../follow/progress.ts";
import type { NodeId } from "../formats/bytes.ts";
import { formatNodeId } from "../formats/node-id.ts";
import { applicationTag } from "../health/check.ts";
import { shuttingDownCheck } from "../health/checks/node.ts";
import { primaryNetworkID } from "../networks/chains.ts";
import { isProductionNetwork, underRelease } from "../networks/find-network.ts";
import { localID, networkName } from "../networks/ids.ts";
import type { Network } from "../networks/network.ts";
import type { ReleaseName } from "../networks/release.ts";
import type { ChainStore } from "../store/chain-store.ts";
import { writeExecutedSchedule } from "../store/executed-schedule.ts";
import { readHardfork, writeRelease } from "../store/release.ts";
import { readSnapshotRecord } from "../store/snapshot/record.ts";
import { isOfStore } from "../store/store-condition.ts";
import type { Activity } from "./activity.ts";
import { type Assembly, assemble } from "./assembly.ts";
import { configuredNetwork } from "./chain/configured-network.ts";
import { untilThereIsGas } from "./chain/first-gas.ts";
import { networkOfNewChain, type OpenChain, openChain, startErrorOf } from "./chain/open-chain.ts";
import { removeHealed } from "./chain/outdated-schedule.ts";
import { areBlocksRecorded } from "./chain/recorded-blocks.ts";
import { machineClock, NodeClock } from "./clock.ts";
import { creditAccounts } from "./dev/credit-accounts.ts";
import { DevSettings } from "./dev/dev-settings.ts";
import { withGas } from "./dev/gas.ts";
import { describeNode, type NodeDescription } from "./dev/node-description.ts";
import { saveState } from "./dev/saved-state.ts";
import { wakeClock } from "./dev/wake-clock.ts";
import { Backups } from "./files/backups.ts";
import { ProcessContextFile } from "./files/process-context.ts";
import type { FillingProgress } from "./filling/ledger-filling.ts";
import type { OpenSource } from "./follow/network-source.ts";
import { recordFollowable } from "./followable/recorded.ts";
import {
  firstLocalIdentity,
  IdentityError,
  loadIdentity,
  type NodeIdentity,
} from "./identity/identity.ts";
import { KeyFileError } from "./identity/key-files.ts";
import { PublicIp } from "./identity/public-ip.ts";
import { joinHostPort, type StakingAddress, stakingAddress } from "./identity/staking-address.ts";
import type { Log } from "./logging/log.ts";
import { configOfMode, decideMode, type Mode } from "./mode/decide-mode.ts";
import { ModeState } from "./mode/mode-state.ts";
import { recordMode } from "./mode/recorded-mode.ts";
import type { NodeConfig } from "./node-config.ts";
import { notListening, StartError } from "./node-config.ts";
import { versions } from "./version.ts";
import { WatchConfigError } from "./watches/configured-watches.ts";

type Parts = {
  readonly opened: OpenChain;
  readonly identity: NodeIdentity;
  readonly publicIP: PublicIp;
  readonly staking: StakingAddress;
  readonly state: ModeState;
  readonly assembly: Assembly;
};

/** What the caller may replace. */
export type NodeOptions = {
  /** Default: the machine's clock. */
  readonly clock?: NodeClock;
  /** Whether the chains of a dev node accept requests. By default they do at once. */
  readonly isBootstrapped?: () => boolean;
  /** Called for each call and block. */
  readonly onActivity?: (activity: Activity) => void;
  /** Replaces peers and upstreams in mode `follow`. */
  readonly openSource?: OpenSource;
  /** Ends the creation, which takes long if the store has to be healed. It rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called while blocks of the store are executed again, before the node serves. */
  readonly onHealing?: (height: bigint, last: bigint) => void;
};

/** Creates a node: opens its chain, reads its identity and connects its parts. Throws StartError. */
export async function createNode(
  givenConfig: NodeConfig,
  log: Log,
  {
    clock: given,
    isBootstrapped,
    onActivity,
    openSource: givenSource,
    signal,
    onHealing,
  }: NodeOptions = {},
): Promise<Node> {
  const { timestamp } = givenConfig.local;
  const clock = given ?? clockAt(timestamp);
  for (const { level, message } of givenConfig.notices) log[level]({}, message);
  const network = configuredNetwork(givenConfig);
  const publicIP = new PublicIp(givenConfig.publicIP, log);
  const { host, port } = givenConfig.staking;
  const staking = await stakingAddress(host, port);
  const wouldFollow = wantsToFollow(givenConfig);
  const followed = await followedChain(givenConfig, network, clock);
  const ownConfig = followed?.config ?? givenConfig;
  const chainConfig = wouldFollow ? { ...givenConfig, release: "newest" as const } : ownConfig;
  const { snapshot } = givenConfig.source;
  const open = () =>
    openChain(
      { ...chainConfig, snapshot, anySchedule: true },
      network,
      clock.nowSeconds(),
      givenConfig.ledger,
    );
  let first = await open();
  try {
    const identity = followed?.identity ?? (await readIdentity(givenConfig));
    const { mode, over } = chooseMode(givenConfig, first.store, identity.nodeID, log);
    if (mode === "dev") recordFollowable(first.store.metadata, givenConfig.followable);
    const isOwnAfterAll = wouldFollow && mode === "dev";
    let ruled = isOwnAfterAll ? withOwnRules(first, network, givenConfig.release) : first;
    recordMode(ruled.store, mode);
    refuseSnapshot(ruled.store, mode);
    if (first.outdated !== undefined) {
      const { heal, verifyHealable } = await import("./healing/heal.ts");
      verifyHealable(first, mode, chainConfig);
      await heal(first, { config: chainConfig, clock, log, signal, onProgress: onHealing });
      await first.close();
      ruled = first = await open();
    }
    if (mode === "follow") removeHealed(first);
    const otherHardfork = hardforkWarning(givenConfig, ruled.store);
    if (otherHardfork !== undefined) log.warn({}, otherHardfork);
    const { opened, gasAsNetwork } =
      mode === "dev" ? withGas(ruled, givenConfig) : { opened: ruled, gasAsNetwork: true };
    const config = configOfMode(ownConfig, mode);
    const ownClock = given === undefined && timestamp === undefined;
    if (config.apis.dev) prepareDevChain(opened, config, { ownClock: ownClock && clock, log });
    const state = new ModeState(mode, isBootstrapped);
    const parts = { opened, identity, publicIP, staking, state };
    const openSource = givenSource ?? (await sourceOf(over));
    const others = { config, log, clock, gasAsNetwork, openSource, onActivity };
    const assembly = await assemble({ ...parts, ...others });
    if (given === undefined && mode === "dev") await untilThereIsGas(clock, opened.store);
    return new Node(config, log, { ...parts, assembly });
  } catch (error) {
    await first.close();
    throw startErrorOf(error, first.file);
  }
}

function clockAt(unixSeconds: bigint | undefined): NodeClock {
  return new NodeClock(unixSeconds === undefined ? undefined : Number(unixSeconds) * 1000);
}

/** `ownClock` continues where the chain's dev node left it; false for a clock that the caller sets. */
function prepareDevChain(
  opened: OpenChain,
  config: NodeConfig,
  { ownClock, log }: { readonly ownClock: NodeClock | false; readonly log: Log },
): void {
  const { metadata } = opened.store;
  if (ownClock !== false) wakeClock(ownClock, opened, config, log);
  if (!config.followable && !areBlocksRecorded(metadata)) {
    creditAccounts(opened, new DevSettings(metadata), config.local);
  }
}

/**
 * The part of the shutdown timeout that is kept for closing the store, the archive and the backup after the open
 * requests.
 */
const closingMs = 2_000;
/** The node must not serve a state that the history refutes, nor, without a network, one that is not verified. */
function refuseSnapshot(store: ChainStore, mode: Mode): void {
  const { state } = readSnapshotRecord(store.metadata) ?? {};
  if (state === undefined || state === "complete") return;
  if (mode === "dev") {
    throw new StartError("a node that builds its own blocks cannot start from a snapshot");
  }
  if (mode === "offline" && state === "refuted") {
    throw new StartError(
      "the replayed history refutes the snapshot that the database was started from: choose another --data-dir",
    );
  }
}

/** A node. It can be started and stopped once. */
export class Node {
  readonly #config: NodeConfig;
  readonly #log: Log;
  readonly #parts: Parts;
  readonly #backups: Backups;
  #processContext: ProcessContextFile | undefined;
  #isStarted = false;
  #unsaved: string | undefined;
  #storeCheck: NodeJS.Timeout | undefined;

  constructor(config: NodeConfig, log: Log, parts: Parts) {
    this.#config = config;
    this.#log = log;
    this.#parts = parts;
    this.#backups = new Backups(parts.opened.store, config.dataDirectory, log);
  }

  /** `NodeID-...` */
  get nodeID(): string {
    return formatNodeId(this.#parts.identity.nodeID);
  }

  get mode(): Mode {
    return this.#parts.state.mode;
  }

  /** Why a node that has stopped could not save its state to the file of --state; undefined if it did, or has none. */
  get unsaved(): string | undefined {
    return this.#unsaved;
  }

  /** Whether clients occupy much memory, or could soon. */
  get isCrowded(): boolean {
    return this.#parts.assembly.server.isCrowded;
  }

  /** The progress of following the network; undefined in the other modes. */
  followProgress(): FollowProgress | undefined {
    return this.#parts.state.source?.following.progress();
  }

  /** The progress of the chains that are followed beside the P-chain. */
  storedChains(): readonly StoredChainProgress[] {
    return this.#parts.state.source?.following.storedChains() ?? [];
  }

  /** How far the ledger is filled, and how many blocks the chain has. */
  fillingProgress(): FillingProgress & { readonly height: number } {
    const { opened, assembly } = this.#parts;
    const { height } = opened.store.blocks.lastAccepted();
    return { ...assembly.filling.progress(), height: Number(height) + 1 };
  }

  /** What you need to use the node. */
  describe(url: string): Promise<NodeDescription> {
    const { opened, state, assembly } = this.#parts;
    const { nodeID } = this;
    const peersAt = assembly.peerServer?.listeningAt();
    const followableAt = peersAt && joinHostPort(peersAt.ip, peersAt.port);
    const node = { url, nodeID, mode: state.mode, config: this.#config, opened };
    return describeNode({ ...node, followableAt });
  }

  /** Resolves to the URL when the node listens and every health check has run. Throws StartError if the address is in use. */
  async start(): Promise<string> {
    const { assembly, publicIP, staking } = this.#parts;
    const { health, http, processContextFile } = this.#config;
    this.#applyWatchConfig();
    await assembly.health.start(health.frequencyMs);
    const address = await this.#listen();
    const url = `${http.tls === undefined ? "http" : "https"}://${address}`;
    this.#isStarted = true;
    assembly.blocks.start();
    assembly.archiving.start();
    assembly.watches.start();
    publicIP.start(this.mode);
    this.#startStoreCheck();
    if (processContextFile !== undefined) {
      this.#processContext = new ProcessContextFile(processContextFile);
      const context = { pid: process.pid, uri: url, stakingAddress: staking.text };
      this.#processContext.write(context, (reason) =>
        this.#log.error({ reason }, "the process context file is written when there is space"),
      );
    }
    this.#logStart();
    this.#log.info({ uri: url, nodeID: this.nodeID, mode: this.mode }, "API server listening");
    await this.#startFollowing();
    assembly.filling.start();
    return url;
  }

  /** Copies the store into `<data-dir>/backups` while the node runs, and logs the outcome. */
  backUp(): Promise<void> {
    return this.#backups.begin(networkName(this.#config.networkID));
  }

  /** Reads the file of --watch-config again. If it is wrong, the log says why and nothing changes. */
  reloadWatches(): void {
    const { applyConfig } = this.#parts.assembly.watches;
    if (applyConfig === undefined) {
      this.#log.warn({}, "there is no --watch-config to read again");
      return;
    }
    try {
      applyConfig();
      this.#log.info({}, "read the watches of --watch-config again");
    } catch (error) {
      if (isOfStore(error) || error instanceof KeyFileError) {
        this.#parts.opened.store.condition.note(error);
        this.#log.error({ err: error }, "not all watches could be stored: send SIGHUP again");
        return;
      }
      if (!(error instanceof WatchConfigError)) throw error;
      this.#log.error({ reason: error.message }, "the watches stay as they are");
    }
  }

  /** Throws StartError if the file is wrong. */
  #applyWatchConfig(): void {
    try {
      this.#parts.assembly.watches.applyConfig?.();
    } catch (error) {
      if (!(error instanceof WatchConfigError)) throw error;
      throw new StartError(error.message, { cause: error });
    }
  }

  /** Reports unhealthy for the configured time, finishes open requests, then closes everything. */
  async stop(): Promise<void> {
    const { assembly, opened, publicIP } = this.#parts;
    const { shutdownWaitMs, shutdownTimeoutMs } = this.#config.http;
    const tags = [applicationTag];
    await assembly.health.health.register("shuttingDown", shuttingDownCheck, tags, "info");
    if (shutdownWaitMs > 0) await new Promise((resolve) => setTimeout(resolve, shutdownWaitMs));
    publicIP.stop();
    const requestsMs = Math.max(shutdownTimeoutMs / 2, shutdownTimeoutMs - closingMs);
    const readers = assembly.cluster?.stop(requestsMs);
    await Promise.all([assembly.server.stop(requestsMs, readers), readers]);
    assembly.keystore.close();
    assembly.watches.stop();
    assembly.blocks.stop();
    clearInterval(this.#storeCheck);
    await assembly.filling.stop();
    // While the peers are still connected.
    assembly.observatory?.stop();
    await this.#parts.state.source?.following.stop();
    await assembly.peerServer?.stop();
    assembly.uptimes?.stop();
    await assembly.archiving.stop();
    await assembly.health.stop();
    await this.#saveState();
    await this.#backups.settled();
    await opened.close();
    const problem = opened.store.condition.writeProblem;
    if (problem !== undefined) {
      this.#log.error(
        { problem },
        "the store could not be written, so it may lack the last changes",
      );
    }
    this.#removeProcessContext();
    this.#log.info({}, "node stopped");
  }

  async #servePeers(): Promise<void> {
    const { peerServer } = this.#parts.assembly;
    if (peerServer === undefined) return;
    await peerServer.start();
    const at = peerServer.listeningAt();
    this.#log.info(
      { address: at && joinHostPort(at.ip, at.port), nodeID: this.nodeID },
      "other nodes can follow this one: bootstrap from it, with its genesis",
    );
  }

  #startStoreCheck(): void {
    const { checkFrequencyMs = 0 } = this.#config.database;
    if (checkFrequencyMs === 0) return;
    const { store } = this.#parts.opened;
    this.#storeCheck = setInterval(() => store.integrity?.verifySome(), checkFrequencyMs);
    this.#storeCheck.unref();
  }

  #logStart(): void {
    const { network } = this.#parts.opened.context;
    const { height } = this.#parts.opened.store.blocks.lastAccepted();
    this.#log.info(
      {
        version: versions.application,
        network: network.name,
        networkID: network.id,
        height: height.toString(),
        dataDirectory: this.#config.database.inMemory
          ? "none, in memory"
          : this.#config.dataDirectory,
      },
      "node started",
    );
  }

  async #saveState(): Promise<void> {
    const { stateFile } = this.#config.local;
    if (stateFile === undefined || !this.#isStarted) return;
    try {
      const { bytes } = await this.#parts.assembly.dev.dumpState();
      saveState(stateFile, bytes);
      this.#log.info({ stateFile }, "state saved");
    } catch (error) {
      this.#log.error(
        { stateFile, err: error },
        "the state could not be saved: the file still has the previous one",
      );
      this.#unsaved = `couldn't save the state to ${stateFile}: ${(error as Error).message}`;
    }
  }

  #removeProcessContext(): void {
    try {
      this.#processContext?.remove();
    } catch (error) {
      this.#log.warn({ err: error }, "the process context file could not be removed");
    }
  }

  async #listen(): Promise<string> {
    const { host, port } = this.#config.http;
    try {
      const { server, cluster } = this.#parts.assembly;
      const address = await (cluster?.start(server) ?? server.start());
      return joinHostPort(address.host, address.port);
    } catch (error) {
      throw notListening(error, joinHostPort(host, port), "http-port");
    }
  }

  async #startFollowing(): Promise<void> {
    const { state, staking, assembly } = this.#parts;
    assembly.uptimes?.start();
    assembly.observatory?.start();
    try {
      await state.source?.following.start();
      await this.#servePeers();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== "listen") throw error;
      throw notListening(error, staking.text, "staking-port");
    }
  }
}

type Chosen = { readonly mode: Mode; readonly over?: "peers" | "upstreams" };

/** The identity of a followable node, and the genesis that follows from it; undefined for other nodes. */
async function followedChain(config: NodeConfig, described: Network, clock: NodeClock) {
  if (!config.followable) return undefined;
  const { followableGenesis } = await import("./followable/genesis.ts");
  const identity = await readIdentity(config);
  const network = networkOfNewChain(config, described);
  const genesis = await followableGenesis(config, network, identity, clock.nowSeconds());
  const own = { genesis: { content: Buffer.from(genesis.text) } };
  return {
    identity,
    config: { ...config, ...own, local: { ...config.local, genesis: undefined } },
  };
}

/** A follower has the rules of the newest release, whatever --rules says. */
function wantsToFollow({ networkID, source }: NodeConfig): boolean {
  const decision = decideMode({ ...modeFacts(networkID, source), isValidator: false });
  return "mode" in decision && decision.mode === "follow";
}

/** A node with a validator's key does not follow but builds a new chain, which has the rules of --rules. */
function withOwnRules(
  opened: OpenChain,
  network: Network,
  release: ReleaseName | undefined,
): OpenChain {
  const { store, context } = opened;
  const isNew = store.blocks.lastAccepted().height === 0n;
  if (!isNew || release === undefined || release === context.network.release.name) return opened;
  writeRelease(store.metadata, release);
  const own = { ...context, network: underRelease(network, release) };
  writeExecutedSchedule(store.metadata, own.network.upgrades);
  const genesis = async () => ({ ...(await opened.genesis()), context: own });
  return { ...opened, context: own, genesis };
}

/** The warning if the configured hardfork differs from that of the existing chain. */
function hardforkWarning(
  { hardfork, upgrades }: NodeConfig,
  { metadata }: ChainStore,
): string | undefined {
  const kept = readHardfork(metadata);
  if (upgrades !== undefined && kept !== undefined) {
    return `the upgrade file replaces the hardfork ${kept} that the chain was created with`;
  }
  if (hardfork?.isGiven !== true || hardfork.name === kept) return undefined;
  const keeps = kept === undefined ? "its upgrade times" : `its hardfork, ${kept}`;
  return `--hardfork=${hardfork.name} is for new chains: this one keeps ${keeps}`;
}

function modeFacts(networkID: number, source: NodeConfig["source"]) {
  return {
    isProduction: isProductionNetwork(networkID),
    offline: source.offline,
    bootstrapperCount: source.bootstrappers?.length,
    upstreamCount: source.upstreams.length,
  };
}

/** Throws StartError if the node must not follow the network that it is meant to follow. */
function chooseMode(config: NodeConfig, store: ChainStore, nodeID: NodeId, log: Log): Chosen {
  const { source, staking } = config;
  const decision = decideMode({
    ...modeFacts(config.networkID, source),
    // Without sybil protection every node of the network is a validator.
    isValidator:
      !staking.sybilProtectionEnabled ||
      store.state.currentValidator(primaryNetworkID, nodeID) !== undefined,
  });
  if ("refusal" in decision) throw new StartError(decision.refusal);
  if (decision.mode === "dev" && decision.warning !== undefined) log.warn({}, decision.warning);
  return decision;
}

/** A dev node of the network `local`, unless the user chose its keys. A follower must not have a validator's key. */
function isFirstLocalValidator({ networkID, source, identity, staking }: NodeConfig): boolean {
  if (networkID !== localID || identity.isChosen || staking.partialSyncPrimaryNetwork) return false;
  const decision = decideMode({ ...modeFacts(networkID, source), isValidator: false });
  return "mode" in decision && decision.mode === "dev";
}

/** Loaded only by followers: a dev node needs no peer protocol. */
async function sourceOf(over: Chosen["over"]): Promise<OpenSource> {
  if (over === undefined) return () => unfollowed();
  const { openNetworkSource } = await import("./follow/open-network-source.ts");
  return openNetworkSource(over);
}

function unfollowed(): never {
  throw new Error("only a node in mode follow opens a network source");
}

async function readIdentity(config: NodeConfig): Promise<NodeIdentity> {
  try {
    const sources = isFirstLocalValidator(config) ? await firstLocalIdentity() : config.identity;
    return loadIdentity(sources, machineClock.nowDate());
  } catch (error) {
    if (!(error instanceof IdentityError || error instanceof KeyFileError)) throw error;
    throw new StartError(error.message, { cause: error });
  }
}

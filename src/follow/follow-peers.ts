import { type BytesKey, emptyId, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
import { type Environment, systemEnvironment } from "../p2p/environment.ts";
import type { IpPort } from "../p2p/ip-address.ts";
import type { LoadFigures } from "../p2p/network-load.ts";
import type { PeerInfo } from "../p2p/peer-info.ts";
import type { TrafficFigures } from "../p2p/traffic.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import { StagedContainers } from "../store/staged-containers.ts";
import { AnnouncedUpgrade } from "./announced-upgrade.ts";
import type { Stakes } from "./attestation.ts";
import { ChainAcceptor } from "./chain-acceptor.ts";
import { serveChain } from "./chain-server.ts";
import { Connections } from "./connections.ts";
import { pChainForm } from "./container.ts";
import type { FollowPeersOptions } from "./follow-options.ts";
import type { Following, StoredChainProgress } from "./following.ts";
import { Halts } from "./halts.ts";
import { newestUpgradeTime } from "./handshake-terms.ts";
import { Outbox } from "./outbox.ts";
import { OwnContainers } from "./own-containers.ts";
import { Follower } from "./peer-follower.ts";
import { PeerRequests, PeerTurns } from "./peer-requests.ts";
import type { PollFigures } from "./poll-counts.ts";
import type { FollowPhase, FollowProgress } from "./progress.ts";
import { ProposerSignatures } from "./proposer-signature.ts";
import { replayFromPeers } from "./replay/replay-from-peers.ts";
import type { ReplayedChain, ReplayProgress, ReplayTarget } from "./replay/replayed-chain.ts";
import { type StoredChain, StoredChainFollowing } from "./stored-chain/stored-chain-following.ts";
import { UnreachableBeacons } from "./unreachable-beacons.ts";
import { PrimaryValidators } from "./validator-stakes.ts";

const roundMs = 1_000;
const roundsPerDialling = 10;

/** Follows a network as one of its peers, and serves other peers. */
export function followPeers(options: FollowPeersOptions): PeerFollowing {
  return new PeerFollowing(options);
}

/** Found while following: today's validators are known only when the chain has caught up. */
const validatorKeyText =
  "this node has the key of a validator of the network, which loses uptime because Couloir does not vote, so it disconnected from the network. Remove the staking key from the data directory to get a new one";

/** Composes peer network, follower, chain server and outbox. */
export class PeerFollowing implements Following {
  readonly #options: FollowPeersOptions;
  readonly #environment: Environment;
  readonly #connections: Connections;
  readonly #unreachable: UnreachableBeacons;
  readonly #announced: AnnouncedUpgrade;
  readonly #follower: Follower;
  readonly #outbox: Outbox;
  readonly #halts: Halts;
  readonly #containers: OwnContainers;
  readonly #validators: PrimaryValidators;
  readonly #staging: StagedContainers;
  readonly #turns = new PeerTurns();
  readonly #storedChains: readonly StoredChainFollowing[];
  #rounds = 0;
  #isRefusalNoted = false;
  #stopping: Promise<void> | undefined;
  #cancelRound: () => void = () => {};

  constructor(options: FollowPeersOptions) {
    const { store, chain, indexer, environment = systemEnvironment() } = options;
    const { nowMs: nowMillis, elapsedMs: elapsedMillis, random } = environment;
    this.#options = options;
    this.#environment = environment;
    this.#validators = new PrimaryValidators(store);
    this.#containers = new OwnContainers(store, indexer);
    this.#staging = new StagedContainers(options.stagingFile);
    this.#unreachable = new UnreachableBeacons({ ...options, nowMillis: elapsedMillis });
    this.#connections = new Connections({
      ...options,
      validators: this.#validators,
      environment: this.#environment,
      onUnreachable: (nodeID, reason) => this.#noteUnreachable(nodeID, reason),
      onConnected: (nodeID) => this.#unreachable.connected(nodeID),
    });
    this.#announced = new AnnouncedUpgrade({
      metadata: store.metadata,
      knownTime: newestUpgradeTime(options.network.upgrades),
      upgrades: options.network.upgrades,
      announcedBy: "peers",
      nowMillis,
    });
    const rulesEnd = () => this.#announced.time;
    const acceptor = new ChainAcceptor({ chain, store, indexer, rulesEnd });
    this.#halts = new Halts({ store, acceptor, folder: options.reportFolder, nowMillis });
    this.#follower = this.#createFollower(acceptor);
    this.#storedChains = (options.storedChains ?? []).map((chain) => this.#storedChain(chain));
    this.#outbox = new Outbox({
      store,
      chain,
      stakes: () => this.#validators.stakes(),
      connected: () => this.#connections.network.connectedIDs(),
      push: (txs, to) => this.#connections.push(txs, to),
      nowMillis: elapsedMillis,
      random,
    });
  }

  async start(): Promise<void> {
    const { beacons, onHalt } = this.#options;
    const { network } = this.#connections;
    const halt = this.#halts.before();
    this.#outbox.restore();
    await network.start();
    network.handle(
      emptyId,
      serveChain({
        containers: this.#containers,
        isBootstrapped: () => this.isBootstrapped(),
        nowMillis: this.#environment.elapsedMs,
        sleep: (delayMs) =>
          new Promise((resolve) => void this.#environment.after(delayMs, resolve)),
      }),
    );
    for (const [i, { chainID }] of (this.#options.storedChains ?? []).entries()) {
      network.handle(chainID, this.#storedChains[i]!.handler());
    }
    for (const { nodeID, address } of beacons) network.connect(nodeID, address);
    this.#follower.start(halt?.reason);
    if (halt !== undefined) onHalt(halt);
    this.#scheduleRound();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  isBootstrapped(): boolean {
    return this.#follower.isBootstrapped() && this.#announced.outdated === undefined;
  }

  progress(): FollowProgress {
    return this.#announced.progress(this.#follower.progress());
  }

  storedChains(): readonly StoredChainProgress[] {
    return this.#storedChains.map((each) => ({
      chain: each.chain,
      progress: each.progress(),
      isBootstrapped: each.isBootstrapped(),
      startHeight: each.startHeight(),
      unverifiedTo: each.unverifiedTo(),
      dag: each.dag(),
    }));
  }

  peers(): readonly PeerInfo[] {
    return this.#connections.network.peers();
  }

  async reportedUptimes(): Promise<ReadonlyMap<BytesKey, number>> {
    return new Map();
  }

  /** Where peers can connect; undefined if the node does not listen. */
  listeningAt(): IpPort | undefined {
    return this.#connections.network.listeningAt;
  }

  traffic(): TrafficFigures {
    return this.#connections.network.traffic;
  }

  load(): LoadFigures {
    return this.#connections.network.load;
  }

  polls(): PollFigures {
    return this.#follower.polls;
  }

  warnings(): readonly string[] {
    const unreachable = this.isBootstrapped() ? undefined : this.#unreachable.warning();
    return [
      ...[this.#announced.warning ?? [], this.#refusalWarning() ?? [], unreachable ?? []].flat(),
      ...[this.#follower.warning ?? []].flat(),
      ...this.#storedChains.flatMap((each) => each.warnings()),
    ];
  }

  submit(tx: Tx): void {
    this.#outbox.submit(tx);
  }

  replay(
    replayed: ReplayedChain,
    target: ReplayTarget,
    progress: ReplayProgress,
    signal: AbortSignal,
  ): Promise<void> {
    const { elapsedMs: nowMillis, random } = this.#environment;
    const signatures = new ProposerSignatures();
    return replayFromPeers(
      replayed,
      target,
      {
        ...progress,
        peers: new PeerRequests(this.#connections.network, emptyId, this.#turns),
        countSigned: (containers) => signatures.countValid(containers),
        nowMillis,
        random,
        sleep: (delayMs, over) => sleepIn(this.#environment, delayMs, over),
      },
      signal,
    );
  }

  refute(reason: string, report: object, note: () => void): void {
    const halt = this.#halts.recordRefuted(reason, report, note);
    this.#follower.halt(reason);
    this.#options.onHalt(halt);
  }

  async #stop(): Promise<void> {
    this.#cancelRound();
    await Promise.all([this.#follower, ...this.#storedChains].map((each) => each.stop()));
    await this.#connections.network.close();
    this.#staging.close();
  }

  #storedChain(chain: StoredChain): StoredChainFollowing {
    const { onStoredChainHalt, onStoredChainPhase, onDagPhase } = this.#options;
    return new StoredChainFollowing({
      ...this.#options,
      ...chain,
      beacons: this.#options.beacons.map(({ nodeID }) => nodeID),
      peers: new PeerRequests(this.#connections.network, chain.chainID, this.#turns),
      stakes: () => this.#validators.stakes(),
      isStakeCurrent: () => this.isBootstrapped(),
      nowMillis: this.#environment.nowMs,
      elapsedMillis: this.#environment.elapsedMs,
      random: this.#environment.random,
      sleep: (delayMs, signal) => sleepIn(this.#environment, delayMs, signal),
      onPhase: (of, phase) => onStoredChainPhase?.(of, phase),
      onDagPhase: (phase) => onDagPhase?.(phase),
      onHalt: (halt, of) => onStoredChainHalt?.(halt, of),
      onUnfoundedImport: (utxoID, of) => this.#haltAtImport(utxoID, of),
    });
  }

  /** Two chains that the stake attests contradict each other. */
  #haltAtImport(utxoID: Id, chain: "X" | "C"): void {
    const [stored] = this.storedChains().filter((each) => each.chain === chain);
    const reason = `the P-chain imported the UTXO ${formatId(utxoID)} from the ${chain}-chain, which never exported it`;
    const halt = this.#halts.reportUnfounded(reason, {
      utxoID: formatId(utxoID),
      sourceChain: chain,
      attestedHeight: Number(stored?.progress.height),
      lastAcceptedHeight: Number(this.#options.store.blocks.lastAccepted().height),
    });
    this.#follower.halt(reason);
    this.#options.onHalt(halt);
  }

  #createFollower(acceptor: ChainAcceptor): Follower {
    const { beacons, checkpoints, isAssumed, onWarning, onError, onHalt } = this.#options;
    const signatures = new ProposerSignatures();
    return new Follower({
      form: pChainForm,
      peers: new PeerRequests(this.#connections.network, emptyId, this.#turns),
      beacons: beacons.map(({ nodeID }) => nodeID),
      checkpoints,
      acceptor,
      staging: this.#staging,
      stakes: () => this.#validators.stakes(),
      acceptedID: (height) => this.#containers.idAt(height),
      isAccepted: (id) => this.#containers.heightOf(id) !== undefined,
      isSigned: (container) => signatures.isValid(container),
      countSigned: (containers) => signatures.countValid(containers),
      ...(isAssumed && { isAssumed }),
      nowMillis: this.#environment.elapsedMs,
      random: this.#environment.random,
      sleep: (delayMs, signal) => sleepIn(this.#environment, delayMs, signal),
      onPhase: (phase) => this.#enter(phase),
      onWarning,
      onHalt: (disagreement) => onHalt(this.#halts.record(disagreement)),
      onError,
    });
  }

  #enter(phase: FollowPhase): void {
    const { indexer } = this.#options;
    const nanos = BigInt(this.#environment.nowMs()) * 1_000_000n;
    if (phase === "bootstrapping") indexer.beginBootstrap(nanos);
    if (phase === "attesting") indexer.completeBootstrap(nanos);
    this.#connections.enter(phase);
    this.#observeUpgrade();
    this.#options.onPhase(phase);
    this.#leaveIfValidator();
    // The other chains need the validators of the network's tip, and never take time from catching up.
    if (phase === "following") for (const chain of this.#storedChains) chain.start();
  }

  /** Two nodes with the same ID would disconnect each other from the network again and again. */
  #leaveIfValidator(): void {
    const { network } = this.#connections;
    if (!this.#connections.knowsValidators() || !this.#validators.has(network.nodeID)) return;
    this.#cancelRound();
    this.#options.onWarning(validatorKeyText);
    this.#follower.halt(validatorKeyText);
    network.close().catch(this.#options.onError);
  }

  /** While the stake is unknown, the beacons take its place. */
  #observeUpgrade(): void {
    this.#announced.observe(this.#connections.introductions.all(), this.#stakes());
    const { onPhase, onWarning } = this.#options;
    const notice = this.#announced.takeNotice();
    if (notice?.isOutdated === true) onPhase("outdated");
    if (notice !== undefined) onWarning(notice.text);
    const refusal = this.#refusalWarning();
    if (refusal !== undefined && !this.#isRefusalNoted) onWarning(refusal);
    this.#isRefusalNoted = refusal !== undefined;
  }

  /** Without enough beacons the node waits; one that follows has peers enough. */
  #noteUnreachable(nodeID: NodeId, reason: string): void {
    if (this.#stopping !== undefined || this.isBootstrapped()) return;
    this.#unreachable.failed(nodeID, reason);
  }

  #stakes(): Stakes {
    const isKnown = this.#connections.knowsValidators();
    return isKnown ? this.#validators.stakes() : equalStakes(this.#options.beacons);
  }

  /** A node that follows has peers enough, and some may be full. */
  #refusalWarning(): string | undefined {
    if (this.isBootstrapped()) return undefined;
    const { network } = this.#options;
    const time = newestUpgradeTime(network.upgrades);
    return this.#connections.introductions.refusalWarning(time, this.#stakes());
  }

  #scheduleRound(): void {
    this.#cancelRound = this.#environment.after(roundMs, () => {
      this.#rounds++;
      try {
        if (this.#rounds % roundsPerDialling === 0) this.#connections.dial();
        this.#observeUpgrade();
        if (this.isBootstrapped()) this.#outbox.round();
        this.#leaveIfValidator();
      } catch (error) {
        this.#options.onError(error);
      }
      if (this.#follower.progress().phase !== "halted") this.#scheduleRound();
    });
  }
}

function equalStakes(beacons: FollowPeersOptions["beacons"]): Stakes {
  const keys = new Set(beacons.map(({ nodeID }) => keyOf(nodeID)));
  return { total: BigInt(keys.size), of: (node) => (keys.has(keyOf(node)) ? 1n : 0n) };
}

/** Rejects with the signal's reason if it is aborted first. */
function sleepIn({ after }: Environment, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const abort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = after(delayMs, () => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
    signal.addEventListener("abort", abort, { once: true });
  });
}

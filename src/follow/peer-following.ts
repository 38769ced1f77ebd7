import { emptyId, type NodeId } from "../formats/bytes.ts";
import { isProductionNetwork } from "../networks/find-network.ts";
import { type Environment, systemEnvironment } from "../p2p/environment.ts";
import { ownIdentity } from "../p2p/identity/own-identity.ts";
import type { IpPort } from "../p2p/ip-address.ts";
import type { PeerInfo } from "../p2p/peer-info.ts";
import { PeerNetwork } from "../p2p/peer-network.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import { StagedContainers } from "../store/staged-containers.ts";
import { ChainAcceptor } from "./chain-acceptor.ts";
import { serveChain } from "./chain-server.ts";
import type { FollowPeersOptions } from "./follow-options.ts";
import { Follower } from "./follower.ts";
import type { Following } from "./following.ts";
import { Halts } from "./halts.ts";
import { handshakeTerms } from "./handshake-terms.ts";
import { ObservedPeers } from "./observed-peers.ts";
import { Outbox } from "./outbox.ts";
import { OwnContainers } from "./own-containers.ts";
import { PeerRequests } from "./peer-requests.ts";
import type { FollowPhase, FollowProgress } from "./progress.ts";
import { ProposerSignatures } from "./proposer-signature.ts";
import { PrimaryValidators } from "./validator-stakes.ts";

/** While the current validators are not known, this many peers are enough to fetch from. */
const bootstrapPeers = 24;

const roundMs = 1_000;
const roundsPerDialling = 10;

/** Composes peer network, follower, chain server and outbox. */
export class PeerFollowing implements Following {
  readonly #options: FollowPeersOptions;
  readonly #environment: Environment;
  readonly #network: PeerNetwork;
  readonly #follower: Follower;
  readonly #outbox: Outbox;
  readonly #halts: Halts;
  readonly #containers: OwnContainers;
  readonly #validators: PrimaryValidators;
  readonly #observed: ObservedPeers;
  readonly #staging: StagedContainers;
  #phase: FollowPhase = "connecting";
  #rounds = 0;
  #stopping: Promise<void> | undefined;
  #cancelRound: () => void = () => {};

  constructor(options: FollowPeersOptions) {
    const { store, chain, indexer, environment = systemEnvironment() } = options;
    const { nowMs: nowMillis, random } = environment;
    this.#options = options;
    this.#environment = environment;
    this.#validators = new PrimaryValidators(store);
    this.#observed = new ObservedPeers(nowMillis);
    this.#containers = new OwnContainers(store, indexer);
    this.#staging = new StagedContainers(options.stagingFile);
    this.#network = this.#createNetwork();
    const acceptor = new ChainAcceptor({ chain, store, indexer });
    this.#halts = new Halts({ store, acceptor, folder: options.reportFolder, nowMillis });
    this.#follower = this.#createFollower(acceptor);
    this.#outbox = new Outbox({
      store,
      chain,
      stakes: () => this.#validators.stakes(),
      connected: () => this.#network.connectedIDs(),
      push: (txs, to) => this.#network.gossipTxs(emptyId, txs, to),
      nowMillis,
      random,
    });
  }

  async start(): Promise<void> {
    const { beacons, onHalt } = this.#options;
    const halt = this.#halts.before();
    this.#outbox.restore();
    await this.#network.start();
    this.#network.handle(
      emptyId,
      serveChain({
        containers: this.#containers,
        isBootstrapped: () => this.isBootstrapped(),
        nowMillis: this.#environment.nowMs,
      }),
    );
    for (const { nodeID, address } of beacons) this.#network.connect(nodeID, address);
    this.#follower.start(halt?.reason);
    if (halt !== undefined) onHalt(halt);
    this.#scheduleRound();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  isBootstrapped(): boolean {
    return this.#follower.isBootstrapped();
  }

  progress(): FollowProgress {
    return this.#follower.progress();
  }

  peers(): readonly PeerInfo[] {
    return this.#network.peers();
  }

  /** Where peers can connect; undefined if the node does not listen. */
  listeningAt(): IpPort | undefined {
    return this.#network.listeningAt;
  }

  submit(tx: Tx): void {
    this.#outbox.submit(tx);
  }

  async #stop(): Promise<void> {
    this.#cancelRound();
    await this.#follower.stop();
    await this.#network.close();
    this.#staging.close();
  }

  #createNetwork(): PeerNetwork {
    const { identity, network, trackedSubnets, publicIP, listenAt, allowPrivateIPs, onError } =
      this.#options;
    const { certificatePem, keyPem, blsSecretKey } = identity;
    return new PeerNetwork({
      identity: ownIdentity(certificatePem, keyPem, blsSecretKey),
      terms: handshakeTerms(network.id, trackedSubnets),
      ...(publicIP && { publicIP }),
      ...(listenAt && { listenAt }),
      allowPrivateIPs: allowPrivateIPs ?? !isProductionNetwork(network.id),
      knowledge: {
        isWanted: (nodeID) => this.#isWanted(nodeID),
        isOfInterest: (nodeID) => !this.#knowsValidators() || this.#validators.has(nodeID),
        isValidator: (nodeID) => this.#validators.has(nodeID),
        blsKeyOf: (nodeID) =>
          this.#knowsValidators() ? this.#validators.blsKeyOf(nodeID) : undefined,
        uptimePercentOf: (nodeID) =>
          this.#validators.has(nodeID) ? this.#observed.uptimePercentOf(nodeID) : 0,
      },
      events: {
        connected: ({ nodeID }) => this.#observed.connected(nodeID),
        disconnected: ({ nodeID }) => this.#observed.disconnected(nodeID),
        fault: onError,
      },
      environment: this.#environment,
    });
  }

  #createFollower(acceptor: ChainAcceptor): Follower {
    const { beacons, checkpoints, onWarning, onError, onHalt } = this.#options;
    const signatures = new ProposerSignatures();
    return new Follower({
      peers: new PeerRequests(this.#network),
      beacons: beacons.map(({ nodeID }) => nodeID),
      checkpoints,
      acceptor,
      staging: this.#staging,
      stakes: () => this.#validators.stakes(),
      acceptedID: (height) => this.#containers.idAt(height),
      isAccepted: (id) => this.#containers.heightOf(id) !== undefined,
      isSigned: (container) => signatures.isValid(container),
      nowMillis: this.#environment.nowMs,
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
    this.#phase = phase;
    this.#dial();
    this.#options.onPhase(phase);
  }

  /** Genesis has validators that left years ago: the stored set counts only once the chain has caught up. */
  #knowsValidators(): boolean {
    return this.#phase === "attesting" || this.#phase === "following";
  }

  #isWanted(nodeID: NodeId): boolean {
    if (this.#knowsValidators()) return this.#validators.isWanted(nodeID);
    return this.#network.connectedIDs().length < bootstrapPeers;
  }

  #dial(): void {
    if (this.#knowsValidators()) this.#network.dialWanted(this.#validators.wanted());
    else this.#network.dialSome(bootstrapPeers - this.#network.connectedIDs().length);
  }

  #scheduleRound(): void {
    this.#cancelRound = this.#environment.after(roundMs, () => {
      this.#rounds++;
      try {
        if (this.#rounds % roundsPerDialling === 0) this.#dial();
        if (this.isBootstrapped()) this.#outbox.round();
      } catch (error) {
        this.#options.onError(error);
      }
      this.#scheduleRound();
    });
  }
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

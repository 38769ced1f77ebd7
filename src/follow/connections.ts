import { emptyId, type NodeId } from "../formats/bytes.ts";
import { isProductionNetwork } from "../networks/find-network.ts";
import type { Environment } from "../p2p/environment.ts";
import { ownIdentity } from "../p2p/identity/own-identity.ts";
import { PeerNetwork } from "../p2p/peer-network.ts";
import type { FollowPeersOptions } from "./follow-options.ts";
import { handshakeTerms } from "./handshake-terms.ts";
import { Introductions } from "./introductions.ts";
import { ObservedPeers } from "./observed-peers.ts";
import type { FollowPhase } from "./progress.ts";
import type { PrimaryValidators } from "./validator-stakes.ts";

/** While the current validators are not known, this many peers are enough to fetch from. */
const bootstrapPeers = 24;

export type ConnectionsOptions = Pick<
  FollowPeersOptions,
  "identity" | "network" | "trackedSubnets" | "publicIP" | "listenAt" | "allowPrivateIPs"
> & {
  readonly validators: PrimaryValidators;
  readonly environment: Environment;
  readonly onError: (error: unknown) => void;
  /** An attempt to connect ended before the node introduced itself. */
  readonly onUnreachable: (nodeID: NodeId, reason: string) => void;
  readonly onConnected: (nodeID: NodeId) => void;
};

/**
 * Decides whom a follower is connected to: the beacons and any peers at first, the heaviest validators once the chain
 * has caught up. Genesis has validators that left years ago, so the stored set counts only then.
 */
export class Connections {
  readonly network: PeerNetwork;
  readonly introductions: Introductions;
  readonly #validators: PrimaryValidators;
  readonly #observed: ObservedPeers;
  #phase: FollowPhase = "connecting";

  constructor(options: ConnectionsOptions) {
    this.#validators = options.validators;
    this.#observed = new ObservedPeers(options.environment.elapsedMs);
    this.introductions = new Introductions(options.environment.elapsedMs);
    this.network = this.#createNetwork(options);
  }

  /** Dials whom the phase needs. */
  enter(phase: FollowPhase): void {
    this.#phase = phase;
    this.dial();
  }

  dial(): void {
    const { network } = this;
    if (this.knowsValidators()) network.dialWanted(this.#validators.wanted());
    else network.dialSome(bootstrapPeers - network.connectedIDs().length);
  }

  /** Pushes signed transactions to nodes; returns to how many. */
  push(txs: readonly Uint8Array[], to: readonly NodeId[]): number {
    return this.network.gossipTxs(emptyId, txs, to);
  }

  /** Whether the validators of the last accepted height are those of the network. */
  knowsValidators(): boolean {
    return this.#phase === "attesting" || this.#phase === "following";
  }

  #createNetwork(options: ConnectionsOptions): PeerNetwork {
    const { identity, network, trackedSubnets, publicIP, listenAt, environment } = options;
    const { certificatePem, keyPem, blsSecretKey } = identity;
    const validators = this.#validators;
    return new PeerNetwork({
      identity: ownIdentity(certificatePem, keyPem, blsSecretKey),
      terms: handshakeTerms(network, trackedSubnets),
      ...(publicIP && { publicIP }),
      ...(listenAt && { listenAt }),
      allowPrivateIPs: options.allowPrivateIPs ?? !isProductionNetwork(network.id),
      knowledge: {
        isWanted: (nodeID) => this.#isWanted(nodeID),
        isOfInterest: (nodeID) => !this.knowsValidators() || validators.has(nodeID),
        isValidator: (nodeID) => validators.has(nodeID),
        blsKeyOf: (nodeID) => (this.knowsValidators() ? validators.blsKeyOf(nodeID) : undefined),
        uptimePercentOf: (nodeID) =>
          validators.has(nodeID) ? this.#observed.uptimePercentOf(nodeID) : 0,
      },
      events: {
        introduced: (introduction) => this.introductions.add(introduction),
        failed: (nodeID, _address, reason) => {
          if (nodeID === undefined) return;
          const isIntroduced = this.introductions.refused(nodeID, reason);
          if (!isIntroduced) options.onUnreachable(nodeID, reason);
        },
        connected: ({ nodeID }) => {
          this.introductions.connected(nodeID);
          this.#observed.connected(nodeID);
          options.onConnected(nodeID);
        },
        disconnected: ({ nodeID }) => this.#observed.disconnected(nodeID),
        fault: options.onError,
      },
      environment,
    });
  }

  #isWanted(nodeID: NodeId): boolean {
    if (this.knowsValidators()) return this.#validators.isWanted(nodeID);
    return this.network.connectedIDs().length < bootstrapPeers;
  }
}

import { type BytesKey, keyOf, type NodeId } from "../formats/bytes.ts";
import type { Environment } from "./environment.ts";
import { isLoopback } from "./ip-address.ts";
import type { Limits } from "./limits.ts";
import type { Peer } from "./peer/peer.ts";

/** The connections of a node, one per node ID, and the limits on them. */
export class PeerSet {
  readonly #environment: Environment;
  readonly #limits: Limits;
  readonly #peers = new Map<BytesKey, Peer>();
  readonly #lastUpgradeMs = new Map<string, number>();
  #upgrades = 0;

  constructor(environment: Environment, limits: Limits) {
    this.#environment = environment;
    this.#limits = limits;
  }

  /** The connection to a node, complete or in its handshake. */
  get(nodeID: NodeId): Peer | undefined {
    return this.#peers.get(keyOf(nodeID));
  }

  has(nodeID: NodeId): boolean {
    return this.#peers.has(keyOf(nodeID));
  }

  all(): Peer[] {
    return [...this.#peers.values()];
  }

  /** Those whose handshake is complete. */
  connected(): Peer[] {
    return this.all().filter((peer) => peer.isConnected);
  }

  add(peer: Peer): void {
    this.#peers.set(keyOf(peer.nodeID), peer);
  }

  delete(peer: Peer): void {
    if (this.get(peer.nodeID) === peer) this.#peers.delete(keyOf(peer.nodeID));
  }

  get hasOutboundRoom(): boolean {
    return this.#count(false) < this.#limits.outboundPeersMax && this.#hasUpgradeRoom();
  }

  /** Takes a place among the upgrades for a connection from an IP; `endUpgrade` gives it back. */
  beginInboundUpgrade(ip: string): boolean {
    const now = this.#environment.elapsedMs();
    const { upgradeCooldownMs, inboundPeersMax } = this.#limits;
    for (const [other, lastMs] of this.#lastUpgradeMs) {
      if (now - lastMs < upgradeCooldownMs) break;
      this.#lastUpgradeMs.delete(other);
    }
    if (this.#count(true) >= inboundPeersMax || !this.#hasUpgradeRoom()) return false;
    if (!isLoopback(ip)) {
      if (this.#lastUpgradeMs.has(ip)) return false;
      this.#lastUpgradeMs.set(ip, now);
    }
    this.#upgrades += 1;
    return true;
  }

  beginOutboundUpgrade(): void {
    this.#upgrades += 1;
  }

  endUpgrade(): void {
    this.#upgrades -= 1;
  }

  #hasUpgradeRoom(): boolean {
    return this.#upgrades < this.#limits.upgradesMax;
  }

  #count(isInbound: boolean): number {
    return this.all().filter((peer) => peer.connection.isInbound === isInbound).length;
  }
}

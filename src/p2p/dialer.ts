import { type BytesKey, keyOf, type NodeId } from "../formats/bytes.ts";
import type { Environment } from "./environment.ts";
import { type IpPort, isLoopback, isPublic } from "./ip-address.ts";
import type { Limits } from "./limits.ts";
import { TokenBucket } from "./token-bucket.ts";

/** What the dialer needs of the network. */
export type DialerHost = {
  readonly environment: Environment;
  readonly limits: Limits;
  /** False on mainnet and Fuji. */
  readonly allowPrivateIPs: boolean;
  /** True while there is a connection to the node, or one that is being made. */
  readonly isPresent: (nodeID: NodeId) => boolean;
  readonly isWanted: (nodeID: NodeId) => boolean;
  readonly hasRoom: () => boolean;
  /** Begins to connect; `failed` is called if that comes to nothing. */
  readonly dial: (nodeID: NodeId, address: IpPort, failed: () => void) => void;
  /** A node that was asked for by name is not dialled. */
  readonly refused: (nodeID: NodeId, address: IpPort, reason: string) => void;
};

type Target = {
  readonly nodeID: NodeId;
  address: IpPort;
  /** Asked for by name: dialled whether it is wanted or not, and beyond the limit. */
  isManual: boolean;
  delayMs: number;
  cancel: () => void;
};

const privateText =
  "the address is private; pass --network-allow-private-ips to connect to private addresses";

/**
 * Keeps trying to connect to nodes whose addresses are known, with a randomised back-off per node and a pause per IP.
 * avalanchego network/network.go dial, network/tracked_ip.go @ v1.14.2
 */
export class Dialer {
  readonly #host: DialerHost;
  readonly #targets = new Map<BytesKey, Target>();
  readonly #lastDialMs = new Map<string, number>();
  readonly #dials: TokenBucket;
  #isStopped = false;

  constructor(host: DialerHost) {
    this.#host = host;
    const { dialsPerSecond } = host.limits;
    this.#dials = new TokenBucket(dialsPerSecond, dialsPerSecond, host.environment.elapsedMs());
  }

  /** Dials at once, or at the new address from the next attempt on. */
  track(nodeID: NodeId, address: IpPort, isManual: boolean): void {
    if (this.#isStopped) return;
    const target = this.#targets.get(keyOf(nodeID));
    if (target !== undefined) {
      target.address = address;
      target.isManual ||= isManual;
      return;
    }
    const added: Target = { nodeID, address, isManual, delayMs: 0, cancel: () => {} };
    this.#targets.set(keyOf(nodeID), added);
    this.#schedule(added, 0);
  }

  /** Stops dialling a node; a connection that it has stays. */
  forget(nodeID: NodeId): void {
    this.#targets.get(keyOf(nodeID))?.cancel();
    this.#targets.delete(keyOf(nodeID));
  }

  /** The node is connected: the next back-off starts from its beginning. */
  connected(nodeID: NodeId): void {
    const target = this.#targets.get(keyOf(nodeID));
    target?.cancel();
    if (target !== undefined) target.delayMs = 0;
  }

  /** The node is gone. One that broke the protocol is dialled again after the longest delay only. */
  disconnected(nodeID: NodeId, isViolation: boolean): void {
    const target = this.#targets.get(keyOf(nodeID));
    if (target === undefined || this.#isStopped) return;
    if (isViolation) target.delayMs = this.#host.limits.backOffMaxMs;
    this.#retry(target);
  }

  stop(): void {
    this.#isStopped = true;
    for (const { cancel } of this.#targets.values()) cancel();
    this.#targets.clear();
  }

  #schedule(target: Target, delayMs: number): void {
    target.cancel();
    target.cancel = this.#host.environment.after(delayMs, () => this.#attempt(target));
  }

  #attempt(target: Target): void {
    const { isPresent, isWanted, hasRoom, allowPrivateIPs, dial } = this.#host;
    const { nodeID, address, isManual } = target;
    if (this.#isStopped || isPresent(nodeID)) return;
    if (!isManual && !isWanted(nodeID)) {
      this.forget(nodeID);
      return;
    }
    const isRefused = !allowPrivateIPs && !isPublic(address.ip);
    if (isRefused && isManual) this.#host.refused(nodeID, address, privateText);
    if ((!isManual && !hasRoom()) || isRefused) {
      this.#retry(target);
      return;
    }
    const waitMs = this.#pauseBefore(address);
    if (waitMs > 0) {
      this.#schedule(target, waitMs);
      return;
    }
    dial(nodeID, address, () => {
      if (!this.#isStopped && this.#targets.get(keyOf(nodeID)) === target) this.#retry(target);
    });
  }

  /** Milliseconds until an address may be dialled; 0 counts as dialled now. */
  #pauseBefore({ ip }: IpPort): number {
    const { environment, limits } = this.#host;
    const now = environment.elapsedMs();
    const elapsedMs = now - (this.#lastDialMs.get(ip) ?? Number.NEGATIVE_INFINITY);
    if (!isLoopback(ip) && elapsedMs < limits.upgradeCooldownMs) {
      return limits.upgradeCooldownMs - elapsedMs;
    }
    const debtMs = this.#dials.take(1, now);
    if (debtMs > 0) {
      this.#dials.take(-1, now);
      return debtMs;
    }
    for (const [other, dialledMs] of this.#lastDialMs) {
      if (now - dialledMs < limits.upgradeCooldownMs) break;
      this.#lastDialMs.delete(other);
    }
    this.#lastDialMs.delete(ip);
    this.#lastDialMs.set(ip, now);
    return 0;
  }

  /** Doubles the delay at most, by chance. */
  #retry(target: Target): void {
    const { environment, limits } = this.#host;
    const { backOffMinMs, backOffMaxMs } = limits;
    const base = target.delayMs > 0 ? target.delayMs : backOffMinMs;
    target.delayMs = base * (1 + environment.random());
    if (target.delayMs > backOffMaxMs) {
      target.delayMs = (backOffMaxMs * (3 + environment.random())) / 4;
    }
    this.#schedule(target, target.delayMs);
  }
}

import { type BytesKey, keyOf, type NodeId } from "../formats/bytes.ts";

type Observed = { connectedMs: number; readonly since: number | undefined };

/** How long this process has been connected to each peer: the uptime that we report to it. */
export class ObservedPeers {
  readonly #nowMillis: () => number;
  readonly #startedAtMillis: number;
  readonly #peers = new Map<BytesKey, Observed>();

  constructor(nowMillis: () => number) {
    this.#nowMillis = nowMillis;
    this.#startedAtMillis = nowMillis();
  }

  connected(nodeID: NodeId): void {
    this.#peers.set(keyOf(nodeID), {
      connectedMs: this.#connectedMs(nodeID),
      since: this.#nowMillis(),
    });
  }

  disconnected(nodeID: NodeId): void {
    this.#peers.set(keyOf(nodeID), { connectedMs: this.#connectedMs(nodeID), since: undefined });
  }

  /** Share of the time since this process started, 0 to 100. */
  uptimePercentOf(nodeID: NodeId): number {
    const elapsedMs = this.#nowMillis() - this.#startedAtMillis;
    if (elapsedMs <= 0) return this.#peers.has(keyOf(nodeID)) ? 100 : 0;
    return Math.min(100, Math.floor((100 * this.#connectedMs(nodeID)) / elapsedMs));
  }

  #connectedMs(nodeID: NodeId): number {
    const observed = this.#peers.get(keyOf(nodeID));
    if (observed === undefined) return 0;
    const { connectedMs, since } = observed;
    return connectedMs + (since === undefined ? 0 : this.#nowMillis() - since);
  }
}

import { type BytesKey, keyOf, type NodeId } from "../formats/bytes.ts";
import type { ValidatorUptimes } from "../handlers/context.ts";
import { primaryNetworkID } from "../networks/chains.ts";
import type { ChainStore } from "../store/chain-store.ts";

/**
 * How long each validator of the primary network was a peer of the recording node, from the `peer` events. Times are the
 * recording node's, in Unix seconds. avalanchego snow/uptime/manager.go @ v1.15.0-fuji
 */
export class PeerUptimes implements ValidatorUptimes {
  readonly #store: Pick<ChainStore, "uptimes" | "state">;
  readonly #clock: { nowSeconds(): bigint };
  readonly #connectedAt = new Map<BytesKey, bigint>();
  /** Whether there was a `peer` event. Without one every validator counts as up. */
  #isRecorded = false;

  constructor(store: Pick<ChainStore, "uptimes" | "state">, clock: { nowSeconds(): bigint }) {
    this.#store = store;
    this.#clock = clock;
  }

  setConnected(nodeID: NodeId, isConnected: boolean): void {
    if (!this.#isRecorded) this.#startTracking();
    if (isConnected) {
      this.#connectedAt.set(keyOf(nodeID), this.#clock.nowSeconds());
      return;
    }
    const uptime = this.#uptimeUntilNow(nodeID);
    this.#connectedAt.delete(keyOf(nodeID));
    if (uptime !== undefined) this.#store.uptimes.set(primaryNetworkID, nodeID, uptime);
  }

  uptime(nodeID: NodeId, startTime: bigint): number {
    const known = this.#isRecorded ? this.#uptimeUntilNow(nodeID) : undefined;
    const best = known && known.lastUpdated - startTime;
    return known === undefined || best === 0n ? 1 : Number(known.upSeconds) / Number(best);
  }

  isConnected(nodeID: NodeId): boolean {
    return this.#connectedAt.has(keyOf(nodeID));
  }

  /** The first event is the state at the start: until then, validators count as up. */
  #startTracking(): void {
    this.#isRecorded = true;
    const now = this.#clock.nowSeconds();
    const { uptimes, state } = this.#store;
    for (const { subnetID, nodeID } of state.currentStakers()) {
      if (keyOf(subnetID) !== primaryKey) continue;
      const known = uptimes.find(primaryNetworkID, nodeID);
      if (known === undefined || known.lastUpdated >= now) continue;
      const upSeconds = known.upSeconds + (now - known.lastUpdated);
      uptimes.set(primaryNetworkID, nodeID, { upSeconds, lastUpdated: now });
    }
  }

  /** Undefined if the node does not validate the primary network. */
  #uptimeUntilNow(nodeID: NodeId) {
    const known = this.#store.uptimes.find(primaryNetworkID, nodeID);
    const now = this.#clock.nowSeconds();
    if (known === undefined || now < known.lastUpdated) return known;
    const connectedAt = this.#connectedAt.get(keyOf(nodeID));
    if (connectedAt === undefined) return { ...known, lastUpdated: now };
    const wasCounted = connectedAt < known.lastUpdated;
    const since = wasCounted ? known.lastUpdated : connectedAt;
    const moreSeconds = now < since ? 0n : now - since;
    return { upSeconds: known.upSeconds + moreSeconds, lastUpdated: now };
  }
}

const primaryKey = keyOf(primaryNetworkID);

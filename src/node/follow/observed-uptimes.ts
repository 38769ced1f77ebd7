import type { Following } from "../../follow/following.ts";
import { type BytesKey, keyOf, type NodeId } from "../../formats/bytes.ts";
import type { ValidatorUptimes } from "../../handlers/context.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { isOfStore } from "../../store/store-condition.ts";
import type { Clock } from "../clock.ts";

/** How often connections are sampled: a validator's uptime is a matter of weeks. */
const observationMs = 30_000;

export type ObservedUptimesOptions = {
  readonly following: () => Pick<Following, "peers" | "isBootstrapped"> | undefined;
  readonly store: Pick<ChainStore, "uptimes" | "state" | "together">;
  readonly clock: Pick<Clock, "nowSeconds">;
  readonly ownNodeID: NodeId;
};

/**
 * How long each validator of the primary network was connected, kept in the store. As in AvalancheGo, a validator
 * counts as up for the time during which this node did not run or bootstrapped. avalanchego snow/uptime/manager.go
 * @ v1.12.1
 */
export class ObservedUptimes implements ValidatorUptimes {
  readonly #options: ObservedUptimesOptions;
  /** Seen connected by the last observation. */
  #connected: ReadonlySet<BytesKey> = new Set();
  #isTracking = false;
  /** Connected at a second: a response asks for every validator. */
  #live: { readonly seconds: bigint; readonly keys: ReadonlySet<BytesKey> } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ObservedUptimesOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#observeIfPossible(), observationMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#isTracking) this.#observeIfPossible();
  }

  /** What cannot be stored now is part of the next observation: the store's condition reports why. */
  #observeIfPossible(): void {
    try {
      this.observe();
    } catch (error) {
      if (!isOfStore(error)) throw error;
    }
  }

  /** Credits the time since the last observation to those that were connected during it, and stores it. */
  observe(): void {
    const following = this.#options.following();
    const wasTracking = this.#isTracking;
    if (following === undefined || (!wasTracking && !following.isBootstrapped())) return;
    this.#credit(wasTracking);
    this.#isTracking = true;
    this.#connected = connectedTo(following);
  }

  uptime(nodeID: NodeId, startTime: bigint): number {
    const now = this.#options.clock.nowSeconds();
    const best = now - startTime;
    if (best <= 0n) return 1;
    const known = this.#options.store.uptimes.find(primaryNetworkID, nodeID);
    if (known === undefined) return 0;
    const isUp = !this.#isTracking || this.#wasConnected(nodeID);
    const sinceSeconds = isUp && now > known.lastUpdated ? now - known.lastUpdated : 0n;
    return Math.min(1, Number(known.upSeconds + sinceSeconds) / Number(best));
  }

  isConnected(nodeID: NodeId): boolean {
    const key = keyOf(nodeID);
    if (key === keyOf(this.#options.ownNodeID)) return true;
    const seconds = this.#options.clock.nowSeconds();
    if (this.#live?.seconds !== seconds) {
      this.#live = { seconds, keys: connectedTo(this.#options.following()) };
    }
    return this.#live.keys.has(key);
  }

  #credit(wasTracking: boolean): void {
    const { store, clock } = this.#options;
    const now = clock.nowSeconds();
    store.together(() => {
      for (const { subnetID, nodeID } of store.state.currentStakers()) {
        if (keyOf(subnetID) !== primaryKey) continue;
        const known = store.uptimes.find(primaryNetworkID, nodeID);
        if (known === undefined || known.lastUpdated >= now) continue;
        const isUp = !wasTracking || this.#wasConnected(nodeID);
        const upSeconds = known.upSeconds + (isUp ? now - known.lastUpdated : 0n);
        store.uptimes.set(primaryNetworkID, nodeID, { upSeconds, lastUpdated: now });
      }
    });
  }

  #wasConnected(nodeID: NodeId): boolean {
    return this.#connected.has(keyOf(nodeID));
  }
}

const primaryKey = keyOf(primaryNetworkID);

function connectedTo(following: Pick<Following, "peers"> | undefined): ReadonlySet<BytesKey> {
  return new Set(following?.peers().map(({ nodeID }) => keyOf(nodeID)));
}

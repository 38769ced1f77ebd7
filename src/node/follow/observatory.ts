import type { Following } from "../../follow/following.ts";
import { type BytesKey, keyOf } from "../../formats/bytes.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { hourSeconds, type ObservedHour } from "../../store/observatory/observed-hour.ts";
import { isDelegator } from "../../store/stakers.ts";
import { isOfStore } from "../../store/store-condition.ts";
import type { Clock } from "../clock.ts";
import { Sighting } from "./sighting.ts";

/** How often connections are checked. */
const lookMs = 30_000;
/** How often observations are stored: what a crash loses at most. Each time writes a page for each validator. */
const storeMs = 600_000;
const hourMs = hourSeconds * 1000;
const deletingMs = 24 * hourMs;

type Observed = Pick<Following, "peers" | "isBootstrapped" | "traffic" | "reportedUptimes">;

export type ObservatoryOptions = {
  readonly following: () => Observed | undefined;
  readonly store: Pick<ChainStore, "observatory" | "state" | "together">;
  readonly clock: Pick<Clock, "nowMillis">;
  /** How long hours are kept. */
  readonly retentionMs: number;
  readonly onError: (error: unknown) => void;
};

/**
 * Watches the validators of the primary network, and stores what it observed hour by hour. It begins once the node is
 * bootstrapped, because a follower connects only to the bootstrappers before; what happens while this node does not run
 * was not observed.
 */
export class ValidatorObservatory {
  readonly #options: ObservatoryOptions;
  #lookedAtMs: number | undefined;
  #storedAtMs = 0;
  #deletedAtMs = Number.NEGATIVE_INFINITY;
  /** Of the present hour, and not stored yet. */
  #sightings = new Map<BytesKey, Sighting>();
  #hour = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ObservatoryOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), lookMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#lookedAtMs === undefined) return;
    this.look();
    this.#storeIfPossible();
  }

  /** Counts the time since the last look, and stores what is due. */
  look(): void {
    const following = this.#options.following();
    if (following === undefined) return;
    const now = this.#options.clock.nowMillis();
    const since = this.#lookedAtMs;
    if (since === undefined) {
      if (following.isBootstrapped()) this.#begin(now, following);
      return;
    }
    this.#lookedAtMs = now;
    // A clock that was set, and a machine that slept, observed nothing.
    if (now > since && now - since <= 2 * lookMs) this.#countBetween(since, now, following);
    if (Math.abs(now - this.#storedAtMs) < storeMs) return;
    this.#storeIfPossible();
    this.#askUptimes(following).catch(this.#options.onError);
  }

  /** Resolves when what others report is counted. */
  async #askUptimes(following: Observed): Promise<void> {
    const reported = await following.reportedUptimes();
    if (reported.size === 0) return;
    this.#enter(Math.floor(this.#options.clock.nowMillis() / hourMs));
    for (const sighting of this.#sightingsOfAll()) {
      const percent = reported.get(keyOf(sighting.nodeID));
      if (percent !== undefined) sighting.report(percent);
    }
  }

  #begin(now: number, following: Observed): void {
    this.#lookedAtMs = now;
    this.#storedAtMs = now;
    this.#hour = Math.floor(now / hourMs);
    this.#askUptimes(following).catch(this.#options.onError);
  }

  /** Upstreams are no peers: over them, nothing is observed but what they report. */
  #countBetween(since: number, now: number, following: Observed): void {
    const isOverPeers = following.traffic() !== undefined;
    const peers = new Map(following.peers().map((peer) => [keyOf(peer.nodeID), peer]));
    for (let from = since; from < now; ) {
      const hour = Math.floor(from / hourMs);
      const to = Math.min(now, (hour + 1) * hourMs);
      this.#enter(hour);
      if (isOverPeers) {
        for (const sighting of this.#sightingsOfAll()) {
          sighting.count({ from, to }, peers.get(keyOf(sighting.nodeID)));
        }
      }
      from = to;
    }
  }

  #enter(hour: number): void {
    if (hour === this.#hour) return;
    this.#storeIfPossible();
    this.#sightings = new Map();
    this.#hour = hour;
  }

  /** Of every validator of the primary network, in the present hour. */
  #sightingsOfAll(): readonly Sighting[] {
    const sightings: Sighting[] = [];
    for (const staker of this.#options.store.state.currentStakers()) {
      const { subnetID, nodeID } = staker;
      if (isDelegator(staker) || keyOf(subnetID) !== primaryKey) continue;
      const key = keyOf(nodeID);
      const sighting = this.#sightings.get(key) ?? new Sighting(nodeID);
      this.#sightings.set(key, sighting);
      sightings.push(sighting);
    }
    return sightings;
  }

  /** What cannot be stored now waits until the end of its hour: the store's condition reports why. */
  #storeIfPossible(): void {
    try {
      this.#store();
    } catch (error) {
      if (!isOfStore(error)) throw error;
    }
  }

  #store(): void {
    const { store, clock, retentionMs } = this.#options;
    const now = clock.nowMillis();
    const hour = this.#hour;
    const sightings = [...this.#sightings.values()];
    store.together(() => {
      for (const sighting of sightings) {
        const observed = sighting.observed(hour);
        if (isWorthARow(observed)) store.observatory.add(sighting.nodeID, observed);
      }
      if (now - this.#deletedAtMs < deletingMs) return;
      store.observatory.deleteBefore(Math.floor((now - retentionMs) / 1000));
      this.#deletedAtMs = now;
    });
    for (const sighting of sightings) sighting.forget();
    this.#storedAtMs = now;
  }
}

function isWorthARow({ observedSeconds, reportedUptimePercent }: ObservedHour): boolean {
  return observedSeconds > 0 || reportedUptimePercent !== undefined;
}

const primaryKey: BytesKey = keyOf(primaryNetworkID);

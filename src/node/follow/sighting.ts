import type { NodeId } from "../../formats/bytes.ts";
import type { PeerInfo } from "../../p2p/peer-info.ts";
import type { ObservedHour, ObservedSoftware } from "../../store/observatory/observed-hour.ts";

/** Unix milliseconds, within an hour. */
export type SightingSpan = { readonly from: number; readonly to: number };

type Sighted = Pick<PeerInfo, "connectedMs" | "roundTripMs" | "version" | "upgradeTime">;

/** What is known of a validator in an hour and not stored yet. */
export class Sighting {
  readonly nodeID: NodeId;
  #observedMs = 0;
  #connectedMs = 0;
  #roundTripMs = 0;
  #roundTrips = 0;
  #software: ObservedSoftware | undefined;
  #reportedUptimePercent: number | undefined;

  constructor(nodeID: NodeId) {
    this.nodeID = nodeID;
  }

  /** A peer that left since the last look counts as absent from then on: at most one look too early. */
  count({ from, to }: SightingSpan, peer: Sighted | undefined): void {
    this.#observedMs += to - from;
    if (peer === undefined) return;
    this.#connectedMs += Math.max(0, to - Math.max(from, peer.connectedMs));
    this.#software = { version: peer.version, upgradeTime: peer.upgradeTime };
    if (peer.roundTripMs === undefined) return;
    this.#roundTripMs += peer.roundTripMs;
    this.#roundTrips += 1;
  }

  /** Others report this uptime, in percent. */
  report(uptimePercent: number): void {
    this.#reportedUptimePercent = Math.round(uptimePercent);
  }

  observed(hour: number): ObservedHour {
    return {
      hour,
      observedSeconds: Math.floor(this.#observedMs / 1000),
      connectedSeconds: Math.floor(this.#connectedMs / 1000),
      roundTripMicros:
        this.#roundTrips === 0
          ? undefined
          : Math.round((1000 * this.#roundTripMs) / this.#roundTrips),
      software: this.#software,
      reportedUptimePercent: this.#reportedUptimePercent,
    };
  }

  /** What is stored is not stored again; parts of a second wait. */
  forget(): void {
    this.#observedMs %= 1000;
    this.#connectedMs %= 1000;
    this.#roundTripMs = 0;
    this.#roundTrips = 0;
    this.#reportedUptimePercent = undefined;
  }
}

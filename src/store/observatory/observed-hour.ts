import type { NodeId } from "../../formats/bytes.ts";

/** What this node observed of a validator in one hour. */
export type ObservedHour = {
  /** Unix seconds of its beginning, divided by 3600. */
  readonly hour: number;
  /** For how long this node watched, at most 3600. */
  readonly observedSeconds: number;
  /** For how long it was connected meanwhile. */
  readonly connectedSeconds: number;
  /** Mean of the answered pings; undefined without one. */
  readonly roundTripMicros: number | undefined;
  /** What the validator said of itself last; undefined while it was not connected. */
  readonly software: ObservedSoftware | undefined;
  /** The uptime of the validator that other nodes report, 0 to 100; undefined if none does. */
  readonly reportedUptimePercent: number | undefined;
};

export type ObservedSoftware = {
  /** `avalanchego/1.14.2` */
  readonly version: string;
  /** Unix seconds of the newest upgrade that it knows. */
  readonly upgradeTime: bigint;
};

/** What was observed of a validator during a time. */
export type ObservedTotals = Omit<ObservedHour, "hour"> & {
  /** The first and the last observed hour. */
  readonly firstHour: number;
  readonly lastHour: number;
};

/** What was observed of validators, by hours. */
export interface ObservedHours {
  /** What the hours of `between` amount to; undefined if there are none. */
  totals(nodeID: NodeId, fromSeconds: number, toSeconds: number): ObservedTotals | undefined;
  /** The hours from `fromSeconds` to `toSeconds`, both included, in which this node watched the validator, oldest first. */
  between(nodeID: NodeId, fromSeconds: number, toSeconds: number): ObservedHour[];
}

export const hourSeconds = 3600;
export const hoursOfWeek = 168;

/** The same hour after more observations: seconds add up, and the newest statements count. */
export function mergedHour(known: ObservedHour, more: ObservedHour): ObservedHour {
  return {
    hour: known.hour,
    observedSeconds: Math.min(hourSeconds, known.observedSeconds + more.observedSeconds),
    connectedSeconds: Math.min(hourSeconds, known.connectedSeconds + more.connectedSeconds),
    roundTripMicros: meanRoundTrip([known, more]),
    software: more.software ?? known.software,
    reportedUptimePercent: more.reportedUptimePercent ?? known.reportedUptimePercent,
  };
}

/** Weighted by the time of the connection, because the number of pings is not kept. */
export function meanRoundTrip(hours: readonly ObservedHour[]): number | undefined {
  let weights = 0;
  let sum = 0;
  for (const { roundTripMicros, connectedSeconds } of hours) {
    if (roundTripMicros === undefined) continue;
    const weight = Math.max(1, connectedSeconds);
    weights += weight;
    sum += weight * roundTripMicros;
  }
  return weights === 0 ? undefined : Math.round(sum / weights);
}

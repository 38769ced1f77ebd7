import { hoursOfWeek, type ObservedHour } from "./observed-hour.ts";

/** An hour as a week holds it: software is a number in another table, 0 for none. */
export type StoredHour = Omit<ObservedHour, "hour" | "software"> & { readonly software: number };

/** Observed and connected seconds, round trip, software, reported uptime. */
const hourBytes = 2 + 2 + 4 + 2 + 1;
const noReport = 0xff;
const micros = { none: 0, max: 0xffff_ffff } as const;

/** A week in which nothing was observed yet. All weeks have the same length, so that rows do not move when hours are added. */
export function emptyWeek(): Uint8Array {
  return new Uint8Array(hoursOfWeek * hourBytes);
}

/** Undefined for an hour that was not observed. */
export function readHour(week: Uint8Array, hourOfWeek: number): StoredHour | undefined {
  const view = viewOf(week, hourOfWeek);
  const observedSeconds = view.getUint16(0);
  const report = view.getUint8(10);
  const isEmpty = observedSeconds === 0 && report === 0;
  if (isEmpty) return undefined;
  const roundTrip = view.getUint32(4);
  return {
    observedSeconds,
    connectedSeconds: view.getUint16(2),
    roundTripMicros: roundTrip === micros.none ? undefined : roundTrip,
    software: view.getUint16(8),
    reportedUptimePercent: report === noReport ? undefined : report - 1,
  };
}

/** What some hours amount to. */
export type WeekTotals = {
  /** Hours of the week; undefined if none was observed. */
  first: number | undefined;
  last: number | undefined;
  observedSeconds: number;
  connectedSeconds: number;
  /** Sum and weight of the mean round trip. */
  roundTripSum: number;
  roundTripWeight: number;
  software: number;
  reportedUptimePercent: number | undefined;
};

/** Reads the numbers in place: a term has thousands of hours. */
export function totalsOf(week: Uint8Array, from: number, to: number): WeekTotals {
  const view = new DataView(week.buffer, week.byteOffset, week.byteLength);
  const totals: WeekTotals = {
    first: undefined,
    last: undefined,
    observedSeconds: 0,
    connectedSeconds: 0,
    roundTripSum: 0,
    roundTripWeight: 0,
    software: 0,
    reportedUptimePercent: undefined,
  };
  for (let hour = from; hour <= to; hour++) {
    const at = hour * hourBytes;
    const observed = view.getUint16(at);
    const report = view.getUint8(at + 10);
    if (observed === 0 && report === 0) continue;
    totals.first ??= hour;
    totals.last = hour;
    const connected = view.getUint16(at + 2);
    totals.observedSeconds += observed;
    totals.connectedSeconds += connected;
    const roundTrip = view.getUint32(at + 4);
    if (roundTrip !== micros.none) {
      const weight = Math.max(1, connected);
      totals.roundTripSum += weight * roundTrip;
      totals.roundTripWeight += weight;
    }
    const software = view.getUint16(at + 8);
    if (software !== 0) totals.software = software;
    if (report !== noReport) totals.reportedUptimePercent = report - 1;
  }
  return totals;
}

export function writeHour(week: Uint8Array, hourOfWeek: number, hour: StoredHour): void {
  const view = viewOf(week, hourOfWeek);
  const { roundTripMicros, reportedUptimePercent } = hour;
  view.setUint16(0, hour.observedSeconds);
  view.setUint16(2, hour.connectedSeconds);
  view.setUint32(4, roundTripMicros === undefined ? micros.none : roundTripOf(roundTripMicros));
  view.setUint16(8, hour.software);
  view.setUint8(10, reportedUptimePercent === undefined ? noReport : reportedUptimePercent + 1);
}

/** A round trip is at least a microsecond, because 0 is none. */
function roundTripOf(roundTripMicros: number): number {
  return Math.min(micros.max, Math.max(1, roundTripMicros));
}

function viewOf(week: Uint8Array, hourOfWeek: number): DataView {
  return new DataView(week.buffer, week.byteOffset + hourOfWeek * hourBytes, hourBytes);
}

import { hoursOfDay, type ObservedHour } from "./observed-hour.ts";

/** An hour as a day holds it: software is a number in another table, 0 for none. */
export type StoredHour = Omit<ObservedHour, "hour" | "software"> & { readonly software: number };

/** Observed and connected seconds, round trip, software, reported uptime. */
const hourBytes = 2 + 2 + 4 + 2 + 1;
const noReport = 0xff;
const micros = { none: 0, max: 0xffff_ffff } as const;

/** A day on which nothing was observed yet. All days have the same length, so that rows do not move when hours are added. */
export function emptyDay(): Uint8Array {
  return new Uint8Array(hoursOfDay * hourBytes);
}

/** Undefined for an hour that was not observed. */
export function readHour(day: Uint8Array, hourOfDay: number): StoredHour | undefined {
  const view = viewOf(day, hourOfDay);
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

export function writeHour(day: Uint8Array, hourOfDay: number, hour: StoredHour): void {
  const view = viewOf(day, hourOfDay);
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

function viewOf(day: Uint8Array, hourOfDay: number): DataView {
  return new DataView(day.buffer, day.byteOffset + hourOfDay * hourBytes, hourBytes);
}

import { formatFloat4 } from "../../formats/float.ts";
import { formatTime } from "../../formats/time.ts";
import type { LedgerObservation, LedgerObservedHour } from "../../generated/types.ts";
import type { PeriodRecord } from "../../store/ledger/queries/ledger-queries.ts";
import {
  hourSeconds,
  meanRoundTrip,
  type ObservedHour,
} from "../../store/observatory/observed-hour.ts";
import type { HandlerContext } from "../context.ts";
import { readTime } from "./moment.ts";

/** The last second that RFC 3339 can express: a peer may announce any upgrade time. */
const lastSeconds = 253_402_300_799n;

export type WantedHours = { readonly limit: number; readonly fromSeconds: number | undefined };

/** Throws InvalidParams. */
export function wantedHours(
  param: { readonly limit: number; readonly from?: string } | undefined,
): WantedHours | undefined {
  if (param === undefined) return undefined;
  const { limit, from } = param;
  const fromSeconds = from === undefined ? undefined : Number(readTime("observedHours.from", from));
  return { limit, fromSeconds };
}

/** The member `observed` of a validator's period, if this node observed it. */
export function observationOf(
  period: Pick<PeriodRecord, "role" | "node_id" | "began_time" | "ended_time">,
  wanted: WantedHours | undefined,
  { clock, queries }: Pick<HandlerContext, "clock" | "queries">,
): { readonly observed?: LedgerObservation } {
  if (period.role !== "validator" || period.began_time === null) return {};
  const end = period.ended_time ?? Number(clock.nowSeconds());
  const hours = queries.observatory.between(period.node_id, period.began_time, end);
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) return {};
  const newest = <T>(read: (hour: ObservedHour) => T | undefined): T | undefined => {
    for (let at = hours.length - 1; at >= 0; at--) {
      const value = read(hours[at]!);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  return {
    observed: {
      fromTime: timeOf(first.hour),
      toTime: timeOf(last.hour + 1),
      observedSeconds: sum(hours, "observedSeconds"),
      connectedSeconds: sum(hours, "connectedSeconds"),
      ...statements({
        roundTripMicros: meanRoundTrip(hours),
        software: newest(({ software }) => software),
        reportedUptimePercent: newest(({ reportedUptimePercent }) => reportedUptimePercent),
      }),
      ...(wanted !== undefined && { hours: selected(hours, wanted).map(hourView) }),
    },
  };
}

function selected(hours: readonly ObservedHour[], { limit, fromSeconds }: WantedHours) {
  if (fromSeconds === undefined) return hours.slice(-limit);
  const from = Math.floor(fromSeconds / hourSeconds);
  return hours.filter(({ hour }) => hour >= from).slice(0, limit);
}

function hourView(hour: ObservedHour): LedgerObservedHour {
  return {
    time: timeOf(hour.hour),
    observedSeconds: String(hour.observedSeconds),
    connectedSeconds: String(hour.connectedSeconds),
    ...statements(hour),
  };
}

function statements({
  roundTripMicros,
  software,
  reportedUptimePercent,
}: Pick<ObservedHour, "roundTripMicros" | "software" | "reportedUptimePercent">) {
  const upgradeTime = software?.upgradeTime ?? 0n;
  return {
    ...(roundTripMicros !== undefined && { roundTripMicroseconds: String(roundTripMicros) }),
    ...(software !== undefined && { version: software.version }),
    ...(upgradeTime > 0n && upgradeTime <= lastSeconds && { upgradeTime: formatTime(upgradeTime) }),
    ...(reportedUptimePercent !== undefined && {
      reportedUptime: formatFloat4(reportedUptimePercent),
    }),
  };
}

function sum(hours: readonly ObservedHour[], member: "observedSeconds" | "connectedSeconds") {
  return String(hours.reduce((total, hour) => total + hour[member], 0));
}

function timeOf(hour: number): string {
  return formatTime(BigInt(hour) * BigInt(hourSeconds));
}

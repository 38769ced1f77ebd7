import type { NodeId } from "../../formats/bytes.ts";
import { formatFloat4 } from "../../formats/float.ts";
import { formatTime, lastUnixSecond } from "../../formats/time.ts";
import type { LedgerObservation, LedgerObservedHour } from "../../generated/types.ts";
import type { PeriodRecord } from "../../store/ledger/queries/ledger-queries.ts";
import {
  hourSeconds,
  type ObservedHour,
  type ObservedHours,
} from "../../store/observatory/observed-hour.ts";
import type { HandlerContext } from "../context.ts";
import { readTime } from "./moment.ts";

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
  const { observatory } = queries;
  const node = period.node_id;
  const totals = observatory.totals(node, period.began_time, end);
  if (totals === undefined) return {};
  return {
    observed: {
      fromTime: timeOf(totals.firstHour),
      toTime: timeOf(totals.lastHour + 1),
      observedSeconds: String(totals.observedSeconds),
      connectedSeconds: String(totals.connectedSeconds),
      ...statements(totals),
      ...(wanted !== undefined && {
        hours: hoursOf(observatory, node, { from: period.began_time, to: end }, wanted).map(
          hourView,
        ),
      }),
    },
  };
}

/** Hours that were not observed are not counted. */
function hoursOf(
  observatory: ObservedHours,
  nodeID: NodeId,
  { from, to }: { readonly from: number; readonly to: number },
  { limit, fromSeconds }: WantedHours,
): readonly ObservedHour[] {
  if (fromSeconds === undefined) return observatory.between(nodeID, from, to).slice(-limit);
  return observatory.between(nodeID, Math.max(from, fromSeconds), to).slice(0, limit);
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
    ...(upgradeTime > 0n &&
      upgradeTime <= lastUnixSecond && { upgradeTime: formatTime(upgradeTime) }),
    ...(reportedUptimePercent !== undefined && {
      reportedUptime: formatFloat4(reportedUptimePercent),
    }),
  };
}

function timeOf(hour: number): string {
  return formatTime(BigInt(hour) * BigInt(hourSeconds));
}

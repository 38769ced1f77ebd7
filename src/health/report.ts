import type { JsonValue } from "../formats/json.ts";
import { formatTimeNanos } from "../formats/time.ts";
import type { CheckResult } from "./check.ts";

/** A result in AvalancheGo's shape and order. api/health/result.go @ v1.12.1 */
export type CheckReport = {
  readonly message?: JsonValue;
  readonly error?: string;
  /** RFC 3339; in the year 1 before the first run. */
  readonly timestamp: string;
  /** Nanoseconds. */
  readonly duration: bigint;
  readonly contiguousFailures?: number;
  readonly timeOfFirstFailure?: string;
};

export type Report = {
  readonly checks: Readonly<Record<string, CheckReport>>;
  readonly healthy: boolean;
};

/** Sorts checks by name. */
export function makeReport(results: ReadonlyMap<string, CheckResult>): Report {
  const names = [...results.keys()].sort();
  return {
    checks: Object.fromEntries(names.map((name) => [name, checkReport(results.get(name)!)])),
    healthy: names.every((name) => results.get(name)!.error === undefined),
  };
}

const zeroTime = "0001-01-01T00:00:00Z";

function checkReport(result: CheckResult): CheckReport {
  return {
    ...(result.detail !== undefined && result.detail !== null && { message: result.detail }),
    ...(result.error !== undefined && { error: result.error }),
    timestamp: result.endedNanos === undefined ? zeroTime : formatTimeNanos(result.endedNanos),
    duration: result.durationNanos,
    ...(result.contiguousFailures > 0 && { contiguousFailures: result.contiguousFailures }),
    ...(result.firstFailureNanos !== undefined && {
      timeOfFirstFailure: formatTimeNanos(result.firstFailureNanos),
    }),
  };
}

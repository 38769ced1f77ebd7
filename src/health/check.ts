import type { JsonValue } from "../formats/json.ts";

/** The outcome of one run. The check passed when there is no `error`. */
export type CheckOutcome = {
  /** Reported as `message`, if present. */
  readonly detail?: JsonValue;
  readonly error?: string;
};

/** A check that throws fails with the text of the error. */
export type Check = () => CheckOutcome | Promise<CheckOutcome>;

/** The last run of a check. Times are Unix nanoseconds. */
export type CheckResult = CheckOutcome & {
  /** When the run ended; absent before the first run. */
  readonly endedNanos?: bigint;
  readonly durationNanos: bigint;
  readonly contiguousFailures: number;
  readonly firstFailureNanos?: bigint;
};

/** The result of a check before its first run: a failure that is not counted. */
export const notYetRun: CheckResult = {
  error: "not yet run",
  durationNanos: 0n,
  contiguousFailures: 0,
};

/** Selects every check; each has this tag implicitly. */
export const allTag = "all";

/** Checks with this tag are part of every report. */
export const applicationTag = "application";

/** Real time, even when the node's own clock is moved. */
export type HealthClock = {
  /** Unix nanoseconds. */
  readonly nowNanos: () => bigint;
  /** Nanoseconds since an arbitrary instant; monotonic. */
  readonly elapsedNanos: () => bigint;
};

/** The part of pino's logger that is used here. */
export type HealthLog = {
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
};

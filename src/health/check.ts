import type { JsonValue } from "../formats/json.ts";

/** What one run of a check found. It passed when there is no `error`. */
export type CheckOutcome = {
  /** Shown as `message`; absent, nothing is shown. */
  readonly detail?: JsonValue;
  readonly error?: string;
};

/** A check that throws has failed with the text of what it threw. */
export type Check = () => CheckOutcome | Promise<CheckOutcome>;

/** The last run of a check. Times are Unix nanoseconds. */
export type CheckResult = CheckOutcome & {
  /** When the run ended; absent before the first. */
  readonly endedNanos?: bigint;
  readonly durationNanos: bigint;
  readonly contiguousFailures: number;
  readonly firstFailureNanos?: bigint;
};

/** The result of a check that is registered but has not run: a failure that is not counted. */
export const notYetRun: CheckResult = {
  error: "not yet run",
  durationNanos: 0n,
  contiguousFailures: 0,
};

/** Selects every check; each has it without asking. */
export const allTag = "all";

/** Checks with this tag are part of every report. */
export const applicationTag = "application";

/** The clock of health: real time, also where the node's own clock is moved. */
export type HealthClock = {
  /** Unix nanoseconds. */
  readonly nowNanos: () => bigint;
  /** Nanoseconds since any instant; never goes back. */
  readonly elapsedNanos: () => bigint;
};

/** The part of pino's logger that is used here. */
export type HealthLog = {
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
};

import { FormatError } from "./format-error.ts";

const microsecond = 1_000n;
const millisecond = 1_000_000n;
const second = 1_000_000_000n;

/** Nanoseconds as Go's time.Duration prints them: `0s`, `1.5µs`, `66.90725ms`, `1m30s`. */
export function formatGoDuration(nanos: bigint): string {
  if (nanos < 0n) return `-${formatGoDuration(-nanos)}`;
  if (nanos === 0n) return "0s";
  if (nanos < microsecond) return `${nanos}ns`;
  if (nanos < millisecond) return `${decimal(nanos, microsecond)}µs`;
  if (nanos < second) return `${decimal(nanos, millisecond)}ms`;
  const minutes = nanos / (60n * second);
  const seconds = `${decimal(nanos % (60n * second), second)}s`;
  if (minutes === 0n) return seconds;
  if (minutes < 60n) return `${minutes}m${seconds}`;
  return `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

const unitNanos = new Map([
  ["ns", 1n],
  ["us", microsecond],
  ["µs", microsecond],
  ["μs", microsecond],
  ["ms", millisecond],
  ["s", second],
  ["m", 60n * second],
  ["h", 3600n * second],
]);

const maxInt64 = 2n ** 63n - 1n;

/**
 * Nanoseconds of a duration as Go's time.ParseDuration reads it: `30s`, `1h15m30.918s`, `-1.5h`,
 * `0`. Throws FormatError with Go's messages.
 */
export function parseGoDuration(text: string): bigint {
  const isNegative = text.startsWith("-");
  let rest = isNegative || text.startsWith("+") ? text.slice(1) : text;
  if (rest === "0") return 0n;
  let total = 0n;
  do {
    const [part, whole = "", fraction = "", unit] = /^(\d*)(?:\.(\d*))?([^\d.]*)/.exec(rest)!;
    if (whole + fraction === "") throw invalid(text);
    total += nanosOf(whole, fraction, unit!, text);
    rest = rest.slice(part.length);
  } while (rest !== "");
  if (total > maxInt64) throw invalid(text);
  return isNegative ? -total : total;
}

function nanosOf(whole: string, fraction: string, unit: string, text: string): bigint {
  if (unit === "") {
    throw new FormatError(`time: missing unit in duration ${JSON.stringify(text)}`);
  }
  const nanos = unitNanos.get(unit);
  if (nanos === undefined) {
    throw new FormatError(
      `time: unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(text)}`,
    );
  }
  return (BigInt(whole + fraction) * nanos) / 10n ** BigInt(fraction.length);
}

function invalid(text: string): FormatError {
  return new FormatError(`time: invalid duration ${JSON.stringify(text)}`);
}

function decimal(value: bigint, unit: bigint): string {
  const fraction = value % unit;
  if (fraction === 0n) return (value / unit).toString();
  const digits = fraction.toString().padStart(unit.toString().length - 1, "0");
  return `${value / unit}.${digits.replace(/0+$/, "")}`;
}

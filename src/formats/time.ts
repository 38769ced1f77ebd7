import { FormatError } from "./format-error.ts";

const nanosPerSecond = 1_000_000_000n;

/** The last second of the year 9999: RFC 3339 has four digits for the year. */
export const lastUnixSecond = 253_402_300_799n;

/** Unix seconds as Go prints a UTC time: `2024-12-16T17:00:00Z`. Times after the year 9999 become its last second. */
export function formatTime(unixSeconds: bigint): string {
  return formatTimeNanos(unixSeconds * nanosPerSecond);
}

/** Unix milliseconds, for times of the node's own clock. */
export function formatTimeMillis(unixMillis: number): string {
  return formatTimeNanos(BigInt(Math.trunc(unixMillis)) * 1_000_000n);
}

/** RFC 3339 in UTC with up to nine fractional digits and no trailing zeros. */
export function formatTimeNanos(unixNanos: bigint): string {
  let seconds = unixNanos / nanosPerSecond;
  let nanos = unixNanos % nanosPerSecond;
  if (nanos < 0n) {
    seconds -= 1n;
    nanos += nanosPerSecond;
  }
  if (seconds > lastUnixSecond) return formatTimeNanos(lastUnixSecond * nanosPerSecond);
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, -".000Z".length);
  if (nanos === 0n) return `${text}Z`;
  const fraction = nanos.toString().padStart(9, "0").replace(/0+$/, "");
  return `${text}.${fraction}Z`;
}

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/;

/** Unix seconds of an RFC 3339 time, without its fraction of a second. Throws FormatError. */
export function parseTime(text: string): bigint {
  const match = rfc3339.exec(text);
  if (match === null) throw invalidTime(text);
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  // A day or an hour that does not exist would have changed the others.
  const expected = text.slice(0, "2006-01-02T15:04:05".length);
  if (date.toISOString().slice(0, expected.length) !== expected) throw invalidTime(text);
  const zoneMinutes = Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0);
  const zoneSeconds = (match[7] === "-" ? -60 : 60) * zoneMinutes;
  return BigInt(date.getTime() / 1000 - zoneSeconds);
}

const retryAfterMaxMs = 3_600_000;

/** How long a header Retry-After says to wait, in seconds or until a date, in milliseconds: at most an hour. */
export function parseRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  const delayMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - nowMs;
  return delayMs > 0 ? Math.min(delayMs, retryAfterMaxMs) : undefined;
}

function invalidTime(text: string): FormatError {
  return new FormatError(`${JSON.stringify(text)} is not an RFC 3339 time`);
}

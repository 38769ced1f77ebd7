import { describe, expect, it } from "vitest";
import { formatGoDuration, parseGoDuration } from "../../../src/formats/duration.ts";
import { formatFloat4 } from "../../../src/formats/float.ts";
import { formatGoTime } from "../../../src/formats/go-time.ts";
import {
  formatTime,
  formatTimeMillis,
  formatTimeNanos,
  parseRetryAfter,
  parseTime,
} from "../../../src/formats/time.ts";
import { formatUint64, maxUint64, parseUint64 } from "../../../src/formats/uint64.ts";
import durations from "../../vectors/formats/duration.json" with { type: "json" };
import floats from "../../vectors/formats/float.json" with { type: "json" };
import times from "../../vectors/formats/time.json" with { type: "json" };
import uint64s from "../../vectors/formats/uint64.json" with { type: "json" };
import { outcome } from "./outcome.ts";

describe("uint64", () => {
  it.each(uint64s.parse)("$text is read as Go does", ({ text, ...expected }) => {
    expect(outcome(() => formatUint64(parseUint64(text)))).toEqual(expected);
  });

  it("rejects a long text at once", () => {
    expect(() => parseUint64("9".repeat(1_000_000))).toThrow("value out of range");
    expect(parseUint64(`${"0".repeat(1_000_000)}${maxUint64}`)).toBe(maxUint64);
  });
});

describe("durations", () => {
  it.each(durations.format)("$nanos ns are $text", ({ nanos, text }) => {
    expect(formatGoDuration(BigInt(nanos))).toBe(text);
    expect(parseGoDuration(text)).toBe(BigInt(nanos));
  });

  it.each(durations.parse)("$text is read as Go does", ({ text, ...expected }) => {
    expect(outcome(() => parseGoDuration(text).toString())).toEqual(expected);
  });

  it("end at 64 bits", () => {
    expect(() => parseGoDuration("2562047h47m16.854775808s")).toThrow("time: invalid duration");
  });
});

describe("times", () => {
  it.each(times.format)("$nanos ns are $text", ({ nanos, text }) => {
    expect(formatTimeNanos(BigInt(nanos))).toBe(text);
  });

  it.each(times.parse)("$text is read as Go does", ({ text, value }) => {
    if (value === undefined) expect(() => parseTime(text)).toThrow("is not an RFC 3339 time");
    else expect(parseTime(text)).toBe(BigInt(value));
  });

  it("are written from seconds and milliseconds", () => {
    expect(formatTime(1_734_368_400n)).toBe("2024-12-16T17:00:00Z");
    expect(formatTime(-62_135_596_800n)).toBe("0001-01-01T00:00:00Z");
    expect(formatTimeMillis(1_734_368_400_120)).toBe("2024-12-16T17:00:00.12Z");
    expect(formatGoTime(1_734_368_400n)).toBe("2024-12-16 17:00:00 +0000 UTC");
  });

  it("end with the year 9999", () => {
    expect(formatTime(253_402_300_799n)).toBe("9999-12-31T23:59:59Z");
    expect(formatTime(253_402_300_800n)).toBe("9999-12-31T23:59:59Z");
    expect(formatTime(2n ** 64n - 1n)).toBe("9999-12-31T23:59:59Z");
    expect(formatTimeMillis(253_402_300_800_120)).toBe("9999-12-31T23:59:59Z");
  });

  // time.Unix(int64(n), 0).UTC().String() of Go 1.26: a broken block can carry any time.
  it.each([
    [253_402_300_800n, "10000-01-01 00:00:00"],
    [4_611_686_018_427_387_904n, "146138514283-06-19 07:45:04"],
    [9_223_371_974_719_179_008n, "292277024627-12-06 15:30:08"],
    [9_223_372_036_854_775_807n, "292277026596-12-04 15:30:07"],
    [9_223_372_036_854_775_808n, "292277026596-12-04 15:30:08"],
    [9_223_372_038_571_126_506n, "292277026651-04-26 19:35:06"],
    [9_223_372_098_976_670_847n, "-292277020689-08-21 18:27:11"],
    [9_223_372_098_990_372_608n, "-292277020688-01-27 08:29:52"],
    [13_835_058_055_282_163_712n, "-146138510344-07-14 16:14:56"],
    [18_446_744_073_709_551_615n, "1969-12-31 23:59:59"],
  ])("of any 64 bits wrap around as Go prints them: %s", (seconds, text) => {
    expect(formatGoTime(seconds)).toBe(`${text} +0000 UTC`);
  });
});

describe("formatFloat4", () => {
  it.each(floats.format)("of $value is Go's", ({ value, float32, float64 }) => {
    expect(formatFloat4(value)).toBe(float64);
    expect(formatFloat4(Math.fround(value))).toBe(float32);
  });
});

it("reads seconds and dates of Retry-After, up to an hour", () => {
  const nowMs = Date.UTC(2015, 9, 21, 7, 27);
  const read = (text: string | undefined) => parseRetryAfter(text, nowMs);
  expect(["1", "3600", "3601", "0", "-1", "soon", "", undefined].map(read)).toEqual([
    ...[1_000, 3_600_000, 3_600_000],
    ...Array.from({ length: 5 }, () => undefined),
  ]);
  expect(read("Wed, 21 Oct 2015 07:28:00 GMT")).toBe(60_000);
  expect(read("Wed, 21 Oct 2015 07:26:00 GMT")).toBeUndefined();
  expect(read("Fri, 31 Dec 9999 23:59:59 GMT")).toBe(3_600_000);
});

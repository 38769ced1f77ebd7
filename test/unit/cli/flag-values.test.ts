import { describe, expect, it } from "vitest";
import type { FlagType } from "../../../src/cli/flag-types.ts";
import { parseFlagValue } from "../../../src/cli/flag-values.ts";

describe("parseFlagValue", () => {
  it.each<[FlagType, string, unknown]>([
    ["bool", "true", true],
    ["bool", "T", true],
    ["bool", "0", false],
    ["int", "-5", -5],
    ["uint", "0x10", 16],
    ["uint64", "18446744073709551615", 18446744073709551615n],
    ["float", "0.9", 0.9],
    ["float", "1e-3", 0.001],
    ["duration", "30s", 30_000_000_000n],
    ["duration", "1m30s", 90_000_000_000n],
    ["duration", "100ms", 100_000_000n],
    ["duration", "-1.5h", -5_400_000_000_000n],
    ["duration", "2000000000", 2_000_000_000n],
    ["text", " as it is ", " as it is "],
    ["base64", "AAH/", new Uint8Array([0, 1, 255])],
    ["base64", "", new Uint8Array()],
    ["base64", "AAH/\nAAE=\n", new Uint8Array([0, 1, 255, 0, 1])],
    ["list", "a,b  c", ["a", "b", "c"]],
    ["list", "", []],
    ["ints", "77, 103", [77, 103]],
    [
      "pairs",
      "a=1,b=x=y",
      new Map([
        ["a", "1"],
        ["b", "x=y"],
      ]),
    ],
  ])("reads %s %j", (type, text, value) => {
    expect(parseFlagValue(type, text)).toEqual(value);
  });

  it.each<[FlagType, string, string]>([
    ["bool", "yes", 'expected true or false, got "yes"'],
    ["bool", "", 'expected true or false, got ""'],
    ["uint", "-1", "expected at least 0, got -1"],
    ["uint", "1.5", 'expected a whole number, got "1.5"'],
    ["uint", "", 'expected a whole number, got ""'],
    [
      "uint64",
      "18446744073709551616",
      "expected at most 18446744073709551615, got 18446744073709551616",
    ],
    ["float", "NaN", 'expected a number, got "NaN"'],
    ["float", " ", 'expected a number, got " "'],
    ["duration", "30 s", 'expected a duration like 30s, 1m30s or 100ms, got "30 s"'],
    ["duration", "1d", "expected a duration"],
    ["base64", "a", "unable to decode base64 content"],
    ["base64", "a-b_", "unable to decode base64 content"],
    ["ints", "1,x", 'expected a whole number, got "x"'],
    ["pairs", "a", 'expected key=value, got "a"'],
  ])("refuses %s %j", (type, text, message) => {
    expect(() => parseFlagValue(type, text)).toThrow(message);
  });
});

import { describe, expect, it } from "vitest";
import { parseArguments } from "../../../src/cli/parse.ts";

function parsed(...args: string[]): Record<string, string> {
  return Object.fromEntries(parseArguments(args));
}

describe("parseArguments", () => {
  it("reads both spellings of a value", () => {
    expect(parsed("--http-port", "1", "--http-host=::1")).toEqual({
      "http-port": "1",
      "http-host": "::1",
    });
  });

  it("keeps what follows the first equals sign", () => {
    expect(parsed("--genesis-file-content=YQ==")).toEqual({ "genesis-file-content": "YQ==" });
  });

  it("accepts an empty value", () => {
    expect(parsed("--bootstrap-ips=", "--bootstrap-ids", "")).toEqual({
      "bootstrap-ips": "",
      "bootstrap-ids": "",
    });
  });

  it("switches on without a value and off with one", () => {
    expect(parsed("--public", "--index-enabled=false")).toEqual({
      public: "true",
      "index-enabled": "false",
    });
  });

  it("lets the last value win, and collects lists", () => {
    expect(
      parsed("--http-port=1", "--http-port=2", "--track-subnets=a", "--track-subnets=b"),
    ).toEqual({ "http-port": "2", "track-subnets": "a,b" });
  });

  it.each([
    [["--http-prot", "1"], "unknown flag: --http-prot (did you mean --http-port?)"],
    [["--heatlh-check-frequency=1s"], "did you mean --health-check-frequency?"],
    [["--zzzzzz"], "unknown flag: --zzzzzz"],
    [["--http-port"], "flag needs an argument: --http-port"],
    [["-http-port=1"], "flags begin with two dashes: --http-port=1"],
    [["extra"], 'unexpected argument: "extra"'],
    [["--"], 'unexpected argument: "--"'],
    [["--index-enabled", "false"], 'unexpected argument: "false" (write --index-enabled=false)'],
  ])("refuses %j", (args, message) => {
    expect(() => parseArguments(args)).toThrow(message);
  });

  it("suggests nothing for a word like none", () => {
    expect(() => parseArguments(["--zzzzzz"])).toThrow(/^unknown flag: --zzzzzz$/);
  });
});

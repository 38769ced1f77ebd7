import { describe, expect, it } from "vitest";
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";

const hardforkOf = async (...flags: string[]) =>
  nodeConfig(await readRawConfig(flags, { HOME: "/h" })).hardfork;

const bootstrappers = [
  "--network-id=1337",
  "--bootstrap-ips=127.0.0.1:1",
  "--bootstrap-ids=NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
];

describe("--hardfork", () => {
  it("is what the release's local network has by default", async () => {
    expect(await hardforkOf("--rules=newest")).toEqual({ name: "helicon", isGiven: false });
    expect(await hardforkOf("--rules=avalanchego-1.12")).toEqual({ name: "etna", isGiven: false });
  });

  it("is the one that is given", async () => {
    const durango = { name: "durango", isGiven: true };
    expect(await hardforkOf("--hardfork=Durango", "--network-id=1337")).toEqual(durango);
    const helicon = { name: "helicon", isGiven: true };
    expect(await hardforkOf("--hardfork=helicon", "--rules=newest")).toEqual(helicon);
  });

  it("is the network's for a follower, whose rules are the newest", async () => {
    const helicon = { name: "helicon", isGiven: false };
    expect(await hardforkOf("--rules=avalanchego-1.12", ...bootstrappers)).toEqual(helicon);
    expect(await hardforkOf("--network-id=1337", "--offline")).toEqual(helicon);
    const granite = { name: "granite", isGiven: true };
    const flags = ["--hardfork=granite", "--api-profile=avalanchego-1.12", ...bootstrappers];
    expect(await hardforkOf(...flags)).toEqual(granite);
  });

  it.each([
    ["an upgrade file", ["--network-id=1337", "--upgrade-file=/u.json"]],
    ["the content of an upgrade file", ["--network-id=1337", "--upgrade-file-content=e30="]],
    ["a public network", ["--network-id=fuji"]],
  ])("is none with %s", async (_name, flags) => {
    expect(await hardforkOf(...flags)).toBeUndefined();
  });

  it.each([
    [
      "an unknown one",
      ["--hardfork=berlin"],
      "expected apricot, banff, cortina, durango, etna, fortuna, granite, helicon",
    ],
    [
      "an upgrade file beside it",
      ["--hardfork=etna", "--network-id=1337", "--upgrade-file=/u.json"],
      "--hardfork and an upgrade file cannot be combined: remove one of them",
    ],
    [
      "one that the rules do not know",
      ["--hardfork=fortuna", "--rules=avalanchego-1.12"],
      "--hardfork=fortuna needs --rules=newest: the rules of avalanchego-1.12 end with etna",
    ],
    [
      "a follower of a public network",
      ["--hardfork=etna", "--network-id=fuji"],
      "--hardfork is for a node that builds its own blocks; this one follows a network",
    ],
    [
      "a node without a source of blocks",
      ["--hardfork=etna", "--network-id=1337", "--offline"],
      "--hardfork is for a node that builds its own blocks; this one is offline",
    ],
  ])("refuses %s", async (_name, flags, message) => {
    await expect(hardforkOf(...flags)).rejects.toThrow(message);
  });
});

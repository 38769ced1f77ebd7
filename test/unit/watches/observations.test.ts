import { describe, expect, it } from "vitest";
import { type NetworkView, Observations } from "../../../src/watches/observations.ts";
import type { WatchRule } from "../../../src/watches/rule.ts";

const nodeID = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const quiet: NetworkView = {
  nowMs: 1_000_000,
  isFollowing: true,
  haltReason: undefined,
  nextUpgrade: undefined,
  validator: () => undefined,
};

/** What a watch reports of one view after the other. */
function reported(rule: WatchRule, views: readonly Partial<NetworkView>[]) {
  const observations = new Observations();
  let known: string | undefined;
  return views.map((view) => {
    const live = { definition: { rule }, progress: { reported: known } };
    const found = observations.of(live as never, { ...quiet, ...view });
    known = found.reported;
    return found.details;
  });
}

const validator = (isConnected: boolean, uptime = 1, upgradeTime = 0n) => ({
  validator: () => ({
    isConnected,
    uptime,
    peer: isConnected ? { version: "avalanchego/1.12.1", upgradeTime } : undefined,
  }),
});

describe("what no block contains", () => {
  it("an uptime is reported once while it is below the limit, and again when it falls again", () => {
    const rule = { kind: "uptime", nodeID, percent: 80 } as const;
    const below = { kind: "uptimeBelow", nodeID, limit: "80", uptime: "79.5" };
    expect(
      reported(rule, [
        validator(true, 0.9),
        validator(true, 0.795),
        validator(true, 0.79),
        validator(true, 0.8),
        validator(true, 0.795),
      ]),
    ).toEqual([undefined, below, undefined, undefined, below]);
  });

  it("a validator is offline after some seconds without a connection, with the time of the last one", () => {
    const rule = { kind: "offline", nodeID, seconds: 60 } as const;
    const at = (seconds: number, isConnected: boolean) => ({
      nowMs: seconds * 1000,
      ...validator(isConnected),
    });
    const details = { kind: "offline", nodeID, limit: "60", offlineSince: "1970-01-01T00:00:10Z" };
    expect(
      reported(rule, [
        at(0, true),
        at(10, false),
        at(69, false),
        at(70, false),
        at(80, false),
        at(90, true),
        at(100, false),
      ]),
    ).toEqual([undefined, undefined, undefined, details, undefined, undefined, undefined]);
    const bootstrapping = { ...at(1_000, false), isFollowing: false };
    expect(reported(rule, [at(0, false), bootstrapping, at(1_001, false)])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("a version is behind if it does not know the next upgrade", () => {
    const nextUpgrade = { time: 1_800_000_000n, name: "heliconTime" };
    const details = {
      ...{ kind: "versionBehind", nodeID, version: "avalanchego/1.12.1" },
      ...{ upgrade: "heliconTime", upgradeTime: "2027-01-15T08:00:00Z" },
    };
    expect(
      reported({ kind: "version", nodeID }, [
        validator(true),
        { nextUpgrade, ...validator(true, 1, 1_800_000_000n) },
        { nextUpgrade, ...validator(true, 1, 1_700_000_000n) },
        { nextUpgrade, ...validator(true, 1, 1_700_000_000n) },
      ]),
    ).toEqual([undefined, undefined, details, undefined]);
  });

  it("each upgrade and each halt is reported once", () => {
    const first = { time: 1_800_000_000n, name: undefined };
    const kinds = (rule: WatchRule, views: readonly Partial<NetworkView>[]) =>
      reported(rule, views).map((details) => details?.kind);
    const again = { nextUpgrade: first };
    expect(
      kinds({ kind: "upgrade" }, [
        again,
        again,
        { nextUpgrade: { ...first, time: 1_900_000_000n } },
      ]),
    ).toEqual(["upgradeAnnounced", undefined, "upgradeAnnounced"]);
    expect(kinds({ kind: "halt" }, [{}, { haltReason: "x" }, { haltReason: "x" }])).toEqual([
      undefined,
      "followingHalted",
      undefined,
    ]);
  });
});

import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { chainCheck, missingChainCheck } from "../../../src/health/checks/chain.ts";
import { followingCheck } from "../../../src/health/checks/following.ts";
import { ledgerDatabaseCheck } from "../../../src/health/checks/ledger-database.ts";
import {
  bootstrappedCheck,
  shuttingDownCheck,
  validationCheck,
} from "../../../src/health/checks/node.ts";
import {
  type AnnouncedUpgrades,
  blsCheck,
  futureUpgradeCheck,
} from "../../../src/health/checks/release.ts";
import {
  archiveCheck,
  databaseCheck,
  diskPercentageCheck,
  diskspaceCheck,
} from "../../../src/health/checks/storage.ts";
import { networkCheck, routerCheck } from "../../../src/health/checks/traffic.ts";

const second = 1_000_000_000n;

describe("bootstrapped", () => {
  it("passes with an empty list", async () => {
    expect(await bootstrappedCheck(() => [])()).toEqual({ detail: [] });
  });

  it("names the subnets that are not ready", async () => {
    expect(await bootstrappedCheck(() => ["s"])()).toEqual({
      detail: ["s"],
      error: "subnets not bootstrapped",
    });
  });
});

describe("indexDatabase", () => {
  it("does not wait for a server that hangs, and asks it once", async () => {
    let pings = 0;
    let respond = () => {};
    const check = archiveCheck(
      {
        problem: undefined,
        behind: () => 3n,
        ping: () => {
          pings += 1;
          return new Promise((resolve) => {
            respond = resolve;
          });
        },
      },
      10,
    );
    for (let run = 0; run < 2; run++) {
      expect(await check()).toEqual({
        detail: { containersBehind: 3 },
        error: "the database server did not respond within 0.01 s",
      });
    }
    expect(pings).toBe(1);
    respond();
    await new Promise(setImmediate);
    const outcome = check();
    respond();
    expect(await outcome).toEqual({ detail: { containersBehind: 3 } });
    expect(pings).toBe(2);
  });
});

describe("ledgerDatabase", () => {
  const state = { height: 41, blocksBehind: 1, problem: undefined, isWaiting: false };
  const detail = "the database has the rows up to height 41, 1 blocks behind";

  it("names a server that hangs, and since when, before a statement fails", async () => {
    let respond = () => {};
    const ping = () =>
      new Promise<void>((resolve) => {
        respond = resolve;
      });
    let seconds = 0;
    const now = () => new Date(1_000 * seconds++);
    const check = ledgerDatabaseCheck({ state: () => state, ping }, { answerMs: 10, now });
    for (let run = 0; run < 2; run++) {
      expect(await check()).toEqual({
        detail,
        error: "since 1970-01-01T00:00:00.000Z: the database server did not respond within 0.01 s",
      });
    }
    respond();
    await new Promise(setImmediate);
    const outcome = check();
    respond();
    expect(await outcome).toEqual({ detail });
  });

  it("has the reason of the copy first", async () => {
    const problem = { reason: "the disk is full", since: new Date(5_000) };
    const check = ledgerDatabaseCheck({
      state: () => ({ ...state, problem }),
      ping: () => Promise.reject(new Error("it refuses connections")),
    });
    const error = "since 1970-01-01T00:00:05.000Z: the disk is full";
    expect(await check()).toEqual({ detail, error });
  });
});

describe("chain", () => {
  it("reports the progress of consensus", async () => {
    const check = chainCheck(() => ({
      lastAcceptedHeight: 44n,
      lastAcceptedID: "259zf8edQ45R88q7no117QiF24PAU1RDGZDriM2jfELkXK77iH",
      processingBlocks: 0,
      longestProcessingNanos: 0n,
    }));
    expect(await check()).toEqual({
      detail: {
        engine: {
          consensus: {
            lastAcceptedHeight: 44n,
            lastAcceptedID: "259zf8edQ45R88q7no117QiF24PAU1RDGZDriM2jfELkXK77iH",
            longestProcessingBlock: "0s",
            processingBlocks: 0,
          },
          vm: null,
        },
        networking: { disconnectedValidators: [], percentConnected: 1 },
      },
    });
  });

  it("reports nothing about an unknown chain", async () => {
    expect(await chainCheck(() => undefined)()).toMatchObject({
      detail: { engine: { consensus: {}, vm: null } },
    });
  });

  it("fails for a chain that this node cannot run", async () => {
    expect(await missingChainCheck("S", "no such VM")()).toEqual({
      error: "failed to create chain on subnet S: no such VM",
    });
  });
});

describe("following", () => {
  const state = { phase: "following", height: 9n, networkHeight: 9n, blocksPerSecond: 0 };
  const known = { remainingSeconds: undefined, reason: undefined, warning: undefined };
  const chainAt = (chain: string, unverifiedTo?: bigint) => ({
    chain,
    phase: "following",
    startHeight: 1n,
    height: 7n,
    networkHeight: 7n,
    unverifiedTo,
  });

  it("marks the blocks of the C-chain up to which no hash covers what crossed", async () => {
    const storedChains = [chainAt("X"), chainAt("C", 5n)];
    const { detail } = await followingCheck(() => ({ ...state, ...known, storedChains }))();
    const shown = { phase: "following", startHeight: "1", height: "7", networkHeight: "7" };
    expect(detail).toMatchObject({
      storedChains: {
        X: { ...shown, isExecuted: false },
        C: { ...shown, isExecuted: false, sharedMemoryUnverifiedTo: "5" },
      },
    });
    expect(JSON.stringify(detail).match(/sharedMemoryUnverifiedTo/g)).toHaveLength(1);
  });
});

describe("database", () => {
  it("passes without a detail when the probe returns", async () => {
    expect(await databaseCheck(() => {})()).toEqual({});
  });

  it("lets the probe's error through", () => {
    const check = databaseCheck(() => {
      throw new Error("closed");
    });
    expect(check).toThrow("closed");
  });
});

describe("diskspace", () => {
  const directory = () => tmpdir();
  const problems: (string | undefined)[] = [];
  const onSpace = (problem: string | undefined) => void problems.push(problem);

  it("reports the free space", async () => {
    const check = diskspaceCheck({ directory, requiredBytes: 0n, warningBytes: 0n, onSpace });
    const outcome = await check();
    expect(outcome.error).toBeUndefined();
    expect(outcome.detail).toEqual({ availableDiskBytes: expect.any(BigInt) });
    expect(problems).toEqual([undefined]);
  });

  it("fails below the warning threshold and reports too little space below what is required", async () => {
    const huge = 1n << 62n;
    const warned = diskspaceCheck({
      directory,
      requiredBytes: 0n,
      warningBytes: huge,
      onSpace,
    });
    expect((await warned()).error).toMatch(
      /^remaining available disk space \(\d+\) is below the warning threshold of disk space \(4611686018427387904\)$/,
    );
    expect(problems.at(-1)).toBeUndefined();
    const empty = diskspaceCheck({
      directory,
      requiredBytes: huge,
      warningBytes: huge,
      onSpace,
    });
    expect((await empty()).error).toMatch(
      /^remaining available disk space \(\d+\) is below minimum required available space \(4611686018427387904\)$/,
    );
    expect(problems.at(-1)).toMatch(/is below minimum required available space/);
  });
});

describe("diskspace in percent", () => {
  const directory = () => tmpdir();
  const problems: (string | undefined)[] = [];
  const onSpace = (problem: string | undefined) => void problems.push(problem);
  const checkWith = (requiredPercentage: number, warningPercentage: number) =>
    diskPercentageCheck({ directory, requiredPercentage, warningPercentage, onSpace })();

  it("reports the free share of the disk", async () => {
    const { detail, error } = await checkWith(0, 0);
    expect(error).toBeUndefined();
    const expected = {
      availableDiskBytes: expect.any(BigInt),
      availableDiskPercentage: expect.any(Number),
    };
    expect(detail).toEqual(expected);
    const { availableDiskPercentage } = detail as { availableDiskPercentage: number };
    expect(availableDiskPercentage).toBeGreaterThanOrEqual(0);
    expect(availableDiskPercentage).toBeLessThanOrEqual(100);
  });

  it("has AvalancheGo's texts, and reports too little space below what is required", async () => {
    expect((await checkWith(0, 101)).error).toMatch(
      /^remaining available disk space percentage \(\d+%\) is below warning threshold available space percentage \(101%\)$/,
    );
    expect(problems.at(-1)).toBeUndefined();
    expect((await checkWith(101, 101)).error).toMatch(
      /^remaining available disk space percentage \(\d+%\) is below minimum required available space percentage \(101%\)$/,
    );
    expect(problems.at(-1)).toMatch(/is below minimum required/);
  });
});

// avalanchego node/node.go (initHealthAPI) @ v1.15.0-fuji
describe("bls", () => {
  const own = new Uint8Array(48).fill(0xa1);
  const other = new Uint8Array(48).fill(0xb2);

  it("compares the node's key with the registered one", async () => {
    const detailOf = (registered: Parameters<typeof blsCheck>[1]) =>
      blsCheck(() => own, registered)();
    expect(await detailOf(() => "not a validator")).toEqual({ detail: "node is not a validator" });
    expect(await detailOf(() => undefined)).toEqual({ detail: "validator doesn't have a BLS key" });
    expect(await detailOf(() => own)).toEqual({ detail: "node has the correct BLS key" });
    expect(await detailOf(() => other)).toEqual({
      error: `node has BLS key 0x${"a1".repeat(48)}, but is registered to the validator set with 0x${"b2".repeat(48)}`,
    });
  });
});

describe("futureupgrade", () => {
  const hour = 3600n;
  const now = 1_800_000_000n;
  const announcing = (...announced: AnnouncedUpgrades["announced"][number][]) =>
    futureUpgradeCheck(() => ({
      localUpgradeTime: now,
      totalWeight: 100n,
      announced,
      nowNanos: now * second,
    }))();

  it("passes without peers, as in a recorded node", async () => {
    expect(await announcing()).toEqual({
      detail: {
        localUpgradeTime: "2027-01-15T08:00:00Z",
        modeUpgradeTime: "1970-01-01T00:00:00Z",
        modeUpgradeWeightPercentage: 0,
        numUpgradeTimes: 0,
      },
    });
  });

  it("fails if nobody validates", async () => {
    const none = { localUpgradeTime: 0n, totalWeight: 0n, announced: [], nowNanos: 0n };
    expect(await futureUpgradeCheck(() => none)()).toEqual({
      error: "no validators in the current validator set",
    });
  });

  it("ignores a later upgrade that less than half of the stake announces", async () => {
    const outcome = await announcing(
      { upgradeTime: now + hour, weight: 49n },
      { upgradeTime: now, weight: 40n },
    );
    expect(outcome).toMatchObject({
      detail: { modeUpgradeWeightPercentage: 49, numUpgradeTimes: 2 },
    });
    expect(outcome).not.toHaveProperty("error");
    expect(outcome.detail).not.toHaveProperty("timeUntilUpgrade");
  });

  it.each([
    [169n, "169h0m0s", undefined],
    [49n, "49h0m0s", "unknown network upgrade detected"],
    [2n, "2h0m0s", "unknown network upgrade detected - update as soon as possible"],
    [1n, "1h0m0s", "imminent network upgrade detected - update immediately"],
    [-1n, "-1h0m0s", "imminent network upgrade detected - update immediately"],
  ])("has AvalancheGo's urgency %s hours before", async (hours, timeUntilUpgrade, error) => {
    const check = futureUpgradeCheck(() => ({
      localUpgradeTime: 0n,
      totalWeight: 100n,
      announced: [30n, 30n].map((weight) => ({ upgradeTime: now, weight })),
      nowNanos: (now - hours * hour) * second,
    }));
    const outcome = await check();
    expect(outcome.error).toBe(error);
    expect(outcome.detail).toMatchObject({
      modeUpgradeTime: "2027-01-15T08:00:00Z",
      modeUpgradeWeightPercentage: 60,
      numUpgradeTimes: 1,
      timeUntilUpgrade,
    });
  });
});

describe("network", () => {
  const thresholds = {
    minConnectedPeers: 1,
    maxTimeSinceReceivedMs: 60_000,
    maxTimeSinceSentMs: 60_000,
    maxSendFailRate: 0.9,
  };

  it("passes without peers where none are needed", async () => {
    const check = networkCheck(
      () => ({ required: false, connectedPeers: 0, sendFailRate: 0 }),
      thresholds,
    );
    expect(await check()).toEqual({ detail: { connectedPeers: 0, sendFailRate: 0 } });
  });

  it("has AvalancheGo's text for a node that needs peers and has none", async () => {
    const check = networkCheck(
      () => ({ required: true, connectedPeers: 0, sendFailRate: 0 }),
      thresholds,
    );
    expect(await check()).toEqual({
      detail: { connectedPeers: 0, sendFailRate: 0 },
      error:
        "network layer is unhealthy reason: not connected to a minimum of 1 peer(s) only 0, no messages received from network, no messages sent to network",
    });
  });

  // [spec: 2.2.health-network]
  it("names silence and failed sends", async () => {
    const check = networkCheck(
      () => ({
        required: true,
        connectedPeers: 2,
        sendFailRate: 0.95,
        nanosSinceReceived: 62n * second,
        nanosSinceSent: 61n * second,
      }),
      thresholds,
    );
    expect(await check()).toEqual({
      detail: {
        connectedPeers: 2,
        sendFailRate: 0.95,
        timeSinceLastMsgReceived: "1m2s",
        timeSinceLastMsgSent: "1m1s",
      },
      error:
        "network layer is unhealthy reason: no messages from network received in 1m2s > 1m0s, no messages from network sent in 1m1s > 1m0s, messages failure send rate 0.95 > 0.9",
    });
  });
});

describe("router", () => {
  const thresholds = { maxOutstandingRequests: 1024, maxOutstandingDurationMs: 300_000 };

  it("reports the requests that wait", async () => {
    const check = routerCheck(() => ({ count: 3, oldestNanos: 66_907_250n }), thresholds);
    expect(await check()).toEqual({
      detail: { longestRunningRequest: "66.90725ms", outstandingRequests: 3 },
    });
  });

  it("fails when they are too many or too old", async () => {
    const check = routerCheck(() => ({ count: 1025, oldestNanos: 301n * second }), thresholds);
    expect(await check()).toEqual({
      detail: { longestRunningRequest: "5m1s", outstandingRequests: 1025 },
      error:
        "the router is not healthy reason: number of outstanding requests 1025 > 1024, time for outstanding requests 5m1s > 5m0s",
    });
  });
});

describe("shuttingDown", () => {
  it("always fails", async () => {
    expect(await shuttingDownCheck()).toEqual({
      detail: { isShuttingDown: true },
      error: "server shutting down",
    });
  });
});

describe("validation", () => {
  it.each([
    ["bootstrapping", { detail: "node is currently bootstrapping" }],
    ["not a validator", { detail: "node is not a primary network validator" }],
    [
      "validator",
      {
        detail: "node is a primary network validator",
        error: "partial sync should not be configured for a validator",
      },
    ],
  ] as const)("of a node that is %s", async (state, outcome) => {
    expect(await validationCheck(() => state)()).toEqual(outcome);
  });
});

import { afterEach, expect, it } from "vitest";
import { type BytesKey, keyOf, type NodeId } from "../../../../src/formats/bytes.ts";
import { primaryNetworkID } from "../../../../src/networks/chains.ts";
import {
  type ObservatoryOptions,
  ValidatorObservatory,
} from "../../../../src/node/follow/observatory.ts";
import { stakerPriorities } from "../../../../src/pchain/state/staker.ts";
import { migrate } from "../../../../src/store/migrations.ts";
import { Observatory, observatoryTables } from "../../../../src/store/observatory/observatory.ts";
import { diskFull, openSqlite, type SqliteDatabase } from "../../../../src/store/sqlite.ts";

const [up, down] = [1, 2].map((byte) => new Uint8Array(20).fill(byte)) as [NodeId, NodeId];
const hour = 500_000;
const startMs = hour * 3_600_000;

const opened: SqliteDatabase[] = [];
afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});

function setUp(retentionMs = 365 * 86_400_000) {
  const database = openSqlite(":memory:");
  opened.push(database);
  migrate(database, ":memory:", [observatoryTables]);
  const stored = new Observatory(database);
  const world = {
    nowMs: startMs,
    isBootstrapped: true,
    isOverPeers: true,
    peers: [] as Peer[],
    reported: new Map<BytesKey, number>(),
    problem: undefined as Error | undefined,
  };
  const options = {
    following: () => ({
      isBootstrapped: () => world.isBootstrapped,
      peers: () => world.peers,
      traffic: () => (world.isOverPeers ? {} : undefined),
      reportedUptimes: async () => world.reported,
    }),
    store: {
      observatory: stored,
      state: {
        currentStakers: () => [
          ...[up, down].map((nodeID) => staker(nodeID)),
          { ...staker(up), priority: stakerPriorities.primaryDelegatorCurrent },
          { ...staker(new Uint8Array(20).fill(3)), subnetID: new Uint8Array(32).fill(3) },
        ],
      },
      together: (work: () => void) => {
        if (world.problem !== undefined) throw world.problem;
        database.transaction(work)();
      },
    },
    clock: { nowMillis: () => world.nowMs },
    retentionMs,
    onError: (error: unknown) => {
      throw error;
    },
  } as unknown as ObservatoryOptions;
  let observatory = new ValidatorObservatory(options);
  return {
    world,
    stored,
    restart: () => {
      observatory = new ValidatorObservatory(options);
    },
    stop: () => observatory.stop(),
    /** Looks every half minute, as the timer does. */
    pass: (seconds: number) => {
      observatory.look();
      for (let passed = 0; passed < seconds; passed += 30) {
        world.nowMs += 30_000;
        observatory.look();
      }
    },
    hoursOf: (nodeID: NodeId) => stored.between(nodeID, 0, 4_000_000_000),
  };
}

type Peer = {
  nodeID: NodeId;
  connectedMs: number;
  roundTripMs: number | undefined;
  version: string;
  upgradeTime: bigint;
};

function staker(nodeID: NodeId) {
  return { subnetID: primaryNetworkID, nodeID, priority: stakerPriorities.primaryValidatorCurrent };
}

function peer(nodeID: NodeId, more: Partial<Peer> = {}): Peer {
  const known = { version: "avalanchego/1.14.2", upgradeTime: 7n, roundTripMs: 20 };
  return { nodeID, connectedMs: startMs - 1, ...known, ...more };
}

it("keeps an hour of each validator: connected or not, round trip, version and upgrade", () => {
  const { world, pass, hoursOf } = setUp();
  world.peers = [peer(up)];
  pass(1800);
  world.peers = [peer(up, { roundTripMs: 40, version: "avalanchego/1.15.0", upgradeTime: 9n })];
  pass(1800);
  expect(hoursOf(up)).toEqual([
    {
      hour,
      observedSeconds: 3600,
      connectedSeconds: 3600,
      roundTripMicros: 30_000,
      software: { version: "avalanchego/1.15.0", upgradeTime: 9n },
      reportedUptimePercent: undefined,
    },
  ]);
  expect(hoursOf(down)).toMatchObject([
    { hour, observedSeconds: 3600, connectedSeconds: 0, software: undefined },
  ]);
  expect(hoursOf(new Uint8Array(20).fill(3))).toEqual([]);
});

it("begins once the node is bootstrapped, and counts a connection from its beginning", () => {
  const { world, pass, stop, hoursOf } = setUp();
  world.isBootstrapped = false;
  pass(600);
  world.isBootstrapped = true;
  pass(60);
  world.peers = [peer(up, { connectedMs: world.nowMs + 10_000 })];
  pass(30);
  world.peers = [];
  pass(30);
  stop();
  expect(hoursOf(up)).toMatchObject([{ observedSeconds: 120, connectedSeconds: 20 }]);
});

it("divides what it saw by hours", () => {
  const { world, pass, stop, hoursOf } = setUp();
  world.nowMs += 3_585_000;
  world.peers = [peer(up)];
  pass(90);
  stop();
  expect(hoursOf(up).map(({ hour, connectedSeconds }) => [hour, connectedSeconds])).toEqual([
    [hour, 15],
    [hour + 1, 75],
  ]);
});

it("adds to an hour after a restart, and loses ten minutes at most in a crash", () => {
  const { world, pass, stop, restart, hoursOf } = setUp();
  world.peers = [peer(up)];
  pass(1000);
  expect(hoursOf(up)).toMatchObject([{ observedSeconds: 600 }]);
  restart();
  world.nowMs += 300_000;
  pass(300);
  stop();
  expect(hoursOf(up)).toMatchObject([{ observedSeconds: 900, connectedSeconds: 900 }]);
});

it("observes nothing while the machine sleeps or its clock is set", () => {
  const { world, pass, stop, hoursOf } = setUp();
  world.peers = [peer(up)];
  pass(30);
  world.nowMs += 7_200_000;
  pass(30);
  world.nowMs -= 7_200_000;
  pass(30);
  stop();
  const seconds = hoursOf(up).map(({ observedSeconds }) => observedSeconds);
  expect(seconds.reduce((sum, each) => sum + each, 0)).toBe(90);
});

it("stores later what the disk has no room for now", () => {
  const { world, pass, hoursOf } = setUp();
  world.peers = [peer(up)];
  world.problem = diskFull("no space left");
  pass(1200);
  expect(hoursOf(up)).toEqual([]);
  world.problem = undefined;
  pass(30);
  expect(hoursOf(up)).toMatchObject([{ observedSeconds: 1200 }]);
});

it("keeps hours for as long as it is configured to", () => {
  const weekHours = 168;
  const { world, pass, hoursOf } = setUp(2 * weekHours * 3_600_000);
  for (let week = 0; week < 5; week++) {
    pass(3600);
    world.nowMs += (weekHours - 1) * 3_600_000;
  }
  pass(3600);
  const weeks = hoursOf(down).map(({ hour }) => Math.floor(hour / weekHours));
  const last = Math.floor(hour / weekHours) + 5;
  expect([...new Set(weeks)]).toEqual([last - 2, last - 1, last]);
});

it("keeps the uptimes that upstreams report, and no connections, over HTTP", async () => {
  const { world, pass, stop, hoursOf } = setUp();
  world.isOverPeers = false;
  world.reported = new Map([[keyOf(up), 98.6]]);
  pass(30);
  await Promise.resolve();
  stop();
  expect(hoursOf(up)).toEqual([
    {
      hour,
      observedSeconds: 0,
      connectedSeconds: 0,
      roundTripMicros: undefined,
      software: undefined,
      reportedUptimePercent: 99,
    },
  ]);
  expect(hoursOf(down)).toEqual([]);
});

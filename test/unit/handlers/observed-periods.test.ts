import { afterAll, beforeAll, expect, it } from "vitest";
import { parseNodeId } from "../../../src/formats/node-id.ts";
import type { LedgerStakingPeriod } from "../../../src/generated/types.ts";
import type { OpenChain } from "../../../src/node/chain/open-chain.ts";
import { readEvent } from "../../../src/replay/event.ts";
import { Replay } from "../../../src/replay/replay.ts";
import { openHistoryChain } from "../../support/history-chain.ts";
import { ledgerCalls } from "../../support/ledger-calls.ts";

let opened: OpenChain;
let periods: (params: object) => Promise<readonly LedgerStakingPeriod[]>;
const nowSeconds = 1_800_000_000;

beforeAll(async () => {
  const chain = await openHistoryChain("small");
  opened = chain.opened;
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  for await (const line of chain.source.lines()) await replay.apply(readEvent(line));
  replay.commit();
  const call = await ledgerCalls(opened, () => BigInt(nowSeconds));
  periods = async (params) => {
    const { result, error } = await call("ledger.getStakingPeriods", params);
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return (result as unknown as { periods: readonly LedgerStakingPeriod[] }).periods;
  };
});

afterAll(() => opened.close());

/** Connected for all but six minutes of the hour; `upgradeTime` is no time that RFC 3339 can express in some. */
function observe(nodeID: string, seconds: number, upgradeTime: bigint): void {
  opened.store.observatory.add(parseNodeId(nodeID), {
    hour: Math.floor(seconds / 3600),
    observedSeconds: 3600,
    connectedSeconds: 3240,
    roundTripMicros: 1500,
    software: { version: "avalanchego/1.15.0", upgradeTime },
    reportedUptimePercent: 97,
  });
}

it("shows what this node observed in running and ended periods of validators, and nothing else", async () => {
  const before = await periods({});
  const ended = before.find(({ role, status }) => role === "validator" && status === "ended")!;
  const running = before.find(({ role, status, nodeID }) => {
    return role === "validator" && status === "running" && nodeID !== ended.nodeID;
  })!;
  const began = Date.parse(ended.beganTime!) / 1000;
  const over = Date.parse(ended.endedTime!) / 1000;
  observe(ended.nodeID, began - 3600, 0n);
  observe(ended.nodeID, began, 0n);
  observe(ended.nodeID, over, 2n ** 64n - 1n);
  observe(ended.nodeID, over + 3600, 0n);
  observe(running.nodeID, nowSeconds - 7200, 1_900_000_000n);
  observe(running.nodeID, nowSeconds - 3600, 1_900_000_000n);
  const found = await periods({ observedHours: { limit: 1 } });
  const of = ({ txID, startTime }: LedgerStakingPeriod) =>
    found.find((each) => each.txID === txID && each.startTime === startTime)?.observed;
  const hours = Math.floor(over / 3600) === Math.floor(began / 3600) ? 1 : 2;
  expect(of(ended)).toMatchObject({
    observedSeconds: String(3600 * hours),
    version: "avalanchego/1.15.0",
    reportedUptime: "97.0000",
    hours: [{ connectedSeconds: "3240" }],
  });
  expect(of(ended)).not.toHaveProperty("upgradeTime");
  expect(of(running)).toEqual({
    fromTime: "2027-01-15T06:00:00Z",
    toTime: "2027-01-15T08:00:00Z",
    observedSeconds: "7200",
    connectedSeconds: "6480",
    roundTripMicroseconds: "1500",
    version: "avalanchego/1.15.0",
    upgradeTime: "2030-03-17T17:46:40Z",
    reportedUptime: "97.0000",
    hours: [
      {
        time: "2027-01-15T07:00:00Z",
        observedSeconds: "3600",
        connectedSeconds: "3240",
        roundTripMicroseconds: "1500",
        version: "avalanchego/1.15.0",
        upgradeTime: "2030-03-17T17:46:40Z",
        reportedUptime: "97.0000",
      },
    ],
  });
  const others = found.filter(({ nodeID }) => ![ended.nodeID, running.nodeID].includes(nodeID));
  expect(others.every(({ observed }) => observed === undefined)).toBe(true);
  const delegations = found.filter(({ role }) => role === "delegator");
  expect(delegations.every(({ observed }) => observed === undefined)).toBe(true);
});

it("selects hours from a time on, and no member unless `fields` names it", async () => {
  const from = "2027-01-15T06:30:00Z";
  const observedHours = { limit: 168, from };
  const fields = ["nodeID", "observed"];
  const found = await periods({ filter: { status: "running" }, observedHours, fields });
  const hours = found.flatMap(({ observed }) => observed?.hours ?? []);
  expect(hours.map(({ time }) => time)).toEqual(["2027-01-15T06:00:00Z", "2027-01-15T07:00:00Z"]);
  const without = await periods({ fields: ["nodeID"] });
  expect(without.some((each) => "observed" in each)).toBe(false);
});

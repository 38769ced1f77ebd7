import { describe, expect, test } from "vitest";
import {
  agoText,
  avaxText,
  exactAvaxText,
  shortSpanText,
  spanText,
  timeText,
} from "../../../playground/explorer/amount.ts";
import {
  gasPriceChart,
  intervalChart,
  largestThird,
  stakeChart,
} from "../../../playground/explorer/charts.ts";
import { warningOf } from "../../../playground/explorer/check-warning.ts";
import { linkOf } from "../../../playground/explorer/found.ts";
import { gauge, modeNote, progressOf, readMode } from "../../../playground/explorer/metrics.ts";
import { NodeClock } from "../../../playground/explorer/node-clock.ts";
import { blockTime, txsOf } from "../../../playground/explorer/node-reader.ts";
import { linkOfMember, placeOf } from "../../../playground/explorer/places.ts";

test("a gauge is the sum over its labels", () => {
  const text = `# HELP a_count Number
# TYPE a_count gauge
a_count{chain="P"} 2
a_count{chain="Q"} 1
a_count_max{chain="P"} 9
b 6.7108864e+07
`;
  expect(gauge(text, "a_count")).toBe(3);
  expect(gauge(text, "b")).toBe(67108864);
  expect(gauge(text, "c")).toBeUndefined();
});

describe("the progress of a follower", () => {
  const metrics = (height: number) => `couloir_mode{mode="follow"} 1
couloir_follow_phase{phase="bootstrapping"} 1
couloir_follow_height ${height}
couloir_follow_network_height 25000
couloir_follow_executed_per_second 300
couloir_follow_peers 24
`;

  test("is its share of the network's blocks, with the time that is left", () => {
    const mode = readMode(metrics(1_000));
    expect(modeNote(mode)).toBe("bootstrapping, 24 peers");
    expect(progressOf(mode, spanText)).toEqual({
      share: 0.04,
      words: "block 1,000 of 25,000",
      pace: "300 blocks/s, 1 minute left",
    });
  });

  test("has no time left once following halted", () => {
    const mode = { ...readMode(metrics(1_000)), phase: "halted" };
    expect(progressOf(mode, spanText)?.pace).toBe("stopped, 24,000 blocks left");
  });

  test("ends at the tip, and nobody else has any", () => {
    expect(progressOf(readMode(metrics(25_001)), spanText)).toMatchObject({
      share: 1,
      pace: "at the tip of the network",
    });
    expect(progressOf(readMode('couloir_mode{mode="dev"} 1\n'), spanText)).toBeUndefined();
  });
});

test("a block has its transactions in each of its forms, and a time unless it is old", () => {
  const ids = (block: object) => txsOf(block as never).map(({ id }) => id);
  expect(ids({ txs: [{ id: "t" }, { id: "u" }] })).toEqual(["t", "u"]);
  expect(ids({ tx: { id: "t" } })).toEqual(["t"]);
  expect(ids({ txs: [], tx: { id: "p" } })).toEqual(["p"]);
  expect(ids({})).toEqual([]);
  expect([blockTime({ time: 5 }), blockTime({})]).toEqual([5, undefined]);
});

test.each([
  [0, "just now"],
  [1.9, "just now"],
  [2, "2 seconds ago"],
  [61, "1 minute ago"],
  [7_300, "2 hours ago"],
  [90_000, "1 day ago"],
  [-120, "in 2 minutes"],
])("%d seconds are %s", (seconds, text) => {
  expect(agoText(seconds)).toBe(text);
});

test("amounts and times are written for people", () => {
  expect(avaxText(2_000_000_999_999_999n)).toBe("2,000,000 AVAX");
  expect(exactAvaxText(2_000_000_990_000_000n)).toBe("2,000,000.99 AVAX");
  expect(exactAvaxText(1n)).toBe("0.000000001 AVAX");
  expect(timeText(1_791_000_000)).toBe("2026-10-03 04:00:00");
  expect([0, 90, 7_200, 172_800].map(shortSpanText)).toEqual(["0 s", "90 s", "2 h", "2 d"]);
});

describe("charts", () => {
  test("an interval needs a block and its parent, both with a time", () => {
    const blocks = [
      { height: 1n, time: undefined },
      { height: 2n, time: 100 },
      { height: 3n, time: 103 },
      { height: 5n, time: 109 },
      { height: 6n, time: 110 },
    ];
    const { x, y, summary } = intervalChart(blocks);
    expect([x, y]).toEqual([
      [3, 6],
      [3, 1],
    ]);
    expect(summary).toContain("median of the last 2");
    expect(intervalChart([]).x).toEqual([]);
    const jump = [0, 2, 4, 6, 90_000].map((time, index) => ({ height: BigInt(index), time }));
    expect(intervalChart(jump).yMax).toBe(16);
    expect(intervalChart(jump).summary).toMatch(/; the longest, 1 day, is cut off$/);
  });

  test("stake is sorted, and the summary says who can stop the network", () => {
    const { y, summary } = stakeChart([1n, 5n, 3n].map((avax) => avax * 1_000_000_000n));
    expect(y).toEqual([5, 3, 1]);
    expect(summary).toBe("1 of 3 validators hold more than a third of 9 AVAX");
    expect(largestThird([2n, 2n, 2n, 2n, 2n], 10n)).toBe(2);
    expect(stakeChart([]).x).toEqual([]);
  });

  test("the gas price is drawn over the seconds since the first sample", () => {
    const { x, y, xText, summary } = gasPriceChart([
      { time: 1_000, price: 9 },
      { time: 1_005, price: 1 },
    ]);
    expect([x, y]).toEqual([
      [0, 5],
      [9, 1],
    ]);
    expect([xText(5), xText(10)]).toEqual(["+5 s", ""]);
    expect(summary).toBe("1 nAVAX per gas now, at most 9 since this page was opened");
  });
});

const id = "2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr";
const nodeID = "NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5";

test("fragments and members lead to places of the explorer", () => {
  expect(placeOf("status")).toEqual({ kind: "status" });
  expect(placeOf(`tx/${id}`)).toEqual({ kind: "tx", id });
  expect(placeOf("totals")).toEqual({ kind: "totals" });
  expect(placeOf("address/P-local1abc")).toEqual({ kind: "address", id: "P-local1abc" });
  expect(placeOf("platform.getTx")).toBeUndefined();
  expect(linkOfMember("parentID", id)).toBe(`#block/${id}`);
  expect(linkOfMember("subnetID", id)).toBe(`#tx/${id}`);
  expect(linkOfMember("subnetID", "11111111111111111111111111111111LpoYY")).toBeUndefined();
  expect(linkOfMember("nodeID", nodeID)).toBe(`#validator/${nodeID}`);
  expect(linkOfMember("assetID", id)).toBeUndefined();
});

test("what is entered is opened as what it is", async () => {
  const reader = (isBlock: boolean, status: string, isL1 = false) => ({
    block: () => (isBlock ? Promise.resolve({}) : Promise.reject(new Error("not found"))),
    txStatus: () => Promise.resolve({ status }),
    call: () => (isL1 ? Promise.resolve({}) : Promise.reject(new Error("not found"))),
  });
  expect(await linkOf("1,234", reader(false, "Unknown"))).toBe("#block/1234");
  expect(await linkOf(nodeID, reader(false, "Unknown"))).toBe(`#validator/${nodeID}`);
  expect(await linkOf(id, reader(true, "Unknown"))).toBe(`#block/${id}`);
  expect(await linkOf(id, reader(false, "Dropped"))).toBe(`#tx/${id}`);
  expect(await linkOf(id, reader(false, "Unknown", true))).toBe(`#validation/${id}`);
  const address = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
  expect(await linkOf(address, reader(false, "Unknown"))).toBe(`#address/${address}`);
  await expect(linkOf(id, reader(false, "Unknown"))).rejects.toThrow("no block, no transaction");
  await expect(linkOf("zebra", reader(false, "Unknown"))).rejects.toThrow("neither a height");
});

test("a health check that passes shows its warning", () => {
  expect(warningOf({ phase: "connecting", warning: "no connection to x" })).toBe(
    "no connection to x",
  );
  expect(warningOf({ phase: "following" })).toBeUndefined();
  expect(warningOf("plain text")).toBeUndefined();
});

describe("ages follow the clock of the node", () => {
  const localMs = 1_700_000_000_000;

  test("that is ahead of this machine's", () => {
    const clock = new NodeClock();
    // The chain's time is an hour behind a clock that was moved by a year.
    clock.follow(1_700_000_000 + 31_536_000 - 3_600, 3_600, localMs);
    expect(clock.now(localMs)).toBe(1_700_000_000 + 31_536_000);
    expect(clock.now(localMs + 5_000)).toBe(1_700_000_005 + 31_536_000);
  });

  test("unless both agree, or the node does not report it", () => {
    const clock = new NodeClock();
    expect(clock.now(localMs)).toBe(1_700_000_000);
    clock.follow(1_699_999_990, 8, localMs);
    expect(clock.now(localMs)).toBe(1_700_000_000);
    clock.follow(undefined, undefined, localMs);
    expect(clock.now(localMs)).toBe(1_700_000_000);
  });
});

test("the mode says how far the ledger is filled", () => {
  const text = [
    'couloir_mode{mode="offline"} 1',
    "couloir_ledger_missing_blocks 12345",
    "couloir_ledger_filled_per_second 1999.6",
    "",
  ].join("\n");
  expect(modeNote(readMode(text))).toBe(
    "answers from its stored chain; ledger lacks 12,345 blocks, 2,000/s",
  );
  expect(modeNote(readMode(text.replace("12345", "0")))).toBe("answers from its stored chain");
  expect(modeNote(readMode(`${text}couloir_ledger_filling_stopped 1\n`))).toBe(
    "answers from its stored chain; ledger lacks 12,345 blocks, filling stopped (see the check ledger)",
  );
});

test("the note of a follower says how far its other chains are", () => {
  const text = [
    'couloir_mode{mode="follow"} 1',
    'couloir_follow_phase{phase="following"} 1',
    "couloir_follow_peers 24",
    'couloir_stored_chain_height{chain="X"} 30',
    'couloir_stored_chain_network_height{chain="X"} 31',
    'couloir_stored_chain_bootstrapped{chain="X"} 1',
    'couloir_stored_chain_height{chain="C"} 1200',
    'couloir_stored_chain_network_height{chain="C"} 25000',
    'couloir_stored_chain_bootstrapped{chain="C"} 0',
    'couloir_stored_chain_dag_vertices{chain="X"} 40000',
    'couloir_stored_chain_dag_complete{chain="X"} 0',
    "",
  ].join("\n");
  const chains = "following, 24 peers; X at block 30; C at block 1,200 of 25,000";
  expect(modeNote(readMode(text))).toBe(`${chains}; DAG of X: 40,000 vertices`);
  const complete = text.replace('complete{chain="X"} 0', 'complete{chain="X"} 1');
  expect(modeNote(readMode(complete))).toBe(chains);
});

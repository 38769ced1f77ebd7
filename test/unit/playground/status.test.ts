import { expect, test } from "vitest";
import { agoText, avaxText } from "../../../playground/status/amount.ts";
import { gauge, readBlock } from "../../../playground/status/node-reader.ts";

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

test("a block shows its time and its transactions, in each of its forms", () => {
  expect(readBlock(1n, { id: "a", time: 1791000000, txs: [{ id: "t" }, { id: "u" }] })).toEqual({
    height: 1n,
    id: "a",
    time: 1791000000,
    txIDs: ["t", "u"],
  });
  expect(readBlock(2n, { id: "b", tx: { id: "t" } })).toMatchObject({
    time: undefined,
    txIDs: ["t"],
  });
  expect(readBlock(3n, { id: "c", time: 5, txs: [], tx: { id: "p" } }).txIDs).toEqual(["p"]);
  expect(readBlock(4n, { id: "d" }).txIDs).toEqual([]);
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

test("amounts are whole AVAX", () => {
  expect(avaxText(2_000_000_999_999_999n)).toBe("2,000,000 AVAX");
});

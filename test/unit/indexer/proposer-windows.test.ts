import { describe, expect, it } from "vitest";
import { expectedProposer, slotAt } from "../../../src/indexer/proposer-windows.ts";

/** AvalancheGo's tests have ten validators of weight 1 and a chain whose ID begins with 0x0002. vms/proposervm/proposer/windower_test.go @ v1.15.0 */
const validators = Array.from({ length: 10 }, (_, index) => {
  const nodeID = new Uint8Array(20);
  nodeID[0] = index + 1;
  return { nodeID, weight: 1n };
});
const chainSource = 2n << 48n;

const proposerAt = (height: bigint, slot: bigint) =>
  expectedProposer(validators, height ^ chainSource, slot)![0]! - 1;

describe("the proposer of a slot", () => {
  it("is AvalancheGo's, by height", () => {
    expect([1n, 2n].map((height) => proposerAt(height, 0n))).toEqual([2, 1]);
  });

  it("is AvalancheGo's, by slot", () => {
    const slots = Array.from({ length: 24 }, (_, slot) => proposerAt(1n, BigInt(slot)));
    expect(slots).toEqual([2, 0, 9, 7, 0, 3, 3, 3, 3, 3, 4, 0, 6, 3, 2, 1, 6, 0, 5, 1, 9, 6, 0, 8]);
    expect([720n, 721n].map((slot) => proposerAt(1n, slot))).toEqual([4, 6]);
  });

  it("is chosen by weight, in any order of the validators", () => {
    const weighted = validators.map(({ nodeID }, index) => ({
      nodeID,
      weight: index === 4 ? 10n ** 16n : 2_000n,
    }));
    const heights = Array.from({ length: 50 }, (_, height) => BigInt(height));
    const chosen = heights.map((height) => expectedProposer(weighted, height, 0n));
    expect(chosen.every((nodeID) => nodeID === weighted[4]!.nodeID)).toBe(true);
    const reversed = [...validators].reverse();
    for (const height of heights) {
      expect(expectedProposer(reversed, height, 3n)).toEqual(
        expectedProposer(validators, height, 3n),
      );
    }
  });

  it("is nobody in particular without validators", () => {
    expect(expectedProposer([], 1n, 0n)).toBeUndefined();
  });
});

it("gives each slot five seconds", () => {
  expect([0n, 99n, 100n, 104n, 105n, 110n].map((now) => slotAt(100n, now))).toEqual([
    0n,
    0n,
    0n,
    0n,
    1n,
    2n,
  ]);
});

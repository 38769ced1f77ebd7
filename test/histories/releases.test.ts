import { describe, expect, it } from "vitest";
import { newestHistoryNames } from "../support/histories.ts";
import { replayVerdicts } from "../support/replay-verdicts.ts";

const expected = {
  "helicon-1": { blocks: 742, issued: 645, refusedBlocks: 457 },
  "helicon-2": { blocks: 643, issued: 610, refusedBlocks: 446 },
  "etna-to-helicon-1": { blocks: 719, issued: 697, refusedBlocks: 510 },
  "etna-to-helicon-2": { blocks: 812, issued: 660, refusedBlocks: 546 },
  "all-1": { blocks: 820, issued: 820, refusedBlocks: 525 },
  "all-2": { blocks: 797, issued: 776, refusedBlocks: 516 },
} as const;

describe("under the newest rules", () => {
  it.each(newestHistoryNames)("every block, verdict and refusal of %s is the same", (name) => {
    const { differences, preferences, store, ...counts } = replayVerdicts(name, "newest");
    expect(differences).toEqual([]);
    expect(counts).toEqual(expected[name]);
    expect(preferences).toBeGreaterThan(0);
    // The tables hold all of the state, also how auto-renewed validators continue.
    const digest = store.digest();
    expect([...store.state.allAutoRenewals()].length).toBeGreaterThan(0);
    store.loadImage(store.image());
    expect(store.digest()).toEqual(digest);
  });
});

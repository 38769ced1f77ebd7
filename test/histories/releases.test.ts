import { describe, expect, it } from "vitest";
import { primaryNetworkID } from "../../src/networks/chains.ts";
import { stakeWeight } from "../../src/pchain/txs/auto-renewed-validators.ts";
import { readEvent } from "../../src/replay/event.ts";
import { allMasks, type MaskName } from "../../src/replay/masks.ts";
import { Replay } from "../../src/replay/replay.ts";
import { type HistoryName, newestHistoryNames } from "../support/histories.ts";
import { openHistoryChain } from "../support/history-chain.ts";
import { replayVerdicts } from "../support/replay-verdicts.ts";

/** COULOIR_ALL_CHAINS=1 (`npm run test:chains`) replays all ten chains; the others repeat rules that these cover. */
const replayed =
  process.env["COULOIR_ALL_CHAINS"] === "1"
    ? newestHistoryNames
    : (["etna-to-helicon-9", "all-1"] as const);

/** The comparison below covers the blocks, verdicts and refusals; this chain shows the state as well. */
const expected = {
  "all-1": { blocks: 820, issued: 820, refusedBlocks: 525 },
} as const;

describe("under the newest rules", () => {
  it.each(["all-1"] as const)("every block, verdict and refusal of %s is the same", (name) => {
    const { differences, preferences, store, ...counts } = replayVerdicts(name, "newest");
    expect(differences).toEqual([]);
    expect(counts).toEqual(expected[name]);
    expect(preferences).toBeGreaterThan(0);
    // The tables hold all of the state, also how auto-renewed validators continue.
    const digest = store.digest();
    const renewals = [...store.state.allAutoRenewals()];
    expect(renewals.length).toBeGreaterThan(0);
    // What was staked again is what the stake has grown by since the transaction.
    for (const [nodeID, renewal] of renewals) {
      const validator = store.state.currentValidator(primaryNetworkID, nodeID)!;
      const { unsigned } = store.state.tx(validator.txID)!.tx;
      if (unsigned.kind !== "AddAutoRenewedValidatorTx") throw new Error(unsigned.kind);
      const restaked = renewal.accruedValidationRewardsNavax + renewal.accruedDelegateeRewardsNavax;
      expect(validator.weight).toBe(stakeWeight(unsigned) + restaked);
    }
    store.loadImage(store.image());
    expect(store.digest()).toEqual(digest);
  });
});

const compared = {
  "helicon-1": 9522,
  "helicon-2": 7734,
  "helicon-5": 8612,
  "etna-to-helicon-1": 9315,
  "etna-to-helicon-2": 10_299,
  "etna-to-helicon-3": 9240,
  "etna-to-helicon-7": 9164,
  "etna-to-helicon-9": 7897,
  "all-1": 10_879,
  "all-2": 10_261,
} as const;

async function comparedReplay(
  name: HistoryName,
  masks: ReadonlySet<MaskName>,
  { stopAtDifference = false } = {},
) {
  const { source, opened } = await openHistoryChain(name, undefined, ["--rules", "newest"]);
  const options = { mode: "verified", compare: true, masks, machineClock: () => 0n } as const;
  const replay = new Replay({ opened, ...options });
  for await (const line of source.lines()) {
    await replay.apply(readEvent(line));
    if (stopAtDifference && replay.tallies.differences.length > 0) break;
  }
  replay.commit();
  await opened.close();
  return replay.tallies;
}

describe("the answers of AvalancheGo v1.15", () => {
  it.each(replayed)("are those of the replayed chain %s", async (name) => {
    const tallies = await comparedReplay(name, allMasks);
    expect(tallies.differences).toEqual([]);
    const all = [...tallies.byKind.values()];
    expect(all.reduce((sum, tally) => sum + tally.equal, 0)).toBe(compared[name]);
    expect(all.every((tally) => tally.equalTexts === tally.refusals)).toBe(true);
    expect(tallies.byKind.get("preference")!.equal).toBeGreaterThan(0);
    for (const unneeded of [
      "fee config clock",
      "validator uptime",
      "validator connected",
    ] as const) {
      expect(tallies.byMask.has(unneeded)).toBe(false);
    }
  });

  it.each(["validator order", "validator sample", "restaked rewards"] as const)(
    "need the mask %s",
    async (mask) => {
      const masks = new Set([...allMasks].filter((other) => other !== mask));
      const { differences } = await comparedReplay("helicon-2", masks, { stopAtDifference: true });
      expect(differences.length).toBeGreaterThan(0);
    },
  );
});

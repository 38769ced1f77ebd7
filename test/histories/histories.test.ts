import { describe, expect, it } from "vitest";
import { readEvent } from "../../src/replay/event.ts";
import { Replay } from "../../src/replay/replay.ts";
import { historyNames } from "../support/histories.ts";
import { openHistoryChain } from "../support/history-chain.ts";

const expected = {
  small: { blocks: 43, compared: 1025, refusals: 45 },
  etna: { blocks: 538, compared: 9065, refusals: 510 },
  "banff-to-etna": { blocks: 628, compared: 10_066, refusals: 546 },
  "apricot-to-etna": { blocks: 989, compared: 11_248, refusals: 618 },
} as const;

describe.each(historyNames)("the history %s", (name) => {
  async function replayed(mode: "verified" | "trusted", compare: boolean) {
    const { source, opened } = await openHistoryChain(name);
    const replay = new Replay({ opened, mode, compare, machineClock: () => 0n });
    for await (const line of source.lines()) await replay.apply(readEvent(line));
    replay.commit();
    const digest = opened.store.digest();
    await opened.close();
    return { replay, digest };
  }

  it("happens again: every block, answer, verdict and refusal", async () => {
    const { replay, digest } = await replayed("verified", true);
    const all = [...replay.tallies.byKind.values()];
    const total = (member: "compared" | "equal" | "refusals" | "equalTexts") =>
      all.reduce((sum, tally) => sum + tally[member], 0);
    expect(replay.tallies.differences).toEqual([]);
    const { blocks, compared, refusals } = expected[name];
    expect({
      blocks: replay.blocks,
      compared: total("compared"),
      equal: total("equal"),
      refusals: total("refusals"),
      equalTexts: total("equalTexts"),
    }).toEqual({ blocks, compared, equal: compared, refusals, equalTexts: refusals });
    // What trust leaves out changes nothing.
    expect((await replayed("trusted", false)).digest).toEqual(digest);
  });
});

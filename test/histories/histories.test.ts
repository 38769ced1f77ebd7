import { describe, expect, it } from "vitest";
import { type HistoryEvent, readEvent } from "../../src/replay/event.ts";
import { allMasks, answerMasks, type MaskName } from "../../src/replay/masks.ts";
import { Replay, type ReplayOptions } from "../../src/replay/replay.ts";
import { type HistoryName, historyNames } from "../support/histories.ts";
import { openHistoryChain } from "../support/history-chain.ts";

const expected = {
  small: { blocks: 43, compared: 1025, refusals: 45 },
  etna: { blocks: 538, compared: 9065, refusals: 510 },
  "banff-to-etna": { blocks: 628, compared: 10_066, refusals: 546 },
  "apricot-to-etna": { blocks: 989, compared: 11_248, refusals: 618 },
} as const;

/** How many answers of each history differ without a mask. */
const masked: Readonly<
  Record<(typeof historyNames)[number], Readonly<Partial<Record<MaskName, number>>>>
> = {
  small: {
    "validator uptime": 4,
    "validator connected": 25,
    "balance order": 9,
    "page order": 7,
    "page end": 3,
  },
  etna: {
    "validator uptime": 9,
    "validator connected": 22,
    "balance order": 48,
    "page order": 12,
    "page choice": 14,
    "page end": 7,
  },
  "banff-to-etna": {
    "validator uptime": 5,
    "validator connected": 21,
    "balance order": 41,
    "page order": 12,
    "page choice": 14,
    "page end": 6,
    "fee config clock": 1,
  },
  "apricot-to-etna": {
    "validator uptime": 24,
    "validator connected": 43,
    "balance order": 78,
    "page order": 15,
    "page choice": 6,
    "page end": 8,
    "fee config clock": 1,
  },
};

async function replayed(
  name: HistoryName,
  options: Pick<ReplayOptions, "mode" | "compare" | "masks">,
  isRepeated: (event: HistoryEvent) => boolean = () => true,
) {
  const { source, opened } = await openHistoryChain(name);
  const replay = new Replay({ opened, machineClock: () => 0n, ...options });
  for await (const line of source.lines()) {
    const event = readEvent(line);
    if (isRepeated(event)) await replay.apply(event);
  }
  replay.commit();
  const digest = opened.store.digest();
  await opened.close();
  return { replay, digest };
}

describe.each(historyNames)("the history %s", (name) => {
  it("is repeated: every block, response, verdict and rejection", async () => {
    const { replay, digest } = await replayed(name, { mode: "verified", compare: true });
    const { tallies } = replay;
    const all = [...tallies.byKind.values()];
    const total = (member: "compared" | "equal" | "refusals" | "equalTexts") =>
      all.reduce((sum, tally) => sum + tally[member], 0);
    expect(tallies.differences).toEqual([]);
    expect(Object.fromEntries(tallies.byMask)).toEqual(masked[name]);
    const { blocks, compared, refusals } = expected[name];
    expect({
      blocks: replay.blocks,
      compared: total("compared"),
      equal: total("equal"),
      refusals: total("refusals"),
      equalTexts: total("equalTexts"),
    }).toEqual({ blocks, compared, equal: compared, refusals, equalTexts: refusals });
    // Skipping the checks that trusted blocks do not need changes nothing.
    const trusted = await replayed(name, { mode: "trusted", compare: false });
    expect(trusted.digest).toEqual(digest);
  });
});

const masksOfNewest: ReadonlySet<MaskName> = new Set([
  "validator order",
  "validator sample",
  "restaked rewards",
]);
const methodOf = (mask: MaskName) => answerMasks[mask]?.method ?? "platform.getFeeConfig";

/** Each with masks of different methods, so that one replay shows what each of them hides. */
const replaysWithout: readonly (readonly MaskName[])[] = [
  ["validator uptime", "balance order", "page order", "fee config clock"],
  ["validator connected", "page choice"],
  ["page end"],
];

describe.each(replaysWithout.map((left) => [left]))("each of the masks %j", (left) => {
  it("is needed: without it the history banff-to-etna differs", async () => {
    const masks = new Set([...allMasks].filter((mask) => !left.includes(mask)));
    const methods = new Set(left.map(methodOf));
    const isRepeated = (event: HistoryEvent) =>
      event.event !== "ask" || methods.has(event.ask.method);
    const options = { mode: "trusted", compare: true, masks } as const;
    const { replay } = await replayed("banff-to-etna", options, isRepeated);
    const { differences, byMask } = replay.tallies;
    for (const mask of left) {
      const ofMethod = differences.filter((text) => text.startsWith(`ask ${methodOf(mask)}:`));
      expect(ofMethod.length, mask).toBe(masked["banff-to-etna"][mask]);
      expect(byMask.has(mask)).toBe(false);
    }
    const total = left.reduce((sum, mask) => sum + (masked["banff-to-etna"][mask] ?? 0), 0);
    expect(differences.length).toBe(total);
  });
});

it("every mask that the first histories need is left out once", () => {
  const masks = [...allMasks].filter((mask) => !masksOfNewest.has(mask));
  expect(replaysWithout.flat().sort()).toEqual(masks.sort());
});

import { describe, expect, it } from "vitest";
import { type BlockEvent, type HistoryEvent, readEvent } from "../../src/replay/event.ts";
import { Replay } from "../../src/replay/replay.ts";
import { openHistoryChain } from "../support/history-chain.ts";

type Change = (event: BlockEvent) => BlockEvent;

/** Replays the history with its blocks changed. */
async function replayed(change: Change = (event) => event): Promise<Replay> {
  const { source, opened } = await openHistoryChain("helicon-epochs");
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "verified", compare: true });
  try {
    for await (const line of source.lines()) await replay.apply(changed(readEvent(line), change));
    return replay;
  } finally {
    replay.commit();
    await opened.close();
  }
}

function changed(event: HistoryEvent, change: Change): HistoryEvent {
  return event.event === "block" ? change(event) : event;
}

describe("a history of v1.15.0 whose blocks have containers", () => {
  it("has the verdicts of a node that verifies warp messages at the height of the next epoch", async () => {
    const { tallies, blocks } = await replayed();
    expect(tallies.differences).toEqual([]);
    const all = [...tallies.byKind.values()];
    const compared = all.reduce((sum, tally) => sum + tally.compared, 0);
    expect({ blocks, compared }).toEqual({ blocks: 243, compared: 457 });
  });

  it("has other verdicts at the minimum height, which a chain without containers uses", async () => {
    const { tallies } = await replayed((event) => ({ ...event, container: undefined }));
    expect(tallies.differences).toHaveLength(1);
    expect(tallies.differences[0]).toMatch(
      /^issue: RegisterL1ValidatorTx got refused: .*, expected accepted: /,
    );
  });

  it("stops at a container of another block", async () => {
    let last: Uint8Array | undefined;
    const replay = replayed((event) => {
      const container = event.height === 9n ? last : event.container;
      last = event.container;
      return { ...event, container };
    });
    await expect(replay).rejects.toThrow(/^the container of block 9 .* has another block$/);
  });

  it("stops at a container with another height for warp messages", async () => {
    const replay = replayed((event) =>
      event.height === 9n ? { ...event, pChainHeight: event.pChainHeight! + 1n } : event,
    );
    await expect(replay).rejects.toThrow(
      /^the container of block 9 .* has the P-chain height \d+, expected \d+$/,
    );
  });
});

import { expect, it } from "vitest";
import { readHistory } from "../../support/histories.ts";
import { openHistoryChain } from "../../support/history-chain.ts";
import { ledgerCalls } from "../../support/ledger-calls.ts";
import { replayHistory } from "../../support/replay-history.ts";

type Block = { readonly height: string; readonly time: string };

// Before Banff, a committed AdvanceTimeTx changes the chain's time with the option, one height above its proposal.
it("selects the blocks before Banff by the times that it shows", async () => {
  const { opened } = await openHistoryChain("apricot-to-etna");
  const heightMax = 60;
  replayHistory(readHistory("apricot-to-etna"), { ...opened, heightMax });
  const call = await ledgerCalls(opened, () => 2_000_000_000n);
  const list = async (filter: object) => {
    const page = { limit: 1024 };
    const { result } = await call("ledger.getBlocks", { filter, page });
    return (result as unknown as { readonly blocks: readonly Block[] }).blocks;
  };
  const all = await list({});
  const times = [...new Set(all.map(({ time }) => time))];
  expect(times.length).toBeGreaterThan(5);
  for (const time of times) {
    expect(await list({ toTime: time })).toEqual(all.filter((each) => each.time <= time));
    expect(await list({ fromTime: time })).toEqual(all.filter((each) => each.time >= time));
    const days = await call("ledger.getTotals", { filter: { fromTime: time, toTime: time } });
    expect(days.result).toMatchObject({ totals: [{ day: time.slice(0, 10) }] });
  }
  await opened.close();
});

import { describe, expect, it } from "vitest";
import { historyNames, readHistory } from "../../support/histories.ts";
import { openHistoryChain } from "../../support/history-chain.ts";
import { replayHistory } from "../../support/replay-history.ts";

describe.each(historyNames)("the times of the blocks of %s", (name) => {
  it("are those of the chain when they were accepted, also where they carry none", async () => {
    const { opened } = await openHistoryChain(name);
    const { store } = opened;
    const seen = [store.state.timestamp()];
    const onBlock = () => {
      const { height } = store.blocks.lastAccepted();
      while (seen.length <= height) seen.push(store.state.timestamp());
    };
    const heightMax = Number.MAX_SAFE_INTEGER;
    replayHistory(readHistory(name), { ...opened, heightMax, onBlock });
    const times = seen.map((_time, height) => store.blockTimes.after(BigInt(height)));
    expect(times).toEqual(seen);
    expect(() => store.blockTimes.after(BigInt(seen.length))).toThrow("no block");
    await opened.close();
  });
});

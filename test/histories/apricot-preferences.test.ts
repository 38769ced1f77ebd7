import { expect, it } from "vitest";
import { readEvent } from "../../src/replay/event.ts";
import { Replay } from "../../src/replay/replay.ts";
import { openHistoryChain } from "../support/history-chain.ts";

it("a proposal of Apricot prefers commit, also for a validator without uptime", async () => {
  const { source, opened } = await openHistoryChain("all-1");
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "verified", compare: true });
  try {
    for await (const line of source.lines()) {
      const event = readEvent(line);
      if (event.event === "block" && line.includes('"type":"Banff')) break;
      if (event.event === "peer") await replay.apply({ ...event, connected: false });
      if (event.event === "block" || event.event === "atomicUTXO") await replay.apply(event);
    }
    expect(replay.tallies.differences).toEqual([]);
    expect(replay.tallies.byKind.get("preference")!.compared).toBeGreaterThan(20);
  } finally {
    replay.commit();
    await opened.close();
  }
});

import { describe, expect, it } from "vitest";
import { readEvent } from "../../../../src/replay/event.ts";
import { Replay } from "../../../../src/replay/replay.ts";
import type { HistoryName } from "../../../support/histories.ts";
import { openHistoryChain } from "../../../support/history-chain.ts";
import { ledgerRows } from "../../../support/ledger-rows.ts";

/** Chains of several eras; COULOIR_LEDGER_HISTORIES names others. */
const names = (process.env["COULOIR_LEDGER_HISTORIES"]?.split(",") ?? [
  "small",
  "all-1",
]) as HistoryName[];

async function rowsOf(name: HistoryName, batchBlocks: number) {
  const { source, opened } = await openHistoryChain(name);
  const mode = "trusted";
  const replay = new Replay({ opened, machineClock: () => 0n, mode, compare: false, batchBlocks });
  for await (const line of source.lines()) await replay.apply(readEvent(line));
  replay.commit();
  const rows = ledgerRows(opened.store.database());
  await opened.close();
  return rows;
}

describe.each(names)("the rows of the history %s", (name) => {
  it("are the same whether they are written with each block or with many", async () => {
    const one = await rowsOf(name, 1);
    expect(one["outputs"]!.length).toBeGreaterThan(10);
    expect(await rowsOf(name, 7)).toEqual(one);
    expect(await rowsOf(name, 100_000)).toEqual(one);
  });
});

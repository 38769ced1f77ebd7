import { describe, expect, it } from "vitest";
import { readEvent } from "../../../../src/replay/event.ts";
import { Replay } from "../../../../src/replay/replay.ts";
import { canonicalText, ledgerRows, rowTables } from "../../../../src/store/ledger/rows.ts";
import type { SqliteDatabase } from "../../../../src/store/sqlite.ts";
import type { HistoryName } from "../../../support/histories.ts";
import { openHistoryChain } from "../../../support/history-chain.ts";

const names = ["small", "all-1"] as const satisfies readonly HistoryName[];

function textsOf(database: SqliteDatabase, from: number, to: number, asOf: number): string[] {
  return rowTables.flatMap((name) =>
    [...ledgerRows(database, name, { from, to, asOf })].map(
      (row) => `${name} ${canonicalText(name, row)}`,
    ),
  );
}

describe.each(names)("the rows of the history %s", (name) => {
  it("say the same of a height however far the store has come since", async () => {
    const { source, opened } = await openHistoryChain(name);
    const { store } = opened;
    const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
    let next = 0;
    const seen = new Map<number, string[]>();
    const tip = () => Number(store.blocks.lastAccepted().height);
    for await (const line of source.lines()) {
      await replay.apply(readEvent(line));
      if (tip() < next) continue;
      seen.set(tip(), textsOf(store.database(), 0, tip(), tip()));
      next = tip() + Math.ceil(tip() / 2) + 1;
    }
    replay.commit();
    const last = tip();
    expect(seen.size).toBeGreaterThan(3);
    for (const [height, rows] of seen) {
      expect(textsOf(store.database(), 0, height, height), `at ${height}`).toEqual(rows);
    }
    const all = textsOf(store.database(), 0, last, last);
    const half = Math.floor(last / 2);
    const parts = [
      ...textsOf(store.database(), 0, half, last),
      ...textsOf(store.database(), half + 1, last, last),
    ];
    expect(parts.sort()).toEqual(all.sort());
    const byKey = rowTables.flatMap((table) =>
      [...ledgerRows(store.database(), table, { from: 0, to: last, order: "key" })].map(
        (row) => `${table} ${canonicalText(table, row)}`,
      ),
    );
    expect(byKey.sort()).toEqual(all);
    await opened.close();
  }, 120_000);
});

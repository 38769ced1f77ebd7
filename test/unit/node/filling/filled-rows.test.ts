import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { configuredNetwork } from "../../../../src/node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../../../../src/node/chain/open-chain.ts";
import { NodeClock } from "../../../../src/node/clock.ts";
import { LedgerFilling } from "../../../../src/node/filling/ledger-filling.ts";
import { silentLog } from "../../../../src/node/logging/log.ts";
import type { NodeConfig } from "../../../../src/node/node-config.ts";
import { readEvent } from "../../../../src/replay/event.ts";
import type { HistorySource } from "../../../../src/replay/history-source.ts";
import { Replay } from "../../../../src/replay/replay.ts";
import type { HistoryName } from "../../../support/histories.ts";
import { openHistoryChain } from "../../../support/history-chain.ts";
import { ledgerRows } from "../../../support/ledger-rows.ts";

/** Chains of several eras; COULOIR_LEDGER_HISTORIES names others. */
const names = (process.env["COULOIR_LEDGER_HISTORIES"]?.split(",") ?? [
  "small",
  "all-1",
]) as HistoryName[];

function fillingOf(opened: OpenChain, config: NodeConfig): LedgerFilling {
  const clock = new NodeClock();
  const hasCaughtUp = () => true;
  return new LedgerFilling({
    opened,
    config,
    clock,
    log: silentLog,
    hasCaughtUp,
    calls: () => 0,
  });
}

async function untilComplete(filling: LedgerFilling): Promise<void> {
  while (filling.isNeeded) {
    expect(filling.progress().problem).toBeUndefined();
    await sleep(10);
  }
}

async function linesOf(source: HistorySource): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of source.lines()) lines.push(line);
  return lines;
}

/** The rows that are written with each block. */
async function liveRows(name: HistoryName) {
  const { source, opened } = await openHistoryChain(name);
  await execute(replayOn(opened), await linesOf(source));
  const rows = ledgerRows(opened.store.database());
  await opened.close();
  return rows;
}

const now = () => BigInt(Math.floor(Date.now() / 1000));

const replayOn = (opened: OpenChain) =>
  new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });

async function execute(replay: Replay, lines: readonly string[]): Promise<void> {
  for (const line of lines) await replay.apply(readEvent(line));
  replay.commit();
}

describe.each(names)("the filled ledger of the history %s", (name) => {
  it("has the rows that are written with each block", async () => {
    const { source, opened, config } = await openHistoryChain(name, undefined, ["--ledger=false"]);
    const { store, context } = opened;
    const lines = await linesOf(source);
    const replay = replayOn(opened);
    await execute(replay, lines.slice(0, lines.length / 3));
    // It is on for some blocks, then off again, and the last blocks are written while it fills.
    store.beginLedger(context, true);
    await execute(replay, lines.slice(lines.length / 3, lines.length / 2));
    store.beginLedger(context, false);
    await execute(replay, lines.slice(lines.length / 2, (lines.length * 2) / 3));
    store.beginLedger(context, true);
    expect(store.ledger.gaps()).toHaveLength(2);
    const filling = fillingOf(opened, config);
    filling.start();
    await execute(replay, lines.slice((lines.length * 2) / 3));
    await untilComplete(filling);
    await filling.stop();
    expect(store.ledger.isComplete).toBe(true);
    expect(ledgerRows(store.database())).toEqual(await liveRows(name));
    await opened.close();
  });

  it("continues in a later process, also if one of the two stores lost its last commits", async () => {
    const directory = mkdtempSync(join(tmpdir(), "couloir-filling-"));
    const database = { directory, inMemory: false, readOnly: false };
    const { source, opened, config } = await openHistoryChain(name, database, ["--ledger=false"]);
    const lines = await linesOf(source);
    await execute(replayOn(opened), lines);
    await opened.close();
    const begun: number[] = [];
    for (let process = 0; ; process++) {
      const again = await openChain(config, configuredNetwork(config), now(), true);
      const filling = fillingOf(again, config);
      begun.push(filling.progress().missing);
      if (!filling.isNeeded) {
        expect(ledgerRows(again.store.database())).toEqual(await liveRows(name));
        await again.close();
        break;
      }
      filling.start();
      const before = filling.progress().missing;
      while (filling.isNeeded && filling.progress().missing > before - 300) await sleep(5);
      await filling.stop();
      await again.close();
      // As a crash of the machine could.
      if (process === 1)
        rmSync(join(directory, "local", "filling"), { recursive: true, force: true });
    }
    expect(begun.at(-1)).toBe(0);
    rmSync(directory, { recursive: true });
  });
});

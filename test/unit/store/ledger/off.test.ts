import { expect, it } from "vitest";
import { fund } from "../../../../src/node/dev/fund.ts";
import { readEvent } from "../../../../src/replay/event.ts";
import { Replay } from "../../../../src/replay/replay.ts";
import { ledgerSchema } from "../../../../src/store/ledger/schema.ts";
import { openHistoryChain } from "../../../support/history-chain.ts";

it.each([
  ["--ledger=false", false],
  ["--ledger=true", true],
])("with %s, blocks and dev.fund write rows: %s", async (flag, isWritten) => {
  const { source, opened } = await openHistoryChain("small", undefined, [flag]);
  const { store, context } = opened;
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  for await (const line of source.lines()) await replay.apply(readEvent(line));
  replay.commit();
  const rowCount = () =>
    Object.keys(ledgerSchema)
      .map((name) => store.database().prepare(`SELECT count(*) FROM ledger_${name}`).pluck().get())
      .reduce((sum: number, count) => sum + (count as number), 0);
  const before = rowCount();
  expect(before > 0).toBe(isWritten);
  fund(store, 0, {
    address: new Uint8Array(20).fill(7),
    amountNavax: 5n,
    assetID: context.avaxAssetID,
  });
  expect(rowCount() > before).toBe(isWritten);
  expect(store.ledger.coverage.offSince()).toBe(isWritten ? undefined : 0);
  await opened.close();
});

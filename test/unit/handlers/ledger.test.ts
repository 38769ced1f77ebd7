import { afterAll, beforeAll, expect, it } from "vitest";
import { formatId } from "../../../src/formats/id.ts";
import type { OpenChain } from "../../../src/node/chain/open-chain.ts";
import { readEvent } from "../../../src/replay/event.ts";
import { Replay } from "../../../src/replay/replay.ts";
import { openHistoryChain } from "../../support/history-chain.ts";
import { ledgerCalls } from "../../support/ledger-calls.ts";

const owner = "P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen";
const offFrom = 20;
const gapFrom = 37;
let opened: OpenChain;
let call: Awaited<ReturnType<typeof ledgerCalls>>;

/** A chain whose ledger was off for the first blocks. */
beforeAll(async () => {
  const chain = await openHistoryChain("small", undefined, ["--ledger=false"]);
  opened = chain.opened;
  const { store, context } = opened;
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  for await (const line of chain.source.lines()) {
    await replay.apply(readEvent(line));
    const isReached = Number(store.blocks.lastAccepted().height) >= offFrom;
    if (isReached && !store.ledger.isOn) {
      replay.commit();
      store.beginLedger(context, true);
    }
  }
  replay.commit();
  call = await ledgerCalls(opened, () => 2_000_000_000n);
});

afterAll(() => opened.close());

it("says which heights are complete while others are filled", async () => {
  const { result } = await call("ledger.getStatus", {});
  const tip = opened.store.blocks.lastAccepted().height;
  expect(result).toMatchObject({
    status: "filling",
    complete: [{ from: String(offFrom + 1), to: tip.toString() }],
  });
});

it.each(["ledger.getBalance", "ledger.getUTXOs"])(
  "%s needs all heights up to its own",
  async (method) => {
    for (const params of [{}, { height: "3" }, { height: String(offFrom + 5) }]) {
      const { error } = await call(method, { addresses: [owner], ...params });
      expect(error?.message).toMatch(
        /^the ledger is still being filled and lacks height 0: it has heights 21 to \d+$/,
      );
    }
  },
);

it.each([
  "ledger.getTransactions",
  "ledger.getRewards",
  "ledger.getStakingPeriods",
  "ledger.getBlocks",
  "ledger.getTotals",
  "ledger.getL1Validators",
])("%s names the complete heights while others are filled", async (method) => {
  const { error } = await call(method, {});
  expect(error?.message).toMatch(
    /^the ledger is still being filled and lacks height 0: it has heights 21 to \d+$/,
  );
});

it("answers about complete heights while others are filled", async () => {
  const filter = { fromHeight: String(offFrom + 1) };
  const { result } = await call("ledger.getBlocks", { filter, sort: { descending: false } });
  const { blocks } = result as unknown as { readonly blocks: { readonly height: string }[] };
  expect(blocks[0]!.height).toBe(String(offFrom + 1));
  const { error } = await call("ledger.getTransactions", { filter: { toHeight: "30" } });
  expect(error).toMatchObject({ data: { field: "filter.toHeight", got: "height 0" } });
});

it("returns no transaction whose block, or whose inputs' blocks, are not filled yet", async () => {
  const { store } = opened;
  const messages = new Set<string>();
  let found = 0;
  for (const { height } of store.blocks.from(0n)) {
    for (const [id] of store
      .database()
      .prepare("SELECT id FROM ledger_txs WHERE height = ?")
      .raw()
      .all(Number(height)) as [Uint8Array][]) {
      const { result, error } = await call("ledger.getTransaction", { txID: formatId(id) });
      if (error !== undefined) messages.add(error.message);
      if (result !== undefined) found += 1;
    }
  }
  expect(found).toBeGreaterThan(3);
  for (const message of messages) expect(message).toMatch(/^the ledger is still being filled/);
  expect(messages.size).toBeGreaterThan(0);
});

it("returns a transaction that no later block changes while later heights are filled", async () => {
  const { opened: whole, source } = await openHistoryChain("small", undefined);
  const replay = new Replay({
    opened: whole,
    machineClock: () => 0n,
    mode: "trusted",
    compare: false,
  });
  for await (const line of source.lines()) await replay.apply(readEvent(line));
  replay.commit();
  const { store } = whole;
  const tip = Number(store.blocks.lastAccepted().height);
  store.together(() => {
    store.database().prepare("INSERT INTO ledger_gaps VALUES (?, ?)").run(gapFrom, tip);
  });
  const callWhole = await ledgerCalls(whole, () => 2_000_000_000n);
  const rows = store
    .database()
    .prepare(
      `SELECT id, NOT EXISTS (SELECT 1 FROM ledger_outputs WHERE tx_id = t.id
          AND spent_height IS NULL AND exported_to IS NULL)
        AND NOT EXISTS (SELECT 1 FROM ledger_staking_periods
          WHERE tx_id = t.id AND ended_height IS NULL) AS is_final
      FROM ledger_txs AS t WHERE height BETWEEN 1 AND ? AND kind <> 'RewardValidatorTx'`,
    )
    .all(gapFrom - 1) as { readonly id: Uint8Array; readonly is_final: 0 | 1 }[];
  for (const { id, is_final } of rows) {
    const { result, error } = await callWhole("ledger.getTransaction", { txID: formatId(id) });
    if (is_final === 1) expect(result).toBeDefined();
    else expect(error?.message).toMatch(new RegExp(`lacks height ${gapFrom}:`));
  }
  expect(new Set(rows.map(({ is_final }) => is_final))).toStrictEqual(new Set([0, 1]));
  await whole.close();
});

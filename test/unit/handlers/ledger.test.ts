import { afterAll, beforeAll, expect, it } from "vitest";
import { formatId } from "../../../src/formats/id.ts";
import type { OpenChain } from "../../../src/node/chain/open-chain.ts";
import { readEvent } from "../../../src/replay/event.ts";
import { Replay } from "../../../src/replay/replay.ts";
import { openHistoryChain } from "../../support/history-chain.ts";
import { ledgerCalls } from "../../support/ledger-calls.ts";

const owner = "P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen";
const offFrom = 20;
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

import { afterAll, beforeAll, expect, it } from "vitest";
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

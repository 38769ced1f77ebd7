import { describe, expect, it } from "vitest";
import { readEvent } from "../../src/replay/event.ts";
import { Replay } from "../../src/replay/replay.ts";
import type { HistoryName } from "../support/histories.ts";
import { openHistoryChain } from "../support/history-chain.ts";
import { ledgerCalls } from "../support/ledger-calls.ts";

/** Chains of several eras; COULOIR_LEDGER_HISTORIES names others. */
const names = (process.env["COULOIR_LEDGER_HISTORIES"]?.split(",") ?? ["small"]) as HistoryName[];

type Ask = {
  readonly height: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
};

/** What AvalancheGo answered, with the height at which it was asked. */
async function replayed(name: HistoryName) {
  const { source, opened } = await openHistoryChain(name);
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  const asks: Ask[] = [];
  for await (const line of source.lines()) {
    const event = readEvent(line);
    await replay.apply(event);
    if (event.event !== "ask") continue;
    const height = Number(opened.store.blocks.lastAccepted().height);
    const { method, params, result } = event.ask as unknown as Omit<Ask, "height">;
    if (result !== undefined) asks.push({ height, method, params, result });
  }
  replay.commit();
  return { opened, asks };
}

const sortedUtxoIDs = (utxoIDs: unknown) =>
  (utxoIDs as { txID: string; outputIndex: number }[])
    .map(({ txID, outputIndex }) => `${txID}:${outputIndex}`)
    .sort();

describe.each(names)("the ledger of the history %s, after its last block", (name) => {
  it("has the balances and UTXOs that AvalancheGo returned at each height", async () => {
    const { opened, asks } = await replayed(name);
    const call = await ledgerCalls(opened, () => 2_000_000_000n);
    const counts = { balances: 0, utxos: 0 };
    for (const { height, method, params, result } of asks) {
      const { addresses } = params as { readonly addresses: string[] };
      if (method === "platform.getBalance") {
        counts.balances += 1;
        const found = await call("ledger.getBalance", { addresses, height });
        const { balance, balances, utxoIDs } = found.result as unknown as typeof result;
        expect({ balance, balances, utxoIDs: sortedUtxoIDs(utxoIDs) }, `at ${height}`).toEqual({
          balance: result["balance"],
          balances: result["balances"],
          utxoIDs: sortedUtxoIDs(result["utxoIDs"] ?? []),
        });
      }
      // Exports of other chains have no past here, and AvalancheGo orders the outputs of one height in its own way.
      const isWhole = Number(result["numFetched"]) < Number(params["limit"]);
      if (method === "platform.getUTXOs" && (params["sourceChain"] ?? "") === "" && isWhole) {
        counts.utxos += 1;
        const found = await call("ledger.getUTXOs", { ...params, height });
        const { utxos } = found.result as unknown as { readonly utxos: string[] };
        const expected = (result["utxos"] ?? []) as string[];
        expect([...utxos].sort(), `at ${height}`).toEqual([...expected].sort());
      }
    }
    expect(counts.balances).toBeGreaterThan(10);
    expect(counts.utxos).toBeGreaterThan(5);
    await opened.close();
  }, 600_000);
});

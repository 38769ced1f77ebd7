import { describe, expect, it } from "vitest";
import { type BytesKey, emptyId, keyOf } from "../../src/formats/bytes.ts";
import { formatHex } from "../../src/formats/hex.ts";
import { readEvent } from "../../src/replay/event.ts";
import { Replay } from "../../src/replay/replay.ts";
import type { Balance } from "../../src/store/chain-queries.ts";
import { type HistoryName, historyNames, newestHistoryNames } from "../support/histories.ts";
import { openHistoryChain } from "../support/history-chain.ts";

/** COULOIR_ALL_CHAINS=1 (`npm run test:chains`) takes all chains. */
const names: readonly HistoryName[] =
  process.env["COULOIR_ALL_CHAINS"] === "1"
    ? [...historyNames, ...newestHistoryNames, "helicon-epochs"]
    : ["small", "banff-to-etna"];

/** nAVAX of what is unspent, staked or exported, what was imported, and so on; at each height. */
const flows = `
  SELECT b.height, b.l1_balance, b.supply,
    (SELECT coalesce(sum(amount), 0) FROM ledger_outputs WHERE asset_id = @avax
      AND created_height <= b.height AND (spent_height IS NULL OR spent_height > b.height)) AS held,
    (SELECT coalesce(sum(amount), 0) FROM ledger_imports WHERE asset_id = @avax
      AND height <= b.height) AS imported,
    (SELECT sum(burned) + sum(l1_fees) FROM ledger_blocks AS c WHERE c.height <= b.height) AS burned,
    (SELECT sum(rewards) FROM ledger_blocks AS c WHERE c.height <= b.height) AS minted,
    (SELECT sum(amount) FROM ledger_outputs WHERE asset_id = @avax AND created_height = 0) AS genesis
  FROM ledger_blocks AS b ORDER BY b.height`;

type Flow = Readonly<
  Record<
    "height" | "l1_balance" | "supply" | "held" | "imported" | "burned" | "minted" | "genesis",
    bigint
  >
>;

describe.each(names)("the ledger of the history %s", (name) => {
  it("loses nothing, and knows every balance and validator of every height", async () => {
    const { source, opened } = await openHistoryChain(name);
    const { store, context } = opened;
    const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
    const supplies = new Map<number, bigint>();
    /** What the state had, by height and address. */
    const balances = new Map<number, Map<BytesKey, readonly [Uint8Array, string]>>();
    const seen = new Map<BytesKey, Uint8Array>();
    let height = -1;
    const note = (): void => {
      const tip = Number(store.blocks.lastAccepted().height);
      if (tip === height) return;
      height = tip;
      const now = store.state.timestamp();
      supplies.set(height, store.state.currentSupply(emptyId) ?? 0n);
      const owners = store
        .database()
        .prepare("SELECT DISTINCT address FROM ledger_holdings")
        .pluck()
        .all() as Uint8Array[];
      for (const address of owners) seen.set(keyOf(address), address);
      const held = [...seen].map(
        ([key, address]) => [key, [address, textOf(store.utxos.balance([address], now))]] as const,
      );
      balances.set(height, new Map(held));
    };
    note();
    for await (const line of source.lines()) {
      await replay.apply(readEvent(line));
      note();
    }
    replay.commit();
    const database = store.database();

    const found = database
      .prepare(flows)
      .safeIntegers()
      .all({ avax: context.avaxAssetID }) as Flow[];
    expect(found).toHaveLength(height + 1);
    for (const flow of found) {
      const left = flow.held - flow.imported + flow.l1_balance + flow.burned;
      expect(left, `at ${flow.height}`).toBe(flow.genesis + flow.minted);
      const supply = supplies.get(Number(flow.height));
      if (supply !== undefined) expect(flow.supply, `supply at ${flow.height}`).toBe(supply);
    }

    const empty = textOf({ assets: [], utxos: [] });
    for (const [at, held] of balances) {
      const now = BigInt(store.ledgerQueries.block(at)!.time);
      for (const [key, address] of seen) {
        const text = textOf(store.ledgerQueries.balance([address], at, now));
        expect(text, `${formatHex(address)} at ${at}`).toBe(held.get(key)?.[1] ?? empty);
      }
    }

    const changes = database
      .prepare(
        "SELECT subnet_id, node_id, weight_before, weight_after FROM ledger_validator_changes WHERE height = ?",
      )
      .safeIntegers();
    const weights = new Map<string, bigint>();
    for (let at = 0; at <= height; at++) {
      type Change = {
        subnet_id: Uint8Array;
        node_id: Uint8Array;
        weight_before: bigint;
        weight_after: bigint;
      };
      for (const change of changes.all(at) as Change[]) {
        const validator = `${formatHex(change.subnet_id)} ${formatHex(change.node_id)}`;
        expect(weights.get(validator) ?? 0n, `${validator} before ${at}`).toBe(
          unsigned(change.weight_before),
        );
        const weight = unsigned(change.weight_after);
        if (weight === 0n) weights.delete(validator);
        else weights.set(validator, weight);
      }
      const sets = store.validators
        .allSetsAt(BigInt(at))
        .flatMap(({ subnetID, validators }) =>
          validators.map(
            ({ nodeID, weight }) =>
              [`${formatHex(subnetID)} ${formatHex(nodeID)}`, weight] as const,
          ),
        );
      expect([...weights].sort(), `validators at ${at}`).toEqual(sets.sort());
    }
    await opened.close();
  }, 600_000);
});

function unsigned(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

/** Amounts by asset, and the UTXOs, in an order of their own. */
function textOf({ assets, utxos }: Balance): string {
  const amounts = assets
    .filter((each) => each.unlocked + each.lockedStakeable + each.lockedNotStakeable > 0n)
    .map(({ assetID, ...parts }) => `${formatHex(assetID)} ${Object.values(parts).join(" ")}`);
  const outputs = utxos.flat().map(({ txID, outputIndex }) => `${formatHex(txID)} ${outputIndex}`);
  return JSON.stringify([amounts.sort(), outputs.sort()]);
}

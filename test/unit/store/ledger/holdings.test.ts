import { describe, expect, it } from "vitest";
import { parseServiceAddress } from "../../../../src/formats/address.ts";
import type { ShortId } from "../../../../src/formats/bytes.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { platformChainID } from "../../../../src/networks/chains.ts";
import { readEvent } from "../../../../src/replay/event.ts";
import { Replay } from "../../../../src/replay/replay.ts";
import type { Balance } from "../../../../src/store/chain-queries.ts";
import type { HistoryName } from "../../../support/histories.ts";
import { openHistoryChain } from "../../../support/history-chain.ts";

/** Chains of several eras; COULOIR_LEDGER_HISTORIES names others. */
const names = (process.env["COULOIR_LEDGER_HISTORIES"]?.split(",") ?? ["small"]) as HistoryName[];

type Recorded = {
  readonly result?: {
    readonly balances: Readonly<Record<string, string>>;
    readonly unlockeds: Readonly<Record<string, string>>;
    readonly lockedStakeables: Readonly<Record<string, string>>;
    readonly lockedNotStakeables: Readonly<Record<string, string>>;
    readonly utxoIDs: readonly { readonly txID: string; readonly outputIndex: number }[] | null;
  };
};

/** The balance in the words of platform.getBalance; amounts of 0 are left out and outputs sorted. */
function wordsOf({ assets, utxos }: Balance) {
  const byAsset = (amountOf: (asset: (typeof assets)[number]) => bigint) =>
    Object.fromEntries(
      assets
        .map((asset) => [formatId(asset.assetID), amountOf(asset)] as const)
        .filter(([, amount]) => amount > 0n)
        .map(([assetID, amount]) => [assetID, amount.toString()]),
    );
  return {
    balances: byAsset((asset) => asset.unlocked + asset.lockedStakeable + asset.lockedNotStakeable),
    unlockeds: byAsset(({ unlocked }) => unlocked),
    lockedStakeables: byAsset(({ lockedStakeable }) => lockedStakeable),
    lockedNotStakeables: byAsset(({ lockedNotStakeable }) => lockedNotStakeable),
    utxoIDs: utxos
      .flat()
      .map(({ txID, outputIndex }) => `${formatId(txID)}:${outputIndex}`)
      .sort(),
  };
}

describe.each(names)("balances of the past of the history %s", (name) => {
  it("equal the answers of AvalancheGo and the state after every block", async () => {
    const { source, opened } = await openHistoryChain(name);
    const { store, context } = opened;
    const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
    const { hrp } = context.network;
    const addressOf = (text: string): ShortId =>
      parseServiceAddress(text, {
        chainID: platformChainID,
        hrp,
        lookupChain: () => platformChainID,
      });
    const asks: {
      readonly height: number;
      readonly clock: bigint;
      readonly addresses: readonly ShortId[];
      readonly expected: NonNullable<Recorded["result"]>;
    }[] = [];
    const states: { readonly height: number; readonly balances: ReadonlyMap<ShortId, Balance> }[] =
      [];
    const allOwners = store.database().prepare("SELECT DISTINCT address FROM utxo_owners").pluck();
    const everSeen = store.database().prepare("SELECT DISTINCT address FROM ledger_holdings");
    const now = 2_000_000_000n;
    let height = -1;
    const note = () => {
      const tip = Number(store.blocks.lastAccepted().height);
      if (tip === height) return;
      height = tip;
      const owners = allOwners.all() as ShortId[];
      const balances = new Map(owners.map((owner) => [owner, store.utxos.balance([owner], now)]));
      states.push({ height, balances });
    };
    note();
    for await (const line of source.lines()) {
      const event = readEvent(line);
      await replay.apply(event);
      note();
      if (event.event !== "ask" || event.ask.method !== "platform.getBalance") continue;
      const { result } = event.ask as unknown as Recorded;
      if (result === undefined) continue;
      const { addresses } = event.ask.params as unknown as { readonly addresses: string[] };
      const clock = BigInt(event.ask.clock);
      asks.push({ height, clock, addresses: addresses.map(addressOf), expected: result });
    }
    replay.commit();
    const { holdings } = store.ledger;
    expect(asks.length).toBeGreaterThan(10);
    for (const { height: asked, clock, addresses, expected } of asks) {
      const { balances, unlockeds, lockedStakeables, lockedNotStakeables, utxoIDs } = expected;
      expect(wordsOf(holdings.balance(addresses, asked, clock)), `asked at ${asked}`).toEqual({
        balances,
        unlockeds,
        lockedStakeables,
        lockedNotStakeables,
        utxoIDs: (utxoIDs ?? []).map(({ txID, outputIndex }) => `${txID}:${outputIndex}`).sort(),
      });
    }
    const seen = everSeen.pluck().all() as ShortId[];
    const nothing: Balance = { assets: [], utxos: [[]] };
    for (const { height: past, balances } of states) {
      const byText = new Map([...balances].map(([owner, balance]) => [hexOf(owner), balance]));
      for (const owner of seen) {
        const found = wordsOf(holdings.balance([owner], past, now));
        const expected = wordsOf(byText.get(hexOf(owner)) ?? nothing);
        expect(found, `${hexOf(owner)} at ${past}`).toEqual(expected);
      }
    }
    await opened.close();
  }, 600_000);
});

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

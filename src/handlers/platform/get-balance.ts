import { equalBytes, type Id } from "../../formats/bytes.ts";
import { writtenWithList } from "../../formats/written-json.ts";
import { errors } from "../../generated/errors.ts";
import { deferredLimits } from "../../generated/limits.ts";
import type { AssetAmounts, PlatformGetBalanceResult, UTXOID } from "../../generated/types.ts";
import { addSaturating } from "../../pchain/uint64.ts";
import type { AssetBalance, Balance, OutputReference } from "../../store/chain-queries.ts";
import { addressArguments } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { WrittenHandler } from "../handler.ts";
import type { ViewCache } from "../views/view-cache.ts";

/**
 * The balance of some addresses on the P-chain; the node's clock decides which outputs are locked. AvalancheGo takes any
 * number of addresses; here they are as many as in getUTXOs. specification 4.3
 */
export const getBalance: WrittenHandler<
  "platform.getBalance",
  "blockchains" | "chain" | "clock" | "queries" | "views"
> = ({ addresses }, context) => {
  const { amounts, utxoIDs } = balanceView(addresses, context);
  return writtenWithList(amounts, { name: "utxoIDs", items: utxoIDs });
};

export type BalanceView = {
  /** All members but `utxoIDs`, which comes last. */
  readonly amounts: Omit<PlatformGetBalanceResult, "utxoIDs">;
  /** The items of `utxoIDs`, written; empty if there are none. */
  readonly utxoIDs: string;
};

/** Throws TooManyAddresses and AddressNotParsed. */
export function balanceView(
  addresses: readonly string[],
  context: Pick<HandlerContext, "blockchains" | "chain" | "clock" | "queries" | "views">,
): BalanceView {
  const { clock, queries, views } = context;
  const count = addresses.length;
  const { maxItems } = deferredLimits["platform.getBalance"].addresses;
  if (count > maxItems) throw errors.tooManyAddresses({ count });
  const owners = addressArguments(addresses, context);
  const { assets, utxos } = queries.utxos.balance(owners, clock.nowSeconds());
  return { amounts: amountsView(assets, context), utxoIDs: utxoIDTexts(utxos, views) };
}

/** All members of a balance but `utxoIDs`. */
export function amountsView(
  assets: Balance["assets"],
  { chain, views }: Pick<HandlerContext, "chain" | "views">,
): BalanceView["amounts"] {
  const sums = assets.map((asset) => ({ ...asset, balance: sumOf(asset) }));
  const avax = sums.find(({ assetID }) => equalBytes(assetID, chain.avaxAssetID)) ?? nothing;
  const byAsset = (name: keyof typeof nothing) =>
    assetAmountsView(
      sums.map((sum) => [sum.assetID, sum[name]]),
      views,
    );
  return {
    balance: avax.balance.toString(),
    unlocked: avax.unlocked.toString(),
    lockedStakeable: avax.lockedStakeable.toString(),
    lockedNotStakeable: avax.lockedNotStakeable.toString(),
    balances: byAsset("balance"),
    unlockeds: byAsset("unlocked"),
    lockedStakeables: byAsset("lockedStakeable"),
    lockedNotStakeables: byAsset("lockedNotStakeable"),
  };
}

type AssetAmount = readonly [assetID: Id, amount: bigint];

/** Amounts by asset ID, sorted by its text. Leaves out amounts of zero. */
export function assetAmountsView(amounts: readonly AssetAmount[], views: ViewCache): AssetAmounts {
  const texts = amounts
    .filter(([, amount]) => amount > 0n)
    .map(([assetID, amount]) => [views.id(assetID), amount.toString()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(texts);
}

/** The IDs of an address are written once, until one of its UTXOs changes. */
function utxoIDTexts(lists: Balance["utxos"], views: ViewCache): string {
  return lists
    .filter(({ length }) => length > 0)
    .map((list) => views.memo(utxoIDsText, list, views))
    .join(",");
}

/** The items of `utxoIDs`, separated by commas. */
export function utxoIDsText(references: readonly OutputReference[], views: ViewCache): string {
  const utxoIDs = references.map(
    ({ txID, outputIndex }): UTXOID => ({ txID: views.id(txID), outputIndex }),
  );
  return JSON.stringify(utxoIDs).slice(1, -1);
}

const nothing = { balance: 0n, unlocked: 0n, lockedStakeable: 0n, lockedNotStakeable: 0n };

function sumOf({ unlocked, lockedStakeable, lockedNotStakeable }: AssetBalance): bigint {
  return addSaturating(addSaturating(unlocked, lockedStakeable), lockedNotStakeable);
}

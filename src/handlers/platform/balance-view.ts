import { equalBytes } from "../../formats/bytes.ts";
import type { PlatformGetBalanceResult, UTXOID } from "../../generated/types.ts";
import { addSaturating } from "../../pchain/uint64.ts";
import type { AssetBalance, OutputReference } from "../../store/chain-queries.ts";
import type { HandlerContext } from "../context.ts";
import { idText } from "../id-text.ts";
import { type AddressReading, addressArguments } from "./address-argument.ts";
import { assetAmountsView } from "./asset-amounts.ts";

/** What some addresses own, with locks as this node's clock sees them. Throws AddressNotParsed. */
export function balanceView(
  addresses: readonly string[],
  context: AddressReading & Pick<HandlerContext, "clock" | "queries">,
): PlatformGetBalanceResult {
  const { chain, clock, queries } = context;
  const owners = addressArguments(addresses, context);
  const { assets, utxos } = queries.utxos.balance(owners, clock.nowSeconds());
  const sums = assets.map((asset) => ({ ...asset, balance: sumOf(asset) }));
  const avax = sums.find(({ assetID }) => equalBytes(assetID, chain.avaxAssetID)) ?? nothing;
  const amounts = (name: keyof typeof nothing) =>
    assetAmountsView(sums.map((sum) => [sum.assetID, sum[name]]));
  return {
    balance: avax.balance.toString(),
    unlocked: avax.unlocked.toString(),
    lockedStakeable: avax.lockedStakeable.toString(),
    lockedNotStakeable: avax.lockedNotStakeable.toString(),
    balances: amounts("balance"),
    unlockeds: amounts("unlocked"),
    lockedStakeables: amounts("lockedStakeable"),
    lockedNotStakeables: amounts("lockedNotStakeable"),
    utxoIDs: utxos.map(utxoIDView),
  };
}

/** The store answers the same objects as long as nothing changes. */
const utxoIDViews = new WeakMap<OutputReference, UTXOID>();

function utxoIDView(reference: OutputReference): UTXOID {
  const known = utxoIDViews.get(reference);
  if (known !== undefined) return known;
  const { txID, outputIndex } = reference;
  const view = { txID: idText(txID), outputIndex };
  utxoIDViews.set(reference, view);
  return view;
}

const nothing = { balance: 0n, unlocked: 0n, lockedStakeable: 0n, lockedNotStakeable: 0n };

function sumOf({ unlocked, lockedStakeable, lockedNotStakeable }: AssetBalance): bigint {
  return addSaturating(addSaturating(unlocked, lockedStakeable), lockedNotStakeable);
}

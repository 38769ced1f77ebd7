import { equalBytes } from "../../formats/bytes.ts";
import { errors } from "../../generated/errors.ts";
import { deferredLimits } from "../../generated/limits.ts";
import type { UTXOID } from "../../generated/types.ts";
import { addSaturating } from "../../pchain/uint64.ts";
import type { AssetBalance, OutputReference } from "../../store/chain-queries.ts";
import { addressArguments } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { assetAmountsView } from "../views/owners.ts";
import type { ViewCache } from "../views/view-cache.ts";

/**
 * The balance of some addresses on the P-chain; the node's clock decides which outputs are locked. AvalancheGo takes any
 * number of addresses; here they are as many as in getUTXOs. specification 4.3
 */
export const getBalance: Handler<
  "platform.getBalance",
  "blockchains" | "chain" | "clock" | "queries" | "views"
> = ({ addresses }, context) => {
  const { chain, clock, queries, views } = context;
  const count = addresses.length;
  const { maxItems } = deferredLimits["platform.getBalance"].addresses;
  if (count > maxItems) throw errors.tooManyAddresses({ count });
  const owners = addressArguments(addresses, context);
  const { assets, utxos } = queries.utxos.balance(owners, clock.nowSeconds());
  const sums = assets.map((asset) => ({ ...asset, balance: sumOf(asset) }));
  const avax = sums.find(({ assetID }) => equalBytes(assetID, chain.avaxAssetID)) ?? nothing;
  const amounts = (name: keyof typeof nothing) =>
    assetAmountsView(
      sums.map((sum) => [sum.assetID, sum[name]]),
      views,
    );
  return {
    balance: avax.balance.toString(),
    unlocked: avax.unlocked.toString(),
    lockedStakeable: avax.lockedStakeable.toString(),
    lockedNotStakeable: avax.lockedNotStakeable.toString(),
    balances: amounts("balance"),
    unlockeds: amounts("unlocked"),
    lockedStakeables: amounts("lockedStakeable"),
    lockedNotStakeables: amounts("lockedNotStakeable"),
    utxoIDs: utxos.map((reference) => views.memo(utxoIDView, reference, views)),
  };
};

function utxoIDView({ txID, outputIndex }: OutputReference, views: ViewCache): UTXOID {
  return { txID: views.id(txID), outputIndex };
}

const nothing = { balance: 0n, unlocked: 0n, lockedStakeable: 0n, lockedNotStakeable: 0n };

function sumOf({ unlocked, lockedStakeable, lockedNotStakeable }: AssetBalance): bigint {
  return addSaturating(addSaturating(unlocked, lockedStakeable), lockedNotStakeable);
}

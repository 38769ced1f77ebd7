import { type BytesKey, equalBytes, type Id, keyOf } from "../formats/bytes.ts";
import type { AssetAmount } from "../generated/data-api/types.ts";
import { avaxAsset } from "../pchain/genesis/x-chain.ts";
import { idParam } from "./ids.ts";
import type { DataContext } from "./operation.ts";

type Context = Pick<DataContext, "chain" | "views">;

/** An amount of an asset. The node knows the name of AVAX only. */
export function assetAmount(assetID: Id, amount: bigint, { chain, views }: Context): AssetAmount {
  const isAvax = equalBytes(assetID, chain.avaxAssetID);
  const { name, symbol, denomination } = isAvax ? avaxAsset : unknownAsset;
  const assetId = views.id(assetID);
  return { assetId, name, symbol, denomination, type: "secp256k1", amount: amount.toString() };
}

const unknownAsset = { name: "", symbol: "", denomination: 0 } as const;

/** The asset in a path, which may be `AVAX`. Throws Problem. */
export function assetParam(text: string, { avaxAssetID }: DataContext["chain"]): Id {
  return text === avaxAsset.symbol ? avaxAssetID : idParam("assetId", text);
}

/** Sums of amounts by asset, in the order in which assets first appear. */
export class AssetTotals {
  readonly #sums = new Map<BytesKey, { readonly assetID: Id; amount: bigint; count: number }>();

  add(assetID: Id, amount: bigint): void {
    const key = keyOf(assetID);
    const sum = this.#sums.get(key);
    if (sum === undefined) this.#sums.set(key, { assetID, amount, count: 1 });
    else {
      sum.amount += amount;
      sum.count += 1;
    }
  }

  amounts(context: Context): AssetAmount[] {
    return [...this.#sums.values()].map((sum) => assetAmount(sum.assetID, sum.amount, context));
  }

  /** With the number of UTXOs. */
  counted(context: Context): (AssetAmount & { readonly utxoCount: number })[] {
    return [...this.#sums.values()].map(({ assetID, amount, count }) => ({
      ...assetAmount(assetID, amount, context),
      utxoCount: count,
    }));
  }
}

/** A list with an amount of AVAX, empty if it is zero. */
export function avaxAmounts(amountNavax: bigint, context: Context): AssetAmount[] {
  return amountNavax === 0n ? [] : [assetAmount(context.chain.avaxAssetID, amountNavax, context)];
}

import { equalBytes, type Id } from "../formats/bytes.ts";
import type { Amount, Currency } from "../generated/mesh/types.ts";
import { avaxAsset } from "../pchain/genesis/x-chain.ts";
import type { MeshContext } from "./operation.ts";

type Context = Pick<MeshContext, "chain" | "views">;

export function currencyOf(assetID: Id, { chain, views }: Context): Currency {
  if (equalBytes(assetID, chain.avaxAssetID)) {
    return { symbol: avaxAsset.symbol, decimals: avaxAsset.denomination };
  }
  return { symbol: views.id(assetID), decimals: 0 };
}

/** An amount in the smallest unit; negative if an operation takes it. */
export function amountOf(value: bigint, assetID: Id, context: Context): Amount {
  return { value: value.toString(), currency: currencyOf(assetID, context) };
}

/** Amounts by currency, AVAX first, of the wanted currencies; AVAX is there unless others are wanted. */
export function sumsOf(
  parts: readonly { readonly assetID: Id; readonly amount: bigint }[],
  wanted: readonly Currency[] | undefined,
  context: Context,
): Amount[] {
  const sums = new Map<string, { readonly currency: Currency; value: bigint }>();
  const add = (currency: Currency, value: bigint) => {
    const known = sums.get(currency.symbol);
    if (known === undefined) sums.set(currency.symbol, { currency, value });
    else known.value += value;
  };
  for (const currency of wanted ?? [currencyOf(context.chain.avaxAssetID, context)]) {
    add(currency, 0n);
  }
  for (const { assetID, amount } of parts) {
    const currency = currencyOf(assetID, context);
    if (isWanted(currency, wanted)) add(currency, amount);
  }
  return [...sums.values()].map(({ currency, value }) => ({ value: value.toString(), currency }));
}

export function isWanted({ symbol }: Currency, wanted: readonly Currency[] | undefined): boolean {
  return wanted === undefined || wanted.some((each) => each.symbol === symbol);
}

import { equalBytes, type Id } from "../formats/bytes.ts";
import { describeValue } from "../generated/issue.ts";
import type { Amount, Currency } from "../generated/mesh/types.ts";
import { avaxAsset } from "../pchain/genesis/x-chain.ts";
import { invalid } from "./mesh-error.ts";
import type { MeshContext } from "./operation.ts";

type Context = Pick<MeshContext, "chain" | "views">;

export function currencyOf(assetID: Id, { chain, views }: Context): Currency {
  if (equalBytes(assetID, chain.avaxAssetID)) {
    return { symbol: avaxAsset.symbol, decimals: avaxAsset.denomination };
  }
  return { symbol: views.id(assetID), decimals: 0 };
}

/**
 * Throws what `refuse` makes of the reason, which names the member, unless a currency is that of an asset: an amount with
 * other decimals would be another amount.
 */
export function checkCurrency(
  field: string,
  given: Currency,
  assetID: Id,
  context: Context,
  refuse: (reason: string) => Error,
): void {
  const { symbol, decimals } = currencyOf(assetID, context);
  if (given.symbol !== symbol) {
    const got = describeValue(given.symbol);
    throw refuse(`${field}.symbol: expected ${symbol}, got ${got}`);
  }
  if (given.decimals !== decimals) {
    throw refuse(`${field}.decimals: expected ${decimals}, got ${given.decimals}`);
  }
}

/** An amount in the smallest unit; negative if an operation takes it. */
export function amountOf(value: bigint, assetID: Id, context: Context): Amount {
  return { value: value.toString(), currency: currencyOf(assetID, context) };
}

/** Amounts by currency, AVAX first, of the wanted currencies; AVAX is there unless others are wanted. None wanted are all. */
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
  const avax = currencyOf(context.chain.avaxAssetID, context);
  for (const currency of wanted?.length ? wanted : [avax]) add(currency, 0n);
  for (const { assetID, amount } of parts) {
    const currency = currencyOf(assetID, context);
    if (isWanted(currency, wanted)) add(currency, amount);
  }
  return [...sums.values()].map(({ currency, value }) => ({ value: value.toString(), currency }));
}

/** Throws MeshError for a wanted currency with decimals that no asset has. */
export function checkWanted(wanted: readonly Currency[] = [], { chain, views }: Context): void {
  const avax = currencyOf(chain.avaxAssetID, { chain, views });
  for (const [at, { symbol, decimals }] of wanted.entries()) {
    const expected = symbol === avax.symbol ? avax.decimals : 0;
    if (decimals !== expected)
      throw invalid(`currencies[${at}].decimals`, String(expected), decimals);
  }
}

export function isWanted({ symbol }: Currency, wanted: readonly Currency[] | undefined): boolean {
  return !wanted?.length || wanted.some((each) => each.symbol === symbol);
}

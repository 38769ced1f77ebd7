import type { Id } from "../../formats/bytes.ts";
import type { AssetAmounts } from "../../generated/types.ts";
import { idText } from "../id-text.ts";

export type AssetAmount = readonly [assetID: Id, amount: bigint];

/** Amounts by asset, in the order of the IDs' texts; an amount of zero stands for an asset that does not occur. */
export function assetAmountsView(amounts: readonly AssetAmount[]): AssetAmounts {
  const texts = amounts
    .filter(([, amount]) => amount > 0n)
    .map(([assetID, amount]) => [idText(assetID), amount.toString()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(texts);
}

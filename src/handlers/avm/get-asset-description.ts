import { FormatError } from "../../formats/format-error.ts";
import { formatId, parseId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import { avaxAsset } from "../../pchain/genesis/x-chain.ts";
import type { Handler } from "../handler.ts";

/** Name, symbol and denomination of an asset. The only asset is AVAX, from the X-chain genesis. avalanchego v1.12.1 */
export const getAssetDescription: Handler<"avm.getAssetDescription", "chain"> = (
  { assetID },
  { chain },
) => {
  const avaxAssetID = formatId(chain.avaxAssetID);
  if (assetID !== avaxAsset.symbol && assetID !== avaxAssetID) {
    throw isId(assetID) ? errors.notFound() : errors.assetNotFound({ asset: assetID });
  }
  return {
    assetID: avaxAssetID,
    name: avaxAsset.name,
    symbol: avaxAsset.symbol,
    denomination: String(avaxAsset.denomination),
  };
};

function isId(text: string): boolean {
  try {
    parseId(text);
    return true;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return false;
  }
}

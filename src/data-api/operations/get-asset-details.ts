import { equalBytes } from "../../formats/bytes.ts";
import { avaxAsset } from "../../pchain/genesis/x-chain.ts";
import { assetParam } from "../assets.ts";
import { xChainInfo } from "../chain.ts";
import type { Operation } from "../operation.ts";
import { Problem } from "../problem.ts";

/** AVAX, the only asset in the genesis of the X-chain. */
export const getAssetDetails: Operation<"getAssetDetails"> = (params, context) => {
  xChainInfo(params, context.chain);
  const { chain, queries, views } = context;
  if (!equalBytes(assetParam(params.assetId, chain), chain.avaxAssetID)) {
    throw new Problem(
      404,
      "assetId: this node knows only the asset of the X-chain's genesis, AVAX",
    );
  }
  return {
    assetId: views.id(chain.avaxAssetID),
    ...avaxAsset,
    type: "secp256k1",
    createdAtTimestamp: Number(queries.blockTimes.after(0n)),
    cap: "fixed",
  };
};

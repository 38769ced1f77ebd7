import { assetParam } from "../assets.ts";
import { xChainInfo } from "../chain.ts";
import type { Operation } from "../operation.ts";

/** No transactions: this node does not run the X-chain. */
export const listAssetTransactions: Operation<"listAssetTransactions"> = (params, context) => {
  const info = xChainInfo(params, context.chain);
  assetParam(params.assetId, context.chain);
  return { transactions: [], chainInfo: info };
};

import { xChainInfo } from "../chain.ts";
import { idParam } from "../ids.ts";
import type { Operation } from "../operation.ts";

/** No transactions: this node does not run the X-chain. */
export const listAssetTransactions: Operation<"listAssetTransactions"> = (params, context) => {
  const info = xChainInfo(params, context.chain);
  idParam("assetId", params.assetId);
  return { transactions: [], chainInfo: info };
};

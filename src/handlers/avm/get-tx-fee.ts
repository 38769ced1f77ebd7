import { formatUint64 } from "../../formats/uint64.ts";
import type { Handler } from "../handler.ts";

/** The fees of X-chain transactions. avalanchego v1.14.2 */
export const getTxFee: Handler<"avm.getTxFee", "chain"> = (_params, { chain }) => ({
  txFee: formatUint64(chain.network.staticFees.txFee),
  createAssetTxFee: formatUint64(chain.network.staticFees.createAssetTxFee),
});

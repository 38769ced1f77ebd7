import { formatTime } from "../../formats/time.ts";
import { gasPrice } from "../../pchain/fees/gas.ts";
import type { Handler } from "../handler.ts";

/** The gas price after the last accepted block. specification 4.3 */
export const getFeeState: Handler<"platform.getFeeState", "chain" | "state"> = (
  _params,
  { chain, state },
) => {
  const { minPrice, excessConversionConstant } = chain.network.dynamicFees;
  const { capacity, excess } = state.feeState();
  return {
    capacity,
    excess,
    price: gasPrice(minPrice, excess, excessConversionConstant),
    timestamp: formatTime(state.timestamp()),
  };
};

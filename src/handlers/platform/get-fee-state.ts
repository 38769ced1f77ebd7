import { formatTime } from "../../formats/time.ts";
import { advanceFeeState, gasPrice } from "../../pchain/fees/gas.ts";
import type { Handler } from "../handler.ts";

/** The gas price after the last accepted block, or on a dev node the one for the next block. specification 4.3 */
export const getFeeState: Handler<"platform.getFeeState", "chain" | "feeTime" | "state"> = (
  _params,
  { chain, feeTime, state },
) => {
  const { dynamicFees } = chain.network;
  const time = feeTime();
  const elapsed = time - state.timestamp();
  const { capacity, excess } = advanceFeeState(dynamicFees, state.feeState(), elapsed);
  return {
    capacity,
    excess,
    price: gasPrice(dynamicFees.minPrice, excess, dynamicFees.excessConversionConstant),
    timestamp: formatTime(time),
  };
};

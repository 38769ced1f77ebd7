import { formatTime } from "../../formats/time.ts";
import { gasPrice } from "../../pchain/fees/gas.ts";
import type { Handler } from "../handler.ts";

/** The price of a second of L1 validation after the last accepted block. avalanchego v1.14.2 */
export const getValidatorFeeState: Handler<"platform.getValidatorFeeState", "chain" | "state"> = (
  _params,
  { chain, state },
) => {
  const { minPrice, excessConversionConstant } = chain.network.validatorFees;
  const excess = state.l1ValidatorExcess();
  return {
    excess,
    price: gasPrice(minPrice, excess, excessConversionConstant),
    timestamp: formatTime(state.timestamp()),
  };
};

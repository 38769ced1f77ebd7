import type { Handler } from "../handler.ts";

/** The parameters of the fee that L1 validators pay. avalanchego v1.14.2 */
export const getValidatorFeeConfig: Handler<"platform.getValidatorFeeConfig", "chain"> = (
  _params,
  { chain },
) => {
  const { capacity, target, minPrice, excessConversionConstant } = chain.network.validatorFees;
  return { capacity, target, minPrice, excessConversionConstant };
};

import type { Handler } from "../handler.ts";

/** The parameters of the L1 validator fee. avalanchego v1.14.2 */
export const getValidatorFeeConfig: Handler<"platform.getValidatorFeeConfig", "chain"> = (
  _params,
  { chain },
) => {
  const { capacity, target, minPrice, excessConversionConstant } = chain.network.validatorFees;
  return { capacity, target, minPrice, excessConversionConstant };
};

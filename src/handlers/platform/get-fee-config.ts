import type { Handler } from "../handler.ts";

/** The parameters of transaction fees; all zero before Etna. specification 4.3 */
export const getFeeConfig: Handler<"platform.getFeeConfig", "chain" | "clock"> = (
  _params,
  { chain, clock },
) => {
  const { dynamicFees, upgrades } = chain.network;
  if (clock.nowSeconds() < upgrades.etna) return inactive;
  const { weights, maxCapacity, maxPerSecond, targetPerSecond, minPrice } = dynamicFees;
  const { excessConversionConstant } = dynamicFees;
  return {
    weights,
    maxCapacity,
    maxPerSecond,
    targetPerSecond,
    minPrice,
    excessConversionConstant,
  };
};

const inactive = {
  weights: [0n, 0n, 0n, 0n],
  maxCapacity: 0n,
  maxPerSecond: 0n,
  targetPerSecond: 0n,
  minPrice: 0n,
  excessConversionConstant: 0n,
};

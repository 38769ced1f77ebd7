import type { MethodResults } from "../../generated/types.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { Handler } from "../handler.ts";

/** The parameters of transaction fees; all zero before Etna. specification 4.3 */
export const getFeeConfig: Handler<"platform.getFeeConfig", "chain" | "clock"> = (
  _params,
  { chain, clock },
) => (clock.nowSeconds() < chain.network.upgrades.etna ? inactive : feeConfig(chain));

/** The parameters whether they apply yet or not. */
export function feeConfig({
  network: { dynamicFees },
}: ChainContext): MethodResults["platform.getFeeConfig"] {
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
}

const inactive = {
  weights: [0n, 0n, 0n, 0n],
  maxCapacity: 0n,
  maxPerSecond: 0n,
  targetPerSecond: 0n,
  minPrice: 0n,
  excessConversionConstant: 0n,
};

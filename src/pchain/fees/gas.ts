import type { DynamicFeeParameters } from "../../networks/network.ts";
import type { FeeState } from "../state/state.ts";
import { addSaturating, maxUint64, minBigint, subSaturating } from "../uint64.ts";

/**
 * Price of a unit of gas in nAVAX: minPrice * e^(excess / conversionConstant), by the series of
 * EIP-4844 in integers. avalanchego vms/components/gas/gas.go @ v1.12.1
 */
export function gasPrice(minPrice: bigint, excess: bigint, conversionConstant: bigint): bigint {
  const outputMax = conversionConstant * maxUint64;
  let output = 0n;
  let term = minPrice * conversionConstant;
  for (let i = 1n; term > 0n; i++) {
    output += term;
    if (output >= outputMax) return maxUint64;
    term = (term * excess) / conversionConstant / i;
  }
  return output / conversionConstant;
}

/** The fee state after some seconds in which no gas was used. */
export function advanceFeeState(
  fees: DynamicFeeParameters,
  state: FeeState,
  seconds: bigint,
): FeeState {
  return {
    capacity: minBigint(
      addSaturating(state.capacity, minBigint(fees.maxPerSecond * seconds, maxUint64)),
      fees.maxCapacity,
    ),
    excess: subSaturating(state.excess, fees.targetPerSecond * seconds),
  };
}

/** Subtracts gas from the capacity. Returns undefined if there is not enough. */
export function consumeGas(state: FeeState, gas: bigint): FeeState | undefined {
  if (state.capacity < gas) return undefined;
  return { capacity: state.capacity - gas, excess: addSaturating(state.excess, gas) };
}

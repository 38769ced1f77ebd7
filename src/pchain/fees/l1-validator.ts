import type { ValidatorFeeParameters } from "../../networks/network.ts";
import { addSaturating, maxUint64, minBigint, subSaturating } from "../uint64.ts";
import { gasPrice } from "./gas.ts";

/** Number of active L1 validators and the excess of them, which sets the price of a second. */
export type ValidatorFeeState = { readonly current: bigint; readonly excess: bigint };

/** The excess after some seconds. avalanchego vms/platformvm/validators/fee/fee.go @ v1.12.1 */
export function advanceValidatorFee(
  state: ValidatorFeeState,
  target: bigint,
  seconds: bigint,
): ValidatorFeeState {
  const { current, excess } = state;
  if (current < target) {
    return { current, excess: subSaturating(excess, (target - current) * seconds) };
  }
  const added = minBigint((current - target) * seconds, maxUint64);
  return { current, excess: addSaturating(excess, added) };
}

/** The fee that each active L1 validator pays for the next seconds, in nAVAX; saturates. */
export function validatorFeeCost(
  state: ValidatorFeeState,
  fees: ValidatorFeeParameters,
  seconds: bigint,
): bigint {
  if (state.current === fees.target) return saturatingProduct(seconds, price(state, fees));
  let cost = 0n;
  let step = state;
  for (let i = 0n; i < seconds; i++) {
    step = advanceValidatorFee(step, fees.target, 1n);
    // Once the excess is zero it stays zero: the remaining seconds cost the minimum price.
    if (step.excess === 0n) {
      return addSaturating(cost, saturatingProduct(fees.minPrice, seconds - i));
    }
    cost = addSaturating(cost, price(step, fees));
    if (cost === maxUint64) return cost;
  }
  return cost;
}

/** How many seconds the funds last, at most `secondsMax`. */
export function validatorFeeSecondsRemaining(
  state: ValidatorFeeState,
  fees: ValidatorFeeParameters,
  secondsMax: bigint,
  fundsNavax: bigint,
): bigint {
  if (fees.minPrice === 0n) return secondsMax;
  if (state.current === fees.target) return minBigint(fundsNavax / price(state, fees), secondsMax);
  let funds = fundsNavax;
  let step = state;
  for (let seconds = 0n; seconds < secondsMax; seconds++) {
    step = advanceValidatorFee(step, fees.target, 1n);
    if (step.excess === 0n) return minBigint(seconds + funds / fees.minPrice, secondsMax);
    const secondPrice = price(step, fees);
    if (secondPrice > funds) return seconds;
    funds -= secondPrice;
  }
  return secondsMax;
}

function price(state: ValidatorFeeState, fees: ValidatorFeeParameters): bigint {
  return gasPrice(fees.minPrice, state.excess, fees.excessConversionConstant);
}

function saturatingProduct(a: bigint, b: bigint): bigint {
  return minBigint(a * b, maxUint64);
}

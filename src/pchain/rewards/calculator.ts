import type { RewardParameters } from "../../networks/network.ts";
import { maxUint64, minBigint, subWrapping } from "../uint64.ts";

const shareDenominator = 1_000_000n;

/**
 * What a staker of `stakeNavax` earns over the duration while `supplyNavax` (not zero) exists:
 * a share of what is left to mint, by its share of the supply, at a rate that grows with the duration.
 * avalanchego vms/platformvm/reward/calculator.go @ v1.12.1
 */
export function potentialReward(
  parameters: RewardParameters,
  durationSeconds: bigint,
  stakeNavax: bigint,
  supplyNavax: bigint,
): bigint {
  const { minConsumptionRateShares, maxConsumptionRateShares, mintingPeriodSeconds } = parameters;
  // A genesis may hold more than the cap, as tmpnet's does; the subtraction then wraps as in Go.
  const remaining = subWrapping(parameters.supplyCapNavax, supplyNavax);
  const rate =
    (maxConsumptionRateShares - minConsumptionRateShares) * durationSeconds +
    minConsumptionRateShares * mintingPeriodSeconds;
  // AvalancheGo counts nanoseconds and divides in three steps; a single division has the same result.
  const reward =
    (remaining * rate * stakeNavax * durationSeconds) /
    (mintingPeriodSeconds * shareDenominator * supplyNavax * mintingPeriodSeconds);
  return minBigint(reward, remaining);
}

const heliconMinRateShares = 75_000n;
const heliconRampSeconds = 90n * 24n * 3600n;

/**
 * The reward parameters of a primary network staker that starts at `startTime`. Since Helicon, the minimum
 * consumption rate moves to 7.5 % within 90 days (ACP-285).
 * avalanchego vms/platformvm/reward/calculator.go (configForStakeStart) @ v1.15.0-fuji
 */
export function rewardsFrom(
  startTime: bigint,
  parameters: RewardParameters,
  heliconTime: bigint,
): RewardParameters {
  const { minConsumptionRateShares: min, maxConsumptionRateShares: max } = parameters;
  if (startTime < heliconTime || max < heliconMinRateShares) return parameters;
  const elapsed = minBigint(startTime - heliconTime, heliconRampSeconds);
  const isAbove = min > heliconMinRateShares;
  const distance = isAbove ? min - heliconMinRateShares : heliconMinRateShares - min;
  const change = (distance * elapsed) / heliconRampSeconds;
  return { ...parameters, minConsumptionRateShares: isAbove ? min - change : min + change };
}

export type SplitReward = {
  /** The amount of the shares, including the rounding remainder. */
  readonly fromShares: bigint;
  readonly remainder: bigint;
};

/** Splits an amount into the given share of 1,000,000 and the rest. */
export function splitReward(amountNavax: bigint, shares: number): SplitReward {
  const remainderShares = shareDenominator - BigInt(shares);
  const product = remainderShares * amountNavax;
  // Where the product exceeds 64 bits AvalancheGo rounds before it multiplies.
  const remainder =
    product > maxUint64
      ? remainderShares * (amountNavax / shareDenominator)
      : product / shareDenominator;
  return { fromShares: amountNavax - remainder, remainder };
}

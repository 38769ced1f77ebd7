import type { DynamicFeeParameters, RewardParameters } from "./network.ts";

export const avax = 1_000_000_000n;
export const milliAvax = avax / 1000n;

export const hourSeconds = 3600n;
export const daySeconds = 24n * hourSeconds;

/** Equal on every network. avalanchego genesis/genesis_mainnet.go @ v1.12.1 */
export const rewardParameters: RewardParameters = {
  maxConsumptionRateShares: 120_000n,
  minConsumptionRateShares: 100_000n,
  mintingPeriodSeconds: 365n * daySeconds,
  supplyCapNavax: 720_000_000n * avax,
};

/** Equal on every network. */
export const dynamicFeeParameters: DynamicFeeParameters = {
  weights: [1n, 1_000n, 1_000n, 4n],
  maxCapacity: 1_000_000n,
  maxPerSecond: 100_000n,
  targetPerSecond: 50_000n,
  minPrice: 1n,
  excessConversionConstant: 2_164_043n,
};

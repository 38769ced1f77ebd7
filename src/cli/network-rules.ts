import type { StakingParameters } from "../networks/network.ts";
import type { NetworkRules } from "../node/node-config.ts";
import { ConfigError } from "./flag-types.ts";
import type { RawConfig } from "./raw-config.ts";

const sharesMax = 1_000_000n;
const nanosPerSecond = 1_000_000_000n;

/** Staking rules and fees of a network other than mainnet and fuji. avalanchego config/config.go @ v1.12.1 and v1.15.0-fuji */
export function networkRules(raw: RawConfig): NetworkRules {
  return {
    staking: stakingParameters(raw),
    staticFees: {
      txFee: raw.get("tx-fee"),
      createAssetTxFee: raw.get("create-asset-tx-fee"),
      createSubnetTxFee: raw.get("create-subnet-tx-fee"),
      transformSubnetTxFee: raw.get("transform-subnet-tx-fee"),
      createBlockchainTxFee: raw.get("create-blockchain-tx-fee"),
      addPrimaryNetworkValidatorFee: raw.get("add-primary-network-validator-fee"),
      addPrimaryNetworkDelegatorFee: raw.get("add-primary-network-delegator-fee"),
      addSubnetValidatorFee: raw.get("add-subnet-validator-fee"),
      addSubnetDelegatorFee: raw.get("add-subnet-delegator-fee"),
    },
    dynamicFees: {
      weights: [
        raw.get("dynamic-fees-bandwidth-weight"),
        raw.get("dynamic-fees-db-read-weight"),
        raw.get("dynamic-fees-db-write-weight"),
        raw.get("dynamic-fees-compute-weight"),
      ],
      maxCapacity: raw.get("dynamic-fees-max-gas-capacity"),
      maxPerSecond: raw.get("dynamic-fees-max-gas-per-second"),
      targetPerSecond: raw.get("dynamic-fees-target-gas-per-second"),
      minPrice: raw.get("dynamic-fees-min-gas-price"),
      excessConversionConstant: raw.get("dynamic-fees-excess-conversion-constant"),
    },
    validatorFees: {
      capacity: raw.get("validator-fees-capacity"),
      target: raw.get("validator-fees-target"),
      minPrice: raw.get("validator-fees-min-price"),
      excessConversionConstant: raw.get("validator-fees-excess-conversion-constant"),
    },
  };
}

function stakingParameters(raw: RawConfig): StakingParameters {
  const uptimeRequirement = raw.get("uptime-requirement");
  const minValidatorStakeNavax = raw.get("min-validator-stake");
  const maxValidatorStakeNavax = raw.get("max-validator-stake");
  const minDelegationFee = raw.get("min-delegation-fee");
  const minDuration = raw.get("min-stake-duration");
  const heliconMinDuration = raw.get("helicon-min-stake-duration");
  const maxDuration = raw.get("max-stake-duration");
  const maxConsumptionRateShares = raw.get("stake-max-consumption-rate");
  const minConsumptionRateShares = raw.get("stake-min-consumption-rate");
  const mintingPeriod = raw.get("stake-minting-period");
  const broken = [
    [
      uptimeRequirement < 0 || uptimeRequirement > 1,
      "uptime requirement must be in the range [0, 1]",
    ],
    [
      minValidatorStakeNavax > maxValidatorStakeNavax,
      "minimum validator stake can't be greater than maximum validator stake",
    ],
    [minDelegationFee > sharesMax, "delegation fee must be in the range [0, 1,000,000]"],
    [minDuration <= 0n, "min stake duration must be > 0"],
    [heliconMinDuration <= 0n, "helicon min stake duration must be > 0"],
    [maxDuration < minDuration, "max stake duration can't be less than min stake duration"],
    [
      maxDuration < heliconMinDuration,
      "max stake duration can't be less than helicon min stake duration",
    ],
    [
      maxConsumptionRateShares > sharesMax,
      `max stake consumption must be less than or equal to ${sharesMax}`,
    ],
    [
      maxConsumptionRateShares < minConsumptionRateShares,
      "stake max consumption can't be less than min stake consumption",
    ],
    [mintingPeriod < maxDuration, "stake minting period can't be less than max stake duration"],
  ] as const;
  const mistake = broken.find(([isBroken]) => isBroken);
  if (mistake !== undefined) throw new ConfigError(mistake[1]);
  return {
    minValidatorStakeNavax,
    maxValidatorStakeNavax,
    minDelegatorStakeNavax: raw.get("min-delegator-stake"),
    minDelegationFeeShares: Number(minDelegationFee),
    minStakeDurationSeconds: minDuration / nanosPerSecond,
    maxStakeDurationSeconds: maxDuration / nanosPerSecond,
    heliconMinStakeDurationSeconds: heliconMinDuration / nanosPerSecond,
    uptimeRequirement,
    rewards: {
      maxConsumptionRateShares,
      minConsumptionRateShares,
      mintingPeriodSeconds: mintingPeriod / nanosPerSecond,
      supplyCapNavax: raw.get("stake-supply-cap"),
    },
  };
}

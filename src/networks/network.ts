import type { Release } from "./release.ts";

/** The parameters of a network: names, fees, staking rules, activation times. Amounts are in nAVAX. */
export type Network = {
  readonly id: number;
  /** `mainnet`, `fuji`, `local`, or `network-<id>`. */
  readonly name: string;
  /** Human-readable part of this network's bech32 addresses. */
  readonly hrp: string;
  readonly staking: StakingParameters;
  readonly staticFees: StaticFees;
  readonly dynamicFees: DynamicFeeParameters;
  readonly validatorFees: ValidatorFeeParameters;
  readonly upgrades: Upgrades;
  readonly release: Release;
};

/** Durations are seconds. A share is a part of 1,000,000. */
export type StakingParameters = {
  readonly minValidatorStakeNavax: bigint;
  readonly maxValidatorStakeNavax: bigint;
  readonly minDelegatorStakeNavax: bigint;
  readonly minDelegationFeeShares: number;
  readonly minStakeDurationSeconds: bigint;
  readonly maxStakeDurationSeconds: bigint;
  /** The minimum for validators of the primary network since Helicon (ACP-273). */
  readonly heliconMinStakeDurationSeconds: bigint;
  /** Share of its period that a validator must be up to be rewarded, 0 to 1. */
  readonly uptimeRequirement: number;
  readonly rewards: RewardParameters;
};

export type RewardParameters = {
  readonly maxConsumptionRateShares: bigint;
  readonly minConsumptionRateShares: bigint;
  readonly mintingPeriodSeconds: bigint;
  readonly supplyCapNavax: bigint;
};

/** The fees before Etna, which info.getTxFee still returns. */
export type StaticFees = {
  readonly txFee: bigint;
  readonly createAssetTxFee: bigint;
  readonly createSubnetTxFee: bigint;
  readonly transformSubnetTxFee: bigint;
  readonly createBlockchainTxFee: bigint;
  readonly addPrimaryNetworkValidatorFee: bigint;
  readonly addPrimaryNetworkDelegatorFee: bigint;
  readonly addSubnetValidatorFee: bigint;
  readonly addSubnetDelegatorFee: bigint;
};

/** Gas of Etna (ACP-103). Weights: bandwidth, database reads, database writes, compute. */
export type DynamicFeeParameters = {
  readonly weights: readonly [bigint, bigint, bigint, bigint];
  readonly maxCapacity: bigint;
  readonly maxPerSecond: bigint;
  readonly targetPerSecond: bigint;
  readonly minPrice: bigint;
  readonly excessConversionConstant: bigint;
};

/** The continuous fee of L1 validators (ACP-77). */
export type ValidatorFeeParameters = {
  readonly capacity: bigint;
  readonly target: bigint;
  readonly minPrice: bigint;
  readonly excessConversionConstant: bigint;
};

/** Activation times in Unix seconds, unless noted otherwise. avalanchego upgrade/upgrade.go @ v1.15.0-fuji */
export type Upgrades = {
  readonly apricotPhase1: bigint;
  readonly apricotPhase2: bigint;
  readonly apricotPhase3: bigint;
  readonly apricotPhase4: bigint;
  readonly apricotPhase4MinPChainHeight: bigint;
  readonly apricotPhase5: bigint;
  readonly apricotPhasePre6: bigint;
  readonly apricotPhase6: bigint;
  readonly apricotPhasePost6: bigint;
  readonly banff: bigint;
  readonly cortina: bigint;
  /** cb58 */
  readonly cortinaXChainStopVertexID: string;
  readonly durango: bigint;
  readonly etna: bigint;
  readonly fortuna: bigint;
  readonly granite: bigint;
  /** Length of a Granite epoch (ACP-181). */
  readonly graniteEpochDurationNanos: bigint;
  readonly helicon: bigint;
};

/** The chain that the engine runs: its network and the IDs that follow from the genesis. */
export type ChainContext = {
  readonly network: Network;
  readonly avaxAssetID: Uint8Array;
  readonly xChainID: Uint8Array;
  readonly cChainID: Uint8Array;
};

import { mainnetID, networkHrp, networkName } from "./ids.ts";
import type { Network } from "./network.ts";
import {
  avax,
  daySeconds,
  dynamicFeeParameters,
  hourSeconds,
  milliAvax,
  rewardParameters,
} from "./parameters.ts";
import { defaultRelease } from "./release.ts";
import { mainnetUpgrades } from "./upgrades.ts";

/** avalanchego genesis/genesis_mainnet.go @ v1.12.1 */
export const mainnet: Network = {
  id: mainnetID,
  name: networkName(mainnetID),
  hrp: networkHrp(mainnetID),
  staking: {
    minValidatorStakeNavax: 2_000n * avax,
    maxValidatorStakeNavax: 3_000_000n * avax,
    minDelegatorStakeNavax: 25n * avax,
    minDelegationFeeShares: 20_000,
    minStakeDurationSeconds: 14n * daySeconds,
    maxStakeDurationSeconds: 365n * daySeconds,
    heliconMinStakeDurationSeconds: 48n * hourSeconds,
    uptimeRequirement: 0.8,
    rewards: rewardParameters,
  },
  staticFees: {
    txFee: milliAvax,
    createAssetTxFee: 10n * milliAvax,
    createSubnetTxFee: avax,
    transformSubnetTxFee: 10n * avax,
    createBlockchainTxFee: avax,
    addPrimaryNetworkValidatorFee: 0n,
    addPrimaryNetworkDelegatorFee: 0n,
    addSubnetValidatorFee: milliAvax,
    addSubnetDelegatorFee: milliAvax,
  },
  dynamicFees: dynamicFeeParameters,
  validatorFees: {
    capacity: 20_000n,
    target: 10_000n,
    minPrice: 512n,
    excessConversionConstant: 1_246_488_515n,
  },
  upgrades: mainnetUpgrades,
  release: defaultRelease,
};

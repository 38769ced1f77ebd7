import { fujiID, networkHrp, networkName } from "./ids.ts";
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
import { fujiUpgrades } from "./upgrades.ts";

/** avalanchego genesis/genesis_fuji.go @ v1.12.1 */
export const fuji: Network = {
  id: fujiID,
  name: networkName(fujiID),
  hrp: networkHrp(fujiID),
  staking: {
    minValidatorStakeNavax: avax,
    maxValidatorStakeNavax: 3_000_000n * avax,
    minDelegatorStakeNavax: avax,
    minDelegationFeeShares: 20_000,
    minStakeDurationSeconds: daySeconds,
    maxStakeDurationSeconds: 365n * daySeconds,
    heliconMinStakeDurationSeconds: 12n * hourSeconds,
    uptimeRequirement: 0.8,
    rewards: rewardParameters,
  },
  staticFees: {
    txFee: milliAvax,
    createAssetTxFee: 10n * milliAvax,
    createSubnetTxFee: 100n * milliAvax,
    transformSubnetTxFee: avax,
    createBlockchainTxFee: 100n * milliAvax,
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
    excessConversionConstant: 51_937_021n,
  },
  upgrades: fujiUpgrades,
  release: defaultRelease,
};

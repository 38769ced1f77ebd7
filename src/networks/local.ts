import { localID, networkHrp, networkName } from "./ids.ts";
import type { Network } from "./network.ts";
import {
  avax,
  daySeconds,
  dynamicFeeParameters,
  milliAvax,
  rewardParameters,
} from "./parameters.ts";
import { defaultUpgrades } from "./upgrades.ts";

/** The parameters of network 12345. avalanchego genesis/genesis_local.go @ v1.12.1 */
export const local: Network = networkWithLocalParameters(localID);

/** A network with the parameters of the local one. */
export function networkWithLocalParameters(networkID: number): Network {
  return {
    id: networkID,
    name: networkName(networkID),
    hrp: networkHrp(networkID),
    staking: {
      minValidatorStakeNavax: 2_000n * avax,
      maxValidatorStakeNavax: 3_000_000n * avax,
      minDelegatorStakeNavax: 25n * avax,
      minDelegationFeeShares: 20_000,
      minStakeDurationSeconds: daySeconds,
      maxStakeDurationSeconds: 365n * daySeconds,
      uptimeRequirement: 0.8,
      rewards: rewardParameters,
    },
    staticFees: {
      txFee: milliAvax,
      createAssetTxFee: milliAvax,
      createSubnetTxFee: 100n * milliAvax,
      transformSubnetTxFee: 100n * milliAvax,
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
      minPrice: 1n,
      excessConversionConstant: 865_617n,
    },
    upgrades: defaultUpgrades,
  };
}

/** The start time in genesis/local.json; the actual one depends on the clock. */
export const firstLocalStartTime = 1_721_016_000n;
const periodSeconds = 270n * daySeconds;

/**
 * The start time of the local genesis: a whole number of 270-day periods after the first, the latest
 * that is not after `nowSeconds`. avalanchego genesis/config.go getRecentStartTime @ v1.12.1
 */
export function recentStartTime(nowSeconds: bigint): bigint {
  if (nowSeconds < firstLocalStartTime) return firstLocalStartTime;
  return nowSeconds - ((nowSeconds - firstLocalStartTime) % periodSeconds);
}

/** Well-known keys of the local network: the owner of the unlocked AVAX, then the stakers'. */
export const wellKnownPrivateKeys = [
  "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN",
  "PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE",
] as const;

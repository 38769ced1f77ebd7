import { emptyId, equalBytes, type Id, isZero, type NodeId } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { Rejection } from "../rejection.ts";
import { compareStakers, type Staker } from "../state/staker.ts";
import type { State } from "../state/state.ts";
import type { TransformSubnetTx } from "../txs/transform-subnet.ts";
import { addUint64, maxBigint, subUint64 } from "../uint64.ts";
import type { ExecutionContext } from "./context.ts";

/** The maximum weight of a validator with its delegators, as a multiple of its own weight. */
export const maxValidatorWeightFactor = 5n;

/** Bounds of staking on a subnet. Durations are seconds. */
export type StakingRules = {
  readonly assetID: Id;
  readonly minValidatorStake: bigint;
  readonly maxValidatorStake: bigint;
  readonly minDelegatorStake: bigint;
  readonly minStakeDuration: bigint;
  readonly maxStakeDuration: bigint;
  readonly minDelegationFee: number;
  readonly maxValidatorWeightFactor: bigint;
};

/** avalanchego vms/platformvm/txs/executor/staker_tx_verification_helpers.go @ v1.12.1 */
export function stakingRules(
  state: State,
  subnetID: Id,
  context: Pick<ExecutionContext, "chain">,
): StakingRules {
  if (equalBytes(subnetID, emptyId)) {
    const { staking } = context.chain.network;
    return {
      assetID: context.chain.avaxAssetID,
      minValidatorStake: staking.minValidatorStakeNavax,
      maxValidatorStake: staking.maxValidatorStakeNavax,
      minDelegatorStake: staking.minDelegatorStakeNavax,
      minStakeDuration: staking.minStakeDurationSeconds,
      maxStakeDuration: staking.maxStakeDurationSeconds,
      minDelegationFee: staking.minDelegationFeeShares,
      maxValidatorWeightFactor,
    };
  }
  const transformation = transformationOf(state, subnetID);
  return {
    assetID: transformation.assetID,
    minValidatorStake: transformation.minValidatorStake,
    maxValidatorStake: transformation.maxValidatorStake,
    minDelegatorStake: transformation.minDelegatorStake,
    minStakeDuration: BigInt(transformation.minStakeDuration),
    maxStakeDuration: BigInt(transformation.maxStakeDuration),
    minDelegationFee: transformation.minDelegationFee,
    maxValidatorWeightFactor: BigInt(transformation.maxValidatorWeightFactor),
  };
}

/** As stakingRules, with the shorter minimum of primary network validators since Helicon (ACP-273). */
export function validatorRules(
  state: State,
  subnetID: Id,
  context: Pick<ExecutionContext, "chain">,
): StakingRules {
  const rules = stakingRules(state, subnetID, context);
  const { staking, upgrades } = context.chain.network;
  return isZero(subnetID) && state.timestamp() >= upgrades.helicon
    ? { ...rules, minStakeDuration: staking.heliconMinStakeDurationSeconds }
    : rules;
}

/** The transaction that made the subnet elastic. */
export function transformationOf(state: State, subnetID: Id): TransformSubnetTx {
  const tx = state.subnetTransformation(subnetID);
  if (tx === undefined) throw new Rejection("not found");
  if (tx.unsigned.kind !== "TransformSubnetTx") {
    throw new Rejection("is not a transform subnet tx");
  }
  return tx.unsigned;
}

export function currentOrPendingValidator(
  state: State,
  subnetID: Id,
  nodeID: NodeId,
): Staker | undefined {
  return state.currentValidator(subnetID, nodeID) ?? state.pendingValidator(subnetID, nodeID);
}

/** Whether a period lies inside another. */
export function boundedBy(
  start: bigint,
  end: bigint,
  lowerBound: bigint,
  upperBound: bigint,
): boolean {
  return lowerBound <= start && end <= upperBound && start <= end;
}

export function isOverDelegated(
  state: State,
  validator: Staker,
  weightLimit: bigint,
  delegation: { readonly weight: bigint; readonly start: bigint; readonly end: bigint },
): boolean {
  const weight = maxWeight(state, validator, delegation.start, delegation.end);
  return addUint64(weight, delegation.weight) > weightLimit;
}

/**
 * The largest weight of a validator with its delegators within a period of its own.
 * Changes are applied in the order in which chain time will reach them.
 */
export function maxWeight(state: State, validator: Staker, start: bigint, end: bigint): bigint {
  const { subnetID, nodeID } = validator;
  const current = [...state.currentDelegators(subnetID, nodeID)];
  let weight = current.reduce((sum, staker) => addUint64(sum, staker.weight), validator.weight);
  let max = 0n;
  for (const change of delegatorChanges(current, state.pendingDelegators(subnetID, nodeID))) {
    if (change.time > end) break;
    if (change.time >= start) max = maxBigint(max, weight);
    weight = change.added
      ? addUint64(weight, change.staker.weight)
      : subUint64(weight, change.staker.weight);
  }
  return maxBigint(max, weight);
}

type DelegatorChange = { readonly time: bigint; readonly added: boolean; readonly staker: Staker };

/** In order of time, additions before removals, then in staker order. avalanchego vms/platformvm/state/staker_diff_iterator.go @ v1.12.1 */
function delegatorChanges(
  current: readonly Staker[],
  pending: Iterable<Staker>,
): DelegatorChange[] {
  const changes: DelegatorChange[] = current.map((staker) => removal(staker));
  for (const staker of pending) {
    changes.push({ time: staker.nextTime, added: true, staker });
    changes.push(removal(staker));
  }
  return changes.sort((a, b) => {
    if (a.time !== b.time) return a.time < b.time ? -1 : 1;
    if (a.added !== b.added) return a.added ? -1 : 1;
    return compareStakers(a.staker, b.staker);
  });
}

function removal(staker: Staker): DelegatorChange {
  return { time: staker.endTime, added: false, staker };
}

/** Rejects a stake in an asset other than the subnet's. The syntax requires one asset for all outputs. */
export function verifyStakedAsset(stake: readonly TransferableOutput[], assetID: Id): void {
  const staked = stake[0]!.assetID;
  if (!equalBytes(staked, assetID)) {
    throw new Rejection(`incorrect staked assetID: ${formatId(assetID)} != ${formatId(staked)}`);
  }
}

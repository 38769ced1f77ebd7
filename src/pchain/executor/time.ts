import { emptyId, equalBytes, type Id } from "../../formats/bytes.ts";
import { formatGoTime, goUnixSeconds } from "../../formats/go-time.ts";
import type { RewardParameters } from "../../networks/network.ts";
import { advanceFeeState } from "../fees/gas.ts";
import {
  advanceValidatorFee,
  type ValidatorFeeState,
  validatorFeeCost,
  validatorFeeSecondsRemaining,
} from "../fees/l1-validator.ts";
import { Rejection } from "../rejection.ts";
import { potentialReward, rewardsFrom } from "../rewards/calculator.ts";
import type { L1Validator } from "../state/l1-validator.ts";
import type { EndReason } from "../state/outcome.ts";
import { type Staker, type StakerPriority, stakerPriorities } from "../state/staker.ts";
import type { MutableState, State } from "../state/state.ts";
import { addUint64, addWrapping, maxBigint, minBigint, subUint64 } from "../uint64.ts";
import type { ExecutionContext } from "./context.ts";
import { transformationOf } from "./staking-rules.ts";

/** How far a block's time may be ahead of the node's clock. */
const syncBoundSeconds = 10n;

/**
 * Rejects a chain time that is in the past, too far ahead of the clock, or after the next change of stakers.
 * avalanchego vms/platformvm/txs/executor/state_changes.go @ v1.12.1
 */
export function verifyNewChainTime(time: bigint, state: State, context: ExecutionContext): void {
  const newTime = goUnixSeconds(time);
  const chainTime = state.timestamp();
  if (newTime < chainTime) {
    throw new Rejection(
      `proposed timestamp before current chain time: proposed timestamp (${formatGoTime(newTime)}), chain time (${formatGoTime(chainTime)})`,
    );
  }
  if (newTime > context.now + syncBoundSeconds) {
    throw new Rejection(
      `proposed timestamp is too far in the future relative to local time, proposed time (${formatGoTime(newTime)}), local time (${formatGoTime(context.now)})`,
    );
  }
  const changeTime = nextStakerChangeTime(state, newTime, context);
  if (newTime > changeTime) {
    throw new Rejection(
      `proposed timestamp later than next staker change time, proposed timestamp (${formatGoTime(newTime)}), next staker change time (${formatGoTime(changeTime)})`,
    );
  }
}

/** The time of the next block: now, or the next change of stakers if that is earlier. */
export function nextBlockTime(state: State, context: ExecutionContext): bigint {
  const timestamp = maxBigint(context.now, state.timestamp());
  return minBigint(timestamp, nextStakerChangeTime(state, timestamp, context));
}

/** The next time at which a staker moves or an L1 validator's balance ends, at most `latest`. */
export function nextStakerChangeTime(
  state: State,
  latest: bigint,
  context: ExecutionContext,
): bigint {
  let next = latest;
  for (const stakers of [state.currentStakers(), state.pendingStakers()]) {
    for (const staker of stakers) {
      next = minBigint(next, staker.nextTime);
      break;
    }
  }
  for (const first of state.activeL1Validators()) {
    const remaining = validatorFeeSecondsRemaining(
      validatorFeeState(state),
      context.chain.network.validatorFees,
      next - state.timestamp(),
      subUint64(first.endAccumulatedFee, state.accruedFees()),
    );
    return minBigint(next, state.timestamp() + remaining);
  }
  return next;
}

/**
 * Advances chain time: starts pending stakers, ends permissioned ones, advances fees, deactivates L1
 * validators without balance. Returns whether a validator set changed.
 */
export function advanceTimeTo(
  state: MutableState,
  newTime: bigint,
  context: ExecutionContext,
): boolean {
  const promoted = promotePendingStakers(state, newTime, context);
  const removed = removeEndedPermissionedStakers(state, newTime);
  let changed = promoted || removed;
  if (newTime >= context.chain.network.upgrades.etna) {
    removeStaleExpiries(state, newTime);
    const seconds = newTime - state.timestamp();
    state.setFeeState(
      advanceFeeState(context.chain.network.dynamicFees, state.feeState(), seconds),
    );
    const evicted = advanceL1ValidatorFees(state, seconds, context);
    changed ||= evicted;
  }
  state.setTimestamp(newTime);
  return changed;
}

/** Parameters of the rewards of a subnet's stakers from a start time on: the network's, or its transformation's. */
export function rewardParameters(
  state: State,
  subnetID: Id,
  startTime: bigint,
  context: ExecutionContext,
): RewardParameters {
  const { staking, upgrades } = context.chain.network;
  const primary = staking.rewards;
  if (equalBytes(subnetID, emptyId)) return rewardsFrom(startTime, primary, upgrades.helicon);
  const transformation = transformationOf(state, subnetID);
  return {
    maxConsumptionRateShares: transformation.maxConsumptionRate,
    minConsumptionRateShares: transformation.minConsumptionRate,
    mintingPeriodSeconds: primary.mintingPeriodSeconds,
    supplyCapNavax: transformation.maximumSupply,
  };
}

/** Records that a staker ended. */
export function recordEnd(
  state: MutableState,
  staker: Staker,
  reason: EndReason,
  rewards: { readonly delegateeShareNavax?: bigint; readonly restakedNavax?: bigint } = {},
): void {
  const { delegateeShareNavax = 0n, restakedNavax = 0n } = rewards;
  state.record({ kind: "staker ended", staker, reason, delegateeShareNavax, restakedNavax });
}

/** The current supply of a subnet. Throws a Rejection if it has none. */
export function supplyOf(state: State, subnetID: Id): bigint {
  const supply = state.currentSupply(subnetID);
  if (supply === undefined) throw new Rejection("not found");
  return supply;
}

/**
 * Deactivates every L1 validator that cannot pay for another second. Returns whether there was one. avalanchego
 * vms/platformvm/block/executor/verifier.go @ v1.12.1
 */
export function deactivateLowBalanceL1Validators(
  state: MutableState,
  context: ExecutionContext,
): boolean {
  const cost = validatorFeeCost(validatorFeeState(state), context.chain.network.validatorFees, 1n);
  const needed = addUint64(state.accruedFees(), cost);
  const ended = takeWhile(
    state.activeL1Validators(),
    (validator) => validator.endAccumulatedFee < needed,
  );
  for (const validator of ended) deactivate(state, validator, state.accruedFees());
  return ended.length > 0;
}

const currentPriority: Partial<Record<StakerPriority, StakerPriority>> = {
  [stakerPriorities.primaryApricotDelegatorPending]: stakerPriorities.primaryDelegatorCurrent,
  [stakerPriorities.primaryValidatorPending]: stakerPriorities.primaryValidatorCurrent,
  [stakerPriorities.primaryBanffDelegatorPending]: stakerPriorities.primaryDelegatorCurrent,
  [stakerPriorities.permissionlessSubnetValidatorPending]:
    stakerPriorities.permissionlessSubnetValidatorCurrent,
  [stakerPriorities.permissionlessSubnetDelegatorPending]:
    stakerPriorities.permissionlessSubnetDelegatorCurrent,
  [stakerPriorities.permissionedSubnetValidatorPending]:
    stakerPriorities.permissionedSubnetValidatorCurrent,
};

function promotePendingStakers(
  state: MutableState,
  newTime: bigint,
  context: ExecutionContext,
): boolean {
  const starting = takeWhile(state.pendingStakers(), (staker) => staker.startTime <= newTime);
  for (const pending of starting) {
    const priority = currentPriority[pending.priority]!;
    const current: Staker = { ...pending, nextTime: pending.endTime, priority };
    if (priority === stakerPriorities.permissionedSubnetValidatorCurrent) {
      state.putCurrentValidator(current);
      state.deletePendingValidator(pending);
      state.record({ kind: "staker began", staker: current });
      continue;
    }
    const supply = supplyOf(state, pending.subnetID);
    const reward = potentialReward(
      rewardParameters(state, pending.subnetID, pending.startTime, context),
      pending.endTime - pending.startTime,
      pending.weight,
      supply,
    );
    state.setCurrentSupply(pending.subnetID, addWrapping(supply, reward));
    const rewarded = { ...current, potentialReward: reward };
    if (isDelegator(priority)) {
      state.putCurrentDelegator(rewarded);
      state.deletePendingDelegator(pending);
    } else {
      state.putCurrentValidator(rewarded);
      state.deletePendingValidator(pending);
    }
    state.record({ kind: "staker began", staker: rewarded });
  }
  return starting.length > 0;
}

function removeEndedPermissionedStakers(state: MutableState, newTime: bigint): boolean {
  // At equal times permissioned stakers come first; all others are removed by a RewardValidatorTx.
  const ended = takeWhile(
    state.currentStakers(),
    (staker) =>
      staker.endTime <= newTime &&
      staker.priority === stakerPriorities.permissionedSubnetValidatorCurrent,
  );
  for (const staker of ended) {
    state.deleteCurrentValidator(staker);
    recordEnd(state, staker, "over");
  }
  return ended.length > 0;
}

function removeStaleExpiries(state: MutableState, newTime: bigint): void {
  const stale = takeWhile(state.expiries(), (expiry) => expiry.timestamp <= newTime);
  for (const expiry of stale) state.deleteExpiry(expiry);
}

function advanceL1ValidatorFees(
  state: MutableState,
  seconds: bigint,
  context: ExecutionContext,
): boolean {
  const fees = context.chain.network.validatorFees;
  const before = validatorFeeState(state);
  const accrued = addUint64(state.accruedFees(), validatorFeeCost(before, fees, seconds));
  const ended = takeWhile(
    state.activeL1Validators(),
    (validator) => validator.endAccumulatedFee <= accrued,
  );
  for (const validator of ended) deactivate(state, validator, accrued);
  state.setL1ValidatorExcess(advanceValidatorFee(before, fees.target, seconds).excess);
  state.setAccruedFees(accrued);
  return ended.length > 0;
}

/** What does not pay for another second is forfeited. */
function deactivate(state: MutableState, active: L1Validator, accruedFees: bigint): void {
  const validator = { ...active, endAccumulatedFee: 0n };
  const forfeited = maxBigint(active.endAccumulatedFee - accruedFees, 0n);
  state.putL1Validator(validator);
  const changeNavax = -forfeited;
  state.record({ kind: "l1 validator", event: "ran out", validator, changeNavax, accruedFees });
}

function validatorFeeState(state: State): ValidatorFeeState {
  return { current: BigInt(state.activeL1ValidatorCount()), excess: state.l1ValidatorExcess() };
}

function isDelegator(priority: StakerPriority): boolean {
  return (
    priority === stakerPriorities.primaryDelegatorCurrent ||
    priority === stakerPriorities.permissionlessSubnetDelegatorCurrent
  );
}

/** Collects the leading items that pass, so that the state may change afterwards. */
function takeWhile<T>(items: Iterable<T>, passes: (item: T) => boolean): T[] {
  const taken: T[] = [];
  for (const item of items) {
    if (!passes(item)) break;
    taken.push(item);
  }
  return taken;
}

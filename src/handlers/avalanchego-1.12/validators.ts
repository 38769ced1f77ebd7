import type {
  DelegatorIn112,
  PendingPermissionedValidatorIn112,
  PendingStakingValidatorIn112,
  PermissionedValidatorIn112,
  StakingValidatorIn112,
} from "../../generated/types.ts";
import type { Avalanchego112Handler, Avalanchego112WrittenHandler } from "../handler.ts";
import { foundL1Validator } from "../platform/get-l1-validator.ts";
import {
  type CurrentValidatorEntry,
  currentValidators,
  type DelegatorEntry,
  type StakingEntry,
} from "../validators/current.ts";
import { type PendingValidatorEntry, pendingStakers } from "../validators/pending.ts";
import { validatorRequest } from "../validators/request.ts";
import type { StakerView } from "../validators/staker-view.ts";
import { stakingWriter, writtenValidators } from "../validators/written.ts";

/*
 * Validators as in AvalancheGo v1.12.1, with both stake and weight. avalanchego vms/platformvm/service.go and
 * vms/platformvm/api/static_service.go @ v1.12.1
 */

/** Leaves out L1 validators. */
export const getCurrentValidators: Avalanchego112WrittenHandler<
  "platform.getCurrentValidators",
  "chain" | "queries" | "state" | "uptimes" | "views"
> = (params, context) => {
  const write = (entry: CurrentValidatorEntry) =>
    entry.kind === "staking"
      ? writeStaking(entry, context.views)
      : JSON.stringify(stakerMembers(entry.staker));
  const entries = currentValidators(validatorRequest(params, context.views), context);
  return writtenValidators(entries, write, [], context);
};

/** avalanchego vms/platformvm/service.go @ v1.11.1 */
export const getPendingValidators: Avalanchego112Handler<
  "platform.getPendingValidators",
  "chain" | "queries" | "state" | "uptimes" | "views"
> = (params, context) => {
  const { validators, delegators } = pendingStakers(
    validatorRequest(params, context.views),
    context,
  );
  return {
    validators: validators.map(pendingForm),
    delegators: delegators.map(stakerMembers),
  };
};

/** Does not accept an array. */
export const getL1Validator: Avalanchego112Handler<
  "platform.getL1Validator",
  "chain" | "queries" | "state" | "views"
> = ({ validationID }, context) => foundL1Validator(validationID, context);

/** Assigns the fields in AvalancheGo's order: objects built by spreading are slow to create and to serialize. */
function stakingForm(entry: StakingEntry): StakingValidatorIn112 {
  const { staker, terms, presence, delegators } = entry;
  const form = {
    txID: staker.txID,
    startTime: staker.startTime,
    endTime: staker.endTime,
    weight: staker.weight,
    nodeID: staker.nodeID,
    stakeAmount: staker.weight,
    rewardOwner: terms.validationRewardOwner,
    validationRewardOwner: terms.validationRewardOwner,
    delegationRewardOwner: terms.delegationRewardOwner,
    potentialReward: staker.potentialReward,
    accruedDelegateeReward: entry.accruedDelegateeReward,
    delegationFee: terms.delegationFee,
  } as Writable<StakingValidatorIn112>;
  if (presence !== undefined) {
    form.uptime = presence.uptime;
    form.connected = presence.connected;
  }
  if (terms.signer !== undefined) form.signer = terms.signer;
  form.delegatorCount = entry.delegatorCount;
  form.delegatorWeight = entry.delegatorWeight;
  if (delegators !== undefined) form.delegators = delegators.map(delegatorForm);
  return form;
}

const writeStaking = stakingWriter(stakingForm);

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

function delegatorForm(delegator: DelegatorEntry): DelegatorIn112 {
  return {
    txID: delegator.txID,
    startTime: delegator.startTime,
    endTime: delegator.endTime,
    weight: delegator.weight,
    nodeID: delegator.nodeID,
    stakeAmount: delegator.weight,
    rewardOwner: delegator.rewardOwner,
    potentialReward: delegator.potentialReward,
  };
}

function pendingForm({
  staker,
  terms,
  connected,
}: PendingValidatorEntry): PendingStakingValidatorIn112 | PendingPermissionedValidatorIn112 {
  if (terms === undefined) return { ...stakerMembers(staker), connected };
  return {
    ...stakerMembers(staker),
    delegationFee: terms.delegationFee,
    connected,
    ...(terms.signer && { signer: terms.signer }),
  };
}

/** The fields of every staker, in AvalancheGo's order. */
function stakerMembers(staker: StakerView): PermissionedValidatorIn112 {
  return {
    txID: staker.txID,
    startTime: staker.startTime,
    endTime: staker.endTime,
    weight: staker.weight,
    nodeID: staker.nodeID,
    stakeAmount: staker.weight,
  };
}

import type {
  DelegatorInReference,
  PendingPermissionedValidatorInReference,
  PendingStakingValidatorInReference,
  PermissionedValidatorInReference,
  StakingValidatorInReference,
  ValidatorAtHeight,
} from "../../../generated/types.ts";
import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { foundL1Validator } from "../../platform/get-l1-validator.ts";
import {
  type CurrentValidatorEntry,
  currentValidators,
  type DelegatorEntry,
  type StakingEntry,
} from "../../validators/current.ts";
import { type PendingValidatorEntry, pendingStakers } from "../../validators/pending.ts";
import { validatorRequest } from "../../validators/request.ts";
import { validatorSet } from "../../validators/set.ts";
import type { StakerView } from "../../validators/staker-view.ts";

/*
 * Validators as in AvalancheGo, with both stake and weight. avalanchego vms/platformvm/service.go and
 * vms/platformvm/api/static_service.go @ v1.12.1
 */

/** Leaves out L1 validators. */
export const getCurrentValidators: AvalanchegoHandler<
  "platform.getCurrentValidators",
  "chain" | "queries" | "state" | "uptimes" | "views"
> = (params, context) => ({
  validators: currentValidators(validatorRequest(params), context).map(currentForm),
});

/** avalanchego vms/platformvm/service.go @ v1.11.1 */
export const getPendingValidators: AvalanchegoHandler<
  "platform.getPendingValidators",
  "chain" | "queries" | "state" | "uptimes" | "views"
> = (params, context) => {
  const { validators, delegators } = pendingStakers(validatorRequest(params), context);
  return {
    validators: validators.map(pendingForm),
    delegators: delegators.map(stakerMembers),
  };
};

/** Does not accept an array. */
export const getL1Validator: AvalanchegoHandler<
  "platform.getL1Validator",
  "chain" | "queries" | "state" | "views"
> = ({ validationID }, context) => foundL1Validator(validationID, context);

/** Includes public keys. The result is the map itself. */
export const getValidatorsAt: AvalanchegoHandler<
  "platform.getValidatorsAt",
  "queries" | "transactions" | "views"
> = ({ height, subnetID }, context) => {
  const members = validatorSet(height, idArgument("subnetID", subnetID), context);
  const validators: Record<string, ValidatorAtHeight> = {};
  for (const { nodeID, publicKey, weight } of members) validators[nodeID] = { publicKey, weight };
  return validators;
};

function currentForm(
  entry: CurrentValidatorEntry,
): StakingValidatorInReference | PermissionedValidatorInReference {
  return entry.kind === "staking" ? stakingForm(entry) : stakerMembers(entry.staker);
}

/** Assigns the fields in AvalancheGo's order: objects built by spreading are slow to create and to serialize. */
function stakingForm(entry: StakingEntry): StakingValidatorInReference {
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
  } as Writable<StakingValidatorInReference>;
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

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

function delegatorForm(delegator: DelegatorEntry): DelegatorInReference {
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
}: PendingValidatorEntry):
  | PendingStakingValidatorInReference
  | PendingPermissionedValidatorInReference {
  if (terms === undefined) return { ...stakerMembers(staker), connected };
  return {
    ...stakerMembers(staker),
    delegationFee: terms.delegationFee,
    connected,
    ...(terms.signer && { signer: terms.signer }),
  };
}

/** The fields of every staker, in AvalancheGo's order. */
function stakerMembers(staker: StakerView): PermissionedValidatorInReference {
  return {
    txID: staker.txID,
    startTime: staker.startTime,
    endTime: staker.endTime,
    weight: staker.weight,
    nodeID: staker.nodeID,
    stakeAmount: staker.weight,
  };
}

import type {
  DelegatorInReference,
  PermissionedValidatorInReference,
  StakingValidatorInReference,
} from "../../../generated/types.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import {
  type CurrentValidatorEntry,
  currentValidators,
  type DelegatorEntry,
  type StakingEntry,
} from "../../platform/current-validators.ts";
import { validatorRequest } from "../../platform/validator-request.ts";
import { stakerMembers } from "./staker-members.ts";

/** No L1 validators; stake and weight both. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getCurrentValidators: AvalanchegoHandler<
  "platform.getCurrentValidators",
  "chain" | "queries" | "state" | "uptimes"
> = (params, context) => ({
  validators: currentValidators(validatorRequest(params), context).map(validatorForm),
});

function validatorForm(
  entry: CurrentValidatorEntry,
): StakingValidatorInReference | PermissionedValidatorInReference {
  return entry.kind === "staking" ? stakingForm(entry) : stakerMembers(entry.staker);
}

/** Assigned in AvalancheGo's order, because objects that are spread together are slow to make and to write. */
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

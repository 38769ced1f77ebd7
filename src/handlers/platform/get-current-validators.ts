import type {
  CurrentDelegator,
  CurrentPermissionedValidator,
  CurrentStakingValidator,
} from "../../generated/types.ts";
import type { Handler } from "../handler.ts";
import {
  currentValidators,
  type DelegatorEntry,
  type PermissionedEntry,
  type StakingEntry,
} from "./current-validators.ts";
import { l1ValidatorView } from "./l1-validator-view.ts";
import { l1Validators } from "./l1-validators.ts";
import { isProofOfStake, termsWithoutStake } from "./proof-of-stake.ts";
import { signerView } from "./signer-view.ts";
import { type ValidatorRequest, validatorRequest } from "./validator-request.ts";

/** The validators of a subnet with their stake, owners and delegators. specification 2.2, 4.3 and 9 */
export const getCurrentValidators: Handler<
  "platform.getCurrentValidators",
  "chain" | "queries" | "state" | "uptimes"
> = (params, context) => {
  const request = validatorRequest(params);
  const isElastic = isProofOfStake(request.subnetID, context);
  const withoutStake = isElastic ? leftoverForm(request) : permissionedForm;
  return {
    validators: [
      ...currentValidators(request, context).map((entry) =>
        entry.kind === "staking" ? stakingForm(entry) : withoutStake(entry),
      ),
      ...l1Validators(request, context).map((each) => l1ValidatorView(each, context)),
    ],
  };
};

function permissionedForm({ staker }: PermissionedEntry): CurrentPermissionedValidator {
  const { txID, startTime, endTime, nodeID, weight } = staker;
  return { txID, startTime, endTime, nodeID, weight };
}

/** Of a proof-of-stake subnet: the form has no weight, and nobody can delegate to such a validator. */
function leftoverForm({ nodeIDs }: ValidatorRequest) {
  const { owner, delegationFee } = termsWithoutStake;
  return ({ staker }: PermissionedEntry): CurrentStakingValidator => ({
    txID: staker.txID,
    startTime: staker.startTime,
    endTime: staker.endTime,
    stakeAmount: staker.weight,
    nodeID: staker.nodeID,
    validationRewardOwner: owner,
    delegationRewardOwner: owner,
    potentialReward: staker.potentialReward,
    delegationFee,
    delegatorCount: "0",
    delegatorWeight: "0",
    ...(nodeIDs.length === 1 && { delegators: [] }),
  });
}

/** Assigned one by one, because objects that are spread together are slow to make and to write. */
function stakingForm(entry: StakingEntry): CurrentStakingValidator {
  const { staker, terms, presence, delegators } = entry;
  const form = {
    txID: staker.txID,
    startTime: staker.startTime,
    endTime: staker.endTime,
    stakeAmount: staker.weight,
    nodeID: staker.nodeID,
    validationRewardOwner: terms.validationRewardOwner,
    delegationRewardOwner: terms.delegationRewardOwner,
    potentialReward: staker.potentialReward,
    delegationFee: terms.delegationFee,
  } as Writable<CurrentStakingValidator>;
  if (presence !== undefined) {
    form.uptime = presence.uptime;
    form.connected = presence.connected;
  }
  if (terms.signer !== undefined) form.signer = signerView(terms.signer);
  form.delegatorCount = entry.delegatorCount;
  form.delegatorWeight = entry.delegatorWeight;
  if (delegators !== undefined) form.delegators = delegators.map(delegatorForm);
  return form;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

function delegatorForm(delegator: DelegatorEntry): CurrentDelegator {
  const { txID, startTime, endTime, weight, nodeID, rewardOwner, potentialReward } = delegator;
  return { txID, startTime, endTime, stakeAmount: weight, nodeID, rewardOwner, potentialReward };
}

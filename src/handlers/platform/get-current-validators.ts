import type {
  CurrentDelegator,
  CurrentStakingValidator,
  CurrentValidator,
} from "../../generated/types.ts";
import type { Handler } from "../handler.ts";
import {
  type CurrentValidatorEntry,
  currentValidators,
  type DelegatorEntry,
  type StakingEntry,
} from "./current-validators.ts";
import { l1ValidatorView } from "./l1-validator-view.ts";
import { l1Validators } from "./l1-validators.ts";
import { signerView } from "./signer-view.ts";
import { validatorRequest } from "./validator-request.ts";

/** The validators of a subnet with their stake, owners and delegators. specification 2.2, 4.3 and 9 */
export const getCurrentValidators: Handler<
  "platform.getCurrentValidators",
  "chain" | "queries" | "state" | "uptimes"
> = (params, context) => {
  const request = validatorRequest(params);
  return {
    validators: [
      ...currentValidators(request, context).map(validatorForm),
      ...l1Validators(request, context).map((each) => l1ValidatorView(each, context)),
    ],
  };
};

function validatorForm(entry: CurrentValidatorEntry): CurrentValidator {
  if (entry.kind === "staking") return stakingForm(entry);
  const { txID, startTime, endTime, nodeID, weight } = entry.staker;
  return { txID, startTime, endTime, nodeID, weight };
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
    accruedDelegateeReward: entry.accruedDelegateeReward,
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

import { compareBytes } from "../../../formats/bytes.ts";
import type {
  DelegatorInReference,
  PermissionedValidatorInReference,
  StakingValidatorInReference,
} from "../../../generated/types.ts";
import type { AvalanchegoWrittenHandler } from "../../handler.ts";
import {
  type CurrentValidatorEntry,
  currentValidators,
  type DelegatorEntry,
  type StakingEntry,
} from "../../validators/current.ts";
import { l1Validators } from "../../validators/l1.ts";
import { validatorRequest } from "../../validators/request.ts";
import type { StakerView } from "../../validators/staker-view.ts";
import { stakingWriter, writtenValidators } from "../../validators/written.ts";

/** Lists the L1 validators of a converted subnet after its other validators. avalanchego vms/platformvm/service.go and vms/platformvm/api/validator.go @ v1.15.0-fuji */
export const getCurrentValidators: AvalanchegoWrittenHandler<
  "platform.getCurrentValidators",
  "chain" | "queries" | "state" | "uptimes" | "views"
> = (params, context) => {
  const request = validatorRequest(params, context.views);
  // AvalancheGo lists L1 validators by node ID, whatever the order of the request.
  const l1 = l1Validators(request, context).toSorted((a, b) => compareBytes(a.nodeID, b.nodeID));
  const write = (entry: CurrentValidatorEntry) =>
    entry.kind === "staking"
      ? writeStaking(entry, context.views)
      : JSON.stringify(stakerMembers(entry.staker));
  return writtenValidators(currentValidators(request, context), write, l1, context);
};

/** Assigns the fields in AvalancheGo's order: objects built by spreading are slow to create and to serialize. */
function stakingForm(entry: StakingEntry): StakingValidatorInReference {
  const { staker, terms, presence, renewal, delegators } = entry;
  const form = {
    txID: staker.txID,
    startTime: staker.startTime,
    endTime: staker.endTime,
    weight: staker.weight,
    nodeID: staker.nodeID,
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
  if (renewal !== undefined) Object.assign(form, renewal);
  form.delegatorCount = entry.delegatorCount;
  form.delegatorWeight = entry.delegatorWeight;
  if (delegators !== undefined) form.delegators = delegators.map(delegatorForm);
  return form;
}

const writeStaking = stakingWriter(stakingForm);

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

function delegatorForm(delegator: DelegatorEntry): DelegatorInReference {
  return {
    txID: delegator.txID,
    startTime: delegator.startTime,
    endTime: delegator.endTime,
    weight: delegator.weight,
    nodeID: delegator.nodeID,
    rewardOwner: delegator.rewardOwner,
    potentialReward: delegator.potentialReward,
  };
}

/** The fields of every staker. */
function stakerMembers(staker: StakerView): PermissionedValidatorInReference {
  const { txID, startTime, endTime, weight, nodeID } = staker;
  return { txID, startTime, endTime, weight, nodeID };
}

import { compareBytes } from "../../../formats/bytes.ts";
import { formatId } from "../../../formats/id.ts";
import { errors } from "../../../generated/errors.ts";
import type {
  DelegatorInReference,
  HeightParam,
  PermissionedValidatorInReference,
  StakingValidatorInReference,
  ValidatorAtHeight,
} from "../../../generated/types.ts";
import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler, AvalanchegoWrittenHandler } from "../../handler.ts";
import { getAllValidatorsAt as allValidatorsAt } from "../../platform/get-all-validators-at.ts";
import { foundL1Validator } from "../../platform/get-l1-validator.ts";
import {
  type CurrentValidatorEntry,
  currentValidators,
  type DelegatorEntry,
  type StakingEntry,
} from "../../validators/current.ts";
import { l1Validators } from "../../validators/l1.ts";
import { validatorRequest } from "../../validators/request.ts";
import { validatorSet } from "../../validators/set.ts";
import type { StakerView } from "../../validators/staker-view.ts";
import { stakingWriter, writtenValidators } from "../../validators/written.ts";

/*
 * Validators as in AvalancheGo. avalanchego vms/platformvm/service.go and
 * vms/platformvm/api/validator.go @ v1.15.0-fuji
 */

/** Lists the L1 validators of a converted subnet after its other validators. */
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

/**
 * Includes public keys; the result is the map itself. Rejects the greatest 64-bit integer, which AvalancheGo reserves
 * for `proposed`.
 */
export const getValidatorsAt: AvalanchegoHandler<
  "platform.getValidatorsAt",
  "queries" | "transactions" | "views"
> = (params, context) => {
  rejectReserved(params.height);
  return validatorsAtHeight(params, context);
};

/** Rejects the same height. */
export const getAllValidatorsAt: AvalanchegoHandler<
  "platform.getAllValidatorsAt",
  "queries" | "transactions" | "views"
> = (params, context) => {
  rejectReserved(params.height);
  return allValidatorsAt(params, context);
};

/** Accepts every height. */
export const validatorsAtHeight: AvalanchegoHandler<
  "platform.getValidatorsAt",
  "queries" | "transactions" | "views"
> = ({ height, subnetID }, context) => {
  const members = validatorSet(height, idArgument("subnetID", subnetID), context);
  const validators: Record<string, ValidatorAtHeight> = {};
  for (const { nodeID, publicKey, weight } of members) validators[nodeID] = { publicKey, weight };
  return validators;
};

const reservedHeight = 2n ** 64n - 1n;

/** avalanchego vms/platformvm/api/height.go @ v1.15.0-fuji */
function rejectReserved(height: HeightParam): void {
  if (height !== reservedHeight) return;
  throw errors.invalidParams({
    field: "height",
    expected: `a height below ${reservedHeight}, or proposed`,
    got: height.toString(),
  });
}

export const getL1Validator: AvalanchegoHandler<
  "platform.getL1Validator",
  "chain" | "queries" | "state" | "views"
> = ({ validationID }, context) => {
  const { subnetID, height, ...found } = foundL1Validator(validationID, context);
  return {
    nodeID: found.nodeID,
    weight: found.weight,
    startTime: found.startTime,
    validationID: formatId(idArgument("validationID", validationID)),
    publicKey: found.publicKey,
    remainingBalanceOwner: found.remainingBalanceOwner,
    deactivationOwner: found.deactivationOwner,
    minNonce: found.minNonce,
    balance: found.balance,
    subnetID,
    height,
  };
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

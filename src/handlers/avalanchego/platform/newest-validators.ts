import { compareBytes } from "../../../formats/bytes.ts";
import { formatId } from "../../../formats/id.ts";
import { errors } from "../../../generated/errors.ts";
import type {
  HeightParam,
  NewestDelegator,
  NewestPermissionedValidator,
  NewestStakingValidator,
} from "../../../generated/types.ts";
import { idArgument } from "../../arguments.ts";
import type { NewestHandler } from "../../handler.ts";
import { getAllValidatorsAt as allValidatorsAt } from "../../platform/get-all-validators-at.ts";
import { foundL1Validator } from "../../platform/get-l1-validator.ts";
import {
  type CurrentValidatorEntry,
  currentValidators,
  type DelegatorEntry,
  type StakingEntry,
} from "../../validators/current.ts";
import { l1Validators, l1ValidatorView } from "../../validators/l1.ts";
import { validatorRequest } from "../../validators/request.ts";
import type { StakerView } from "../../validators/staker-view.ts";
import { getValidatorsAt as validatorsAt } from "./validators.ts";

/*
 * Validators as in current AvalancheGo. avalanchego vms/platformvm/service.go and
 * vms/platformvm/api/static_service.go @ v1.15.0-fuji
 */

/** Lists the L1 validators of a converted subnet after its other validators. */
export const getCurrentValidators: NewestHandler<
  "platform.getCurrentValidators",
  "chain" | "queries" | "state" | "uptimes" | "views"
> = (params, context) => {
  const request = validatorRequest(params);
  // AvalancheGo lists L1 validators by node ID, whatever the order of the request.
  const l1 = l1Validators(request, context).toSorted((a, b) => compareBytes(a.nodeID, b.nodeID));
  return {
    validators: [
      ...currentValidators(request, context).map(currentForm),
      ...l1.map((each) => l1ValidatorView(each, context)),
    ],
  };
};

/** Rejects the greatest 64-bit integer, which AvalancheGo reserves for `proposed`. */
export const getValidatorsAt: NewestHandler<
  "platform.getValidatorsAt",
  "queries" | "transactions" | "views"
> = (params, context) => {
  rejectReserved(params.height);
  return validatorsAt(params, context);
};

/** Rejects the same height. */
export const getAllValidatorsAt: NewestHandler<
  "platform.getAllValidatorsAt",
  "queries" | "transactions" | "views"
> = (params, context) => {
  rejectReserved(params.height);
  return allValidatorsAt(params, context);
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

export const getL1Validator: NewestHandler<
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

function currentForm(
  entry: CurrentValidatorEntry,
): NewestStakingValidator | NewestPermissionedValidator {
  return entry.kind === "staking" ? stakingForm(entry) : stakerMembers(entry.staker);
}

/** Assigns the fields in AvalancheGo's order. */
function stakingForm(entry: StakingEntry): NewestStakingValidator {
  const { staker, terms, presence, renewal, delegators } = entry;
  return {
    ...stakerMembers(staker),
    validationRewardOwner: terms.validationRewardOwner,
    delegationRewardOwner: terms.delegationRewardOwner,
    potentialReward: staker.potentialReward,
    accruedDelegateeReward: entry.accruedDelegateeReward,
    delegationFee: terms.delegationFee,
    ...presence,
    ...(terms.signer && { signer: terms.signer }),
    ...renewal,
    delegatorCount: entry.delegatorCount,
    delegatorWeight: entry.delegatorWeight,
    ...(delegators && { delegators: delegators.map(delegatorForm) }),
  };
}

function delegatorForm(delegator: DelegatorEntry): NewestDelegator {
  const { rewardOwner, potentialReward } = delegator;
  return { ...stakerMembers(delegator), rewardOwner, potentialReward };
}

/** The fields of every staker. */
function stakerMembers(staker: StakerView): NewestPermissionedValidator {
  const { txID, startTime, endTime, weight, nodeID } = staker;
  return { txID, startTime, endTime, weight, nodeID };
}

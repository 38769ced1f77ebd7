import type {
  PendingPermissionedValidatorInReference,
  PendingStakingValidatorInReference,
} from "../../../generated/types.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { type PendingValidatorEntry, pendingStakers } from "../../platform/pending-stakers.ts";
import { validatorRequest } from "../../platform/validator-request.ts";
import { stakerMembers } from "./staker-members.ts";

/** Stake and weight both. avalanchego vms/platformvm/service.go @ v1.11.1 */
export const getPendingValidators: AvalanchegoHandler<
  "platform.getPendingValidators",
  "chain" | "queries" | "state" | "uptimes"
> = (params, context) => {
  const { validators, delegators } = pendingStakers(validatorRequest(params), context);
  return {
    validators: validators.map(validatorForm),
    delegators: delegators.map(stakerMembers),
  };
};

function validatorForm({
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

import type { PendingDelegator, PendingValidator } from "../../generated/types.ts";
import type { Handler } from "../handler.ts";
import { type PendingValidatorEntry, pendingStakers } from "./pending-stakers.ts";
import { isProofOfStake, termsWithoutStake } from "./proof-of-stake.ts";
import { signerView } from "./signer-view.ts";
import type { StakerView } from "./staker-view.ts";
import { validatorRequest } from "./validator-request.ts";

/** The validators and delegators that have not begun. specification 2.2 and 4.3 */
export const getPendingValidators: Handler<
  "platform.getPendingValidators",
  "chain" | "queries" | "state" | "uptimes"
> = (params, context) => {
  const request = validatorRequest(params);
  const { validators, delegators } = pendingStakers(request, context);
  const isElastic = isProofOfStake(request.subnetID, context);
  return {
    validators: validators.map((entry) => validatorForm(entry, isElastic)),
    delegators: delegators.map(delegatorForm),
  };
};

function validatorForm(
  { staker, terms, connected }: PendingValidatorEntry,
  isElastic: boolean,
): PendingValidator {
  const { txID, startTime, endTime, weight, nodeID } = staker;
  if (terms === undefined) {
    const { delegationFee } = termsWithoutStake;
    return isElastic
      ? { txID, startTime, endTime, stakeAmount: weight, nodeID, delegationFee, connected }
      : { txID, startTime, endTime, nodeID, delegationFee, connected, weight };
  }
  return {
    ...delegatorForm(staker),
    delegationFee: terms.delegationFee,
    connected,
    ...(terms.signer && { signer: signerView(terms.signer) }),
  };
}

function delegatorForm({ txID, startTime, endTime, weight, nodeID }: StakerView): PendingDelegator {
  return { txID, startTime, endTime, stakeAmount: weight, nodeID };
}

import type { PendingDelegator, PendingValidator } from "../../generated/types.ts";
import type { Handler } from "../handler.ts";
import { isProofOfStake } from "../subnets/subnet.ts";
import { type PendingValidatorEntry, pendingStakers } from "../validators/pending.ts";
import { validatorRequest } from "../validators/request.ts";
import { type StakerView, signerView, termsWithoutStake } from "../validators/staker-view.ts";

/** The validators and delegators whose period has not started. specification 2.2 and 4.3 */
export const getPendingValidators: Handler<
  "platform.getPendingValidators",
  "chain" | "queries" | "state" | "uptimes" | "views"
> = (params, context) => {
  const request = validatorRequest(params, context.views);
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

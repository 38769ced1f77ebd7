import { type Staker, stakerKind } from "../../pchain/state/staker.ts";
import type { HandlerContext } from "../context.ts";
import { stakersAskedFor, type ValidatorRequest } from "./request.ts";
import { type StakerView, stakerView, type ValidatorTerms, validatorTerms } from "./staker-view.ts";

/** Stakers whose period has not started, before a profile formats them. */
export type PendingStakers = {
  readonly validators: readonly PendingValidatorEntry[];
  readonly delegators: readonly StakerView[];
};

export type PendingValidatorEntry = {
  readonly staker: StakerView;
  /** Undefined if the owner of a subnet added the validator. */
  readonly terms: ValidatorTerms | undefined;
  readonly connected: boolean;
};

type Context = Pick<HandlerContext, "chain" | "queries" | "state" | "uptimes" | "views">;

/** In staker order, or in the order of the request. avalanchego vms/platformvm/service.go @ v1.11.1 */
export function pendingStakers(request: ValidatorRequest, context: Context): PendingStakers {
  const { state } = context;
  const validators: PendingValidatorEntry[] = [];
  const delegators: StakerView[] = [];
  const source = {
    all: () => state.pendingStakers(),
    validator: state.pendingValidator.bind(state),
    delegators: state.pendingDelegators.bind(state),
  };
  for (const staker of stakersAskedFor(request, source)) {
    if (stakerKind(staker) === "delegator") delegators.push(stakerView(staker, context));
    else validators.push(validatorEntry(staker, context));
  }
  return { validators, delegators };
}

function validatorEntry(staker: Staker, context: Context): PendingValidatorEntry {
  return {
    staker: stakerView(staker, context),
    terms: stakerKind(staker) === "staking" ? validatorTerms(staker, context) : undefined,
    connected: context.uptimes.isConnected(staker.nodeID),
  };
}

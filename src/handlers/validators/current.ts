import { equalBytes, keyOf } from "../../formats/bytes.ts";
import { formatFloat4 } from "../../formats/float.ts";
import type { OutputOwners } from "../../generated/types.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { type Staker, stakerKind } from "../../pchain/state/staker.ts";
import type { HandlerContext } from "../context.ts";
import { stakersAskedFor, type ValidatorRequest } from "./request.ts";
import {
  type DelegatorTerms,
  delegatorTerms,
  type StakerView,
  stakerView,
  type ValidatorTerms,
  validatorTerms,
} from "./staker-view.ts";

/** A current validator, except L1 validators, before a profile formats it. */
export type CurrentValidatorEntry = StakingEntry | PermissionedEntry;

export type PermissionedEntry = { readonly kind: "permissioned"; readonly staker: StakerView };

export type StakingEntry = {
  readonly kind: "staking";
  readonly staker: StakerView;
  readonly terms: ValidatorTerms;
  readonly accruedDelegateeReward: string;
  /** Undefined outside the primary network. */
  readonly presence: { readonly uptime: string; readonly connected: boolean } | undefined;
  /** Undefined unless the validator is auto-renewed. */
  readonly renewal: RenewalView | undefined;
  readonly delegatorCount: string;
  readonly delegatorWeight: string;
  /** Present only if the request names a single node. */
  readonly delegators: readonly DelegatorEntry[] | undefined;
};

/**
 * How an auto-renewed validator continues: the owner of its configuration, seconds, and millionths; and what its
 * completed periods added to its stake, in nAVAX.
 */
export type RenewalView = {
  readonly validatorAuthority: OutputOwners;
  readonly nextPeriod: string;
  readonly autoCompoundRewardShares: string;
  readonly restakedValidationRewards: string;
  readonly restakedDelegateeRewards: string;
};

export type DelegatorEntry = StakerView & DelegatorTerms;

/** A validator and its delegators. */
export type ListedValidator = { readonly staker: Staker; readonly delegation: Delegation };

export type Delegation = { readonly delegators: readonly Staker[]; readonly weight: bigint };

type Context = Pick<HandlerContext, "chain" | "queries" | "state" | "uptimes" | "views">;

/** In staker order, or in the order of the request. avalanchego vms/platformvm/service.go GetCurrentValidators @ v1.12.1 */
export function currentValidators(
  request: ValidatorRequest,
  context: Context,
): CurrentValidatorEntry[] {
  const showsDelegators = request.nodeIDs.length === 1;
  return currentlyListed(request, context).map((listed) =>
    validatorEntry(listed, showsDelegators, context),
  );
}

/** The same validators, unformatted. */
export function currentlyListed(
  request: ValidatorRequest,
  { state }: Pick<Context, "state">,
): ListedValidator[] {
  const source = {
    all: () => state.currentStakers(),
    validator: state.currentValidator.bind(state),
    delegators: state.currentDelegators.bind(state),
  };
  return listValidators(stakersAskedFor(request, source), ({ nodeID }) => keyOf(nodeID));
}

/** Groups stakers: each validator with the delegators that have the same key. */
export function listValidators(
  stakers: Iterable<Staker>,
  keyOfValidator: (staker: Staker) => string,
): ListedValidator[] {
  const validators: Staker[] = [];
  const delegations = new Map<string, { delegators: Staker[]; weight: bigint }>();
  for (const staker of stakers) {
    if (stakerKind(staker) !== "delegator") {
      validators.push(staker);
      continue;
    }
    const key = keyOfValidator(staker);
    const delegation = delegations.get(key);
    if (delegation === undefined) {
      delegations.set(key, { delegators: [staker], weight: staker.weight });
      continue;
    }
    delegation.delegators.push(staker);
    delegation.weight += staker.weight;
  }
  const delegationOf = (staker: Staker) =>
    (delegations.size === 0 ? undefined : delegations.get(keyOfValidator(staker))) ?? noDelegation;
  return validators.map((staker) => ({ staker, delegation: delegationOf(staker) }));
}

const noDelegation: Delegation = { delegators: [], weight: 0n };

export function validatorEntry(
  { staker, delegation }: ListedValidator,
  showsDelegators: boolean,
  context: Context,
): CurrentValidatorEntry {
  if (stakerKind(staker) === "permissioned") {
    return { kind: "permissioned", staker: stakerView(staker, context) };
  }
  const { subnetID, nodeID } = staker;
  const { delegators, weight } = delegation;
  const terms = validatorTerms(staker, context);
  return {
    kind: "staking",
    staker: stakerView(staker, context),
    terms,
    accruedDelegateeReward: context.state.delegateeReward(subnetID, nodeID).toString(),
    presence: presenceOf(staker, context),
    renewal: renewalOf(staker, terms, context),
    delegatorCount: delegators.length.toString(),
    delegatorWeight: weight.toString(),
    delegators: showsDelegators
      ? delegators.map((each) => ({
          ...stakerView(each, context),
          ...delegatorTerms(each, context),
        }))
      : undefined,
  };
}

function renewalOf(
  { nodeID }: Staker,
  { validatorAuthority }: ValidatorTerms,
  { state }: Pick<Context, "state">,
): RenewalView | undefined {
  if (validatorAuthority === undefined) return undefined;
  const renewal = state.autoRenewal(nodeID);
  if (renewal === undefined) throw new Error("an auto-renewed validator has no configuration");
  return {
    validatorAuthority,
    nextPeriod: renewal.nextPeriod.toString(),
    autoCompoundRewardShares: renewal.autoCompoundRewardShares.toString(),
    restakedValidationRewards: renewal.accruedValidationRewardsNavax.toString(),
    restakedDelegateeRewards: renewal.accruedDelegateeRewardsNavax.toString(),
  };
}

/** The uptime and connection that this node observed. Undefined outside the primary network. */
export function presenceOf(
  { subnetID, nodeID, startTime }: Staker,
  { uptimes }: Pick<Context, "uptimes">,
): { readonly uptime: string; readonly connected: boolean } | undefined {
  if (!equalBytes(subnetID, primaryNetworkID)) return undefined;
  const percent = Math.fround(uptimes.uptime(nodeID, startTime) * 100);
  return { uptime: formatFloat4(percent), connected: uptimes.isConnected(nodeID) };
}

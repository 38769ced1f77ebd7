import { equalBytes, keyOf } from "../../formats/bytes.ts";
import { formatFloat4 } from "../../formats/float.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { Staker } from "../../pchain/state/staker.ts";
import type { HandlerContext } from "../context.ts";
import { stakerKind } from "./staker-kind.ts";
import {
  type DelegatorTerms,
  delegatorTerms,
  type StakerView,
  stakerView,
  type ValidatorTerms,
  validatorTerms,
} from "./staker-view.ts";
import { stakersAskedFor, type ValidatorRequest } from "./validator-request.ts";

/** A current validator that is no L1 validator, before a profile gives it its form. */
export type CurrentValidatorEntry = StakingEntry | PermissionedEntry;

export type PermissionedEntry = { readonly kind: "permissioned"; readonly staker: StakerView };

export type StakingEntry = {
  readonly kind: "staking";
  readonly staker: StakerView;
  readonly terms: ValidatorTerms;
  readonly accruedDelegateeReward: string;
  /** Of the primary network only. */
  readonly presence: { readonly uptime: string; readonly connected: boolean } | undefined;
  readonly delegatorCount: string;
  readonly delegatorWeight: string;
  /** Only where a single node is asked for. */
  readonly delegators: readonly DelegatorEntry[] | undefined;
};

export type DelegatorEntry = StakerView & DelegatorTerms;

/** A validator and who delegates to it. */
export type ListedValidator = { readonly staker: Staker; readonly delegation: Delegation };

export type Delegation = { readonly delegators: readonly Staker[]; readonly weight: bigint };

type Context = Pick<HandlerContext, "chain" | "queries" | "state" | "uptimes">;

/** In staker order, or in that of the request. avalanchego vms/platformvm/service.go GetCurrentValidators @ v1.12.1 */
export function currentValidators(
  request: ValidatorRequest,
  context: Context,
): CurrentValidatorEntry[] {
  const showsDelegators = request.nodeIDs.length === 1;
  return currentlyListed(request, context).map((listed) =>
    validatorEntry(listed, showsDelegators, context),
  );
}

/** The validators themselves, in the same order. */
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

/** The validators among some stakers, each with those that have the same key. */
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
  return validators.map((staker) => ({
    staker,
    delegation: delegations.get(keyOfValidator(staker)) ?? noDelegation,
  }));
}

const noDelegation: Delegation = { delegators: [], weight: 0n };

export function validatorEntry(
  { staker, delegation }: ListedValidator,
  showsDelegators: boolean,
  context: Context,
): CurrentValidatorEntry {
  if (stakerKind(staker) === "permissioned") {
    return { kind: "permissioned", staker: stakerView(staker) };
  }
  const { subnetID, nodeID } = staker;
  const { delegators, weight } = delegation;
  return {
    kind: "staking",
    staker: stakerView(staker),
    terms: validatorTerms(staker, context),
    accruedDelegateeReward: context.state.delegateeReward(subnetID, nodeID).toString(),
    presence: presenceOf(staker, context),
    delegatorCount: delegators.length.toString(),
    delegatorWeight: weight.toString(),
    delegators: showsDelegators
      ? delegators.map((each) => ({ ...stakerView(each), ...delegatorTerms(each, context) }))
      : undefined,
  };
}

/** What this node saw of a validator; undefined for one of another subnet than the primary network. */
export function presenceOf(
  { subnetID, nodeID, startTime }: Staker,
  { uptimes }: Pick<Context, "uptimes">,
): { readonly uptime: string; readonly connected: boolean } | undefined {
  if (!equalBytes(subnetID, primaryNetworkID)) return undefined;
  const percent = Math.fround(uptimes.uptime(nodeID, startTime) * 100);
  return { uptime: formatFloat4(percent), connected: uptimes.isConnected(nodeID) };
}

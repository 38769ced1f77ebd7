import { type BytesKey, equalBytes, keyOf } from "../../formats/bytes.ts";
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

type Context = Pick<HandlerContext, "chain" | "queries" | "state" | "uptimes">;

/** In staker order, or in that of the request. avalanchego vms/platformvm/service.go GetCurrentValidators @ v1.12.1 */
export function currentValidators(
  request: ValidatorRequest,
  context: Context,
): CurrentValidatorEntry[] {
  const { state } = context;
  const validators: Staker[] = [];
  const delegations = new Map<BytesKey, Delegation>();
  const source = {
    all: () => state.currentStakers(),
    validator: state.currentValidator.bind(state),
    delegators: state.currentDelegators.bind(state),
  };
  for (const staker of stakersAskedFor(request, source)) {
    if (stakerKind(staker) === "delegator") addDelegator(delegations, staker);
    else validators.push(staker);
  }
  const showsDelegators = request.nodeIDs.length === 1;
  return validators.map((validator) =>
    stakerKind(validator) === "permissioned"
      ? { kind: "permissioned", staker: stakerView(validator) }
      : stakingEntry(validator, delegations, showsDelegators, context),
  );
}

type Delegation = { readonly delegators: Staker[]; weight: bigint };

function addDelegator(delegations: Map<BytesKey, Delegation>, delegator: Staker): void {
  const key = keyOf(delegator.nodeID);
  const delegation = delegations.get(key);
  if (delegation === undefined) {
    delegations.set(key, { delegators: [delegator], weight: delegator.weight });
    return;
  }
  delegation.delegators.push(delegator);
  delegation.weight += delegator.weight;
}

function stakingEntry(
  validator: Staker,
  delegations: ReadonlyMap<BytesKey, Delegation>,
  showsDelegators: boolean,
  context: Context,
): StakingEntry {
  const { subnetID, nodeID } = validator;
  const { delegators, weight } = delegations.get(keyOf(nodeID)) ?? noDelegation;
  return {
    kind: "staking",
    staker: stakerView(validator),
    terms: validatorTerms(validator, context),
    accruedDelegateeReward: context.state.delegateeReward(subnetID, nodeID).toString(),
    presence: presenceOf(validator, context),
    delegatorCount: delegators.length.toString(),
    delegatorWeight: weight.toString(),
    delegators: showsDelegators
      ? delegators.map((each) => ({ ...stakerView(each), ...delegatorTerms(each, context) }))
      : undefined,
  };
}

const noDelegation = { delegators: [], weight: 0n };

function presenceOf({ subnetID, nodeID, startTime }: Staker, { uptimes }: Context) {
  if (!equalBytes(subnetID, primaryNetworkID)) return undefined;
  const percent = Math.fround(uptimes.uptime(nodeID, startTime) * 100);
  return { uptime: formatFloat4(percent), connected: uptimes.isConnected(nodeID) };
}

import { equalBytes, type NodeId } from "../../formats/bytes.ts";
import type {
  CurrentPartialValidator,
  CurrentWholeValidator,
  PlatformGetCurrentValidatorsParams,
  PlatformGetCurrentValidatorsResult,
  ValidatorField,
} from "../../generated/types.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { State } from "../../pchain/state/state.ts";
import type { AutoRenewal } from "../../pchain/state/values.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext, ValidatorUptimes } from "../context.ts";
import type { ViewCache } from "../views/view-cache.ts";
import { type Candidate, listCandidates } from "./candidates.ts";
import { validatorEntry } from "./current.ts";
import { meets } from "./filter.ts";
import { validatorForms } from "./form.ts";
import { l1ValidatorView } from "./l1.ts";
import { pageOf } from "./page.ts";
import { nodeIDArguments } from "./request.ts";
import { sortCandidates } from "./sort.ts";

type Context = Pick<
  HandlerContext,
  "blockchains" | "chain" | "queries" | "state" | "uptimes" | "views"
>;

/** Current validators after filter, sort, page and fields, in this order. An extension of the specification. */
export function selectedValidators(
  params: PlatformGetCurrentValidatorsParams,
  given: Context,
): PlatformGetCurrentValidatorsResult {
  const context = { ...given, uptimes: askedOnce(given.uptimes) };
  const { filter, sort, page, fields } = params;
  const nodeIDs = nodeIDArguments(params.nodeIDs, given.views);
  const subnetID = params.subnetID === "all" ? undefined : idArgument("subnetID", params.subnetID);
  const listed = listCandidates({ subnetID, nodeIDs }, context);
  const met =
    filter === undefined ? listed.candidates : listed.candidates.filter(meets(filter, context));
  const sorted = sortCandidates(met, sort, listed.orderKey, context);
  const { candidates, nextCursor } = pageOf(sorted, page ?? {}, sort);
  const paging = {
    ...(page !== undefined && { total: met.length.toString() }),
    ...(nextCursor !== undefined && { nextCursor }),
  };
  const toForm = formOf(nodeIDs.length === 1, context);
  if (fields !== undefined) {
    const validators = candidates.map((each) => part(each, toForm(each), fields, context));
    return { validators, fields, ...paging };
  }
  const validators = candidates.map(toForm);
  if (subnetID !== undefined) return { validators, ...paging };
  const withSubnet = validators.map((form, at) =>
    Object.assign(form, { subnetID: subnetText(candidates[at]!, context.views) }),
  );
  return { validators: withSubnet, ...paging };
}

/** Queries each uptime once: filter, sort and form all need it, and on a dev node it is a lookup. */
function askedOnce(source: ValidatorUptimes): ValidatorUptimes {
  const uptimes = new Map<NodeId, number>();
  const connections = new Map<NodeId, boolean>();
  return {
    uptime: (nodeID, startTime) => {
      const known = uptimes.get(nodeID) ?? source.uptime(nodeID, startTime);
      uptimes.set(nodeID, known);
      return known;
    },
    isConnected: (nodeID) => {
      const known = connections.get(nodeID) ?? source.isConnected(nodeID);
      connections.set(nodeID, known);
      return known;
    },
  };
}

function formOf(showsDelegators: boolean, context: Context) {
  const forms = validatorForms(showsDelegators, context);
  return (candidate: Candidate): CurrentWholeValidator => {
    if (candidate.kind === "l1") return l1ValidatorView(candidate.validator, context);
    const entry = validatorEntry(candidate, showsDelegators, context);
    return forms(candidate.staker.subnetID)(entry);
  };
}

function subnetText(candidate: Candidate, views: ViewCache): string {
  return views.id(
    candidate.kind === "l1" ? candidate.validator.subnetID : candidate.staker.subnetID,
  );
}

/** The requested fields, as far as the validator has them. */
function part(
  candidate: Candidate,
  form: CurrentWholeValidator,
  fields: readonly ValidatorField[],
  { state, views }: Pick<HandlerContext, "state" | "views">,
): CurrentPartialValidator {
  const members: Partial<Record<ValidatorField, unknown>> = form;
  const found: Partial<Record<ValidatorField, unknown>> = {};
  const memberOf = (field: ValidatorField): unknown => {
    if (field === "subnetID") return subnetText(candidate, views);
    return isOnlyInFields(field) ? onlyInFields[field](candidate, state) : members[field];
  };
  for (const field of fields) {
    const value = memberOf(field);
    if (value !== undefined) found[field] = value;
  }
  return found as CurrentPartialValidator;
}

type OnlyInFields =
  | "accruedDelegateeReward"
  | "restakedValidationRewards"
  | "restakedDelegateeRewards";

function isOnlyInFields(field: ValidatorField): field is OnlyInFields {
  return Object.hasOwn(onlyInFields, field);
}

/** Members that the specification's form of a validator does not have. */
const onlyInFields = {
  accruedDelegateeReward: (candidate, state) => {
    if (candidate.kind !== "staking") return undefined;
    const { subnetID, nodeID } = candidate.staker;
    return state.delegateeReward(subnetID, nodeID).toString();
  },
  restakedValidationRewards: (candidate, state) =>
    autoRenewalOf(candidate, state)?.accruedValidationRewardsNavax.toString(),
  restakedDelegateeRewards: (candidate, state) =>
    autoRenewalOf(candidate, state)?.accruedDelegateeRewardsNavax.toString(),
} satisfies Record<OnlyInFields, (candidate: Candidate, state: State) => string | undefined>;

function autoRenewalOf(candidate: Candidate, state: State): AutoRenewal | undefined {
  if (candidate.kind !== "staking" || !equalBytes(candidate.staker.subnetID, primaryNetworkID)) {
    return undefined;
  }
  return state.autoRenewal(candidate.staker.nodeID);
}

import type { NodeId } from "../../formats/bytes.ts";
import type {
  CurrentPartialValidator,
  CurrentWholeValidator,
  PlatformGetCurrentValidatorsParams,
  PlatformGetCurrentValidatorsResult,
  ValidatorField,
} from "../../generated/types.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext, ValidatorUptimes } from "../context.ts";
import { idText } from "../id-text.ts";
import { validatorEntry } from "./current-validators.ts";
import { l1ValidatorView } from "./l1-validator-view.ts";
import { type Candidate, listCandidates } from "./validator-candidates.ts";
import { meets } from "./validator-filter.ts";
import { validatorForms } from "./validator-form.ts";
import { pageOf } from "./validator-page.ts";
import { nodeIDArguments } from "./validator-request.ts";
import { sortCandidates } from "./validator-sort.ts";

type Context = Pick<HandlerContext, "blockchains" | "chain" | "queries" | "state" | "uptimes">;

/** What filter, sort, page and fields leave of the current validators, in this order. Beyond the specification. */
export function selectedValidators(
  params: PlatformGetCurrentValidatorsParams,
  given: Context,
): PlatformGetCurrentValidatorsResult {
  const context = { ...given, uptimes: askedOnce(given.uptimes) };
  const { filter, sort, page, fields } = params;
  const nodeIDs = nodeIDArguments(params.nodeIDs);
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
    const validators = candidates.map((each) => part(each, toForm(each), fields));
    return { validators, fields, ...paging };
  }
  const validators = candidates.map(toForm);
  if (subnetID !== undefined) return { validators, ...paging };
  const withSubnet = validators.map((form, at) =>
    Object.assign(form, { subnetID: subnetText(candidates[at]!) }),
  );
  return { validators: withSubnet, ...paging };
}

/** A condition, an order and the form ask the same of a validator, and a dev node looks the answer up. */
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

function subnetText(candidate: Candidate): string {
  return idText(candidate.kind === "l1" ? candidate.validator.subnetID : candidate.staker.subnetID);
}

/** The members that are asked for, of those that it has. */
function part(
  candidate: Candidate,
  form: CurrentWholeValidator,
  fields: readonly ValidatorField[],
): CurrentPartialValidator {
  const members: Partial<Record<ValidatorField, unknown>> = form;
  const found: Partial<Record<ValidatorField, unknown>> = {};
  for (const field of fields) {
    const value = field === "subnetID" ? subnetText(candidate) : members[field];
    if (value !== undefined) found[field] = value;
  }
  return found as CurrentPartialValidator;
}

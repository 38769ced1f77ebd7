import { FormatError } from "../../formats/format-error.ts";
import { errors } from "../../generated/errors.ts";
import { describeValue } from "../../generated/issue.ts";
import type { ValidatorFilter } from "../../generated/types.ts";
import { stakingRules } from "../../pchain/executor/staking-rules.ts";
import { minBigint } from "../../pchain/uint64.ts";
import type { HandlerContext } from "../context.ts";
import { parsePlatformAddress } from "./address-argument.ts";
import { presenceOf } from "./current-validators.ts";
import { addressText } from "./owner-view.ts";
import { validatorTerms } from "./staker-view.ts";
import type { Candidate, StakerCandidate } from "./validator-candidates.ts";

type Context = Pick<HandlerContext, "blockchains" | "chain" | "queries" | "state" | "uptimes">;
type Condition = (candidate: Candidate) => boolean;

/** Whether a validator is as the filter says. Throws InvalidParams for an address that is none. */
export function meets(filter: ValidatorFilter, context: Context): Condition {
  const conditions = conditionsOf(filter, context);
  return (candidate) => conditions.every((holds) => holds(candidate));
}

/** Cheap ones first. */
function conditionsOf(filter: ValidatorFilter, context: Context): Condition[] {
  const { kind, minWeight, maxWeight, minEndTime, maxEndTime, hasSigner } = filter;
  const { connected, minUptime, maxDelegationFee, minDelegationCapacity, rewardAddress } = filter;
  const conditions: Condition[] = [];
  if (kind !== undefined) conditions.push((each) => each.kind === kind);
  if (minWeight !== undefined) conditions.push((each) => weightOf(each) >= minWeight);
  if (maxWeight !== undefined) conditions.push((each) => weightOf(each) <= maxWeight);
  if (minEndTime !== undefined) {
    conditions.push((each) => each.kind !== "l1" && each.staker.endTime >= minEndTime);
  }
  if (maxEndTime !== undefined) {
    conditions.push((each) => each.kind !== "l1" && each.staker.endTime <= maxEndTime);
  }
  if (hasSigner !== undefined) conditions.push((each) => isSigner(each) === hasSigner);
  if (minDelegationCapacity !== undefined) {
    conditions.push(
      (each) => isStaking(each) && capacityOf(each, context) >= minDelegationCapacity,
    );
  }
  const presence = (each: Candidate) =>
    isStaking(each) ? presenceOf(each.staker, context) : undefined;
  if (connected !== undefined) conditions.push((each) => presence(each)?.connected === connected);
  if (minUptime !== undefined) {
    conditions.push((each) => Number(presence(each)?.uptime ?? Number.NaN) >= minUptime);
  }
  if (maxDelegationFee !== undefined) {
    conditions.push((each) => isStaking(each) && feeOf(each, context) <= maxDelegationFee);
  }
  if (rewardAddress !== undefined) conditions.push(rewards(rewardAddress, context));
  return conditions;
}

/** The own stake where there is stake. */
export function weightOf(candidate: Candidate): bigint {
  return candidate.kind === "l1" ? candidate.validator.weight : candidate.staker.weight;
}

function isStaking(candidate: Candidate): candidate is StakerCandidate {
  return candidate.kind === "staking";
}

function isSigner(candidate: Candidate): boolean {
  return candidate.kind === "l1" || candidate.staker.publicKey !== undefined;
}

function feeOf({ staker }: StakerCandidate, context: Context): number {
  return Number(validatorTerms(staker, context).delegationFee);
}

/** What a delegator that begins now may bring. avalanchego vms/platformvm/txs/executor @ v1.12.1 */
function capacityOf({ staker, delegation }: StakerCandidate, context: Context): bigint {
  const rules = stakingRules(context.state, staker.subnetID, context);
  const limit = minBigint(rules.maxValidatorWeightFactor * staker.weight, rules.maxValidatorStake);
  return limit - staker.weight - delegation.weight;
}

function rewards(text: string, context: Context): Condition {
  const address = addressText(parsedAddress(text, context), context.chain);
  return (each) => {
    if (!isStaking(each)) return false;
    const terms = validatorTerms(each.staker, context);
    return [terms.validationRewardOwner, terms.delegationRewardOwner].some((owner) =>
      owner.addresses.includes(address),
    );
  };
}

function parsedAddress(text: string, context: Context) {
  try {
    return parsePlatformAddress(text, context);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const expected = "an address of the P-chain on this network";
    throw errors.invalidParams({
      field: "filter.rewardAddress",
      expected,
      got: describeValue(text),
    });
  }
}

import { FormatError } from "../../formats/format-error.ts";
import { errors } from "../../generated/errors.ts";
import { describeValue } from "../../generated/issue.ts";
import type { OutputOwners, ValidatorFilter } from "../../generated/types.ts";
import { stakingRules } from "../../pchain/executor/staking-rules.ts";
import { minBigint } from "../../pchain/uint64.ts";
import { parsePlatformAddress } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import { addressText } from "../views/owners.ts";
import type { Candidate, StakerCandidate } from "./candidates.ts";
import { presenceOf } from "./current.ts";
import { balanceOf } from "./l1.ts";
import { delegatorTerms, validatorTerms } from "./staker-view.ts";

type Context = Pick<
  HandlerContext,
  "blockchains" | "chain" | "queries" | "state" | "uptimes" | "views"
>;
type Condition = (candidate: Candidate) => boolean;

/** A predicate for the validators that match the filter. Throws InvalidParams for an invalid address. */
export function meets(filter: ValidatorFilter, context: Context): Condition {
  const conditions = conditionsOf(filter, context);
  return (candidate) => conditions.every((holds) => holds(candidate));
}

/** Cheap conditions come first. */
function conditionsOf(filter: ValidatorFilter, context: Context): Condition[] {
  const { kind, minWeight, maxWeight, minEndTime, maxEndTime, hasSigner } = filter;
  const { connected, minUptime, maxDelegationFee, minDelegationCapacity, rewardAddress } = filter;
  const { maxBalance, active } = filter;
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
  const balance = (each: Candidate) =>
    each.kind === "l1" ? balanceOf(each.validator, context.state.accruedFees()) : undefined;
  if (maxBalance !== undefined) {
    conditions.push((each) => {
      const remaining = balance(each);
      return remaining !== undefined && remaining <= maxBalance;
    });
  }
  if (active !== undefined) {
    conditions.push(
      (each) => each.kind === "l1" && each.validator.endAccumulatedFee > 0n === active,
    );
  }
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

/** The weight of the validator itself, without its delegators. */
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

/** The most that a delegator could stake now. avalanchego vms/platformvm/txs/executor @ v1.12.1 */
function capacityOf({ staker, delegation }: StakerCandidate, context: Context): bigint {
  const rules = stakingRules(context.state, staker.subnetID, context);
  const limit = minBigint(rules.maxValidatorWeightFactor * staker.weight, rules.maxValidatorStake);
  return limit - staker.weight - delegation.weight;
}

function rewards(text: string, context: Context): Condition {
  const address = addressText(parsedAddress(text, context), context.chain);
  return (each) => {
    if (!isStaking(each)) return false;
    const { validationRewardOwner, delegationRewardOwner } = validatorTerms(each.staker, context);
    const isOwner = (owner: OutputOwners) => owner.addresses.includes(address);
    return (
      isOwner(validationRewardOwner) ||
      isOwner(delegationRewardOwner) ||
      each.delegation.delegators.some((one) => isOwner(delegatorTerms(one, context).rewardOwner))
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

import { type Id, keyOf } from "../../formats/bytes.ts";
import type {
  CurrentDelegator,
  CurrentPermissionedValidator,
  CurrentStakingValidator,
  CurrentWholeValidator,
} from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { isProofOfStake } from "../subnets/subnet.ts";
import type {
  CurrentValidatorEntry,
  DelegatorEntry,
  PermissionedEntry,
  StakingEntry,
} from "./current.ts";
import { signerView, termsWithoutStake } from "./staker-view.ts";
import { stakingWriter } from "./written.ts";

/** Formats the validators of a subnet. `showsDelegators` is set if the request names a single node. */
export type ValidatorForms = (
  subnetID: Id,
) => (
  entry: CurrentValidatorEntry,
) => Exclude<CurrentWholeValidator, { readonly validationID: unknown }>;

export function validatorForms(
  showsDelegators: boolean,
  context: Pick<HandlerContext, "state">,
): ValidatorForms {
  const known = new Map<string, ReturnType<ValidatorForms>>();
  return (subnetID) => {
    const key = keyOf(subnetID);
    const form = known.get(key) ?? formOf(isProofOfStake(subnetID, context), showsDelegators);
    known.set(key, form);
    return form;
  };
}

function formOf(isElastic: boolean, showsDelegators: boolean): ReturnType<ValidatorForms> {
  const withoutStake = isElastic ? leftoverForm(showsDelegators) : permissionedForm;
  return (entry) => (entry.kind === "staking" ? stakingForm(entry) : withoutStake(entry));
}

function permissionedForm({ staker }: PermissionedEntry): CurrentPermissionedValidator {
  const { txID, startTime, endTime, nodeID, weight } = staker;
  return { txID, startTime, endTime, nodeID, weight };
}

/** A permissioned validator of a proof-of-stake subnet: no `weight` field, and no delegators. */
function leftoverForm(showsDelegators: boolean) {
  const { owner, delegationFee } = termsWithoutStake;
  return ({ staker }: PermissionedEntry): CurrentStakingValidator => ({
    txID: staker.txID,
    startTime: staker.startTime,
    endTime: staker.endTime,
    stakeAmount: staker.weight,
    nodeID: staker.nodeID,
    validationRewardOwner: owner,
    delegationRewardOwner: owner,
    potentialReward: staker.potentialReward,
    delegationFee,
    delegatorCount: "0",
    delegatorWeight: "0",
    ...(showsDelegators && { delegators: [] }),
  });
}

/** Assigns the fields one by one: objects built by spreading are slow to create and to serialize. */
function stakingForm(entry: StakingEntry): CurrentStakingValidator {
  const { staker, terms, presence, renewal, delegators } = entry;
  const form = {
    txID: staker.txID,
    startTime: staker.startTime,
    endTime: staker.endTime,
    stakeAmount: staker.weight,
    nodeID: staker.nodeID,
    validationRewardOwner: terms.validationRewardOwner,
    delegationRewardOwner: terms.delegationRewardOwner,
    potentialReward: staker.potentialReward,
    delegationFee: terms.delegationFee,
  } as Writable<CurrentStakingValidator>;
  if (presence !== undefined) {
    form.uptime = presence.uptime;
    form.connected = presence.connected;
  }
  if (terms.signer !== undefined) form.signer = signerView(terms.signer);
  if (renewal !== undefined) {
    form.validatorAuthority = renewal.validatorAuthority;
    form.nextPeriod = renewal.nextPeriod;
    form.autoCompoundRewardShares = renewal.autoCompoundRewardShares;
  }
  form.delegatorCount = entry.delegatorCount;
  form.delegatorWeight = entry.delegatorWeight;
  if (delegators !== undefined) form.delegators = delegators.map(delegatorForm);
  return form;
}

/** Writes what `validatorForms` formats. */
export function validatorWriter(
  showsDelegators: boolean,
  subnetID: Id,
  context: Pick<HandlerContext, "state" | "views">,
): (entry: CurrentValidatorEntry) => string {
  const form = validatorForms(showsDelegators, context)(subnetID);
  return (entry) =>
    entry.kind === "staking" ? writeStaking(entry, context.views) : JSON.stringify(form(entry));
}

const writeStaking = stakingWriter(stakingForm);

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

function delegatorForm(delegator: DelegatorEntry): CurrentDelegator {
  const { txID, startTime, endTime, weight, nodeID, rewardOwner, potentialReward } = delegator;
  return { txID, startTime, endTime, stakeAmount: weight, nodeID, rewardOwner, potentialReward };
}

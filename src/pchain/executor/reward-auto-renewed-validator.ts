import { emptyId } from "../../formats/bytes.ts";
import type { OutputOwners } from "../components/owners.ts";
import { Rejection } from "../rejection.ts";
import { potentialReward, splitReward } from "../rewards/calculator.ts";
import type { RewardKind } from "../state/outcome.ts";
import type { Staker } from "../state/staker.ts";
import type { AutoRenewal, MutableState } from "../state/state.ts";
import type {
  AddAutoRenewedValidatorTx,
  RewardAutoRenewedValidatorTx,
} from "../txs/auto-renewed-validators.ts";
import { verifySyntax } from "../txs/syntactic.ts";
import type { Tx } from "../txs/tx.ts";
import { addUint64, subUint64 } from "../uint64.ts";
import type { ExecutionContext, Outcomes } from "./context.ts";
import { stakingTerms } from "./put-staker.ts";
import {
  burnPotentialReward,
  nextStaker,
  payReward,
  rewardOutput,
  txOf,
} from "./reward-validator.ts";
import { recordEnd, rewardParameters, supplyOf } from "./time.ts";
import { produce } from "./transaction.ts";

/**
 * Ends a period of an auto-renewed validator. Aborting removes it without the reward of the period. Committing pays
 * the reward, and renews the validator unless its configuration ends it.
 * avalanchego vms/platformvm/txs/executor/proposal_tx_executor.go (RewardAutoRenewedValidatorTx) @ v1.15.0-fuji
 */
export function executeRewardAutoRenewedValidatorTx(
  tx: Tx,
  unsigned: RewardAutoRenewedValidatorTx,
  { commit, abort }: Outcomes,
  context: ExecutionContext,
): void {
  verifySyntax(unsigned, context.chain);
  if (tx.credentials.length > 0) {
    throw new Rejection("should have the same number of credentials as inputs");
  }
  if (unsigned.timestamp !== commit.timestamp()) throw new Rejection("invalid timestamp");
  const staker = nextStaker(commit, unsigned.txID);
  const added = txOf(commit, staker.txID).unsigned;
  if (added.kind !== "AddAutoRenewedValidatorTx") {
    throw new Rejection("expected auto renewed staker");
  }
  const renewal = commit.autoRenewal(staker.nodeID)!;
  const delegatee = commit.delegateeReward(emptyId, staker.nodeID);
  const cycle = { tx, added, staker, renewal, delegatee, context };
  const delegateeTotal = addUint64(delegatee, renewal.accruedDelegateeRewardsNavax);
  remove(cycle, abort, "not rewarded");
  burnPotentialReward(abort, staker);
  mint(cycle, abort, renewal.accruedValidationRewardsNavax, delegateeTotal);
  if (renewal.nextPeriod > 0n) {
    renew(cycle, commit);
    return;
  }
  remove(cycle, commit, "stopped");
  const validation = addUint64(staker.potentialReward, renewal.accruedValidationRewardsNavax);
  mint(cycle, commit, validation, delegateeTotal);
}

type Cycle = {
  /** The transaction of the proposal. */
  readonly tx: Tx;
  readonly added: AddAutoRenewedValidatorTx;
  readonly staker: Staker;
  readonly renewal: AutoRenewal;
  /** Commission of this period. */
  readonly delegatee: bigint;
  readonly context: ExecutionContext;
};

/** Removes the validator and returns its stake. */
function remove(
  { added, staker }: Cycle,
  state: MutableState,
  reason: "not rewarded" | "stopped",
): void {
  state.deleteCurrentValidator(staker);
  recordEnd(state, staker, reason);
  produce(state, staker.txID, added.stake, "stake", added.baseTx.outputs.length);
}

function mint(
  { tx, added, staker, context }: Cycle,
  state: MutableState,
  validation: bigint,
  delegatee: bigint,
) {
  const rewards: readonly (readonly [bigint, OutputOwners, RewardKind])[] = [
    [validation, added.validationRewardsOwner, "validator"],
    [delegatee, added.delegationRewardsOwner, "delegatee"],
  ];
  for (const [index, [amount, owner, kind]] of rewards.filter(([paid]) => paid > 0n).entries()) {
    payReward(state, kind, staker, {
      txID: tx.id,
      outputIndex: index,
      assetID: context.chain.avaxAssetID,
      output: rewardOutput(amount, owner),
    });
  }
}

/** Stakes a part of the rewards again, pays the rest, and begins the next period. */
function renew(cycle: Cycle, commit: MutableState): void {
  const { staker, renewal, delegatee, context } = cycle;
  const restaked = restakedRewards(cycle);
  mint(
    cycle,
    commit,
    subUint64(staker.potentialReward, restaked.validation),
    subUint64(delegatee, restaked.delegatee),
  );
  const weight = addUint64(addUint64(staker.weight, restaked.validation), restaked.delegatee);
  const startTime = staker.endTime;
  const endTime = startTime + renewal.nextPeriod;
  const supply = supplyOf(commit, emptyId);
  const parameters = rewardParameters(commit, emptyId, startTime, context);
  const reward = potentialReward(parameters, renewal.nextPeriod, weight, supply);
  commit.setCurrentSupply(emptyId, addUint64(supply, reward));
  const renewed = {
    ...staker,
    startTime,
    endTime,
    nextTime: endTime,
    potentialReward: reward,
    weight,
  };
  commit.deleteCurrentValidator(staker);
  commit.putCurrentValidator(renewed);
  const restakedNavax = addUint64(restaked.validation, restaked.delegatee);
  recordEnd(commit, staker, "renewed", { restakedNavax });
  const terms = stakingTerms(cycle.added);
  commit.record({ kind: "staker added", staker: renewed, isPending: false, terms });
  commit.setAutoRenewal(staker.nodeID, {
    ...renewal,
    accruedValidationRewardsNavax: addUint64(
      renewal.accruedValidationRewardsNavax,
      restaked.validation,
    ),
    accruedDelegateeRewardsNavax: addUint64(
      renewal.accruedDelegateeRewardsNavax,
      restaked.delegatee,
    ),
  });
}

/** The shares of the rewards, reduced in proportion if the weight would exceed the maximum stake. */
function restakedRewards({ staker, renewal, delegatee, context }: Cycle): {
  readonly validation: bigint;
  readonly delegatee: bigint;
} {
  const { autoCompoundRewardShares: shares } = renewal;
  const fromValidation = splitReward(staker.potentialReward, shares).fromShares;
  const fromDelegatee = splitReward(delegatee, shares).fromShares;
  const { maxValidatorStakeNavax } = context.chain.network.staking;
  const capacity = subUint64(maxValidatorStakeNavax, staker.weight);
  const total = addUint64(fromValidation, fromDelegatee);
  if (total <= capacity) return { validation: fromValidation, delegatee: fromDelegatee };
  const validation = (fromValidation * capacity) / total;
  return { validation, delegatee: capacity - validation };
}

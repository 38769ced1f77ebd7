import { equalBytes, type Id, isZero } from "../../formats/bytes.ts";
import { formatGoTime } from "../../formats/go-time.ts";
import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { TransferableOutput, TransferOutput } from "../components/outputs.ts";
import type { OutputOwners } from "../components/owners.ts";
import type { Utxo } from "../components/utxo.ts";
import { verifyOwners } from "../components/verify.ts";
import { Rejection } from "../rejection.ts";
import { splitReward } from "../rewards/calculator.ts";
import type { RewardKind } from "../state/outcome.ts";
import type { Staker } from "../state/staker.ts";
import type { MutableState, State } from "../state/state.ts";
import type { AddAutoRenewedValidatorTx } from "../txs/auto-renewed-validators.ts";
import type { RewardValidatorTx } from "../txs/proposals.ts";
import type { Tx } from "../txs/tx.ts";
import type { UnsignedTx, UnsignedTxOf } from "../txs/unsigned-tx.ts";
import { subUint64 } from "../uint64.ts";
import { txTypes } from "../wire-types.ts";
import type { ExecutionContext, Outcomes } from "./context.ts";
import { recordEnd } from "./time.ts";
import { produce } from "./transaction.ts";

/**
 * Removes the staker whose period ends now. Both outcomes return the stake; committing pays the reward.
 * avalanchego vms/platformvm/txs/executor/proposal_tx_executor.go (RewardValidatorTx) @ v1.12.1
 */
export function executeRewardValidatorTx(
  tx: Tx,
  unsigned: RewardValidatorTx,
  outcomes: Outcomes,
  context: ExecutionContext,
): void {
  if (isZero(unsigned.txID)) throw new Rejection("invalid ID");
  if (tx.credentials.length > 0) {
    throw new Rejection("should have the same number of credentials as inputs");
  }
  const { commit, abort } = outcomes;
  const staker = nextStaker(commit, unsigned.txID);
  const added = txOf(commit, staker.txID).unsigned;
  if (isValidatorTx(added)) {
    rewardValidator(added, staker, outcomes);
    commit.deleteCurrentValidator(staker);
    abort.deleteCurrentValidator(staker);
    recordEnd(commit, staker, "rewarded");
  } else if (isDelegatorTx(added)) {
    const delegateeShareNavax = rewardDelegator(added, staker, outcomes, context);
    commit.deleteCurrentDelegator(staker);
    abort.deleteCurrentDelegator(staker);
    recordEnd(commit, staker, "rewarded", { delegateeShareNavax });
  } else throw new Rejection(notRewardable(added, context));
  recordEnd(abort, staker, "not rewarded");
  burnPotentialReward(abort, staker);
}

function notRewardable({ kind }: UnsignedTx, { chain }: ExecutionContext): string {
  const { notRewardable: text, namesNotRewardableType } = chain.network.release.texts;
  return namesNotRewardableType ? `${text}: *${txTypes[kind].goName}` : text;
}

/** Takes back the reward that was added to the supply when the staker was added. */
export function burnPotentialReward(abort: MutableState, staker: Staker): void {
  const supply = abort.currentSupply(staker.subnetID);
  if (supply === undefined) throw new Rejection("not found");
  abort.setCurrentSupply(staker.subnetID, subUint64(supply, staker.potentialReward));
}

/** The first staker to leave, whose period must end now and whose transaction must be the given one. */
export function nextStaker(state: State, txID: Id): Staker {
  for (const staker of state.currentStakers()) {
    if (!equalBytes(staker.txID, txID)) {
      throw new Rejection(
        `attempting to remove wrong staker: ${formatId(staker.txID)} != ${formatId(txID)}`,
      );
    }
    if (staker.endTime !== state.timestamp()) {
      throw new Rejection(
        `attempting to remove staker before their end time: TxID = ${formatId(txID)} with ${formatGoTime(state.timestamp())} < ${formatGoTime(staker.endTime)}`,
      );
    }
    return staker;
  }
  throw new Rejection("failed to get next staker to remove: not found");
}

type ValidatorTx = UnsignedTxOf<"AddValidatorTx" | "AddPermissionlessValidatorTx">;
type DelegatorTx = UnsignedTxOf<"AddDelegatorTx" | "AddPermissionlessDelegatorTx">;

function rewardValidator(added: ValidatorTx, staker: Staker, { commit, abort }: Outcomes): void {
  const payout = refundStake(added, staker, { commit, abort });
  let rewarded = 0;
  if (staker.potentialReward > 0n) {
    const owner = validationRewardsOwner(added);
    payReward(commit, "validator", staker, payout(rewarded, staker.potentialReward, owner));
    rewarded++;
  }
  const delegateeReward = commit.delegateeReward(staker.subnetID, staker.nodeID);
  if (delegateeReward === 0n) return;
  const owner = delegationRewardsOwner(added);
  payReward(commit, "delegatee", staker, payout(rewarded, delegateeReward, owner));
  // On abort the validator gets no reward of its own, so this output takes its index.
  payReward(abort, "delegatee", staker, payout(0, delegateeReward, owner));
}

/** Returns the validator's share. */
function rewardDelegator(
  added: DelegatorTx,
  staker: Staker,
  { commit, abort }: Outcomes,
  context: ExecutionContext,
): bigint {
  const payout = refundStake(added, staker, { commit, abort });
  const { subnetID, nodeID } = staker;
  const validator = commit.currentValidator(subnetID, nodeID);
  if (validator === undefined) {
    throw new Rejection(`failed to get whether ${formatNodeId(nodeID)} is a validator: not found`);
  }
  const validatorTx = txOf(commit, validator.txID).unsigned;
  if (!isValidatorTx(validatorTx) && validatorTx.kind !== "AddAutoRenewedValidatorTx") {
    throw new Rejection("wrong transaction type");
  }
  const { fromShares, remainder } = splitReward(
    staker.potentialReward,
    delegationShares(validatorTx),
  );
  let rewarded = 0;
  if (remainder > 0n) {
    payReward(commit, "delegator", staker, payout(rewarded, remainder, added.rewardsOwner));
    rewarded++;
  }
  if (fromShares === 0n) return 0n;
  if (validator.startTime >= context.chain.network.upgrades.cortina) {
    const before = commit.delegateeReward(subnetID, nodeID);
    commit.setDelegateeReward(subnetID, nodeID, before + fromShares);
  } else {
    const owner = delegationRewardsOwner(validatorTx);
    payReward(commit, "delegatee", staker, payout(rewarded, fromShares, owner));
  }
  return fromShares;
}

type Payout = (position: number, amount: bigint, owner: OutputOwners) => Utxo;

/** Returns the stake in both outcomes. Rewards follow it, at positions from 0. */
function refundStake(
  added: ValidatorTx | DelegatorTx,
  { txID }: Staker,
  { commit, abort }: Outcomes,
): Payout {
  const stake: readonly TransferableOutput[] = added.stake;
  const from = added.baseTx.outputs.length;
  produce(commit, txID, stake, "stake", from);
  produce(abort, txID, stake, "stake", from);
  return (position, amount, owner) => {
    return {
      txID,
      outputIndex: from + stake.length + position,
      assetID: stake[0]!.assetID,
      output: rewardOutput(amount, owner),
    };
  };
}

/** Throws a Rejection if nobody could spend it. */
export function rewardOutput(amount: bigint, owner: OutputOwners): TransferOutput {
  verifyOwners(owner);
  const { locktime, threshold, addresses } = owner;
  return { kind: "TransferOutput", amount, locktime, threshold, addresses };
}

export function payReward(
  state: MutableState,
  reward: RewardKind,
  staker: Staker,
  utxo: Utxo,
): void {
  state.addUtxo(utxo);
  state.addRewardUtxo(utxo.txID, utxo);
  state.record({ kind: "rewarded", reward, staker, utxo });
}

export function txOf(state: State, txID: Id): Tx {
  const stored = state.tx(txID);
  if (stored === undefined) throw new Rejection("failed to get next removed staker tx: not found");
  return stored.tx;
}

function isValidatorTx(unsigned: UnsignedTx): unsigned is ValidatorTx {
  return unsigned.kind === "AddValidatorTx" || unsigned.kind === "AddPermissionlessValidatorTx";
}

function isDelegatorTx(unsigned: UnsignedTx): unsigned is DelegatorTx {
  return unsigned.kind === "AddDelegatorTx" || unsigned.kind === "AddPermissionlessDelegatorTx";
}

function delegationShares(added: ValidatorTx | AddAutoRenewedValidatorTx): number {
  return added.kind === "AddAutoRenewedValidatorTx" ? added.delegationShares : added.shares;
}

function validationRewardsOwner(added: ValidatorTx): OutputOwners {
  return added.kind === "AddValidatorTx" ? added.rewardsOwner : added.validationRewardsOwner;
}

function delegationRewardsOwner(added: ValidatorTx | AddAutoRenewedValidatorTx): OutputOwners {
  return added.kind === "AddValidatorTx" ? added.rewardsOwner : added.delegationRewardsOwner;
}

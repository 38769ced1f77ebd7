import { equalBytes, type Id, isZero } from "../../formats/bytes.ts";
import { formatGoTime } from "../../formats/go-time.ts";
import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import type { OutputOwners } from "../components/owners.ts";
import type { Utxo } from "../components/utxo.ts";
import { verifyOwners } from "../components/verify.ts";
import { Rejection } from "../rejection.ts";
import { splitReward } from "../rewards/calculator.ts";
import type { Staker } from "../state/staker.ts";
import type { MutableState, State } from "../state/state.ts";
import type { RewardValidatorTx } from "../txs/proposals.ts";
import type { Tx } from "../txs/tx.ts";
import type { UnsignedTx, UnsignedTxOf } from "../txs/unsigned-tx.ts";
import { subUint64 } from "../uint64.ts";
import type { ExecutionContext, Outcomes } from "./context.ts";
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
  } else if (isDelegatorTx(added)) {
    rewardDelegator(added, staker, outcomes, context);
    commit.deleteCurrentDelegator(staker);
    abort.deleteCurrentDelegator(staker);
  } else throw new Rejection("expected permissionless staker");
  const supply = abort.currentSupply(staker.subnetID);
  if (supply === undefined) throw new Rejection("not found");
  abort.setCurrentSupply(staker.subnetID, subUint64(supply, staker.potentialReward));
}

function nextStaker(state: State, txID: Id): Staker {
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
    pay(commit, payout(rewarded, staker.potentialReward, validationRewardsOwner(added)));
    rewarded++;
  }
  const delegateeReward = commit.delegateeReward(staker.subnetID, staker.nodeID);
  if (delegateeReward === 0n) return;
  const owner = delegationRewardsOwner(added);
  pay(commit, payout(rewarded, delegateeReward, owner));
  // On abort the validator gets no reward of its own, so this output takes its index.
  pay(abort, payout(0, delegateeReward, owner));
}

function rewardDelegator(
  added: DelegatorTx,
  staker: Staker,
  { commit, abort }: Outcomes,
  context: ExecutionContext,
): void {
  const payout = refundStake(added, staker, { commit, abort });
  const { subnetID, nodeID } = staker;
  const validator = commit.currentValidator(subnetID, nodeID);
  if (validator === undefined) {
    throw new Rejection(`failed to get whether ${formatNodeId(nodeID)} is a validator: not found`);
  }
  const validatorTx = txOf(commit, validator.txID).unsigned;
  if (!isValidatorTx(validatorTx)) throw new Rejection("wrong transaction type");
  const { fromShares, remainder } = splitReward(staker.potentialReward, validatorTx.shares);
  let rewarded = 0;
  if (remainder > 0n) {
    pay(commit, payout(rewarded, remainder, added.rewardsOwner));
    rewarded++;
  }
  if (fromShares === 0n) return;
  if (validator.startTime >= context.chain.network.upgrades.cortina) {
    const before = commit.delegateeReward(subnetID, nodeID);
    commit.setDelegateeReward(subnetID, nodeID, before + fromShares);
  } else {
    pay(commit, payout(rewarded, fromShares, delegationRewardsOwner(validatorTx)));
  }
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
  produce(commit, txID, stake, from);
  produce(abort, txID, stake, from);
  return (position, amount, owner) => {
    verifyOwners(owner);
    const { locktime, threshold, addresses } = owner;
    return {
      txID,
      outputIndex: from + stake.length + position,
      assetID: stake[0]!.assetID,
      output: { kind: "TransferOutput", amount, locktime, threshold, addresses },
    };
  };
}

function pay(state: MutableState, reward: Utxo): void {
  state.addUtxo(reward);
  state.addRewardUtxo(reward.txID, reward);
}

function txOf(state: State, txID: Id): Tx {
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

function validationRewardsOwner(added: ValidatorTx): OutputOwners {
  return added.kind === "AddValidatorTx" ? added.rewardsOwner : added.validationRewardsOwner;
}

function delegationRewardsOwner(added: ValidatorTx): OutputOwners {
  return added.kind === "AddValidatorTx" ? added.rewardsOwner : added.delegationRewardsOwner;
}

import { emptyId, type Id, isZero } from "../../formats/bytes.ts";
import type { OutputOwners } from "../components/owners.ts";
import type { Utxo } from "../components/utxo.ts";
import { potentialReward } from "../rewards/calculator.ts";
import type { StakingTerms } from "../state/outcome.ts";
import { type Staker, type StakerPriority, stakerPriorities } from "../state/staker.ts";
import type { MutableState } from "../state/state.ts";
import type { Tx } from "../txs/tx.ts";
import type { UnsignedTx, UnsignedTxOf } from "../txs/unsigned-tx.ts";
import type { Validator } from "../txs/validator.ts";
import { addWrapping } from "../uint64.ts";
import type { ExecutionContext } from "./context.ts";
import { rewardParameters, supplyOf } from "./time.ts";
import { isDurango } from "./transaction.ts";

export type StakerTx = UnsignedTxOf<
  | "AddValidatorTx"
  | "AddSubnetValidatorTx"
  | "AddDelegatorTx"
  | "AddPermissionlessValidatorTx"
  | "AddPermissionlessDelegatorTx"
>;

/**
 * Adds the staker of a transaction: pending until its start before Durango, current at once since.
 * avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (putStaker) @ v1.12.1
 */
export function putStaker(
  tx: Tx,
  unsigned: StakerTx,
  state: MutableState,
  context: ExecutionContext,
): void {
  if (isDurango(state, context)) putCurrentStaker(tx, unsigned, state, context);
  else putPendingStaker(tx, unsigned, state);
}

export function putPendingStaker(tx: Tx, unsigned: StakerTx, state: MutableState): void {
  const { start, end } = validatorOf(unsigned);
  const staker = makeStaker(tx, unsigned, {
    startTime: start,
    endTime: end,
    potentialReward: 0n,
    nextTime: start,
    priority: pendingPriority(unsigned),
  });
  if (isDelegatorTx(unsigned)) state.putPendingDelegator(staker);
  else state.putPendingValidator(staker);
  recordStaker(state, tx, staker, true);
}

/** Records that a transaction added a staker, and what it staked. */
export function recordStaker(
  state: MutableState,
  tx: Tx,
  staker: Staker,
  isPending: boolean,
): void {
  state.record({ kind: "staker added", staker, isPending, terms: stakingTerms(tx.unsigned) });
  for (const utxo of stakedUtxos(tx)) state.record({ kind: "staked", utxo });
}

/** What the stake of a transaction becomes when the period ends. */
function stakedUtxos({ id: txID, unsigned }: Tx): Utxo[] {
  if (!("stake" in unsigned)) return [];
  const from = unsigned.baseTx.outputs.length;
  return unsigned.stake.map(({ assetID, output }, index) => {
    return { txID, outputIndex: from + index, assetID, output };
  });
}

/** Throws if the transaction adds no staker. */
export function stakingTerms(unsigned: UnsignedTx): StakingTerms {
  switch (unsigned.kind) {
    case "AddValidatorTx": {
      const { rewardsOwner, shares } = unsigned;
      return terms(rewardsOwner, rewardsOwner, shares);
    }
    case "AddPermissionlessValidatorTx":
      return terms(
        unsigned.validationRewardsOwner,
        unsigned.delegationRewardsOwner,
        unsigned.shares,
      );
    case "AddAutoRenewedValidatorTx": {
      const { validationRewardsOwner, delegationRewardsOwner, delegationShares } = unsigned;
      const base = terms(validationRewardsOwner, delegationRewardsOwner, delegationShares);
      return { ...base, isAutoRenewed: true };
    }
    case "AddDelegatorTx":
    case "AddPermissionlessDelegatorTx":
      return terms(unsigned.rewardsOwner);
    case "AddSubnetValidatorTx":
      return terms({ locktime: 0n, threshold: 0, addresses: [] });
    default:
      throw new Error(`A ${unsigned.kind} adds no staker.`);
  }
}

function terms(
  rewardsOwner: OutputOwners,
  delegationRewardsOwner?: OutputOwners,
  delegationShares?: number,
): StakingTerms {
  return { rewardsOwner, delegationRewardsOwner, delegationShares, isAutoRenewed: false };
}

export function subnetOf(unsigned: StakerTx): Id {
  switch (unsigned.kind) {
    case "AddValidatorTx":
    case "AddDelegatorTx":
      return emptyId;
    case "AddSubnetValidatorTx":
      return unsigned.validator.subnetID;
    case "AddPermissionlessValidatorTx":
    case "AddPermissionlessDelegatorTx":
      return unsigned.subnetID;
  }
}

/** The priority of a current staker. avalanchego vms/platformvm/txs @ v1.12.1 (CurrentPriority) */
export function currentPriority(unsigned: StakerTx): StakerPriority {
  const isPrimary = isZero(subnetOf(unsigned));
  switch (unsigned.kind) {
    case "AddSubnetValidatorTx":
      return stakerPriorities.permissionedSubnetValidatorCurrent;
    case "AddValidatorTx":
    case "AddPermissionlessValidatorTx":
      return isPrimary
        ? stakerPriorities.primaryValidatorCurrent
        : stakerPriorities.permissionlessSubnetValidatorCurrent;
    case "AddDelegatorTx":
    case "AddPermissionlessDelegatorTx":
      return isPrimary
        ? stakerPriorities.primaryDelegatorCurrent
        : stakerPriorities.permissionlessSubnetDelegatorCurrent;
  }
}

function pendingPriority(unsigned: StakerTx): StakerPriority {
  const isPrimary = isZero(subnetOf(unsigned));
  switch (unsigned.kind) {
    case "AddSubnetValidatorTx":
      return stakerPriorities.permissionedSubnetValidatorPending;
    case "AddValidatorTx":
      return stakerPriorities.primaryValidatorPending;
    case "AddPermissionlessValidatorTx":
      return isPrimary
        ? stakerPriorities.primaryValidatorPending
        : stakerPriorities.permissionlessSubnetValidatorPending;
    case "AddDelegatorTx":
      return stakerPriorities.primaryApricotDelegatorPending;
    case "AddPermissionlessDelegatorTx":
      return isPrimary
        ? stakerPriorities.primaryBanffDelegatorPending
        : stakerPriorities.permissionlessSubnetDelegatorPending;
  }
}

function putCurrentStaker(
  tx: Tx,
  unsigned: StakerTx,
  state: MutableState,
  context: ExecutionContext,
): void {
  const startTime = state.timestamp();
  const { end, weight } = validatorOf(unsigned);
  const subnetID = subnetOf(unsigned);
  let reward = 0n;
  if (unsigned.kind !== "AddSubnetValidatorTx") {
    const supply = supplyOf(state, subnetID);
    const parameters = rewardParameters(state, subnetID, startTime, context);
    reward = potentialReward(parameters, end - startTime, weight, supply);
    state.setCurrentSupply(subnetID, addWrapping(supply, reward));
  }
  const staker = makeStaker(tx, unsigned, {
    startTime,
    endTime: end,
    potentialReward: reward,
    nextTime: end,
    priority: currentPriority(unsigned),
  });
  if (isDelegatorTx(unsigned)) state.putCurrentDelegator(staker);
  else state.putCurrentValidator(staker);
  recordStaker(state, tx, staker, false);
}

function makeStaker(
  tx: Tx,
  unsigned: StakerTx,
  period: Pick<Staker, "startTime" | "endTime" | "potentialReward" | "nextTime" | "priority">,
): Staker {
  const { nodeID, weight } = validatorOf(unsigned);
  return {
    txID: tx.id,
    nodeID,
    publicKey: publicKeyOf(unsigned),
    subnetID: subnetOf(unsigned),
    weight,
    ...period,
  };
}

function publicKeyOf(unsigned: StakerTx): Uint8Array | undefined {
  if (unsigned.kind !== "AddPermissionlessValidatorTx") return undefined;
  return unsigned.signer.kind === "ProofOfPossession" ? unsigned.signer.publicKey : undefined;
}

export function validatorOf(unsigned: StakerTx): Validator {
  return unsigned.kind === "AddSubnetValidatorTx"
    ? unsigned.validator.validator
    : unsigned.validator;
}

function isDelegatorTx(unsigned: StakerTx): boolean {
  return unsigned.kind === "AddDelegatorTx" || unsigned.kind === "AddPermissionlessDelegatorTx";
}

import type { Id, NodeId } from "../../formats/bytes.ts";
import type { OutputOwners } from "../components/owners.ts";
import type { Utxo } from "../components/utxo.ts";
import type { Tx } from "../txs/tx.ts";
import type { L1Validator } from "./l1-validator.ts";
import type { Outcome } from "./outcome.ts";
import type { Staker } from "./staker.ts";
import type {
  AutoRenewal,
  Expiry,
  FeeState,
  MutableState,
  StoredTx,
  SubnetConversion,
} from "./state.ts";

/**
 * All changes of a diff as plain data. Each item occurs once, with its last value, in the order of its first
 * change. avalanchego vms/platformvm/state/diff.go (Apply) @ v1.12.1
 */
export type ChangeSet = HotChanges & ColdChanges;

/** The part that a node keeps in memory. */
export type HotChanges = {
  readonly timestamp: bigint;
  readonly feeState: FeeState;
  readonly l1ValidatorExcess: bigint;
  readonly accruedFees: bigint;
  readonly supplies: readonly { readonly subnetID: Id; readonly supply: bigint }[];
  readonly currentStakers: StakerChanges;
  readonly pendingStakers: StakerChanges;
  readonly delegateeRewards: readonly DelegateeReward[];
  readonly autoRenewals: readonly AutoRenewalChange[];
  /** A weight of zero removes. */
  readonly l1Validators: readonly L1Validator[];
  readonly addedExpiries: readonly Expiry[];
  readonly deletedExpiries: readonly Expiry[];
  readonly subnetOwners: readonly { readonly subnetID: Id; readonly owner: OutputOwners }[];
  readonly subnetTransformations: readonly Tx[];
  readonly subnetConversions: readonly {
    readonly subnetID: Id;
    readonly conversion: SubnetConversion;
  }[];
};

/** The part that grows with the chain. */
export type ColdChanges = {
  readonly subnets: readonly Id[];
  /** CreateChainTxs. */
  readonly chains: readonly Tx[];
  readonly txs: readonly StoredTx[];
  readonly addedUtxos: readonly { readonly utxoID: Id; readonly utxo: Utxo }[];
  readonly deletedUtxos: readonly Id[];
  readonly rewardUtxos: readonly { readonly stakerTxID: Id; readonly utxo: Utxo }[];
  /** In the order of execution. */
  readonly outcomes: readonly Outcome[];
};

export type StakerChanges = {
  /** A node that is also among the added ones is replaced. */
  readonly deletedValidators: readonly Staker[];
  readonly addedValidators: readonly Staker[];
  readonly addedDelegators: readonly Staker[];
  /** A delegator that is also among the added ones is deleted. */
  readonly deletedDelegators: readonly Staker[];
};

export type AutoRenewalChange = { readonly nodeID: NodeId; readonly renewal: AutoRenewal };

export type DelegateeReward = {
  readonly subnetID: Id;
  readonly nodeID: NodeId;
  readonly rewardNavax: bigint;
};

/** Applies every change to a state. */
export function applyChanges(target: MutableState, changes: ChangeSet): void {
  applyHotChanges(target, changes);
  for (const subnetID of changes.subnets) target.addSubnet(subnetID);
  for (const tx of changes.chains) target.addChain(tx);
  for (const { tx, status } of changes.txs) target.addTx(tx, status);
  for (const { stakerTxID, utxo } of changes.rewardUtxos) target.addRewardUtxo(stakerTxID, utxo);
  for (const { utxo } of changes.addedUtxos) target.addUtxo(utxo);
  for (const utxoID of changes.deletedUtxos) target.deleteUtxo(utxoID);
  for (const outcome of changes.outcomes) target.record(outcome);
}

/** Applies the changes of the part that a node keeps in memory. */
export function applyHotChanges(target: MutableState, changes: HotChanges): void {
  target.setTimestamp(changes.timestamp);
  target.setFeeState(changes.feeState);
  target.setL1ValidatorExcess(changes.l1ValidatorExcess);
  target.setAccruedFees(changes.accruedFees);
  for (const { subnetID, supply } of changes.supplies) target.setCurrentSupply(subnetID, supply);
  for (const expiry of changes.addedExpiries) target.putExpiry(expiry);
  for (const expiry of changes.deletedExpiries) target.deleteExpiry(expiry);
  // A node can change from subnet staker to L1 validator in one block, so removals come first.
  for (const validator of changes.l1Validators) {
    if (validator.weight === 0n) target.putL1Validator(validator);
  }
  applyCurrentStakers(target, changes.currentStakers);
  for (const validator of changes.l1Validators) {
    if (validator.weight !== 0n) target.putL1Validator(validator);
  }
  for (const { subnetID, nodeID, rewardNavax } of changes.delegateeRewards) {
    target.setDelegateeReward(subnetID, nodeID, rewardNavax);
  }
  for (const { nodeID, renewal } of changes.autoRenewals) target.setAutoRenewal(nodeID, renewal);
  applyPendingStakers(target, changes.pendingStakers);
  for (const tx of changes.subnetTransformations) target.addSubnetTransformation(tx);
  for (const { subnetID, owner } of changes.subnetOwners) target.setSubnetOwner(subnetID, owner);
  for (const { subnetID, conversion } of changes.subnetConversions) {
    target.setSubnetConversion(subnetID, conversion);
  }
}

function applyCurrentStakers(target: MutableState, stakers: StakerChanges): void {
  for (const staker of stakers.deletedValidators) target.deleteCurrentValidator(staker);
  for (const staker of stakers.addedValidators) target.putCurrentValidator(staker);
  for (const staker of stakers.addedDelegators) target.putCurrentDelegator(staker);
  for (const staker of stakers.deletedDelegators) target.deleteCurrentDelegator(staker);
}

function applyPendingStakers(target: MutableState, stakers: StakerChanges): void {
  for (const staker of stakers.deletedValidators) target.deletePendingValidator(staker);
  for (const staker of stakers.addedValidators) target.putPendingValidator(staker);
  for (const staker of stakers.addedDelegators) target.putPendingDelegator(staker);
  for (const staker of stakers.deletedDelegators) target.deletePendingDelegator(staker);
}

/** The subnet that a TransformSubnetTx makes elastic. */
export function transformedSubnetID({ unsigned }: Tx): Id {
  if (unsigned.kind !== "TransformSubnetTx") {
    throw new Error(`A ${unsigned.kind} transforms no subnet.`);
  }
  return unsigned.subnetID;
}

/** The subnet whose validators run the chain that a CreateChainTx makes. */
export function chainSubnetID({ unsigned }: Tx): Id {
  if (unsigned.kind !== "CreateChainTx") throw new Error(`A ${unsigned.kind} creates no chain.`);
  return unsigned.subnetID;
}

import {
  type BytesKey,
  emptyId,
  type Id,
  isZero,
  keyOf,
  type NodeId,
} from "../../formats/bytes.ts";
import type { OutputOwners } from "../components/owners.ts";
import { type Utxo, utxoID } from "../components/utxo.ts";
import type { Tx } from "../txs/tx.ts";
import {
  type AutoRenewalChange,
  applyChanges,
  type ChangeSet,
  type DelegateeReward,
  transformedSubnetID,
} from "./changes.ts";
import { ExpiryDiff } from "./expiries.ts";
import type { L1Validator } from "./l1-validator.ts";
import { L1ValidatorDiff, pairKey } from "./l1-validators.ts";
import type { Outcome } from "./outcome.ts";
import type { Staker } from "./staker.ts";
import { type Readdition, StakerDiff } from "./staker-diff.ts";
import type {
  AutoRenewal,
  Expiry,
  FeeState,
  MutableState,
  State,
  StoredTx,
  SubnetConversion,
  TxStatus,
} from "./state.ts";

/** Before Helicon. */
const forbidden: Readdition = { rejection: "attempted to add a staker after deleting it" };

/**
 * Changes relative to a parent state, which stays unchanged. A diff may be the parent of another. The parent
 * must not change while the diff is in use. avalanchego vms/platformvm/state/diff.go @ v1.12.1
 */
export class Diff implements MutableState {
  readonly #parent: State;
  #timestamp: bigint;
  #feeState: FeeState;
  #l1ValidatorExcess: bigint;
  #accruedFees: bigint;
  readonly #supplies = new Map<BytesKey, { readonly subnetID: Id; readonly supply: bigint }>();
  readonly #utxos = new Map<BytesKey, { readonly utxoID: Id; readonly utxo: Utxo | undefined }>();
  readonly #rewardUtxos: { readonly stakerTxID: Id; readonly utxo: Utxo }[] = [];
  readonly #outcomes: Outcome[] = [];
  readonly #txs = new Map<BytesKey, StoredTx>();
  readonly #subnets: Id[] = [];
  readonly #subnetOwners = new Map<
    BytesKey,
    { readonly subnetID: Id; readonly owner: OutputOwners }
  >();
  readonly #subnetTransformations = new Map<BytesKey, Tx>();
  readonly #subnetConversions = new Map<
    BytesKey,
    { readonly subnetID: Id; readonly conversion: SubnetConversion }
  >();
  readonly #chains: Tx[] = [];
  readonly #currentStakers: StakerDiff;
  readonly #pendingStakers: StakerDiff;
  readonly #delegateeRewards = new Map<BytesKey, DelegateeReward>();
  readonly #autoRenewals = new Map<BytesKey, AutoRenewalChange>();
  readonly #l1Validators = new L1ValidatorDiff();
  readonly #expiries = new ExpiryDiff();

  constructor(parent: State, readdition: Readdition = forbidden) {
    this.#parent = parent;
    this.#currentStakers = new StakerDiff(readdition);
    this.#pendingStakers = new StakerDiff(readdition === "allowed" ? readdition : forbidden);
    this.#timestamp = parent.timestamp();
    this.#feeState = parent.feeState();
    this.#l1ValidatorExcess = parent.l1ValidatorExcess();
    this.#accruedFees = parent.accruedFees();
  }

  changes(): ChangeSet {
    const utxos = [...this.#utxos.values()];
    const expiries = this.#expiries.changes();
    return {
      timestamp: this.#timestamp,
      feeState: this.#feeState,
      l1ValidatorExcess: this.#l1ValidatorExcess,
      accruedFees: this.#accruedFees,
      supplies: [...this.#supplies.values()],
      currentStakers: this.#currentStakers.changes(),
      pendingStakers: this.#pendingStakers.changes(),
      delegateeRewards: [...this.#delegateeRewards.values()],
      autoRenewals: [...this.#autoRenewals.values()],
      l1Validators: this.#l1Validators.changes(),
      addedExpiries: expiries.added,
      deletedExpiries: expiries.deleted,
      subnetOwners: [...this.#subnetOwners.values()],
      subnetTransformations: [...this.#subnetTransformations.values()],
      subnetConversions: [...this.#subnetConversions.values()],
      subnets: [...this.#subnets],
      chains: [...this.#chains],
      txs: [...this.#txs.values()],
      addedUtxos: utxos.flatMap(({ utxoID, utxo }) =>
        utxo === undefined ? [] : [{ utxoID, utxo }],
      ),
      deletedUtxos: utxos.flatMap(({ utxoID, utxo }) => (utxo === undefined ? [utxoID] : [])),
      rewardUtxos: [...this.#rewardUtxos],
      outcomes: [...this.#outcomes],
    };
  }

  applyTo(target: MutableState): void {
    applyChanges(target, this.changes());
  }

  timestamp(): bigint {
    return this.#timestamp;
  }

  setTimestamp(timestamp: bigint): void {
    this.#timestamp = timestamp;
  }

  feeState(): FeeState {
    return this.#feeState;
  }

  setFeeState(feeState: FeeState): void {
    this.#feeState = feeState;
  }

  l1ValidatorExcess(): bigint {
    return this.#l1ValidatorExcess;
  }

  setL1ValidatorExcess(excess: bigint): void {
    this.#l1ValidatorExcess = excess;
  }

  accruedFees(): bigint {
    return this.#accruedFees;
  }

  setAccruedFees(accruedFees: bigint): void {
    this.#accruedFees = accruedFees;
  }

  currentSupply(subnetID: Id): bigint | undefined {
    return this.#supplies.get(keyOf(subnetID))?.supply ?? this.#parent.currentSupply(subnetID);
  }

  setCurrentSupply(subnetID: Id, supply: bigint): void {
    this.#supplies.set(keyOf(subnetID), { subnetID, supply });
  }

  utxo(utxoID: Id): Utxo | undefined {
    const modified = this.#utxos.get(keyOf(utxoID));
    return modified === undefined ? this.#parent.utxo(utxoID) : modified.utxo;
  }

  addUtxo(utxo: Utxo): void {
    const id = utxoID(utxo);
    this.#utxos.set(keyOf(id), { utxoID: id, utxo });
  }

  deleteUtxo(utxoID: Id): void {
    this.#utxos.set(keyOf(utxoID), { utxoID, utxo: undefined });
  }

  addRewardUtxo(stakerTxID: Id, utxo: Utxo): void {
    this.#rewardUtxos.push({ stakerTxID, utxo });
  }

  tx(txID: Id): StoredTx | undefined {
    return this.#txs.get(keyOf(txID)) ?? this.#parent.tx(txID);
  }

  addTx(tx: Tx, status: TxStatus): void {
    this.#txs.set(keyOf(tx.id), { tx, status });
  }

  record(outcome: Outcome): void {
    this.#outcomes.push(outcome);
  }

  addSubnet(subnetID: Id): void {
    this.#subnets.push(subnetID);
  }

  subnetOwner(subnetID: Id): OutputOwners | undefined {
    return this.#subnetOwners.get(keyOf(subnetID))?.owner ?? this.#parent.subnetOwner(subnetID);
  }

  setSubnetOwner(subnetID: Id, owner: OutputOwners): void {
    this.#subnetOwners.set(keyOf(subnetID), { subnetID, owner });
  }

  subnetTransformation(subnetID: Id): Tx | undefined {
    return (
      this.#subnetTransformations.get(keyOf(subnetID)) ??
      this.#parent.subnetTransformation(subnetID)
    );
  }

  addSubnetTransformation(transformation: Tx): void {
    this.#subnetTransformations.set(keyOf(transformedSubnetID(transformation)), transformation);
  }

  subnetConversion(subnetID: Id): SubnetConversion | undefined {
    return (
      this.#subnetConversions.get(keyOf(subnetID))?.conversion ??
      this.#parent.subnetConversion(subnetID)
    );
  }

  setSubnetConversion(subnetID: Id, conversion: SubnetConversion): void {
    this.#subnetConversions.set(keyOf(subnetID), { subnetID, conversion });
  }

  addChain(createChainTx: Tx): void {
    this.#chains.push(createChainTx);
  }

  currentValidator(subnetID: Id, nodeID: NodeId): Staker | undefined {
    return this.#currentStakers.validator(
      (subnet, node) => this.#parent.currentValidator(subnet, node),
      subnetID,
      nodeID,
    );
  }

  pendingValidator(subnetID: Id, nodeID: NodeId): Staker | undefined {
    return this.#pendingStakers.validator(
      (subnet, node) => this.#parent.pendingValidator(subnet, node),
      subnetID,
      nodeID,
    );
  }

  currentDelegators(subnetID: Id, nodeID: NodeId): Iterable<Staker> {
    const parent = this.#parent.currentDelegators(subnetID, nodeID);
    return this.#currentStakers.delegators(parent, subnetID, nodeID);
  }

  pendingDelegators(subnetID: Id, nodeID: NodeId): Iterable<Staker> {
    const parent = this.#parent.pendingDelegators(subnetID, nodeID);
    return this.#pendingStakers.delegators(parent, subnetID, nodeID);
  }

  currentStakers(): Iterable<Staker> {
    return this.#currentStakers.stakers(this.#parent.currentStakers());
  }

  pendingStakers(): Iterable<Staker> {
    return this.#pendingStakers.stakers(this.#parent.pendingStakers());
  }

  putCurrentValidator(staker: Staker): void {
    this.#currentStakers.putValidator(staker);
    this.#forgetRewards(staker);
  }

  deleteCurrentValidator(staker: Staker): void {
    this.#currentStakers.deleteValidator(staker);
    this.#forgetRewards(staker);
  }

  putCurrentDelegator(staker: Staker): void {
    this.#currentStakers.putDelegator(staker);
  }

  deleteCurrentDelegator(staker: Staker): void {
    this.#currentStakers.deleteDelegator(staker);
  }

  putPendingValidator(staker: Staker): void {
    this.#pendingStakers.putValidator(staker);
  }

  deletePendingValidator(staker: Staker): void {
    this.#pendingStakers.deleteValidator(staker);
  }

  putPendingDelegator(staker: Staker): void {
    this.#pendingStakers.putDelegator(staker);
  }

  deletePendingDelegator(staker: Staker): void {
    this.#pendingStakers.deleteDelegator(staker);
  }

  delegateeReward(subnetID: Id, nodeID: NodeId): bigint {
    const modified = this.#delegateeRewards.get(pairKey(subnetID, nodeID));
    if (modified !== undefined) return modified.rewardNavax;
    return this.#currentStakers.changesValidator(subnetID, nodeID)
      ? 0n
      : this.#parent.delegateeReward(subnetID, nodeID);
  }

  setDelegateeReward(subnetID: Id, nodeID: NodeId, rewardNavax: bigint): void {
    this.#delegateeRewards.set(pairKey(subnetID, nodeID), { subnetID, nodeID, rewardNavax });
  }

  autoRenewal(nodeID: NodeId): AutoRenewal | undefined {
    const modified = this.#autoRenewals.get(keyOf(nodeID));
    if (modified !== undefined) return modified.renewal;
    return this.#currentStakers.changesValidator(emptyId, nodeID)
      ? undefined
      : this.#parent.autoRenewal(nodeID);
  }

  setAutoRenewal(nodeID: NodeId, renewal: AutoRenewal): void {
    this.#autoRenewals.set(keyOf(nodeID), { nodeID, renewal });
  }

  #forgetRewards({ subnetID, nodeID }: Staker): void {
    this.#delegateeRewards.delete(pairKey(subnetID, nodeID));
    if (isZero(subnetID)) this.#autoRenewals.delete(keyOf(nodeID));
  }

  l1Validator(validationID: Id): L1Validator | undefined {
    return this.#l1Validators.find(this.#parent, validationID);
  }

  hasL1Validator(subnetID: Id, nodeID: NodeId): boolean {
    return this.#l1Validators.has(this.#parent, subnetID, nodeID);
  }

  activeL1Validators(): Iterable<L1Validator> {
    return this.#l1Validators.active(this.#parent.activeL1Validators());
  }

  activeL1ValidatorCount(): number {
    return this.#parent.activeL1ValidatorCount() + this.#l1Validators.addedActiveCount;
  }

  l1ValidatorWeight(subnetID: Id): bigint {
    return this.#l1Validators.weight(this.#parent, subnetID);
  }

  putL1Validator(validator: L1Validator): void {
    this.#l1Validators.put(this, validator);
  }

  hasExpiry(expiry: Expiry): boolean {
    return this.#expiries.has(this.#parent, expiry);
  }

  expiries(): Iterable<Expiry> {
    return this.#expiries.expiries(this.#parent.expiries());
  }

  putExpiry(expiry: Expiry): void {
    this.#expiries.put(expiry);
  }

  deleteExpiry(expiry: Expiry): void {
    this.#expiries.delete(expiry);
  }
}

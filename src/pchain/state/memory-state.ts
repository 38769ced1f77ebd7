import {
  type BytesKey,
  bytesOfKey,
  compareBytes,
  type Id,
  isZero,
  keyOf,
  type NodeId,
} from "../../formats/bytes.ts";
import type { OutputOwners } from "../components/owners.ts";
import { encodeUtxo, type Utxo, utxoID } from "../components/utxo.ts";
import type { Tx } from "../txs/tx.ts";
import { chainSubnetID, transformedSubnetID } from "./changes.ts";
import { ExpirySet } from "./expiries.ts";
import type { L1Validator } from "./l1-validator.ts";
import { verifyL1Validator } from "./l1-validator-rules.ts";
import { L1ValidatorSet, pairKey } from "./l1-validators.ts";
import type { Staker } from "./staker.ts";
import { StakerSet } from "./staker-set.ts";
import type {
  AutoRenewal,
  Expiry,
  FeeState,
  MutableState,
  StoredTx,
  SubnetConversion,
  TxStatus,
} from "./state.ts";
import type { StateContents } from "./state-contents.ts";

/**
 * A complete state in memory: the reference for other states, and the part of the store's state that is not
 * in the database. avalanchego vms/platformvm/state/state.go @ v1.12.1
 */
export class MemoryState implements MutableState, StateContents {
  #timestamp = 0n;
  #feeState: FeeState = { capacity: 0n, excess: 0n };
  #l1ValidatorExcess = 0n;
  #accruedFees = 0n;
  readonly #supplies = new Map<BytesKey, bigint>();
  readonly #utxos = new Map<BytesKey, Utxo>();
  readonly #rewardUtxos = new Map<BytesKey, Utxo[]>();
  readonly #txs = new Map<BytesKey, StoredTx>();
  readonly #subnets: Id[] = [];
  readonly #subnetOwners = new Map<BytesKey, OutputOwners>();
  readonly #subnetTransformations = new Map<BytesKey, Tx>();
  readonly #subnetConversions = new Map<BytesKey, SubnetConversion>();
  readonly #chains: Tx[] = [];
  readonly #currentStakers = new StakerSet();
  readonly #pendingStakers = new StakerSet();
  readonly #delegateeRewards = new Map<BytesKey, bigint>();
  readonly #autoRenewals = new Map<BytesKey, AutoRenewal>();
  readonly #l1Validators = new L1ValidatorSet();
  readonly #expiries = new ExpirySet();

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
    return this.#supplies.get(keyOf(subnetID));
  }

  setCurrentSupply(subnetID: Id, supply: bigint): void {
    this.#supplies.set(keyOf(subnetID), supply);
  }

  utxo(utxoID: Id): Utxo | undefined {
    return this.#utxos.get(keyOf(utxoID));
  }

  addUtxo(utxo: Utxo): void {
    this.#utxos.set(keyOf(utxoID(utxo)), utxo);
  }

  deleteUtxo(utxoID: Id): void {
    this.#utxos.delete(keyOf(utxoID));
  }

  addRewardUtxo(stakerTxID: Id, utxo: Utxo): void {
    const key = keyOf(stakerTxID);
    const utxos = this.#rewardUtxos.get(key);
    if (utxos === undefined) this.#rewardUtxos.set(key, [utxo]);
    else utxos.push(utxo);
  }

  tx(txID: Id): StoredTx | undefined {
    return this.#txs.get(keyOf(txID));
  }

  addTx(tx: Tx, status: TxStatus): void {
    this.#txs.set(keyOf(tx.id), { tx, status });
  }

  record(): void {}

  addSubnet(subnetID: Id): void {
    this.#subnets.push(subnetID);
  }

  subnetOwner(subnetID: Id): OutputOwners | undefined {
    return this.#subnetOwners.get(keyOf(subnetID));
  }

  setSubnetOwner(subnetID: Id, owner: OutputOwners): void {
    this.#subnetOwners.set(keyOf(subnetID), owner);
  }

  subnetTransformation(subnetID: Id): Tx | undefined {
    return this.#subnetTransformations.get(keyOf(subnetID));
  }

  addSubnetTransformation(transformation: Tx): void {
    this.#subnetTransformations.set(keyOf(transformedSubnetID(transformation)), transformation);
  }

  subnetConversion(subnetID: Id): SubnetConversion | undefined {
    return this.#subnetConversions.get(keyOf(subnetID));
  }

  setSubnetConversion(subnetID: Id, conversion: SubnetConversion): void {
    this.#subnetConversions.set(keyOf(subnetID), conversion);
  }

  addChain(createChainTx: Tx): void {
    this.#chains.push(createChainTx);
  }

  currentValidator(subnetID: Id, nodeID: NodeId): Staker | undefined {
    return this.#currentStakers.validator(subnetID, nodeID);
  }

  pendingValidator(subnetID: Id, nodeID: NodeId): Staker | undefined {
    return this.#pendingStakers.validator(subnetID, nodeID);
  }

  currentDelegators(subnetID: Id, nodeID: NodeId): Iterable<Staker> {
    return this.#currentStakers.delegators(subnetID, nodeID);
  }

  pendingDelegators(subnetID: Id, nodeID: NodeId): Iterable<Staker> {
    return this.#pendingStakers.delegators(subnetID, nodeID);
  }

  currentStakers(): StakerSet {
    return this.#currentStakers;
  }

  pendingStakers(): StakerSet {
    return this.#pendingStakers;
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
    if (this.#delegateeRewards.size === 0) return 0n;
    return this.#delegateeRewards.get(pairKey(subnetID, nodeID)) ?? 0n;
  }

  setDelegateeReward(subnetID: Id, nodeID: NodeId, rewardNavax: bigint): void {
    this.#delegateeRewards.set(pairKey(subnetID, nodeID), rewardNavax);
  }

  autoRenewal(nodeID: NodeId): AutoRenewal | undefined {
    return this.#autoRenewals.get(keyOf(nodeID));
  }

  setAutoRenewal(nodeID: NodeId, renewal: AutoRenewal): void {
    this.#autoRenewals.set(keyOf(nodeID), renewal);
  }

  #forgetRewards({ subnetID, nodeID }: Staker): void {
    this.#delegateeRewards.delete(pairKey(subnetID, nodeID));
    if (isZero(subnetID)) this.#autoRenewals.delete(keyOf(nodeID));
  }

  l1Validator(validationID: Id): L1Validator | undefined {
    return this.#l1Validators.find(validationID);
  }

  hasL1Validator(subnetID: Id, nodeID: NodeId): boolean {
    return this.#l1Validators.has(subnetID, nodeID);
  }

  activeL1Validators(): Iterable<L1Validator> {
    return this.#l1Validators.active;
  }

  activeL1ValidatorCount(): number {
    return this.#l1Validators.active.size;
  }

  l1ValidatorWeight(subnetID: Id): bigint {
    return this.#l1Validators.weight(subnetID);
  }

  putL1Validator(validator: L1Validator): void {
    verifyL1Validator(this, this.l1Validator(validator.validationID), validator);
    this.#l1Validators.put(validator);
  }

  hasExpiry(expiry: Expiry): boolean {
    return this.#expiries.has(expiry);
  }

  expiries(): Iterable<Expiry> {
    return this.#expiries;
  }

  putExpiry(expiry: Expiry): void {
    this.#expiries.put(expiry);
  }

  deleteExpiry(expiry: Expiry): void {
    this.#expiries.delete(expiry);
  }

  *allUtxos(): Iterable<readonly [utxoID: Id, bytes: Uint8Array]> {
    for (const [id, utxo] of sortedByKey(this.#utxos)) yield [id, encodeUtxo(utxo)];
  }

  *allRewardUtxos(): Iterable<readonly [stakerTxID: Id, bytes: Uint8Array]> {
    for (const [stakerTxID, utxos] of sortedByKey(this.#rewardUtxos)) {
      for (const utxo of utxos) yield [stakerTxID, encodeUtxo(utxo)];
    }
  }

  *allTxStatuses(): Iterable<readonly [txID: Id, status: TxStatus]> {
    for (const [txID, { status }] of sortedByKey(this.#txs)) yield [txID, status];
  }

  allSubnetIDs(): Iterable<Id> {
    return this.#subnets;
  }

  allChainIDs(): Iterable<readonly [subnetID: Id, chainID: Id]> {
    return this.#chains
      .map((tx) => [chainSubnetID(tx), tx.id] as const)
      .sort((a, b) => compareBytes(a[0], b[0]));
  }

  allSupplies(): Iterable<readonly [subnetID: Id, supply: bigint]> {
    return sortedByKey(this.#supplies);
  }

  allSubnetOwners(): Iterable<readonly [subnetID: Id, owner: OutputOwners]> {
    return sortedByKey(this.#subnetOwners);
  }

  *allSubnetTransformations(): Iterable<readonly [subnetID: Id, txID: Id]> {
    for (const [subnetID, tx] of sortedByKey(this.#subnetTransformations)) yield [subnetID, tx.id];
  }

  allSubnetConversions(): Iterable<readonly [subnetID: Id, conversion: SubnetConversion]> {
    return sortedByKey(this.#subnetConversions);
  }

  *allDelegateeRewards(): Iterable<readonly [subnetID: Id, nodeID: NodeId, rewardNavax: bigint]> {
    for (const [pair, reward] of sortedByKey(this.#delegateeRewards)) {
      yield [pair.subarray(0, 32), pair.subarray(32), reward];
    }
  }

  allAutoRenewals(): Iterable<readonly [nodeID: NodeId, renewal: AutoRenewal]> {
    return sortedByKey(this.#autoRenewals);
  }

  allL1Validators(): Iterable<L1Validator> {
    return this.#l1Validators;
  }
}

function sortedByKey<V>(map: ReadonlyMap<BytesKey, V>): (readonly [key: Uint8Array, value: V])[] {
  return [...map]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => [bytesOfKey(key), value] as const);
}

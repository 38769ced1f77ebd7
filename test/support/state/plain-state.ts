import { equalBytes, type Id, isZero, keyOf, type NodeId } from "../../../src/formats/bytes.ts";
import type { OutputOwners } from "../../../src/pchain/components/owners.ts";
import { type Utxo, utxoID } from "../../../src/pchain/components/utxo.ts";
import {
  compareL1Validators,
  isActive,
  type L1Validator,
} from "../../../src/pchain/state/l1-validator.ts";
import { compareStakers, type Staker } from "../../../src/pchain/state/staker.ts";
import type {
  AutoRenewal,
  Expiry,
  FeeState,
  MutableState,
  StoredTx,
  SubnetConversion,
  TxStatus,
} from "../../../src/pchain/state/state.ts";
import type { Tx } from "../../../src/pchain/txs/tx.ts";

/** The simplest state there is: lists that are searched from end to end. No rule is checked. */
export class PlainState implements MutableState {
  #scalars = { timestamp: 0n, l1ValidatorExcess: 0n, accruedFees: 0n };
  #feeState: FeeState = { capacity: 0n, excess: 0n };
  #supplies = new Map<string, bigint>();
  #utxos = new Map<string, Utxo>();
  #txs = new Map<string, StoredTx>();
  #owners = new Map<string, OutputOwners>();
  #transformations = new Map<string, Tx>();
  #conversions = new Map<string, SubnetConversion>();
  #current: { staker: Staker; isValidator: boolean }[] = [];
  #pending: { staker: Staker; isValidator: boolean }[] = [];
  #rewards = new Map<string, bigint>();
  #renewals = new Map<string, AutoRenewal>();
  #l1Validators: L1Validator[] = [];
  #expiries: Expiry[] = [];

  timestamp(): bigint {
    return this.#scalars.timestamp;
  }
  setTimestamp(timestamp: bigint): void {
    this.#scalars.timestamp = timestamp;
  }
  feeState(): FeeState {
    return this.#feeState;
  }
  setFeeState(feeState: FeeState): void {
    this.#feeState = feeState;
  }
  l1ValidatorExcess(): bigint {
    return this.#scalars.l1ValidatorExcess;
  }
  setL1ValidatorExcess(excess: bigint): void {
    this.#scalars.l1ValidatorExcess = excess;
  }
  accruedFees(): bigint {
    return this.#scalars.accruedFees;
  }
  setAccruedFees(accruedFees: bigint): void {
    this.#scalars.accruedFees = accruedFees;
  }
  currentSupply(subnetID: Id): bigint | undefined {
    return this.#supplies.get(keyOf(subnetID));
  }
  setCurrentSupply(subnetID: Id, supply: bigint): void {
    this.#supplies.set(keyOf(subnetID), supply);
  }
  utxo(id: Id): Utxo | undefined {
    return this.#utxos.get(keyOf(id));
  }
  addUtxo(utxo: Utxo): void {
    this.#utxos.set(keyOf(utxoID(utxo)), utxo);
  }
  deleteUtxo(id: Id): void {
    this.#utxos.delete(keyOf(id));
  }
  addRewardUtxo(): void {}

  record(): void {}
  tx(txID: Id): StoredTx | undefined {
    return this.#txs.get(keyOf(txID));
  }
  addTx(tx: Tx, status: TxStatus): void {
    this.#txs.set(keyOf(tx.id), { tx, status });
  }
  addSubnet(): void {}
  subnetOwner(subnetID: Id): OutputOwners | undefined {
    return this.#owners.get(keyOf(subnetID));
  }
  setSubnetOwner(subnetID: Id, owner: OutputOwners): void {
    this.#owners.set(keyOf(subnetID), owner);
  }
  subnetTransformation(subnetID: Id): Tx | undefined {
    return this.#transformations.get(keyOf(subnetID));
  }
  addSubnetTransformation(tx: Tx): void {
    if (tx.unsigned.kind !== "TransformSubnetTx") throw new Error("No transformation.");
    this.#transformations.set(keyOf(tx.unsigned.subnetID), tx);
  }
  subnetConversion(subnetID: Id): SubnetConversion | undefined {
    return this.#conversions.get(keyOf(subnetID));
  }
  setSubnetConversion(subnetID: Id, conversion: SubnetConversion): void {
    this.#conversions.set(keyOf(subnetID), conversion);
  }
  addChain(): void {}
  currentValidator(subnetID: Id, nodeID: NodeId): Staker | undefined {
    return find(this.#current, subnetID, nodeID);
  }
  pendingValidator(subnetID: Id, nodeID: NodeId): Staker | undefined {
    return find(this.#pending, subnetID, nodeID);
  }
  currentDelegators(subnetID: Id, nodeID: NodeId): Staker[] {
    return delegators(this.#current, subnetID, nodeID);
  }
  pendingDelegators(subnetID: Id, nodeID: NodeId): Staker[] {
    return delegators(this.#pending, subnetID, nodeID);
  }
  currentStakers(): Staker[] {
    return this.#current.map(({ staker }) => staker).sort(compareStakers);
  }
  pendingStakers(): Staker[] {
    return this.#pending.map(({ staker }) => staker).sort(compareStakers);
  }
  putCurrentValidator(staker: Staker): void {
    this.#current.push({ staker, isValidator: true });
    this.#rewards.delete(keyOf(staker.subnetID) + keyOf(staker.nodeID));
    if (isZero(staker.subnetID)) this.#renewals.delete(keyOf(staker.nodeID));
  }
  deleteCurrentValidator(staker: Staker): void {
    this.#current = without(this.#current, staker);
    this.#rewards.delete(keyOf(staker.subnetID) + keyOf(staker.nodeID));
    if (isZero(staker.subnetID)) this.#renewals.delete(keyOf(staker.nodeID));
  }
  putCurrentDelegator(staker: Staker): void {
    this.#current.push({ staker, isValidator: false });
  }
  deleteCurrentDelegator(staker: Staker): void {
    this.#current = without(this.#current, staker);
  }
  putPendingValidator(staker: Staker): void {
    this.#pending.push({ staker, isValidator: true });
  }
  deletePendingValidator(staker: Staker): void {
    this.#pending = without(this.#pending, staker);
  }
  putPendingDelegator(staker: Staker): void {
    this.#pending.push({ staker, isValidator: false });
  }
  deletePendingDelegator(staker: Staker): void {
    this.#pending = without(this.#pending, staker);
  }
  delegateeReward(subnetID: Id, nodeID: NodeId): bigint {
    return this.#rewards.get(keyOf(subnetID) + keyOf(nodeID)) ?? 0n;
  }
  setDelegateeReward(subnetID: Id, nodeID: NodeId, reward: bigint): void {
    this.#rewards.set(keyOf(subnetID) + keyOf(nodeID), reward);
  }
  autoRenewal(nodeID: NodeId): AutoRenewal | undefined {
    return this.#renewals.get(keyOf(nodeID));
  }
  setAutoRenewal(nodeID: NodeId, renewal: AutoRenewal): void {
    this.#renewals.set(keyOf(nodeID), renewal);
  }
  l1Validator(validationID: Id): L1Validator | undefined {
    return this.#l1Validators.find((v) => equalBytes(v.validationID, validationID));
  }
  hasL1Validator(subnetID: Id, nodeID: NodeId): boolean {
    return this.#l1Validators.some(
      (v) => equalBytes(v.subnetID, subnetID) && equalBytes(v.nodeID, nodeID),
    );
  }
  activeL1Validators(): L1Validator[] {
    return this.#l1Validators.filter(isActive).sort(compareL1Validators);
  }
  activeL1ValidatorCount(): number {
    return this.activeL1Validators().length;
  }
  l1ValidatorWeight(subnetID: Id): bigint {
    return this.#l1Validators
      .filter((v) => equalBytes(v.subnetID, subnetID))
      .reduce((sum, v) => sum + v.weight, 0n);
  }
  putL1Validator(validator: L1Validator): void {
    this.#l1Validators = this.#l1Validators.filter(
      (v) => !equalBytes(v.validationID, validator.validationID),
    );
    if (validator.weight !== 0n) this.#l1Validators.push(validator);
  }
  hasExpiry(expiry: Expiry): boolean {
    return this.#expiries.some((each) => compareExpiries(each, expiry) === 0);
  }
  expiries(): Expiry[] {
    return [...this.#expiries].sort(compareExpiries);
  }
  putExpiry(expiry: Expiry): void {
    this.deleteExpiry(expiry);
    this.#expiries.push(expiry);
  }
  deleteExpiry(expiry: Expiry): void {
    this.#expiries = this.#expiries.filter((each) => compareExpiries(each, expiry) !== 0);
  }
}

type Entry = { staker: Staker; isValidator: boolean };

function isOf({ staker }: Entry, subnetID: Id, nodeID: NodeId): boolean {
  return equalBytes(staker.subnetID, subnetID) && equalBytes(staker.nodeID, nodeID);
}

function find(entries: Entry[], subnetID: Id, nodeID: NodeId): Staker | undefined {
  return entries.find((entry) => entry.isValidator && isOf(entry, subnetID, nodeID))?.staker;
}

function delegators(entries: Entry[], subnetID: Id, nodeID: NodeId): Staker[] {
  return entries
    .filter((entry) => !entry.isValidator && isOf(entry, subnetID, nodeID))
    .map(({ staker }) => staker)
    .sort(compareStakers);
}

function without(entries: Entry[], staker: Staker): Entry[] {
  return entries.filter((entry) => !equalBytes(entry.staker.txID, staker.txID));
}

function compareExpiries(a: Expiry, b: Expiry): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? -1 : 1;
  return Buffer.compare(a.validationID, b.validationID);
}

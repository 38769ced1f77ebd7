import type { Id, NodeId } from "../formats/bytes.ts";
import type { OutputOwners } from "../pchain/components/owners.ts";
import type { Utxo } from "../pchain/components/utxo.ts";
import type { L1Validator } from "../pchain/state/l1-validator.ts";
import type { MemoryState } from "../pchain/state/memory-state.ts";
import type { Staker } from "../pchain/state/staker.ts";
import type {
  Expiry,
  FeeState,
  StoredTx,
  SubnetConversion,
  TxStatus,
} from "../pchain/state/state.ts";
import type { StateContents } from "../pchain/state/state-contents.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { Chains } from "./chains.ts";
import type { Subnets } from "./subnets.ts";
import type { Txs } from "./txs.ts";
import type { Utxos } from "./utxos.ts";

/** The tables that grow with the chain. */
export type ColdTables = {
  readonly utxos: Utxos;
  readonly txs: Txs;
  readonly subnets: Subnets;
  readonly chains: Chains;
};

/**
 * The state after the last accepted block. UTXOs and transactions are in the database, with a cache; the rest is in
 * memory. Only the store changes it.
 */
export class ChainState implements StateContents {
  #hot: MemoryState;
  readonly #cold: ColdTables;

  constructor(hot: MemoryState, cold: ColdTables) {
    this.#hot = hot;
    this.#cold = cold;
  }

  /** Replaces the state in memory after the database was set to another state. */
  replaceHot(hot: MemoryState): void {
    this.#hot = hot;
  }

  timestamp(): bigint {
    return this.#hot.timestamp();
  }

  feeState(): FeeState {
    return this.#hot.feeState();
  }

  l1ValidatorExcess(): bigint {
    return this.#hot.l1ValidatorExcess();
  }

  accruedFees(): bigint {
    return this.#hot.accruedFees();
  }

  currentSupply(subnetID: Id): bigint | undefined {
    return this.#hot.currentSupply(subnetID);
  }

  utxo(utxoID: Id): Utxo | undefined {
    return this.#cold.utxos.byID(utxoID);
  }

  tx(txID: Id): StoredTx | undefined {
    return this.#cold.txs.byID(txID);
  }

  subnetOwner(subnetID: Id): OutputOwners | undefined {
    return this.#hot.subnetOwner(subnetID);
  }

  subnetTransformation(subnetID: Id): Tx | undefined {
    return this.#hot.subnetTransformation(subnetID);
  }

  subnetConversion(subnetID: Id): SubnetConversion | undefined {
    return this.#hot.subnetConversion(subnetID);
  }

  currentValidator(subnetID: Id, nodeID: NodeId): Staker | undefined {
    return this.#hot.currentValidator(subnetID, nodeID);
  }

  pendingValidator(subnetID: Id, nodeID: NodeId): Staker | undefined {
    return this.#hot.pendingValidator(subnetID, nodeID);
  }

  currentDelegators(subnetID: Id, nodeID: NodeId): Iterable<Staker> {
    return this.#hot.currentDelegators(subnetID, nodeID);
  }

  pendingDelegators(subnetID: Id, nodeID: NodeId): Iterable<Staker> {
    return this.#hot.pendingDelegators(subnetID, nodeID);
  }

  currentStakers(): Iterable<Staker> {
    return this.#hot.currentStakers();
  }

  pendingStakers(): Iterable<Staker> {
    return this.#hot.pendingStakers();
  }

  delegateeReward(subnetID: Id, nodeID: NodeId): bigint {
    return this.#hot.delegateeReward(subnetID, nodeID);
  }

  l1Validator(validationID: Id): L1Validator | undefined {
    return this.#hot.l1Validator(validationID);
  }

  hasL1Validator(subnetID: Id, nodeID: NodeId): boolean {
    return this.#hot.hasL1Validator(subnetID, nodeID);
  }

  activeL1Validators(): Iterable<L1Validator> {
    return this.#hot.activeL1Validators();
  }

  activeL1ValidatorCount(): number {
    return this.#hot.activeL1ValidatorCount();
  }

  l1ValidatorWeight(subnetID: Id): bigint {
    return this.#hot.l1ValidatorWeight(subnetID);
  }

  hasExpiry(expiry: Expiry): boolean {
    return this.#hot.hasExpiry(expiry);
  }

  expiries(): Iterable<Expiry> {
    return this.#hot.expiries();
  }

  allUtxos(): Iterable<readonly [utxoID: Id, bytes: Uint8Array]> {
    return this.#cold.utxos.all();
  }

  allRewardUtxos(): Iterable<readonly [stakerTxID: Id, bytes: Uint8Array]> {
    return this.#cold.utxos.allRewards();
  }

  allTxStatuses(): Iterable<readonly [txID: Id, status: TxStatus]> {
    return this.#cold.txs.statuses();
  }

  allSubnetIDs(): Iterable<Id> {
    return this.#cold.subnets.ids();
  }

  allChainIDs(): Iterable<readonly [subnetID: Id, chainID: Id]> {
    return this.#cold.chains.all();
  }

  allSupplies(): Iterable<readonly [subnetID: Id, supply: bigint]> {
    return this.#hot.allSupplies();
  }

  allSubnetOwners(): Iterable<readonly [subnetID: Id, owner: OutputOwners]> {
    return this.#hot.allSubnetOwners();
  }

  allSubnetTransformations(): Iterable<readonly [subnetID: Id, txID: Id]> {
    return this.#hot.allSubnetTransformations();
  }

  allSubnetConversions(): Iterable<readonly [subnetID: Id, conversion: SubnetConversion]> {
    return this.#hot.allSubnetConversions();
  }

  allDelegateeRewards(): Iterable<readonly [subnetID: Id, nodeID: NodeId, rewardNavax: bigint]> {
    return this.#hot.allDelegateeRewards();
  }

  allL1Validators(): Iterable<L1Validator> {
    return this.#hot.allL1Validators();
  }
}

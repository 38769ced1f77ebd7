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
  StoredTx,
  SubnetConversion,
  TxStatus,
} from "./values.ts";

export type {
  AutoRenewal,
  Expiry,
  FeeState,
  StoredTx,
  SubnetConversion,
  TxStatus,
} from "./values.ts";

/**
 * The state of the chain at one block. Times are Unix seconds, amounts nAVAX. avalanchego
 * vms/platformvm/state/state.go @ v1.12.1
 */
export interface State {
  timestamp(): bigint;
  feeState(): FeeState;
  l1ValidatorExcess(): bigint;
  /** Continuous fee that every active L1 validator has paid since Etna, per validator. */
  accruedFees(): bigint;
  /** Undefined if the subnet has no supply: it is neither primary nor elastic. */
  currentSupply(subnetID: Id): bigint | undefined;

  utxo(utxoID: Id): Utxo | undefined;
  tx(txID: Id): StoredTx | undefined;

  subnetOwner(subnetID: Id): OutputOwners | undefined;
  /** The TransformSubnetTx that made the subnet elastic. */
  subnetTransformation(subnetID: Id): Tx | undefined;
  subnetConversion(subnetID: Id): SubnetConversion | undefined;

  currentValidator(subnetID: Id, nodeID: NodeId): Staker | undefined;
  pendingValidator(subnetID: Id, nodeID: NodeId): Staker | undefined;
  /** In staker order. */
  currentDelegators(subnetID: Id, nodeID: NodeId): Iterable<Staker>;
  pendingDelegators(subnetID: Id, nodeID: NodeId): Iterable<Staker>;
  /** In staker order: (nextTime, priority, txID). */
  currentStakers(): Iterable<Staker>;
  pendingStakers(): Iterable<Staker>;
  /** Commission from delegators, paid together with the validator's own reward. */
  delegateeReward(subnetID: Id, nodeID: NodeId): bigint;
  /** Undefined unless the node is an auto-renewed validator of the primary network. */
  autoRenewal(nodeID: NodeId): AutoRenewal | undefined;

  l1Validator(validationID: Id): L1Validator | undefined;
  hasL1Validator(subnetID: Id, nodeID: NodeId): boolean;
  /** Ascending by (endAccumulatedFee, validationID). */
  activeL1Validators(): Iterable<L1Validator>;
  activeL1ValidatorCount(): number;
  /** Weight of the subnet's L1 validators, active and inactive. */
  l1ValidatorWeight(subnetID: Id): bigint;

  hasExpiry(expiry: Expiry): boolean;
  /** Ascending by (timestamp, validationID). */
  expiries(): Iterable<Expiry>;
}

/** A state that a block may change. Reads see earlier writes. */
export interface MutableState extends State {
  setTimestamp(timestamp: bigint): void;
  setFeeState(feeState: FeeState): void;
  setL1ValidatorExcess(excess: bigint): void;
  setAccruedFees(accruedFees: bigint): void;
  setCurrentSupply(subnetID: Id, supply: bigint): void;

  addUtxo(utxo: Utxo): void;
  deleteUtxo(utxoID: Id): void;
  addRewardUtxo(stakerTxID: Id, utxo: Utxo): void;
  addTx(tx: Tx, status: TxStatus): void;
  /** Notes what happened and why. It changes nothing. */
  record(outcome: Outcome): void;

  addSubnet(subnetID: Id): void;
  setSubnetOwner(subnetID: Id, owner: OutputOwners): void;
  addSubnetTransformation(transformation: Tx): void;
  setSubnetConversion(subnetID: Id, conversion: SubnetConversion): void;
  addChain(createChainTx: Tx): void;

  putCurrentValidator(staker: Staker): void;
  deleteCurrentValidator(staker: Staker): void;
  putCurrentDelegator(staker: Staker): void;
  deleteCurrentDelegator(staker: Staker): void;
  putPendingValidator(staker: Staker): void;
  deletePendingValidator(staker: Staker): void;
  putPendingDelegator(staker: Staker): void;
  deletePendingDelegator(staker: Staker): void;
  setDelegateeReward(subnetID: Id, nodeID: NodeId, rewardNavax: bigint): void;
  /** The node must be a current validator of the primary network. */
  setAutoRenewal(nodeID: NodeId, renewal: AutoRenewal): void;

  /** Adds or replaces; a weight of zero removes. */
  putL1Validator(validator: L1Validator): void;
  putExpiry(expiry: Expiry): void;
  deleteExpiry(expiry: Expiry): void;
}

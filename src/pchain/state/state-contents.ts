import type { Id, NodeId } from "../../formats/bytes.ts";
import type { OutputOwners } from "../components/owners.ts";
import type { L1Validator } from "./l1-validator.ts";
import type { State, SubnetConversion, TxStatus } from "./state.ts";

/** A state whose parts can all be listed, for a digest or a comparison. */
export interface StateContents extends State {
  /** Ascending by ID; the bytes are the UTXO in the codec. */
  allUtxos(): Iterable<readonly [utxoID: Id, bytes: Uint8Array]>;
  /** By staker transaction, then in the order of payment. */
  allRewardUtxos(): Iterable<readonly [stakerTxID: Id, bytes: Uint8Array]>;
  /** Ascending by ID. */
  allTxStatuses(): Iterable<readonly [txID: Id, status: TxStatus]>;
  /** In the order of creation. */
  allSubnetIDs(): Iterable<Id>;
  /** Ascending by subnet, then in the order of creation. */
  allChainIDs(): Iterable<readonly [subnetID: Id, chainID: Id]>;
  /** The following come in any order. */
  allSupplies(): Iterable<readonly [subnetID: Id, supply: bigint]>;
  allSubnetOwners(): Iterable<readonly [subnetID: Id, owner: OutputOwners]>;
  allSubnetTransformations(): Iterable<readonly [subnetID: Id, txID: Id]>;
  allSubnetConversions(): Iterable<readonly [subnetID: Id, conversion: SubnetConversion]>;
  allDelegateeRewards(): Iterable<readonly [subnetID: Id, nodeID: NodeId, rewardNavax: bigint]>;
  allL1Validators(): Iterable<L1Validator>;
}

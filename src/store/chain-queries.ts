import type { Id, NodeId, ShortId } from "../formats/bytes.ts";
import type { Utxo } from "../pchain/components/utxo.ts";
import type { TxStatus } from "../pchain/state/state.ts";
import type { Tx } from "../pchain/txs/tx.ts";

/**
 * What a node answers from its accepted chain: everything reads the last accepted block, and no read
 * sees half a block. Amounts are in the smallest unit of their asset, times Unix seconds.
 */
export type ChainQueries = {
  readonly blocks: BlockQueries;
  readonly blockTimes: BlockTimeQueries;
  readonly txs: TxQueries;
  readonly utxos: UtxoQueries;
  readonly stakes: StakeQueries;
  readonly subnets: SubnetQueries;
  readonly chains: ChainListQueries;
  readonly validators: ValidatorQueries;
  readonly atomicUtxos: AtomicUtxoQueries;
};

export interface BlockQueries {
  lastAccepted(): { readonly id: Id; readonly height: bigint };
  byID(blockID: Id): AcceptedBlock | undefined;
  /** Undefined above the last accepted height. */
  byHeight(height: bigint): AcceptedBlock | undefined;
  /** From a height on, ascending, read as they are taken. */
  from(height: bigint): Iterable<AcceptedBlock>;
}

export type AcceptedBlock = {
  readonly id: Id;
  readonly height: bigint;
  readonly bytes: Uint8Array;
};

export interface BlockTimeQueries {
  /** The chain's time after an accepted block; of a proposal after its option. */
  after(height: bigint): bigint;
}

export interface TxQueries {
  /** An accepted transaction. Genesis transactions have height 0. */
  byID(txID: Id): AcceptedTx | undefined;
}

export type AcceptedTx = { readonly tx: Tx; readonly status: TxStatus; readonly height: bigint };

export interface UtxoQueries {
  byID(utxoID: Id): Utxo | undefined;
  /**
   * The UTXOs of an address, newest first, then by UTXO ID. Starts after the given UTXO, or from the beginning if that
   * UTXO no longer exists. Iterate without writing to the store in between.
   */
  ownedBy(address: ShortId, after?: Id): Iterable<UtxoBytes>;
  /** What the addresses own together, a UTXO of several of them counted once, with locks as they stand at `now`. */
  balance(addresses: readonly ShortId[], now: bigint): Balance;
  /** UTXOs that a staker's end paid as rewards, in the order of payment. */
  rewards(stakerTxID: Id): readonly UtxoBytes[];
}

/** `bytes` is the UTXO in the codec with its version, as the API shows it in hex. */
export type UtxoBytes = { readonly utxoID: Id; readonly bytes: Uint8Array };

export type Balance = {
  /** In order of asset ID; each sum stops at 2^64 - 1. */
  readonly assets: readonly AssetBalance[];
  /** In the order of `page`. Asked again, the objects are the same where nothing changed. */
  readonly utxos: readonly OutputReference[];
};

export type OutputReference = { readonly txID: Id; readonly outputIndex: number };

export type AssetBalance = {
  readonly assetID: Id;
  readonly unlocked: bigint;
  readonly lockedStakeable: bigint;
  readonly lockedNotStakeable: bigint;
};

export interface StakeQueries {
  /** Stake outputs of current and then pending stakers that name any of the addresses, in staker order. */
  byAddresses(addresses: readonly ShortId[], options: { readonly validatorsOnly: boolean }): Stake;
}

export type Stake = {
  /** In order of asset ID; each sum stops at 2^64 - 1. */
  readonly assets: readonly { readonly assetID: Id; readonly staked: bigint }[];
  /** TransferableOutputs in the codec with its version. */
  readonly outputs: readonly Uint8Array[];
};

export interface SubnetQueries {
  /** In the order of creation, without the primary network. */
  ids(): readonly Id[];
  has(subnetID: Id): boolean;
}

/** Chains that CreateChainTxs made, the primary network's from genesis among them; not the P-chain. */
export interface ChainListQueries {
  byID(chainID: Id): Chain | undefined;
  /** AvalancheGo's order: chains of genesis newest first, then later ones as they were created. */
  bySubnet(subnetID: Id): readonly Chain[];
}

export type Chain = {
  readonly id: Id;
  readonly subnetID: Id;
  readonly name: string;
  readonly vmID: Id;
};

export interface ValidatorQueries {
  /**
   * The validators of a subnet after the block at that height, at most the last accepted one. Weight
   * counts delegators; inactive L1 validators are summed under the empty node ID without a key.
   * avalanchego vms/platformvm/validators/manager.go @ v1.12.1
   */
  setAt(subnetID: Id, height: bigint): readonly Validator[];
  /** What the block at that height changed in the sets of all subnets, by subnet ID and node ID. */
  changesAt(height: bigint): readonly ValidatorChange[];
  /** Every subnet that had validators at that height, the primary network first. */
  allSetsAt(height: bigint): readonly ValidatorSet[];
  /** Weight of a subnet's validators now, delegators and inactive L1 validators counted. */
  totalWeight(subnetID: Id): bigint;
  /** Whether a node validates the subnet now. */
  has(subnetID: Id, nodeID: NodeId): boolean;
}

export type Validator = {
  readonly nodeID: NodeId;
  readonly weight: bigint;
  /** 48 bytes compressed. A subnet's staker has the key of its primary network validator. */
  readonly publicKey: Uint8Array | undefined;
};

/** A weight of 0 stands for a node that does not validate. Equal weights: its key changed. */
export type ValidatorChange = {
  readonly subnetID: Id;
  readonly nodeID: NodeId;
  readonly weight: bigint;
  readonly previousWeight: bigint;
};

export type ValidatorSet = { readonly subnetID: Id; readonly validators: readonly Validator[] };

/** UTXOs between the P-chain and another chain of the primary network. */
export interface AtomicUtxoQueries {
  /** One that `sourceChain` exported to the P-chain and that was not imported yet. */
  atomicUtxo(sourceChain: Id, utxoID: Id): Utxo | undefined;
  /** Like `UtxoQueries.ownedBy`, for UTXOs from `sourceChain`. avalanchego chains/atomic/state.go @ v1.12.1 */
  ownedBy(sourceChain: Id, address: ShortId, after?: Id): Iterable<UtxoBytes>;
}

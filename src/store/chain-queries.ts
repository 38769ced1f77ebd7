import type { Id, NodeId, ShortId } from "../formats/bytes.ts";
import type { Utxo } from "../pchain/components/utxo.ts";
import type { TxStatus } from "../pchain/state/state.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { Balance } from "./balance.ts";
import type { LedgerQueries } from "./ledger/queries/ledger-queries.ts";
import type { ObservedHours } from "./observatory/observed-hour.ts";

export type { AssetBalance, Balance, OutputReference } from "./balance.ts";

/**
 * The queries of a node's accepted chain, and with container-log.ts all that handlers see of the store. Every query
 * reads the state after the last accepted block, never half a block. Amounts are in the smallest unit of their asset,
 * times in Unix seconds. Queries throw HistoryMissing for what is before the snapshot that a node started from.
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
  readonly ledgerQueries: LedgerQueries;
  /** What this node observed of validators while it followed a network. */
  readonly observatory: ObservedHours;
};

/** The same queries with another ledger. */
export function withLedger(queries: ChainQueries, ledgerQueries: LedgerQueries): ChainQueries {
  const { blocks, blockTimes, txs, utxos, stakes, subnets, chains, validators } = queries;
  const { atomicUtxos, observatory } = queries;
  return {
    blocks,
    blockTimes,
    txs,
    utxos,
    stakes,
    subnets,
    chains,
    validators,
    atomicUtxos,
    ledgerQueries,
    observatory,
  };
}

export interface BlockQueries {
  lastAccepted(): { readonly id: Id; readonly height: bigint };
  byID(blockID: Id): AcceptedBlock | undefined;
  /** Undefined above the last accepted height. */
  byHeight(height: bigint): AcceptedBlock | undefined;
  /** Blocks from a height on, ascending. Reads them as the caller iterates. */
  from(height: bigint): Iterable<AcceptedBlock>;
}

export type AcceptedBlock = {
  readonly id: Id;
  readonly height: bigint;
  readonly bytes: Uint8Array;
};

export interface BlockTimeQueries {
  /** The chain time after an accepted block; for a proposal, after its option. */
  after(height: bigint): bigint;
  /** The time of an accepted block: that of `after`, but a proposal without a timestamp has the time of its parent. */
  of(height: bigint): bigint;
}

export interface TxQueries {
  /** An accepted transaction. Genesis transactions have height 0. */
  byID(txID: Id): AcceptedTx | undefined;
  /** Also found for a transaction whose block is not in the store yet. */
  statusOf(txID: Id): TxStatus | undefined;
}

export type AcceptedTx = { readonly tx: Tx; readonly status: TxStatus; readonly height: bigint };

export interface UtxoQueries {
  byID(utxoID: Id): Utxo | undefined;
  /**
   * The UTXOs of an address, newest first, then by UTXO ID. Starts after the given UTXO, or from the beginning if that
   * UTXO no longer exists. Iterate without writing to the store in between.
   */
  ownedBy(address: ShortId, after?: Id): Iterable<UtxoBytes>;
  /** All UTXOs of an address if they are few; the same object until they change. */
  listOf(address: ShortId): UtxoList | undefined;
  /** The balance of several addresses. Counts a shared UTXO once; `now` decides which outputs are locked. */
  balance(addresses: readonly ShortId[], now: bigint): Balance;
  /** The UTXOs that rewarded a staker, in the order of payment. */
  rewards(stakerTxID: Id): readonly UtxoBytes[];
}

/** `bytes` is the UTXO, serialized with the codec version. The store returns the same object until it changes. */
export type UtxoBytes = { readonly utxoID: Id; readonly bytes: Uint8Array };

export type UtxoList = {
  /** In the order of `ownedBy`. */
  readonly utxos: readonly UtxoBytes[];
  /** Whether another address owns one of them, as well. */
  readonly isShared: boolean;
};

export interface StakeQueries {
  /** The stake outputs that name any of the addresses, in staker order: current stakers, then pending ones. */
  byAddresses(addresses: readonly ShortId[], options: { readonly validatorsOnly: boolean }): Stake;
}

export type Stake = {
  /** By asset ID. Each sum saturates at 2^64 - 1. */
  readonly assets: readonly { readonly assetID: Id; readonly staked: bigint }[];
  /** TransferableOutputs, serialized with the codec version. */
  readonly outputs: readonly Uint8Array[];
};

export interface SubnetQueries {
  /** In the order of creation, without the primary network. */
  ids(): readonly Id[];
  has(subnetID: Id): boolean;
}

/** The chains that CreateChainTxs created, including those of the genesis. The P-chain is not one of them. */
export interface ChainListQueries {
  byID(chainID: Id): Chain | undefined;
  /** In AvalancheGo's order: chains of the genesis newest first, then later ones oldest first. */
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
   * The validators of a subnet after the block at a height, which must be accepted. The weight includes delegators.
   * Inactive L1 validators are one entry with the empty node ID and no key.
   * avalanchego vms/platformvm/validators/manager.go @ v1.12.1
   */
  setAt(subnetID: Id, height: bigint): readonly Validator[];
  /** The changes of the block at a height to all validator sets, by subnet ID and node ID. */
  changesAt(height: bigint): readonly ValidatorChange[];
  /** Every subnet that had validators at that height, the primary network first. */
  allSetsAt(height: bigint): readonly ValidatorSet[];
  /** The current weight of a subnet's validators, including delegators and inactive L1 validators. */
  totalWeight(subnetID: Id): bigint;
  /** Whether a node currently validates the subnet. */
  has(subnetID: Id, nodeID: NodeId): boolean;
}

export type Validator = {
  readonly nodeID: NodeId;
  readonly weight: bigint;
  /** 48 bytes, compressed. A subnet's staker has the key of its primary network validator. */
  readonly publicKey: Uint8Array | undefined;
};

/** A weight of 0 means that the node does not validate. If the weights are equal, the key changed. */
export type ValidatorChange = {
  readonly subnetID: Id;
  readonly nodeID: NodeId;
  readonly weight: bigint;
  readonly previousWeight: bigint;
};

export type ValidatorSet = { readonly subnetID: Id; readonly validators: readonly Validator[] };

/** UTXOs between the P-chain and another chain of the primary network. */
export interface AtomicUtxoQueries {
  /** A UTXO that `sourceChain` exported to the P-chain and that is not imported yet. */
  atomicUtxo(sourceChain: Id, utxoID: Id): Utxo | undefined;
  /** Like `UtxoQueries.ownedBy`, for UTXOs from `sourceChain`. avalanchego chains/atomic/state.go @ v1.12.1 */
  ownedBy(sourceChain: Id, address: ShortId, after?: Id): Iterable<UtxoBytes>;
  /** The same for UTXOs that any chain exported to any other one. */
  inTransit(
    sourceChain: Id,
    destinationChain: Id,
    address: ShortId,
    after?: Id,
  ): Iterable<UtxoBytes>;
  /** The same for UTXOs that the P-chain exported to `destinationChain`. */
  exportedTo(destinationChain: Id, address: ShortId, after?: Id): Iterable<UtxoBytes>;
}

/** A query about blocks that this node has not replayed yet: it started from a snapshot. */
export class HistoryMissing extends Error {
  override readonly name = "HistoryMissing";
  /** The lowest height for which such queries succeed. */
  readonly from: bigint;

  constructor(from: bigint) {
    super(`the node started from a snapshot and has no history below height ${from} yet`);
    this.from = from;
  }
}

/** The snapshot that a node started from, and whether it is verified. */
export type SnapshotStatus = {
  readonly state: "assumed" | "verified" | "refuted";
  readonly height: bigint;
  /** In hex. */
  readonly digest: string;
};

import type { Id, NodeId, ShortId } from "../../../formats/bytes.ts";
import type { Balance } from "../../balance.ts";
import type { LedgerRow } from "../schema.ts";

/**
 * The queries of the ledger. Rows are those of schema.ts. A query about heights without rows returns what is there: ask
 * `coverage` first.
 */
export interface LedgerQueries {
  coverage(): LedgerCoverage;
  block(height: number): LedgerRow<"blocks"> | undefined;
  /** The transactions that a block contains, in its order: those of a proposal are decided by the next block. */
  txIDsIn(blockHeight: number): readonly Id[];
  /** The last block whose chain time is at most a time, in Unix seconds. */
  lastBlockBy(time: number): LedgerRow<"blocks"> | undefined;
  /** The first block whose chain time is at least a time, in Unix seconds. */
  firstBlockFrom(time: number): LedgerRow<"blocks"> | undefined;
  /** What names the state of the last rows of a height; see `Checkpoint`. */
  checkpoint(height: number): Checkpoint;
  /** Whether the rows of a checkpoint are still there. */
  holds(checkpoint: Checkpoint): boolean;
  /** Counts a shared output once; `now`, in Unix seconds, decides which outputs are locked. */
  balance(addresses: readonly ShortId[], height: number, now: bigint): Balance;
  /** The UTXOs of an address after a block, newest first, then by UTXO ID, after a given one. */
  utxos(address: ShortId, options: UtxoOptions): Iterable<UtxoRecord>;
  /** The UTXOs and the stake of addresses, each once, in no order. */
  owned(addresses: readonly ShortId[], options: OwnedOptions): readonly OwnedOutput[];
  /** The outputs that addresses ever had as a UTXO or as stake, by the height that created them and then by key. */
  everOwned(addresses: readonly ShortId[], page: LedgerPage): LedgerList<OutputRecord>;
  /** An output, spent or not. */
  output(key: OutputKey): OutputRecord | undefined;
  /** What an output is, without what happened to it. */
  plainOutput(key: OutputKey): PlainOutputRecord | undefined;
  /** The outputs that an address alone was sent on other chains up to a height, newest first. */
  exportsTo(address: ShortId, heightMax: number): readonly LedgerRow<"outputs">[];
  /** The delegations to a validator that began between two heights. */
  delegationsTo(validatorTxID: Id, beganAt: HeightBounds): Delegations;
  txs(filter: TxFilter, page: LedgerPage): LedgerList<TxRecord>;
  /** Those with an ID, newest first: before Banff, an aborted proposal could be repeated. */
  txsByID(txID: Id): readonly TxRecord[];
  txDetails(tx: TxRecord, inputs: readonly OutputKey[]): TxDetails;
  /** Those that the acceptance of a block decided, and what a dev node did at its height, in order. */
  txsAt(height: number): readonly TxRecord[];
  /** What the acceptance of a block changed, and a dev node at its height. */
  changesAt(height: number): HeightChanges;
  rewards(filter: RewardFilter, page: LedgerPage): LedgerList<RewardRecord>;
  /** Periods that may be rewarded when they end, by their end. */
  pendingRewards(filter: RewardFilter, page: LedgerPage): LedgerList<PeriodRecord>;
  stakingPeriods(filter: PeriodFilter, page: LedgerPage): LedgerList<PeriodRecord>;
  /** Undefined if it was registered after a height, or never. */
  l1Validator(validationID: Id, height: number): L1Record | undefined;
  l1Validators(filter: L1Filter, page: LedgerPage): LedgerList<L1Record>;
  /** The events of an L1 validator up to a height, with the transaction of each. */
  l1Events(
    of: { readonly validationID: Id; readonly height: number },
    page: LedgerPage,
  ): LedgerList<L1EventRecord>;
  /** What crossed between the P-chain and chains that the node stores, by chain and then by height there. */
  crossings(filter: CrossingFilter, page: LedgerPage): LedgerList<CrossingRecord>;
  /** How a UTXO crossed; undefined if no stored container says it. */
  crossing(utxo: OutputKey): CrossingRecord | undefined;
  blocks(filter: BlockFilter, page: LedgerPage): LedgerList<LedgerRow<"blocks">>;
  days(filter: HeightBounds, page: LedgerPage): LedgerList<DayRecord>;
}

/** An output that addresses held, as a UTXO or as stake. */
export type OwnedOutput = OutputKey & {
  readonly isStaked: boolean;
  readonly assetID: Id;
  readonly amount: bigint;
  readonly locktime: bigint;
  readonly stakeLocktime: bigint;
  readonly createdHeight: number;
  /** How many addresses own it. */
  readonly ownerCount: number;
};

export type OwnedOptions = {
  /** The block; without it, the last one. */
  readonly height?: number;
  /** Also those that were spent by then. */
  readonly includesSpent: boolean;
};

/** The delegations to a validator. */
export type Delegations = { readonly count: number; readonly weight: bigint };

/** Heights from `from` to `to`, both included. */
export type HeightBounds = { readonly from: number; readonly to: number };

export type LedgerCoverage = {
  /** The first height without rows because the ledger is off; undefined while it is on. */
  readonly offSince: number | undefined;
  /** Heights without rows, ascending. */
  readonly gaps: readonly HeightBounds[];
  /** Why the gaps are not filled; undefined while they are, and without gaps. */
  readonly problem: string | undefined;
  /** The first height from which on all rows are in the store: those before may be in PostgreSQL only. 0 without any. */
  readonly localFrom: number;
};

/** What a ledger with gaps is, as the predicate of a sentence. */
export function fillingWords({ problem }: Pick<LedgerCoverage, "problem">): string {
  return problem === undefined ? "is still being filled" : `cannot be filled (${problem})`;
}

/** A height, the number of changes outside of blocks at it, and a digest of both. Another one is there after a revert. */
export type Checkpoint = {
  readonly height: number;
  readonly devChanges: number;
  readonly digest: Uint8Array;
};

/** The key of a row in the order of a list. */
export type LedgerPlace = readonly (number | Uint8Array)[];

export type LedgerPage = {
  readonly limit: number;
  readonly after: LedgerPlace | undefined;
  readonly isDescending: boolean;
};

export type LedgerList<Row> = {
  readonly rows: readonly Row[];
  /** The place of the last row if more follow. */
  readonly next: LedgerPlace | undefined;
};

export type UtxoOptions = {
  readonly height: number;
  readonly after: Id | undefined;
  /** Also those that were spent by then. */
  readonly includesSpent: boolean;
};

export type UtxoRecord = {
  readonly utxoID: Id;
  /** With the codec version. */
  readonly bytes: Uint8Array;
  /** What spent it by then. */
  readonly spent:
    | { readonly txID: Id; readonly height: number; readonly input: number }
    | undefined;
};

export type OutputKey = { readonly txID: Id; readonly outputIndex: number };

export type TxFilter = {
  readonly heights: HeightBounds;
  readonly addresses?: readonly ShortId[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly nodeID?: NodeId | undefined;
  readonly subnetID?: Id | undefined;
  readonly validationID?: Id | undefined;
  /** Created by it, or the other side of an import or export. */
  readonly chainID?: Id | undefined;
};

/** A transaction, its block, and what it did to each address of the filter. */
export type TxRecord = LedgerRow<"txs"> & {
  readonly block_id: Id;
  readonly time: number;
  readonly shares: readonly LedgerRow<"address_txs">[];
};

export type OutputRecord = LedgerRow<"outputs"> & {
  /** The transaction that spent it; null if none did or its block is not filled. */
  readonly spent_by: Id | null;
  /** Chain times of both blocks, in Unix seconds; null if a block is not filled. */
  readonly created_time: number | null;
  readonly spent_time: number | null;
};

export type PlainOutputRecord = Pick<
  LedgerRow<"outputs">,
  "asset_id" | "amount" | "threshold" | "locktime" | "addresses"
>;

export type TxDetails = {
  /** Consumed UTXOs, in the order of the inputs. */
  readonly inputs: readonly OutputRecord[];
  readonly imports: readonly LedgerRow<"imports">[];
  /** What it created, and what it made spendable. */
  readonly outputs: readonly OutputRecord[];
  readonly rewards: readonly LedgerRow<"rewards">[];
  /** Of the staker that it added, ended or configured. */
  readonly periods: readonly PeriodRecord[];
  readonly l1Events: readonly LedgerRow<"l1_events">[];
};

export type HeightChanges = {
  readonly txs: readonly TxRecord[];
  readonly rewards: readonly RewardRecord[];
  /** Periods that were added, began or ended, with the owners of their stake. */
  readonly periods: readonly (PeriodRecord & { readonly stake_addresses: readonly Uint8Array[] })[];
  readonly l1Events: readonly (L1EventRecord &
    Pick<LedgerRow<"l1_validators">, "subnet_id" | "node_id">)[];
};

export type RewardFilter = {
  readonly heights: HeightBounds;
  readonly addresses?: readonly ShortId[] | undefined;
  readonly nodeID?: NodeId | undefined;
  readonly subnetID?: Id | undefined;
  /** The staking transaction. */
  readonly stakingTxID?: Id | undefined;
};

/** A reward and the transaction that paid it. */
export type RewardRecord = LedgerRow<"rewards"> & { readonly reward_tx_id: Id };

export type PeriodFilter = {
  readonly addresses?: readonly ShortId[] | undefined;
  readonly nodeID?: NodeId | undefined;
  readonly subnetID?: Id | undefined;
  readonly txID?: Id | undefined;
  /** Of delegators: the staking transaction of their validator. */
  readonly validatorTxID?: Id | undefined;
  readonly role?: "validator" | "delegator" | undefined;
  /** `current` is pending or running. */
  readonly status?: "pending" | "running" | "current" | "ended" | undefined;
  /** Periods that were current after this block. */
  readonly runningAt?: number | undefined;
  /** The heights at which they began, and the times of these blocks: their starts. Without it, pending ones, too. */
  readonly began?: { readonly heights: HeightBounds; readonly times: HeightBounds } | undefined;
};

/** A period, the transaction that ended it, and the shares of its delegations. */
export type PeriodRecord = LedgerRow<"staking_periods"> & {
  readonly ended_by: Id | null;
  /** Of a delegator: the validator's part of its reward, of 1,000,000. */
  readonly validator_shares: number | null;
};

export type L1Filter = {
  readonly height: number;
  readonly subnetID?: Id | undefined;
  readonly nodeID?: NodeId | undefined;
  readonly status?: L1Status | undefined;
};

export type L1Status = "active" | "inactive" | "removed";

/** An L1 validator, and its last event up to a height. */
export type L1Record = LedgerRow<"l1_validators"> & { readonly last: LedgerRow<"l1_events"> };

export type L1EventRecord = LedgerRow<"l1_events"> & { readonly tx_id: Id | null };

export type BlockFilter = {
  readonly heights: HeightBounds;
  readonly proposer?: NodeId | undefined;
};

export type CrossingFilter = {
  readonly addresses?: readonly ShortId[] | undefined;
  readonly chainID?: Id | undefined;
  readonly kind?: "export" | "import" | undefined;
  /** A transaction on either side. */
  readonly txID?: Id | undefined;
};

/** What crossed, with what the P-chain did to the UTXO: its blocks may not be there yet. */
export type CrossingRecord = LedgerRow<"crossings"> & {
  /** Of an import: the owners and the height of the export. */
  readonly output_threshold: number | null;
  readonly output_locktime: bigint | null;
  readonly output_addresses: Uint8Array | null;
  readonly exported_height: number | null;
  /** Of an export: the ImportTx, if there was one. */
  readonly imported_by: Id | null;
  readonly imported_height: number | null;
};

/** A day, and its last block. */
export type DayRecord = LedgerRow<"days"> & { readonly last: LedgerRow<"blocks"> };

/** Thrown by a query that needs rows which the store may not have any more, because PostgreSQL has them. */
export class NotLocal extends Error {
  override readonly name = "NotLocal";
  /** The first height from which on the store has all rows. */
  readonly localFrom: number;

  constructor(localFrom: number) {
    super(`the rows of heights below ${localFrom} are in the database of --db-url only`);
    this.localFrom = localFrom;
  }
}

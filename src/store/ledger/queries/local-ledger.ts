import type { Id, ShortId } from "../../../formats/bytes.ts";
import {
  type BlockFilter,
  type Checkpoint,
  type CrossingFilter,
  type CrossingRecord,
  type HeightBounds,
  type L1Filter,
  type LedgerPage,
  type LedgerQueries,
  NotLocal,
  type OutputKey,
  type OutputRecord,
  type OwnedOptions,
  type PeriodFilter,
  type PeriodRecord,
  type RewardFilter,
  type TxFilter,
  type TxRecord,
  type UtxoOptions,
} from "./ledger-queries.ts";

/**
 * The queries of a store from which rows of the past may have been removed. Throws NotLocal if the result may need one of
 * them. What stays whatever its height: unspent outputs and who holds them, staking periods, L1 validators and their
 * events, days, crossings.
 */
export class LocalLedger implements LedgerQueries {
  readonly #all: LedgerQueries;
  readonly #localFrom: () => number;

  readonly #namesOthers: boolean;

  /** Unless it names others, the times and transactions of other blocks that results mention may be null. */
  constructor(all: LedgerQueries, localFrom: () => number, namesOthers = true) {
    this.#all = all;
    this.#localFrom = localFrom;
    this.#namesOthers = namesOthers;
  }

  coverage() {
    return this.#all.coverage();
  }

  checkpoint(height: number): Checkpoint {
    this.#require(height);
    return this.#all.checkpoint(height);
  }

  holds(checkpoint: Checkpoint): boolean {
    this.#require(checkpoint.height);
    return this.#all.holds(checkpoint);
  }

  block(height: number) {
    this.#require(height);
    return this.#all.block(height);
  }

  txIDsIn(blockHeight: number) {
    this.#require(blockHeight);
    return this.#all.txIDsIn(blockHeight);
  }

  lastBlockBy(time: number) {
    return this.#all.lastBlockBy(time) ?? this.#unlessRemoved(undefined);
  }

  firstBlockFrom(time: number) {
    const found = this.#all.firstBlockFrom(time);
    // The one before may be earlier and late enough, too.
    if (found !== undefined) this.#require(found.height - 1);
    return found;
  }

  balance(addresses: readonly ShortId[], height: number, now: bigint) {
    this.#require(height);
    return this.#all.balance(addresses, height, now);
  }

  utxos(address: ShortId, options: UtxoOptions) {
    // The place of a page may be spent.
    const needsSpent = options.includesSpent || options.after !== undefined;
    this.#require(needsSpent ? 0 : options.height);
    return this.#all.utxos(address, options);
  }

  owned(addresses: readonly ShortId[], options: OwnedOptions) {
    const { height = Number.MAX_SAFE_INTEGER, includesSpent } = options;
    this.#require(includesSpent ? 0 : height);
    return this.#all.owned(addresses, options);
  }

  everOwned(addresses: readonly ShortId[], page: LedgerPage) {
    this.#require(0);
    return this.#all.everOwned(addresses, page);
  }

  output(key: OutputKey) {
    const found = this.#all.output(key);
    if (found === undefined) return this.#unlessRemoved(undefined);
    this.#requireTimes([found]);
    return found;
  }

  plainOutput(key: OutputKey) {
    return this.#all.plainOutput(key) ?? this.#unlessRemoved(undefined);
  }

  exportsTo(address: ShortId, heightMax: number) {
    this.#require(0);
    return this.#all.exportsTo(address, heightMax);
  }

  delegationsTo(validatorTxID: Id, beganAt: HeightBounds) {
    return this.#all.delegationsTo(validatorTxID, beganAt);
  }

  txs(filter: TxFilter, page: LedgerPage) {
    this.#requireRange(filter.heights);
    return this.#all.txs(filter, page);
  }

  txsByID(txID: Id) {
    const found = this.#all.txsByID(txID);
    const mayHaveOthers = found.length === 0 || found.some(({ kind }) => repeatable.has(kind));
    return mayHaveOthers ? this.#unlessRemoved(found) : found;
  }

  txDetails(tx: TxRecord, inputs: readonly OutputKey[]) {
    this.#require(tx.height);
    const details = this.#all.txDetails(tx, inputs);
    this.#requireTimes([...details.inputs, ...details.outputs]);
    this.#requireEnds(details.periods);
    return details;
  }

  txsAt(height: number) {
    this.#require(height);
    return this.#all.txsAt(height);
  }

  changesAt(height: number) {
    this.#require(height);
    return this.#all.changesAt(height);
  }

  rewards(filter: RewardFilter, page: LedgerPage) {
    this.#requireRange(filter.heights);
    return this.#all.rewards(filter, page);
  }

  pendingRewards(filter: RewardFilter, page: LedgerPage) {
    if (filter.addresses !== undefined) this.#require(0);
    return this.#all.pendingRewards(filter, page);
  }

  stakingPeriods(filter: PeriodFilter, page: LedgerPage) {
    if (filter.addresses !== undefined) this.#require(0);
    const list = this.#all.stakingPeriods(filter, page);
    this.#requireEnds(list.rows);
    return list;
  }

  l1Validator(validationID: Id, height: number) {
    return this.#all.l1Validator(validationID, height);
  }

  l1Validators(filter: L1Filter, page: LedgerPage) {
    return this.#all.l1Validators(filter, page);
  }

  l1Events(of: { readonly validationID: Id; readonly height: number }, page: LedgerPage) {
    const list = this.#all.l1Events(of, page);
    for (const { height } of list.rows) this.#requireOther(height);
    return list;
  }

  crossings(filter: CrossingFilter, page: LedgerPage) {
    if (filter.addresses !== undefined || filter.txID !== undefined) this.#require(0);
    const list = this.#all.crossings(filter, page);
    for (const row of list.rows) this.#requireOtherSide(row);
    return list;
  }

  crossing(utxo: OutputKey) {
    const found = this.#all.crossing(utxo);
    if (found !== undefined) this.#requireOtherSide(found);
    return found;
  }

  blocks(filter: BlockFilter, page: LedgerPage) {
    this.#requireRange(filter.heights);
    return this.#all.blocks(filter, page);
  }

  days(filter: HeightBounds, page: LedgerPage) {
    const list = this.#all.days(filter, page);
    for (const { last_height } of list.rows) this.#require(last_height);
    return list;
  }

  #require(height: number): void {
    const localFrom = this.#localFrom();
    if (localFrom > 0 && height < localFrom) throw new NotLocal(localFrom);
  }

  /** For what a result mentions of another block. */
  #requireOther(height: number): void {
    if (this.#namesOthers) this.#require(height);
  }

  #requireRange({ from, to }: HeightBounds): void {
    if (from <= to) this.#require(from);
  }

  /** A result that is right if no row was removed. */
  #unlessRemoved<Result>(result: Result): Result {
    this.#require(0);
    return result;
  }

  /** The times of their blocks are shown. */
  #requireTimes(outputs: readonly OutputRecord[]): void {
    for (const { created_height } of outputs) this.#requireOther(created_height);
  }

  /** The transactions that ended them are shown. */
  #requireEnds(periods: readonly PeriodRecord[]): void {
    for (const { ended_height } of periods) {
      if (ended_height !== null) this.#requireOther(ended_height);
    }
  }

  #requireOtherSide(row: CrossingRecord): void {
    const { kind, output_addresses: owners, imported_by, exported_height } = row;
    const isKnown = kind === "import" ? owners !== null : imported_by !== null;
    if (!isKnown) this.#require(0);
    if (exported_height !== null) this.#require(exported_height);
  }
}

/** Before Banff, such a transaction could be accepted again after it was aborted. */
const repeatable: ReadonlySet<string> = new Set([
  "AddValidatorTx",
  "AddDelegatorTx",
  "AddSubnetValidatorTx",
]);

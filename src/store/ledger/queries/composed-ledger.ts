import type { Id, ShortId } from "../../../formats/bytes.ts";
import type { Balance } from "../../chain-queries.ts";
import type { Holdings } from "../holdings.ts";
import { blockAt, blockPage, dayPage, firstBlockFrom, lastBlockBy } from "./blocks.ts";
import { crossingOf, crossingPage } from "./crossings.ts";
import { delegationsTo } from "./delegations.ts";
import { EverOwned } from "./ever-owned.ts";
import { exportsTo } from "./exports.ts";
import { changesAt } from "./height-changes.ts";
import { l1EventPage, l1Page, l1Record } from "./l1-validators.ts";
import type {
  BlockFilter,
  Checkpoint,
  CrossingFilter,
  HeightBounds,
  L1Filter,
  LedgerCoverage,
  LedgerPage,
  LedgerQueries,
  OutputKey,
  OwnedOptions,
  PeriodFilter,
  RewardFilter,
  TxFilter,
  TxRecord,
  UtxoOptions,
} from "./ledger-queries.ts";
import { outputAt, plainOutputAt } from "./outputs.ts";
import type { OwnedOutputs } from "./owned-outputs.ts";
import { pendingPage, rewardPage } from "./rewards.ts";
import type { Selects } from "./selects.ts";
import { periodPage } from "./staking-periods.ts";
import { txDetails } from "./tx-details.ts";
import { txPage, txsAt, txsByID } from "./txs.ts";
import { LedgerUtxos, type UtxoPlaces } from "./utxos.ts";

/** The queries of the ledger that are statements of both databases. */
export abstract class ComposedLedger implements LedgerQueries {
  protected readonly selects: Selects;
  readonly #holdings: Holdings;
  readonly #owned: OwnedOutputs;
  readonly #everOwned: EverOwned;
  readonly #utxos: LedgerUtxos;

  /** `places` may be shared by all that read one chain. */
  constructor(
    selects: Selects,
    {
      holdings,
      owned,
      places,
    }: {
      readonly holdings: Holdings;
      readonly owned: OwnedOutputs;
      readonly places: UtxoPlaces;
    },
  ) {
    this.selects = selects;
    this.#holdings = holdings;
    this.#owned = owned;
    this.#everOwned = new EverOwned(selects, owned);
    this.#utxos = new LedgerUtxos(selects, holdings, places);
  }

  abstract coverage(): LedgerCoverage;
  abstract checkpoint(height: number): Checkpoint;
  abstract holds(checkpoint: Checkpoint): boolean;
  abstract txIDsIn(blockHeight: number): readonly Id[];

  block(height: number) {
    return blockAt(this.selects, height);
  }

  lastBlockBy(time: number) {
    return lastBlockBy(this.selects, time);
  }

  firstBlockFrom(time: number) {
    return firstBlockFrom(this.selects, time);
  }

  balance(addresses: readonly ShortId[], height: number, now: bigint): Balance {
    return this.#holdings.balance(addresses, height, now);
  }

  utxos(address: ShortId, options: UtxoOptions) {
    return this.#utxos.of(address, options);
  }

  owned(addresses: readonly ShortId[], options: OwnedOptions) {
    return this.#owned.of(addresses, options);
  }

  everOwned(addresses: readonly ShortId[], page: LedgerPage) {
    return this.#everOwned.page(addresses, page);
  }

  output(key: OutputKey) {
    return outputAt(this.selects, key);
  }

  plainOutput(key: OutputKey) {
    return plainOutputAt(this.selects, key);
  }

  exportsTo(address: ShortId, heightMax: number) {
    return exportsTo(this.selects, address, heightMax);
  }

  delegationsTo(validatorTxID: Id, beganAt: HeightBounds) {
    return delegationsTo(this.selects, validatorTxID, beganAt);
  }

  txs(filter: TxFilter, page: LedgerPage) {
    return txPage(this.selects, filter, page);
  }

  txsByID(txID: Id) {
    return txsByID(this.selects, txID);
  }

  txDetails(tx: TxRecord, inputs: readonly OutputKey[]) {
    return txDetails(this.selects, tx, inputs);
  }

  txsAt(height: number) {
    return txsAt(this.selects, height);
  }

  changesAt(height: number) {
    return changesAt(this.selects, height);
  }

  rewards(filter: RewardFilter, page: LedgerPage) {
    return rewardPage(this.selects, filter, page);
  }

  pendingRewards(filter: RewardFilter, page: LedgerPage) {
    return pendingPage(this.selects, filter, page);
  }

  stakingPeriods(filter: PeriodFilter, page: LedgerPage) {
    return periodPage(this.selects, filter, page);
  }

  l1Validator(validationID: Id, height: number) {
    return l1Record(this.selects, validationID, height);
  }

  l1Validators(filter: L1Filter, page: LedgerPage) {
    return l1Page(this.selects, filter, page);
  }

  l1Events(of: { readonly validationID: Id; readonly height: number }, page: LedgerPage) {
    return l1EventPage(this.selects, of, page);
  }

  crossings(filter: CrossingFilter, page: LedgerPage) {
    return crossingPage(this.selects, filter, page);
  }

  crossing(utxo: OutputKey) {
    return crossingOf(this.selects, utxo);
  }

  blocks(filter: BlockFilter, page: LedgerPage) {
    return blockPage(this.selects, filter, page);
  }

  days(heights: HeightBounds, page: LedgerPage) {
    return dayPage(this.selects, heights, page);
  }
}

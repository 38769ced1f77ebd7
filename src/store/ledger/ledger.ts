import type { Id } from "../../formats/bytes.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { Block } from "../../pchain/blocks/block.ts";
import type { ReceivedContainer } from "../../pchain/blocks/proposervm.ts";
import { inputID } from "../../pchain/components/utxo.ts";
import type { ChangeSet } from "../../pchain/state/changes.ts";
import type { State } from "../../pchain/state/state.ts";
import type { Metadata } from "../metadata.ts";
import type { SqliteDatabase, SqliteStatement } from "../sqlite.ts";
import type { Utxos } from "../utxos.ts";
import type { ValidatorSetMove } from "../validator-sets.ts";
import { beforeLedgerReads } from "./before-reads.ts";
import type { LedgerChanges } from "./block-changes.ts";
import { ledgerChanges } from "./changes-of.ts";
import { type HeightRange, LedgerCoverage } from "./coverage.ts";
import { Crossings } from "./crossings.ts";
import { Gaps } from "./gaps.ts";
import { Holdings, SqliteHoldingRows } from "./holdings.ts";
import { LocalHeights } from "./local-heights.ts";
import { type NetworkTotals, totalsAfter, totalsOf } from "./network-totals.ts";
import { LedgerOutbox } from "./outbox.ts";
import type { HeightOf } from "./output-writer.ts";
import { LedgerPruning } from "./pruning.ts";
import { devPositions, type LedgerRow } from "./schema.ts";
import { LedgerWriter } from "./writer.ts";

/** What happened to the chain, before the store writes it. */
export type LedgerInput = {
  /** One block, or a proposal and its option. Empty for a change of a dev node. */
  readonly blocks: readonly Block[];
  /** The container that each of them came in, if it is known. */
  readonly containers?: readonly (ReceivedContainer | undefined)[] | undefined;
  readonly changes: ChangeSet;
  readonly height: bigint;
  readonly sets: ValidatorSetMove;
};

/** Where the rows of a second store go, which executes the blocks of another one again. */
export type LedgerSink = {
  readonly add: (changes: LedgerChanges) => void;
  /** Called before the second store commits, so that it never has blocks whose rows are lost. */
  readonly flush: () => void;
};

/** More rows do not wait: they are memory. */
const waitingMax = 50_000;

/** Of metadata: `on`, or the first height without rows. */
export const metadataKey = "ledger";

/** Written while it is on. */
export const on = "on";

/**
 * The ledger of a store: writes rows with each block while it is on, and remembers which heights have none. It is off until
 * `begin`.
 */
export class Ledger {
  readonly #database: SqliteDatabase;
  /** Which heights have rows. */
  readonly coverage: LedgerCoverage;
  readonly #gaps: Gaps;
  /** From which height on it has all rows. */
  readonly local: LocalHeights;
  /** What addresses owned after a block without gaps up to it. */
  readonly holdings: Holdings;
  /** What came from other chains and went to them. */
  readonly crossings: Crossings;
  /** What another database does not have yet. */
  readonly outbox: LedgerOutbox;
  readonly #state: State;
  readonly #utxos: Pick<Utxos, "heightOf">;
  #writer: LedgerWriter | undefined;
  /** Whether rows wait for `flush`. */
  #isDeferred = false;
  #isFlushing = false;
  #sink: LedgerSink | undefined;
  #lastPosition: SqliteStatement | undefined;
  #context: ChainContext | undefined;
  #pruning: LedgerPruning | undefined;
  #isOn = false;
  #totals: NetworkTotals | undefined;
  #onChanges: ((changes: LedgerChanges) => void) | undefined;

  constructor(
    database: SqliteDatabase,
    parts: {
      readonly metadata: Metadata;
      readonly state: State;
      readonly utxos: Pick<Utxos, "heightOf">;
    },
  ) {
    this.#database = database;
    beforeLedgerReads(database, () => this.flush());
    this.coverage = new LedgerCoverage(database, parts.metadata);
    this.local = new LocalHeights(parts.metadata);
    this.#state = parts.state;
    this.#utxos = parts.utxos;
    this.#gaps = new Gaps(database, this.coverage);
    this.holdings = new Holdings(new SqliteHoldingRows(database));
    this.crossings = new Crossings(database);
    this.outbox = new LedgerOutbox(database);
  }

  /** Whether each block is written. */
  get isOn(): boolean {
    return this.#isOn && this.#context !== undefined;
  }

  /** Whether every height of the store has its rows, all of them here. */
  get isComplete(): boolean {
    return this.isFilled && this.local.from === 0;
  }

  /** Whether it has all rows but those that were removed. */
  get isFilled(): boolean {
    const isOn = this.coverage.isNoted && this.coverage.offSince() === undefined;
    return isOn && this.gaps().length === 0;
  }

  /** The heights up to the tip that have no rows, ascending. */
  gaps(): readonly HeightRange[] {
    return this.#gaps.all();
  }

  /**
   * Switches it on or off. Returns whether the store notes it already, and lacks nothing else up to its `tip`; if not, call
   * `resume`. With a sink, no row is written to this store.
   */
  begin(context: ChainContext, isOn: boolean, tip: number, sink?: LedgerSink): boolean {
    this.#context = context;
    this.#sink = sink;
    this.#isOn = isOn;
    // They do not follow the chain while it is off.
    this.#totals = undefined;
    const isNoted = this.coverage.isNoted && (this.coverage.offSince() === undefined) === isOn;
    return isNoted && (!isOn || this.#unwrittenFrom(tip) === undefined);
  }

  /**
   * Notes what a store lacks whose content is new to this process. `tip` is the last accepted height, -1 of an empty store.
   * Call it in a transaction.
   */
  resume(tip: number): void {
    if (this.#context === undefined) return;
    const { isNoted } = this.coverage;
    const offSince = this.coverage.offSince();
    if (!this.#isOn) {
      if (offSince === undefined) this.coverage.note(isNoted ? tip + 1 : 0);
      return;
    }
    const missingFrom = isNoted ? (offSince ?? this.#unwrittenFrom(tip)) : 0;
    if (missingFrom !== undefined && missingFrom <= tip) this.#gaps.add(missingFrom, tip);
    this.coverage.note(undefined);
  }

  /** Notes that no height has rows. Call it while it is off, in the transaction that deletes them. */
  noteEmpty(): void {
    this.coverage.note(0);
  }

  /** Whether it has the row of a transaction, or of a change of a dev node. */
  hasTx(id: Id): boolean {
    return this.#database.prepare("SELECT 1 FROM ledger_txs WHERE id = ?").get(id) !== undefined;
  }

  /** Calls a listener with the rows of each acceptance, before it is committed. It must not throw. */
  onChanges(listener: (changes: LedgerChanges) => void): void {
    this.#onChanges = listener;
  }

  /** Forgets what it has in memory, and what waits. Call it when the database was set to another state. */
  reload(): void {
    this.#totals = undefined;
    this.#writer?.clear();
    this.#isDeferred = false;
    this.#gaps.reload();
    this.local.reload();
  }

  /** Lets the rows of the next acceptances wait until they are read, or until `flush`, which must come before the transaction ends. */
  defer(): void {
    this.#isDeferred = true;
  }

  /** Writes what waits. */
  flush(): void {
    if (this.#writer === undefined || this.#isFlushing) return;
    this.#isFlushing = true;
    try {
      this.#writer.flush(this.#gaps.all().length > 0);
    } finally {
      this.#isFlushing = false;
    }
  }

  /** Writes what waits, and the next acceptances at once. */
  endDeferral(): void {
    this.flush();
    this.#sink?.flush();
    this.#isDeferred = false;
  }

  /** Writes the rows of an acceptance. Call the result when the state has moved. */
  write(input: LedgerInput): () => void {
    const context = this.#context;
    if (context === undefined || !this.#isOn) return () => {};
    const isOutside = input.blocks.length === 0;
    const totalsBefore = this.#totals ?? totalsOf(this.#state);
    const { outcomes, l1Validators } = input.changes;
    const totals = totalsAfter(totalsBefore, this.#state, outcomes, l1Validators);
    const height = Number(input.height);
    const changes = ledgerChanges({
      blocks: input.blocks,
      containers: input.containers ?? [],
      changes: input.changes,
      height,
      before: this.#state,
      totalsBefore,
      totals,
      context,
      validatorChanges: validatorChangesOf(input.sets),
      ...(isOutside && { devPosition: this.#nextDevPosition(height) }),
    });
    this.#put(changes);
    this.#onChanges?.(changes);
    return () => {
      this.#totals = totals;
    };
  }

  /**
   * Writes rows of gaps, ascending, and notes that the gaps are filled up to a height. Call it in a transaction with the rows
   * of all gaps up to there that are not filled yet.
   */
  fillTo(height: number, rows: readonly LedgerChanges[]): void {
    this.flush();
    this.#writer ??= new LedgerWriter(this.#database);
    // The state has left these blocks behind, and does not know what they spent.
    for (const changes of rows) this.#writer.add(changes, () => 0);
    this.flush();
    this.#gaps.fillTo(height);
  }

  /** What removes rows that another database has. */
  get pruning(): LedgerPruning {
    this.#pruning ??= new LedgerPruning(this.#database, this.local);
    return this.#pruning;
  }

  #put(changes: LedgerChanges): void {
    if (this.#sink !== undefined) {
      this.#sink.add(changes);
      if (!this.#isDeferred) this.#sink.flush();
      return;
    }
    this.#writer ??= new LedgerWriter(this.#database);
    this.#writer.add(changes, this.#heightOf);
    this.outbox.add(changes);
    if (!this.#isDeferred || this.#writer.waiting > waitingMax) this.flush();
  }

  readonly #heightOf: HeightOf = ({ tx_id, output_index }) =>
    Number(this.#utxos.heightOf(inputID(tx_id, output_index)) ?? 0n);

  /**
   * The first of the last heights that have no rows though it was on: a version without a ledger has accepted their blocks.
   * Undefined if there are none.
   */
  #unwrittenFrom(tip: number): number | undefined {
    if (tip < this.local.from || this.#sink !== undefined) return undefined;
    const last = (this.#database.prepare("SELECT max(height) FROM ledger_blocks").pluck().get() ??
      -1) as number;
    const isKnown = last >= tip || this.gaps().some(({ from, to }) => from <= tip && tip <= to);
    return isKnown ? undefined : Math.max(last + 1, this.local.from);
  }

  #nextDevPosition(height: number): number {
    this.#lastPosition ??= this.#database
      .prepare("SELECT max(position) FROM ledger_txs WHERE height = ? AND position >= ?")
      .pluck();
    const last = this.#lastPosition.get(height, devPositions) as number | null;
    return last === null ? devPositions : last + 1;
  }
}

function validatorChangesOf({
  height,
  nodes,
}: ValidatorSetMove): readonly LedgerRow<"validator_changes">[] {
  return nodes.map(({ subnet, running, next }) => ({
    subnet_id: subnet.subnetID,
    height,
    node_id: (next ?? running)!.nodeID,
    weight_before: running?.weight ?? 0n,
    weight_after: next?.weight ?? 0n,
    public_key: next?.publicKey ?? null,
  }));
}

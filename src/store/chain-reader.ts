import { applyHotChanges } from "../pchain/state/changes.ts";
import { MemoryState } from "../pchain/state/memory-state.ts";
import { validatorSetChanges } from "../pchain/state/validator-set-changes.ts";
import { AtomicUtxos } from "./atomic-utxos.ts";
import { BlockTimes } from "./block-times.ts";
import { Blocks } from "./blocks.ts";
import type { ChainQueries } from "./chain-queries.ts";
import { ChainState } from "./chain-state.ts";
import { Chains } from "./chains.ts";
import { CommitMark } from "./commit-mark.ts";
import { History } from "./history.ts";
import { L1Validators } from "./l1-validators.ts";
import { LocalHeights } from "./ledger/local-heights.ts";
import type { LedgerQueries } from "./ledger/queries/ledger-queries.ts";
import { LocalLedger } from "./ledger/queries/local-ledger.ts";
import { SqliteLedger } from "./ledger/queries/sqlite-ledger.ts";
import { Metadata } from "./metadata.ts";
import { Observatory } from "./observatory/observatory.ts";
import { type JournalEntry, JournalReader } from "./reader-journal.ts";
import { openSqliteReader, type SqliteDatabase, type SqliteStatement } from "./sqlite.ts";
import { StakedOutputs } from "./staked-outputs.ts";
import { Stakers } from "./stakers.ts";
import { StoreCondition, watchStatements } from "./store-condition.ts";
import { Subnets } from "./subnets.ts";
import { Tip } from "./tip.ts";
import { Txs } from "./txs.ts";
import { Uptimes } from "./uptimes.ts";
import { Utxos } from "./utxos.ts";
import { ValidatorSets } from "./validator-sets.ts";

/** The writer committed after `enter` and before the first read of a table: memory and tables would differ. */
export class ReaderBehind extends Error {
  override readonly name = "ReaderBehind";
}

/**
 * The chain that another process of this node writes. `enter` moves it to the newest commit; until `leave`, all reads
 * are of that commit, in memory and in the tables, or throw ReaderBehind.
 */
export class ChainReader implements ChainQueries {
  readonly #database: SqliteDatabase;
  readonly #begin: SqliteStatement;
  readonly #end: SqliteStatement;
  readonly #dataVersion: SqliteStatement;
  readonly #mark: CommitMark;
  /** Whether the mark shows all commits, as on every file system that SQLite's WAL index works on. */
  #isMarkTrusted = true;
  /** Whether what is read must be of the commit in memory. */
  #isInside = false;
  readonly #journal: JournalReader;
  readonly #stakers: Stakers;
  readonly #l1Validators: L1Validators;
  readonly #tip: Tip;
  readonly #onMoved: (() => void)[] = [];
  #hot = new MemoryState();
  #version = -1;
  #generation = 0;
  #isHeld = false;

  /** Whether the file can be read. */
  readonly condition = new StoreCondition();
  readonly state: ChainState;
  readonly blocks: Blocks;
  readonly blockTimes: BlockTimes;
  readonly txs: Txs;
  readonly utxos: Utxos;
  readonly stakes: StakedOutputs;
  readonly subnets: Subnets;
  readonly chains: Chains;
  readonly validators: ValidatorSets;
  readonly atomicUtxos: AtomicUtxos;
  readonly uptimes: Uptimes;
  readonly observatory: Observatory;
  readonly metadata: Metadata;
  readonly history: History;
  readonly ledgerQueries: LedgerQueries;

  constructor(path: string) {
    const database = openSqliteReader(path);
    watchStatements(database, this.condition, () => {
      if (this.#isInside && !database.inTransaction) this.#beginAtCommit();
    });
    this.#database = database;
    this.#begin = database.prepare("BEGIN");
    this.#end = database.prepare("COMMIT");
    this.#dataVersion = database.prepare("PRAGMA data_version").pluck();
    this.#dataVersion.get();
    this.#mark = new CommitMark(path);
    this.#journal = new JournalReader(database);
    this.metadata = new Metadata(database);
    this.history = new History(this.metadata);
    this.blocks = new Blocks(database, this.history);
    this.blockTimes = new BlockTimes(database, this.history);
    this.txs = new Txs(database, this.history);
    this.utxos = new Utxos(database);
    this.stakes = new StakedOutputs(database);
    this.subnets = new Subnets(database);
    this.chains = new Chains(database);
    this.atomicUtxos = new AtomicUtxos(database);
    this.uptimes = new Uptimes(database);
    this.observatory = new Observatory(database);
    this.validators = new ValidatorSets(database, -1n, this.history);
    const local = new LocalHeights(this.metadata);
    this.onMoved(() => local.reload());
    const localFrom = () => local.from;
    const ledgerQueries = new SqliteLedger(database, this.metadata, localFrom);
    this.ledgerQueries = new LocalLedger(ledgerQueries, localFrom);
    this.#stakers = new Stakers(database);
    this.#l1Validators = new L1Validators(database);
    this.#tip = new Tip(database);
    this.state = new ChainState(this.#hot, this);
    this.refresh();
  }

  /** Changes with every commit of the writer. */
  get version(): number {
    return this.#version;
  }

  /** Increases when blocks may have been undone. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether the writer has changes that only it can see. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** For modules with tables of their own. */
  database(): SqliteDatabase {
    return this.#database;
  }

  /** Calls a function after each move to a newer commit, within its reads. */
  onMoved(moved: () => void): void {
    this.#onMoved.push(moved);
  }

  /** Moves to the newest commit. Never goes back. */
  enter(): void {
    if (!this.#isMarkTrusted || this.#mark.hasChanged()) this.#enterNewest();
    this.#isInside = true;
  }

  /** Later reads may be of a newer commit. */
  leave(): void {
    this.#isInside = false;
  }

  /** Lets the writer move commits from its log into the file, which waits for readers. */
  release(): void {
    if (this.#database.inTransaction) this.#end.run();
  }

  /** Moves to the newest commit when nothing is being read. Call it from time to time: it also checks how commits are noticed. */
  refresh(): void {
    const before = this.#version;
    const isNoticed = this.#mark.hasChanged();
    this.#enterNewest();
    this.release();
    if (isNoticed || this.#version === before) return;
    // The commit was read, so its mark must be visible by now.
    if (this.#mark.hasChanged()) this.#mark.forget();
    else this.#isMarkTrusted = false;
  }

  close(): void {
    this.#database.close();
    this.#mark.close();
  }

  #enterNewest(): void {
    this.#isInside = false;
    this.release();
    try {
      this.#begin.run();
      // The first read decides which commit all following ones see.
      const version = this.#dataVersion.get() as number;
      if (version === this.#version) return;
      this.#catchUp();
      this.#version = version;
      for (const moved of this.#onMoved) moved();
    } catch (error) {
      this.#mark.forget();
      throw error;
    }
  }

  /** Makes all following reads see the commit that memory has. */
  #beginAtCommit(): void {
    this.#isInside = false;
    this.#begin.run();
    this.#isInside = true;
    if (this.#dataVersion.get() === this.#version) return;
    this.release();
    throw new ReaderBehind("the writer committed while a call was answered");
  }

  #catchUp(): void {
    this.#isHeld = this.#journal.isHeld();
    const step = this.#journal.next();
    if (step.kind === "reload") this.#reload();
    else {
      for (const entry of step.entries) this.#apply(entry);
      if (step.entries.length > 0) this.blocks.reload();
    }
  }

  #apply({ height, hot, addresses, utxoIDs, txIDs }: JournalEntry): void {
    const sets = this.validators.read(validatorSetChanges(this.#hot, hot), height);
    applyHotChanges(this.#hot, hot);
    this.validators.move(sets);
    this.utxos.forget(utxoIDs, addresses);
    this.txs.forget(txIDs);
  }

  #reload(): void {
    this.#generation += 1;
    this.history.reload();
    this.blocks.reload();
    this.txs.clearCache();
    this.utxos.clearCache();
    this.validators.reload(this.blocks.isEmpty() ? -1n : this.blocks.lastAccepted().height);
    this.#hot = new MemoryState();
    this.#tip.load(this.#hot);
    this.subnets.load(this.#hot, (txID) => this.txs.byID(txID)!.tx);
    this.#stakers.load(this.#hot);
    this.#l1Validators.load(this.#hot);
    this.state.replaceHot(this.#hot);
  }
}

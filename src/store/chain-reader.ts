import { applyHotChanges } from "../pchain/state/changes.ts";
import { validatorSetChanges } from "../pchain/state/validator-set-changes.ts";
import { ChainTables } from "./chain-tables.ts";
import { CommitMark } from "./commit-mark.ts";
import { LocalHeights } from "./ledger/local-heights.ts";
import type { LedgerQueries } from "./ledger/queries/ledger-queries.ts";
import { LocalLedger } from "./ledger/queries/local-ledger.ts";
import { SqliteLedger } from "./ledger/queries/sqlite-ledger.ts";
import { type JournalEntry, JournalReader } from "./reader-journal.ts";
import { openSqliteReader, type SqliteDatabase, type SqliteStatement } from "./sqlite.ts";
import { StoreCondition, watchStatements } from "./store-condition.ts";

/** The writer committed after `enter` and before the first read of a table: memory and tables would differ. */
export class ReaderBehind extends Error {
  override readonly name = "ReaderBehind";
}

/**
 * The chain that another process of this node writes. `enter` moves it to the newest commit; until `leave`, all reads
 * are of that commit, in memory and in the tables, or throw ReaderBehind.
 */
export class ChainReader extends ChainTables {
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
  readonly #onMoved: (() => void)[] = [];
  #version = -1;
  #generation = 0;
  #isHeld = false;

  /** Whether the file can be read. */
  readonly condition: StoreCondition;
  override readonly ledgerQueries: LedgerQueries;

  constructor(path: string) {
    const database = openSqliteReader(path);
    const condition = new StoreCondition();
    let beforeRead = () => {};
    watchStatements(database, condition, () => beforeRead());
    super(database, true);
    beforeRead = () => {
      if (this.#isInside && !database.inTransaction) this.#beginAtCommit();
    };
    this.condition = condition;
    this.#database = database;
    this.#begin = database.prepare("BEGIN");
    this.#end = database.prepare("COMMIT");
    this.#dataVersion = database.prepare("PRAGMA data_version").pluck();
    this.#dataVersion.get();
    this.#mark = new CommitMark(path);
    this.#journal = new JournalReader(database);
    const local = new LocalHeights(this.metadata);
    this.onMoved(() => local.reload());
    const localFrom = () => local.from;
    const ledgerQueries = new SqliteLedger(database, this.metadata, localFrom);
    this.ledgerQueries = new LocalLedger(ledgerQueries, localFrom);
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
    if (step.kind === "reload") this.reload();
    else {
      for (const entry of step.entries) this.#apply(entry);
      if (step.entries.length > 0) this.blocks.reload();
    }
  }

  #apply({ height, hot, addresses, utxoIDs, txIDs }: JournalEntry): void {
    const sets = this.validators.read(validatorSetChanges(this.hot, hot), height);
    applyHotChanges(this.hot, hot);
    this.validators.move(sets);
    this.utxos.forget(utxoIDs, addresses);
    this.txs.forget(txIDs);
  }

  protected override reload(): void {
    this.#generation += 1;
    super.reload();
  }
}

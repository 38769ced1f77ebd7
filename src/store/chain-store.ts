import { equalBytes, type Id, keyOf, type ShortId } from "../formats/bytes.ts";
import type { ChainContext } from "../networks/network.ts";
import type { Block } from "../pchain/blocks/block.ts";
import type { ReceivedContainer } from "../pchain/blocks/proposervm.ts";
import type { Utxo } from "../pchain/components/utxo.ts";
import type { AtomicRequests } from "../pchain/executor/context.ts";
import { applyChanges, applyHotChanges, type ChangeSet } from "../pchain/state/changes.ts";
import { Diff } from "../pchain/state/diff.ts";
import { MemoryState } from "../pchain/state/memory-state.ts";
import type { Staker } from "../pchain/state/staker.ts";
import { validatorSetChanges } from "../pchain/state/validator-set-changes.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import { AtomicUtxos, atomicUtxoTables } from "./atomic-utxos.ts";
import { BlockTimes, blockTimeTables } from "./block-times.ts";
import { Blocks, blockTables } from "./blocks.ts";
import type { ChainQueries } from "./chain-queries.ts";
import { ChainState } from "./chain-state.ts";
import { Chains, chainTables } from "./chains.ts";
import { digestState } from "./digest.ts";
import { History } from "./history.ts";
import {
  type ExpectedIdentity,
  readIdentity,
  type StoreIdentity,
  verifyIdentity,
  writeIdentity,
} from "./identity.ts";
import { StoreIntegrity } from "./integrity.ts";
import { L1Validators, l1ValidatorTables } from "./l1-validators.ts";
import { Ledger, type LedgerInput, type LedgerSink } from "./ledger/ledger.ts";
import { ledgerOutboxTables } from "./ledger/outbox.ts";
import type { LedgerQueries } from "./ledger/queries/ledger-queries.ts";
import { LocalLedger } from "./ledger/queries/local-ledger.ts";
import { SqliteLedger } from "./ledger/queries/sqlite-ledger.ts";
import { ledgerTables } from "./ledger/tables.ts";
import { Metadata, metadataTables } from "./metadata.ts";
import { isEmptyDatabase, migrate, type TableModule, verifyFormat } from "./migrations.ts";
import { Observatory, observatoryTables } from "./observatory/observatory.ts";
import { lostLog, markOpen } from "./open-mark.ts";
import { lockedOutput } from "./outputs.ts";
import { ownedUtxoTables } from "./owned-utxos.ts";
import { type FoundFiles, findFiles, StoreDamaged } from "./page-sums.ts";
import { JournalWriter, readerJournalTables } from "./reader-journal.ts";
import { Savepoints } from "./savepoints.ts";
import {
  busyError,
  configureSqlite,
  type Durability,
  lockForWriter,
  openSqlite,
  type SqliteDatabase,
  type StoreAccess,
  sqliteErrorCode,
} from "./sqlite.ts";
import { StakedOutputs, stakedOutputTables } from "./staked-outputs.ts";
import { isDelegator, Stakers, stakerTables } from "./stakers.ts";
import { StoreCondition, watchStatements } from "./store-condition.ts";
import { emptyTables, openImage, type StoreImage, unreadable, writeImage } from "./store-image.ts";
import { StoreRefused } from "./store-refused.ts";
import { SubmittedTxs, submittedTxTables } from "./submitted-txs.ts";
import { Subnets, subnetTables } from "./subnets.ts";
import { Tip, tipTables } from "./tip.ts";
import { placesOfTxs, Txs, txTables } from "./txs.ts";
import { Uptimes, uptimeTables } from "./uptimes.ts";
import { Utxos, utxoTables } from "./utxos.ts";
import { validatorRefTables } from "./validator-refs.ts";
import { ValidatorSets, validatorSetTables } from "./validator-sets.ts";
import { verifyReadable } from "./verify-readable.ts";
import { WriteCounts, type WriteFigures } from "./write-counts.ts";

export type ChainStoreOptions = ExpectedIdentity & {
  /** The database file, or `:memory:` for a store without a file. */
  readonly path: string;
  /** Defaults to `power-loss`. */
  readonly durability?: Durability;
  /** Defaults to `exclusive`. */
  readonly access?: StoreAccess;
  /** How long the check at the start may take; the rest of a large store is checked while it is in use. Default: one minute. */
  readonly checkMs?: number;
  /** Opens a damaged store to examine it. Nothing is checked, so the file must be a copy. */
  readonly unchecked?: boolean;
  /** Only executes blocks: who owns its UTXOs is not written, so it stays of this kind. */
  readonly isScratch?: boolean;
  /** Additional tables, written in the transaction of a block. */
  readonly modules?: readonly TableModule[];
};

export type Acceptance = {
  /** One block, or a proposal block and its option. Empty if the state changes without a block. */
  readonly blocks: readonly Block[];
  /** The changes of the blocks, in order. */
  readonly changes: readonly ChangeSet[];
  readonly atomicRequests?: AtomicRequests;
  /** The container that each block came in, if it came from a network. */
  readonly containers?: readonly (ReceivedContainer | undefined)[];
  /** Writes data of other modules in the same transaction as the blocks. */
  readonly withinTransaction?: (database: SqliteDatabase) => void;
};

const chainModules: readonly TableModule[] = [
  metadataTables,
  blockTables,
  txTables,
  blockTimeTables,
  utxoTables,
  ownedUtxoTables,
  atomicUtxoTables,
  stakerTables,
  stakedOutputTables,
  uptimeTables,
  l1ValidatorTables,
  subnetTables,
  chainTables,
  validatorRefTables,
  validatorSetTables,
  tipTables,
  submittedTxTables,
  readerJournalTables,
  ledgerTables,
  ledgerOutboxTables,
  observatoryTables,
];

/**
 * One chain on disk: its blocks, its state and its history. Each block is one SQLite transaction, so a crash never
 * leaves half a block. All methods are synchronous, so no read sees half a block.
 */
export class ChainStore implements ChainQueries {
  readonly #database: SqliteDatabase;
  /** Prevents a second writer of a shared store. */
  readonly #lock: SqliteDatabase | undefined;
  /** Undefined for a store without a file. */
  readonly #integrity: StoreIntegrity | undefined;
  /** Whether it can be read and written. */
  readonly condition: StoreCondition;
  readonly #writes: WriteCounts;
  #hot = new MemoryState();
  readonly #stakers: Stakers;
  readonly #l1Validators: L1Validators;
  readonly #tip: Tip;
  readonly #expected: ExpectedIdentity;
  /** Whether accepted blocks share one transaction. */
  #isBatch = false;
  readonly #snapshots: Savepoints;
  readonly #modules: readonly TableModule[];
  /** For the processes that read this store; undefined if it is exclusive. */
  readonly #journal: JournalWriter | undefined;
  readonly #undoneListeners: (() => void)[] = [];
  /** Whether readers still leave every query to the writer though no snapshot is left. */
  #holdsReaders = false;
  /** Whether the store records that it is open; not yet if it was opened on a full disk. */
  #isMarkedOpen = true;
  /** Whether memory and database differ. Then all reads and writes fail. */
  #isBroken = false;

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
  readonly submittedTxs: SubmittedTxs;
  readonly metadata: Metadata;
  /** How far back it goes. */
  readonly history: History;
  readonly ledger: Ledger;
  readonly ledgerQueries: LedgerQueries;
  /** The same for events, which say nothing of other blocks than their own. */
  readonly eventQueries: LedgerQueries;

  /** Throws StoreRefused. */
  constructor(options: ChainStoreOptions) {
    const modules = [...chainModules, ...(options.modules ?? [])];
    this.#lock = options.access === "shared" ? openLock(options.path) : undefined;
    const { database, condition, integrity, writes } = openDatabase(options, modules, this.#lock);
    this.#writes = writes;
    this.#database = database;
    this.condition = condition;
    this.#integrity = integrity;
    this.#expected = options;
    this.#modules = modules;
    this.#snapshots = new Savepoints(database);
    this.#journal = options.access === "shared" ? new JournalWriter(database) : undefined;
    try {
      this.metadata = new Metadata(database);
      this.history = new History(this.metadata);
      this.blocks = new Blocks(database, this.history);
      this.blockTimes = new BlockTimes(database, this.history);
      this.txs = new Txs(database, this.history);
      this.utxos = new Utxos(database, options.isScratch !== true);
      this.stakes = new StakedOutputs(database);
      this.subnets = new Subnets(database);
      this.chains = new Chains(database);
      this.atomicUtxos = new AtomicUtxos(database);
      this.uptimes = new Uptimes(database);
      this.observatory = new Observatory(database);
      this.submittedTxs = new SubmittedTxs(database);
      const height = this.blocks.isEmpty() ? -1n : this.blocks.lastAccepted().height;
      this.validators = new ValidatorSets(database, height, this.history);
      this.#stakers = new Stakers(database);
      this.#l1Validators = new L1Validators(database);
      this.#tip = new Tip(database);
      this.state = new ChainState(this.#hot, this);
      const { metadata, state, utxos } = this;
      this.ledger = new Ledger(database, { metadata, state, utxos });
      const localFrom = () => this.ledger.local.from;
      const ledgerQueries = new SqliteLedger(database, metadata, localFrom);
      this.ledgerQueries = new LocalLedger(ledgerQueries, localFrom);
      this.eventQueries = new LocalLedger(ledgerQueries, localFrom, false);
      this.#load();
      condition.onFailedWrite(() => this.#findUndoneSnapshots());
      if (integrity !== undefined) this.#beginUse();
    } catch (error) {
      condition.note(error);
      // Otherwise SQLite would close the file at any time, without the checksums.
      this.close();
      throw refusalOf(error, options.path);
    }
  }

  /** A store with a chain also opens on a full disk, and refuses writes until there is space. */
  #beginUse(): void {
    this.#isMarkedOpen = false;
    try {
      this.#markOpen();
    } catch (error) {
      if (this.blocks.isEmpty() || this.condition.writeProblem === undefined) throw error;
    }
  }

  /** Makes a store writable that was opened on a full disk, or whose log could not be moved. Throws if it still cannot. */
  #prepareWrite(): void {
    if (this.condition.isUnmoved) this.#integrity?.retryMove();
    this.condition.verifyMoved();
    if (!this.#isMarkedOpen) this.#markOpen();
  }

  #markOpen(): void {
    if (markOpen(this.#database, true)) this.#integrity?.moveNow();
    this.#isMarkedOpen = true;
  }

  /** The transactions that it committed. */
  get writes(): WriteFigures {
    return this.#writes;
  }

  /** Undefined until a genesis is loaded. */
  identity(): StoreIdentity | undefined {
    return readIdentity(this.metadata);
  }

  /** For modules with tables of their own. Only `accept` writes the tables of the chain. */
  database(): SqliteDatabase {
    return this.#database;
  }

  /** Starts the chain with the genesis block at height 0 and its state. */
  loadGenesis(genesis: {
    readonly genesisID: Id;
    readonly block: Block;
    readonly changes: ChangeSet;
  }): void {
    if (!this.blocks.isEmpty()) throw new Error("The store already has a genesis.");
    const { networkID, networkName } = this.#expected;
    const { genesisID, block, changes } = genesis;
    this.#transact(() => {
      writeIdentity(this.metadata, { networkID, networkName, genesisID });
      this.blocks.insert(block);
      this.ledger.resume(-1);
      return this.#writeChanges(changes, [], { blocks: [block] }, block.height);
    });
    // Then the main file, even without its log, shows that this is not a new chain.
    this.#integrity?.moveNow();
  }

  /** Accepts blocks: writes state, history and blocks in one transaction, then updates memory. */
  accept({ blocks, changes, atomicRequests, containers, withinTransaction }: Acceptance): void {
    const lastAccepted = this.blocks.lastAccepted();
    verifySequence(lastAccepted, blocks);
    const height = blocks.at(-1)?.height ?? lastAccepted.height;
    this.#transact(() => {
      for (const block of blocks) this.blocks.insert(block);
      const ledgerBlocks = { blocks, containers };
      const move = this.#writeChanges(this.#flatten(changes), blocks, ledgerBlocks, height);
      this.atomicUtxos.write(atomicRequests ?? [], height);
      withinTransaction?.(this.#database);
      return move;
    });
  }

  /** Switches the ledger on or off, for the chain of this context. With a sink, the rows go there. */
  beginLedger(context: ChainContext, isOn: boolean, sink?: LedgerSink): void {
    if (this.ledger.begin(context, isOn, sink)) return;
    const tip = this.blocks.isEmpty() ? -1 : Number(this.blocks.lastAccepted().height);
    this.together(() => this.ledger.resume(tip));
  }

  /** Adds a UTXO to shared memory as if another chain had exported it to the P-chain. */
  putAtomicUtxo(sourceChain: Id, utxo: Utxo): void {
    const { height } = this.blocks.lastAccepted();
    this.#transact(() => {
      this.atomicUtxos.put(sourceChain, utxo, height);
      return undefined;
    });
  }

  /**
   * Starts a batch: until `commitBatch`, accepted blocks share one transaction. Readers in this process see each block
   * immediately, the disk gets all of them or none. Use it for blocks that you can get again: if one cannot be written,
   * all are lost.
   */
  beginBatch(): void {
    this.#verifyRoom();
    if (this.#snapshots.count > 0)
      throw new Error("A batch cannot begin while snapshots are held.");
    this.#journal?.hold();
    this.#database.exec("BEGIN IMMEDIATE");
    this.#isBatch = true;
    this.ledger.defer();
  }

  /**
   * `writeLast` writes what others keep with the blocks. If it throws, or a block or the batch could not be written, the
   * batch is lost: the store is as it was before it.
   */
  commitBatch(writeLast?: () => void): void {
    this.condition.verifyUsable();
    try {
      if (this.#isBroken) throw new Error("The blocks could not be written.");
      writeLast?.();
      this.ledger.endDeferral();
      this.#journal?.release();
      this.#writes.time(() => this.#database.exec("COMMIT"));
    } catch (error) {
      this.#noteFailedWrite(error);
      this.#loseBatch();
      throw error;
    }
    this.#isBatch = false;
    this.#noteWritten();
  }

  #loseBatch(): void {
    this.#isBroken = true;
    this.#isBatch = false;
    // SQLite may have ended the transaction when a write failed.
    if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
    this.#reload();
    this.#releaseReaders();
    this.#isBroken = false;
  }

  /** Runs `work` in one transaction, which waits for the disk once. */
  together<T>(work: () => T): T {
    if (this.#isBatch) {
      this.#verifyUsable();
      return work();
    }
    this.#verifyRoom();
    try {
      const result = this.#writes.time(() => this.#database.transaction(work)());
      this.#noteWritten();
      return result;
    } catch (error) {
      this.#noteFailedWrite(error);
      this.#reload();
      throw error;
    }
  }

  /** Makes a commit that is not one of the chain. Throws if the store cannot be written. */
  readonly writeBeside = (commit: () => void): void => {
    this.verifyWritable();
    commit();
    this.#integrity?.afterCommit();
  };

  /** Throws the reason if the last write failed and another one fails, too. */
  verifyWritable(): void {
    this.condition.verifySpace();
    this.#prepareWrite();
    if (this.condition.damage === undefined && this.condition.writeProblem === undefined) return;
    this.probe("");
  }

  /** Checks whether the store can be written, by writing and reading a value. Throws if it cannot. */
  probe(text: string): void {
    this.condition.verifyUsable();
    try {
      this.#prepareWrite();
      this.metadata.overwrite("health-probe", new TextEncoder().encode(text));
    } catch (error) {
      this.#noteFailedWrite(error);
      throw error;
    }
    if (this.metadata.getText("health-probe") !== text) throw new Error("a write was lost");
    this.#noteWritten();
  }

  /** Moves the write-ahead log to the main file if it has as many pages, which takes less time than when it is as long as it may become. */
  moveLog(pages: number): void {
    this.#integrity?.moveLong(pages);
  }

  /** Verifies some pages of the file, a slice of a millisecond. */
  verifySome(): void {
    this.#integrity?.verifySome();
  }

  /** Verifies every page of the file. Throws StoreDamaged. */
  verifyPages(): void {
    this.#integrity?.verifyAll();
  }

  /** How many snapshots are held: what happens now may be undone. */
  get snapshotCount(): number {
    return this.#snapshots.count;
  }

  /**
   * Takes a snapshot for `revertTo` and returns its number. Until the first snapshot is reverted, everything is one open
   * transaction: a crash takes the store back to the first snapshot, `close` keeps all changes.
   */
  takeSnapshot(): number {
    this.#verifyUsable();
    if (this.#snapshots.count === 0) this.#journal?.hold();
    return this.#snapshots.take();
  }

  /**
   * Calls a listener when a failed write has undone everything since the first snapshot, and all snapshots with it. It
   * may be in the middle of work, which then fails.
   */
  onSnapshotsUndone(listener: () => void): void {
    this.#undoneListeners.push(listener);
  }

  /** Undoes everything since a snapshot. Removes it and later ones. */
  revertTo(snapshot: number): void {
    this.#verifyUsable();
    this.#snapshots.verifyTaken(snapshot);
    this.#isBroken = true;
    try {
      this.#snapshots.revertTo(snapshot);
    } catch (error) {
      this.condition.note(error);
      throw error;
    }
    if (this.#snapshots.count === 0) {
      this.#journal?.reset();
      this.#journal?.release();
    }
    this.#reload();
    this.#isBroken = false;
  }

  /** Empties every table and fills them again, in one transaction. */
  refill(fill: () => void): void {
    this.together(() => {
      emptyTables(this.#database);
      this.#reload();
      fill();
      if (this.#integrity !== undefined) markOpen(this.#database, true);
      // What cannot be read must not be committed.
      this.#reload();
      this.#journal?.reset();
      this.#journal?.release();
    });
  }

  /**
   * Fills an empty store with the rows of a snapshot, in one transaction: if `fill` or `verify` fails, the store
   * stays empty. Do not use the store in the meantime.
   */
  async fillEmpty(
    fill: (database: SqliteDatabase) => Promise<void>,
    verify: () => void,
  ): Promise<void> {
    if (!this.blocks.isEmpty()) throw new Error("The store is not empty.");
    const database = this.#database;
    // Transactions refer to blocks that come later.
    database.pragma("foreign_keys = OFF");
    database.exec("BEGIN IMMEDIATE");
    try {
      await fill(database);
      this.#reload();
      this.#derive();
      verify();
      database.exec("COMMIT");
      this.#noteWritten();
    } catch (error) {
      if (database.inTransaction) database.exec("ROLLBACK");
      this.#reload();
      throw error;
    } finally {
      database.pragma("foreign_keys = ON");
    }
  }

  /** Records that the blocks and validator sets before those of a snapshot are now in the store. */
  completeHistory(note: () => void): void {
    this.together(() => {
      History.write(this.metadata, undefined);
      note();
      this.#journal?.reset();
    });
    this.history.reload();
    this.validators.forgetWritten();
  }

  /** The whole store as the bytes of a SQLite file. */
  image(): Uint8Array {
    this.#verifyUsable();
    this.ledger.flush();
    return writeImage(this.#database);
  }

  /**
   * Replaces the content of the store by an image. Throws StoreRefused for an image of another network or format, for
   * one that cannot be read, and what `verify` throws; in these cases the store does not change.
   */
  loadImage(image: Uint8Array, verify: (metadata: Metadata) => void = () => {}): void {
    const { networkID, networkName } = this.#expected;
    const opened = openImage(image, this.#modules, { networkID, networkName });
    try {
      verify(opened.metadata);
      this.#copyImage(opened);
    } finally {
      opened.close();
    }
  }

  #copyImage(image: StoreImage): void {
    // The last constraints are checked at the end of the transaction.
    this.#blamingImage(() =>
      this.refill(() =>
        // Before the transaction ends with an error, which would be one of this store.
        this.#blamingImage(() => {
          image.copyTo(this.#database);
          this.#reload();
          this.ledger.resume(Number(this.blocks.lastAccepted().height));
          verifyReadable(this);
        }),
      ),
    );
  }

  /** Reports every error as one of the image, except those of this store's own files. */
  #blamingImage(work: () => void): void {
    try {
      work();
    } catch (error) {
      const isOwn = this.condition.damage !== undefined || this.condition.isAbout(error);
      throw isOwn ? error : unreadable(error);
    }
  }

  /** Equal on every node that executed the same blocks. */
  digest(): Uint8Array {
    return digestState(this.state, this.blocks.lastAccepted());
  }

  /** Copies the store to a new file. */
  copyTo(path: string): void {
    this.#database.prepare("VACUUM INTO ?").run(path);
  }

  /**
   * Closes the store. Commits an open batch, which has whole blocks only. If that fails, the condition has the reason, and
   * the file is as it was before the batch or the first snapshot.
   */
  close(): void {
    if (!this.#database.open) return;
    if (this.#database.inTransaction) this.#endTransaction();
    if (this.#integrity === undefined) this.#database.close();
    else {
      this.#markClosed();
      this.#integrity.close();
    }
    this.#lock?.close();
  }

  #markClosed(): void {
    if (this.condition.damage !== undefined) return;
    try {
      markOpen(this.#database, false);
    } catch (error) {
      this.condition.note(error);
    }
  }

  #endTransaction(): void {
    const mayCommit = !this.#isBroken && this.condition.damage === undefined;
    try {
      if (mayCommit) {
        this.ledger.endDeferral();
        this.#database.exec("COMMIT");
      }
    } catch (error) {
      // Nobody reads the state that would otherwise be loaded again.
      this.#snapshots.forgetIfUndone();
      this.condition.note(error);
    }
    // It would keep the log from being moved.
    if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
  }

  #noteFailedWrite(error: unknown): void {
    this.condition.note(error);
    this.#integrity?.afterFailedWrite();
  }

  #noteWritten(): void {
    this.condition.noteWritten();
    this.#integrity?.afterCommit();
    if (this.#holdsReaders) this.#releaseReaders();
  }

  #findUndoneSnapshots(): void {
    if (!this.#snapshots.forgetIfUndone()) return;
    this.#isBroken = true;
    this.#reload();
    this.#isBroken = false;
    this.#releaseReaders();
    for (const listener of this.#undoneListeners) listener();
  }

  /** On a disk that is still full, readers wait for the next write that succeeds. */
  #releaseReaders(): void {
    this.#holdsReaders = this.#journal !== undefined;
    try {
      this.#journal?.reset();
      this.#journal?.release();
      this.#holdsReaders = false;
    } catch (error) {
      this.condition.note(error);
    }
  }

  /** Runs the writes in one transaction, then the function that they return, which updates memory. */
  #transact(write: () => (() => void) | undefined): void {
    if (this.#isBatch) this.#verifyUsable();
    else this.#verifyRoom();
    // If a step fails here, memory is stale, or a part of the batch is lost.
    this.#isBroken = this.#isBatch;
    const move = this.#isBatch ? write() : this.#transactAlone(write);
    this.#isBroken = true;
    move?.();
    this.#isBroken = false;
    this.#noteWritten();
  }

  #transactAlone<T>(write: () => T): T {
    try {
      return this.#writes.time(() => this.#database.transaction(write)());
    } catch (error) {
      this.#noteFailedWrite(error);
      this.blocks.reload();
      this.txs.clearCache();
      this.utxos.clearCache();
      this.validators.forgetWritten();
      this.ledger.reload();
      throw error;
    }
  }

  /** Reads memory again after the database was set to another state. */
  #reload(): void {
    this.history.reload();
    this.blocks.reload();
    this.txs.clearCache();
    this.utxos.clearCache();
    this.validators.reload(this.blocks.isEmpty() ? -1n : this.blocks.lastAccepted().height);
    this.#hot = new MemoryState();
    this.#load();
    this.state.replaceHot(this.#hot);
    this.ledger.reload();
  }

  /** `ledgerBlocks` are those whose rows the ledger writes: with that of the genesis. */
  #writeChanges(
    changes: ChangeSet,
    blocks: readonly Block[],
    ledgerBlocks: Pick<LedgerInput, "blocks" | "containers">,
    height: bigint,
  ): () => void {
    const places = placesOfTxs(blocks);
    for (const stored of changes.txs) {
      const place = places.get(keyOf(stored.tx.id)) ?? { kind: "outside", height };
      this.txs.insert(stored, place);
    }
    const owners = this.#journal === undefined ? [] : this.#ownersOf(changes.deletedUtxos);
    const sets = this.validators.write(validatorSetChanges(this.#hot, changes), height);
    const moveLedger = this.ledger.write({ ...ledgerBlocks, changes, height, sets });
    this.utxos.write(changes, height);
    this.#stakers.write(changes);
    this.stakes.write(changes, (staker) => this.#txOf(staker));
    this.uptimes.write(changes.currentStakers);
    this.#l1Validators.write(changes);
    this.subnets.write(changes);
    for (const tx of changes.chains) this.chains.insert(tx, { isGenesis: height === 0n });
    this.#tip.write(changes);
    this.#journal?.append(changes, height, owners);
    return () => {
      applyHotChanges(this.#hot, changes);
      this.validators.move(sets);
      moveLedger();
    };
  }

  #flatten(changes: readonly ChangeSet[]): ChangeSet {
    const [only] = changes;
    if (only !== undefined && changes.length === 1) return only;
    const all = new Diff(this.state, "allowed");
    for (const each of changes) applyChanges(all, each);
    return all.changes();
  }

  /** Writes the tables that follow from the stakers. */
  #derive(): void {
    const none = { deletedValidators: [], deletedDelegators: [] };
    const sorted = (stakers: Iterable<Staker>) => ({
      addedValidators: [...stakers].filter((staker) => !isDelegator(staker)),
      addedDelegators: [...stakers].filter(isDelegator),
      ...none,
    });
    const currentStakers = sorted([...this.state.currentStakers()]);
    const pendingStakers = sorted([...this.state.pendingStakers()]);
    this.stakes.write({ currentStakers, pendingStakers }, (staker) => this.#txOf(staker));
    this.uptimes.write(currentStakers);
  }

  #ownersOf(utxoIDs: readonly Id[]): readonly ShortId[] {
    return utxoIDs.flatMap((utxoID) => {
      const utxo = this.utxos.byID(utxoID);
      return utxo === undefined ? [] : lockedOutput(utxo.output).addresses;
    });
  }

  #txOf({ txID }: Staker): Tx {
    const found = this.txs.byID(txID);
    if (found === undefined) throw new Error("A staker has no transaction.");
    return found.tx;
  }

  #load(): void {
    this.#tip.load(this.#hot);
    this.subnets.load(this.#hot, (txID) => this.txs.byID(txID)!.tx);
    this.#stakers.load(this.#hot);
    this.#l1Validators.load(this.#hot);
  }

  /** Called before a write begins; a batch that has begun is completed. */
  #verifyRoom(): void {
    this.#verifyUsable();
    this.condition.verifySpace();
    this.#prepareWrite();
  }

  #verifyUsable(): void {
    this.condition.verifyUsable();
    if (this.#isBroken) {
      throw new Error("The state in memory differs from the file: reopen the store.");
    }
  }
}

function openLock(path: string): SqliteDatabase {
  try {
    return lockForWriter(path);
  } catch (error) {
    throw refusalOf(error, path);
  }
}

type OpenDatabase = {
  readonly database: SqliteDatabase;
  readonly condition: StoreCondition;
  readonly integrity: StoreIntegrity | undefined;
  readonly writes: WriteCounts;
};

function openDatabase(
  options: ChainStoreOptions,
  modules: readonly TableModule[],
  lock: SqliteDatabase | undefined,
): OpenDatabase {
  const { path, durability = "power-loss", access, checkMs = defaultCheckMs } = options;
  const isFile = path !== ":memory:" && options.unchecked !== true;
  let database: SqliteDatabase | undefined;
  try {
    const found = isFile ? findFiles(path) : undefined;
    if (found?.damage !== undefined) {
      // SQLite would delete the log of an empty file.
      const busy = (found.mainBytes ?? 0) > 0 ? busyError(path) : undefined;
      throw busy ?? new StoreDamaged(found.damage);
    }
    database = openSqlite(path, access);
    const opened = database;
    // The first access, which fails if another process has the store.
    readable(() => verifyFormat(opened, path));
    const isEmpty = isEmptyDatabase(database);
    if (found !== undefined) verifyFound(found, isEmpty, database, path);
    // In one transaction, and in the main file: a new store exists with all its tables or not at all.
    if (isEmpty) migrate(database, path, modules);
    configureSqlite(database, durability, access);
    const condition = new StoreCondition();
    const writes = new WriteCounts();
    const integrity =
      found === undefined
        ? undefined
        : new StoreIntegrity(database, path, found, condition, checkMs, writes);
    if (integrity !== undefined) database.pragma("wal_autocheckpoint = 0");
    migrate(database, path, modules);
    const identity = readIdentity(new Metadata(database));
    if (identity !== undefined) verifyIdentity(identity, options, path);
    watchStatements(database, condition);
    return { database, condition, integrity, writes };
  } catch (error) {
    database?.close();
    lock?.close();
    throw isOfFile(error) ? unusable(error, path) : refusalOf(error, path);
  }
}

const defaultCheckMs = 60_000;

function isOfFile(error: unknown): error is NodeJS.ErrnoException {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}

function unusable(error: Error, path: string): StoreRefused {
  return new StoreRefused(
    "unwritable",
    `${path} cannot be used: ${error.message}. See whether its disk works and has space, or choose another --data-dir.`,
    { cause: error },
  );
}

/** Tables whose definition cannot be read are damaged, too. */
function readable(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (sqliteErrorCode(error) !== "SQLITE_ERROR") throw error;
    throw new StoreDamaged((error as Error).message);
  }
}

/** Throws StoreDamaged for a file that is not what a node left. */
function verifyFound(
  found: FoundFiles,
  isEmpty: boolean,
  database: SqliteDatabase,
  path: string,
): void {
  if (isEmpty && (found.mainBytes ?? 0) > 0) {
    throw new StoreDamaged(`${path} is not new and has no tables: its write-ahead log is missing`);
  }
  const problem = lostLog(found, database, path);
  if (problem !== undefined) throw new StoreDamaged(problem);
}

/** A StoreRefused if the files of a store are why it cannot be used, and the same error if not. */
export function refusalOf(error: unknown, path: string): unknown {
  if (error instanceof StoreRefused) return error;
  switch (sqliteErrorCode(error)) {
    case "SQLITE_BUSY":
      return new StoreRefused(
        "in-use",
        `${path} is in use by another process. Stop that node, or choose another --data-dir.`,
        { cause: error },
      );
    case "SQLITE_NOTADB":
      return new StoreRefused(
        "not-a-store",
        `${path} is not a SQLite database. Choose another --data-dir.`,
        { cause: error },
      );
  }
  const condition = new StoreCondition();
  condition.note(error);
  const { damage, writeProblem } = condition;
  if (damage !== undefined) {
    return new StoreRefused(
      "damaged",
      `${damage}. The store is damaged, or its files are from different times. Restore a backup into an empty directory, or run "couloir verify" to see what is broken. If you replaced the file or an older version wrote it, delete ${path}.sums.`,
      { cause: error },
    );
  }
  if (writeProblem !== undefined) {
    return new StoreRefused(
      "unwritable",
      `${path} cannot be written: ${writeProblem}. Free space on its disk and see whether it can be written, or choose another --data-dir.`,
      { cause: error },
    );
  }
  return error;
}

function verifySequence(
  lastAccepted: { readonly id: Id; readonly height: bigint },
  blocks: readonly Block[],
): void {
  let parent = lastAccepted;
  for (const block of blocks) {
    if (block.height !== parent.height + 1n || !equalBytes(block.parentID, parent.id)) {
      throw new Error(
        `Block ${block.height} does not follow the last accepted block ${parent.height}.`,
      );
    }
    parent = block;
  }
}

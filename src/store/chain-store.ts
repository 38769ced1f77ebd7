import { equalBytes, type Id, keyOf, type ShortId } from "../formats/bytes.ts";
import type { ChainContext } from "../networks/network.ts";
import type { Block } from "../pchain/blocks/block.ts";
import type { ReceivedContainer } from "../pchain/blocks/proposervm.ts";
import type { Utxo } from "../pchain/components/utxo.ts";
import type { AtomicRequests } from "../pchain/executor/context.ts";
import { applyChanges, applyHotChanges, type ChangeSet } from "../pchain/state/changes.ts";
import { Diff } from "../pchain/state/diff.ts";
import type { Staker } from "../pchain/state/staker.ts";
import { validatorSetChanges } from "../pchain/state/validator-set-changes.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import { chainModules } from "./chain-modules.ts";
import { ChainTables } from "./chain-tables.ts";
import { digestState } from "./digest.ts";
import { History } from "./history.ts";
import {
  type ExpectedIdentity,
  readIdentity,
  type StoreIdentity,
  writeIdentity,
} from "./identity.ts";
import type { StoreIntegrity } from "./integrity.ts";
import { Ledger, type LedgerInput, type LedgerSink } from "./ledger/ledger.ts";
import type { LedgerQueries } from "./ledger/queries/ledger-queries.ts";
import { LocalLedger } from "./ledger/queries/local-ledger.ts";
import { SqliteLedger } from "./ledger/queries/sqlite-ledger.ts";
import type { Metadata } from "./metadata.ts";
import type { TableModule } from "./migrations.ts";
import {
  closeDatabase,
  type DatabaseOptions,
  type OpenDatabase,
  openDatabase,
} from "./open-database.ts";
import { markOpen } from "./open-mark.ts";
import { lockedOutput } from "./outputs.ts";
import { JournalWriter } from "./reader-journal.ts";
import { refusalOf } from "./refusal-of.ts";
import { Snapshots } from "./snapshots.ts";
import type { SqliteDatabase } from "./sqlite.ts";
import { isDelegator } from "./stakers.ts";
import type { StoreCondition } from "./store-condition.ts";
import { emptyTables, openImage, type StoreImage, unreadable, writeImage } from "./store-image.ts";
import { SubmittedTxs } from "./submitted-txs.ts";
import { placesOfTxs } from "./txs.ts";
import { verifyReadable } from "./verify-readable.ts";
import type { WriteFigures } from "./write-counts.ts";
import { Writing } from "./writing.ts";

export type ChainStoreOptions = DatabaseOptions & {
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

/**
 * One chain on disk: its blocks, its state and its history. Each block is one SQLite transaction, so a crash never
 * leaves half a block. All methods are synchronous, so no read sees half a block.
 */
export class ChainStore extends ChainTables {
  readonly #opened: OpenDatabase;
  /** Whether it can be read and written. */
  readonly condition: StoreCondition;
  readonly #expected: ExpectedIdentity;
  readonly #modules: readonly TableModule[];
  /** For the processes that read this store; undefined if it is exclusive. */
  readonly #journal: JournalWriter | undefined;
  readonly #writing: Writing;
  readonly snapshots: Snapshots;
  readonly submittedTxs: SubmittedTxs;
  readonly ledger: Ledger;
  override readonly ledgerQueries: LedgerQueries;
  /** The same for events, which say nothing of other blocks than their own. */
  readonly eventQueries: LedgerQueries;

  /** Opens a store, or creates an empty one. Throws StoreRefused. */
  static open(options: ChainStoreOptions): ChainStore {
    const modules = [...chainModules, ...(options.modules ?? [])];
    const opened = openDatabase(options, modules);
    try {
      return new ChainStore(opened, options, modules);
    } catch (error) {
      opened.condition.note(error);
      // Otherwise SQLite would close the file at any time, without the checksums.
      closeDatabase(opened);
      throw refusalOf(error, options.path);
    }
  }

  private constructor(
    opened: OpenDatabase,
    options: ChainStoreOptions,
    modules: readonly TableModule[],
  ) {
    const { database, integrity } = opened;
    super(database, options.isScratch !== true);
    this.#opened = opened;
    this.condition = opened.condition;
    this.#expected = options;
    this.#modules = modules;
    this.#journal = options.access === "shared" ? new JournalWriter(database) : undefined;
    const { metadata, state, utxos } = this;
    this.submittedTxs = new SubmittedTxs(database);
    this.ledger = new Ledger(database, { metadata, state, utxos });
    const localFrom = () => this.ledger.local.from;
    const ledgerQueries = new SqliteLedger(database, metadata, localFrom);
    this.ledgerQueries = new LocalLedger(ledgerQueries, localFrom);
    this.eventQueries = new LocalLedger(ledgerQueries, localFrom, false);
    this.load();
    const memory = { reload: () => this.reload(), forgetUndone: () => this.#forgetUndone() };
    this.#writing = new Writing(opened, {
      metadata,
      memory,
      ledger: this.ledger,
      journal: this.#journal,
    });
    this.snapshots = new Snapshots(opened, this.#writing, this.#journal);
    integrity?.beginUse(!this.blocks.isEmpty());
  }

  /** The checksums of its files; undefined for a store without a file. */
  get integrity(): Pick<StoreIntegrity, "verifySome" | "verifyAll" | "moveLog"> | undefined {
    return this.#opened.integrity;
  }

  /** The transactions that it committed. */
  get writes(): WriteFigures {
    return this.#opened.writes;
  }

  /** Undefined until a genesis is loaded. */
  identity(): StoreIdentity | undefined {
    return readIdentity(this.metadata);
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
    this.#writing.transact(() => {
      writeIdentity(this.metadata, { networkID, networkName, genesisID });
      this.blocks.insert(block);
      this.ledger.resume(-1);
      return this.#writeChanges(changes, [], { blocks: [block] }, block.height);
    });
    // Then the main file, even without its log, shows that this is not a new chain.
    this.#opened.integrity?.moveNow();
  }

  /** Accepts blocks: writes state, history and blocks in one transaction, then updates memory. */
  accept({ blocks, changes, atomicRequests, containers, withinTransaction }: Acceptance): void {
    const lastAccepted = this.blocks.lastAccepted();
    verifySequence(lastAccepted, blocks);
    const height = blocks.at(-1)?.height ?? lastAccepted.height;
    this.#writing.transact(() => {
      for (const block of blocks) this.blocks.insert(block);
      const ledgerBlocks = { blocks, containers };
      const move = this.#writeChanges(this.#flatten(changes), blocks, ledgerBlocks, height);
      this.atomicUtxos.write(atomicRequests ?? [], height);
      withinTransaction?.(this.#opened.database);
      return move;
    });
  }

  /** Switches the ledger on or off, for the chain of this context. With a sink, the rows go there. */
  beginLedger(context: ChainContext, isOn: boolean, sink?: LedgerSink): void {
    const tip = this.blocks.isEmpty() ? -1 : Number(this.blocks.lastAccepted().height);
    if (this.ledger.begin(context, isOn, tip, sink)) return;
    this.together(() => this.ledger.resume(tip));
  }

  /** Adds a UTXO to shared memory as if another chain had exported it to the P-chain. */
  putAtomicUtxo(sourceChain: Id, utxo: Utxo): void {
    const { height } = this.blocks.lastAccepted();
    this.#writing.transact(() => {
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
    this.#writing.beginBatch();
  }

  /**
   * `writeLast` writes what others keep with the blocks. If it throws, or a block or the batch could not be written, the
   * batch is lost: the store is as it was before it.
   */
  commitBatch(writeLast?: () => void): void {
    this.#writing.commitBatch(writeLast);
  }

  /** Runs `work` in one transaction, which waits for the disk once. */
  together<T>(work: () => T): T {
    return this.#writing.together(work);
  }

  /** Makes a commit that is not one of the chain. Throws if the store cannot be written. */
  readonly writeBeside = (commit: () => void): void => this.#writing.beside(commit);

  /** Throws the reason if the last write failed and another one fails, too. */
  verifyWritable(): void {
    this.#writing.verifyWritable();
  }

  /** Checks whether the store can be written, by writing and reading a value. Throws if it cannot. */
  probe(text: string): void {
    this.#writing.probe(text);
  }

  /** Empties every table and fills them again, in one transaction. */
  refill(fill: () => void): void {
    this.together(() => {
      const { database, integrity } = this.#opened;
      emptyTables(database);
      this.reload();
      fill();
      if (integrity !== undefined) markOpen(database, true);
      // What cannot be read must not be committed.
      this.reload();
      this.#journal?.begin();
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
    const { database } = this.#opened;
    // Transactions refer to blocks that come later.
    database.pragma("foreign_keys = OFF");
    database.exec("BEGIN IMMEDIATE");
    try {
      await fill(database);
      this.reload();
      this.#derive();
      verify();
      database.exec("COMMIT");
      this.#writing.noteWritten();
    } catch (error) {
      if (database.inTransaction) database.exec("ROLLBACK");
      this.reload();
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
    this.#writing.verifyUsable();
    this.ledger.flush();
    return writeImage(this.#opened.database);
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
          image.copyTo(this.#opened.database);
          this.reload();
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
    this.#opened.database.prepare("VACUUM INTO ?").run(path);
  }

  /**
   * Closes the store. Commits an open batch, which has whole blocks only. If that fails, the condition has the reason, and
   * the file is as it was before the batch or the first snapshot.
   */
  close(): void {
    const { database } = this.#opened;
    if (!database.open) return;
    if (database.inTransaction) this.#endTransaction();
    closeDatabase(this.#opened);
  }

  #endTransaction(): void {
    const { database } = this.#opened;
    try {
      if (this.#writing.isWhole) {
        this.ledger.endDeferral();
        database.exec("COMMIT");
      }
    } catch (error) {
      this.snapshots.forget();
      this.condition.note(error);
    }
    // It would keep the log from being moved.
    if (database.inTransaction) database.exec("ROLLBACK");
  }

  protected override reload(): void {
    super.reload();
    this.ledger.reload();
  }

  #forgetUndone(): void {
    this.blocks.reload();
    this.txs.clearCache();
    this.utxos.clearCache();
    this.validators.forgetWritten();
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
    const sets = this.validators.write(validatorSetChanges(this.hot, changes), height);
    const moveLedger = this.ledger.write({ ...ledgerBlocks, changes, height, sets });
    this.utxos.write(changes, height);
    this.stakers.write(changes);
    this.stakes.write(changes, (staker) => this.#txOf(staker));
    this.uptimes.write(changes.currentStakers);
    this.l1Validators.write(changes);
    this.subnets.write(changes);
    for (const tx of changes.chains) this.chains.insert(tx, { isGenesis: height === 0n });
    this.tip.write(changes);
    this.#journal?.append(changes, height, owners);
    return () => {
      applyHotChanges(this.hot, changes);
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

import { MemoryState } from "../pchain/state/memory-state.ts";
import { AtomicUtxos } from "./atomic-utxos.ts";
import { BlockTimes } from "./block-times.ts";
import { Blocks } from "./blocks.ts";
import type { ChainQueries } from "./chain-queries.ts";
import { ChainState } from "./chain-state.ts";
import { Chains } from "./chains.ts";
import { History } from "./history.ts";
import { L1Validators } from "./l1-validators.ts";
import type { LedgerQueries } from "./ledger/queries/ledger-queries.ts";
import { Metadata } from "./metadata.ts";
import { Observatory } from "./observatory/observatory.ts";
import type { SqliteDatabase } from "./sqlite.ts";
import { StakedOutputs } from "./staked-outputs.ts";
import { Stakers } from "./stakers.ts";
import { Subnets } from "./subnets.ts";
import { Tip } from "./tip.ts";
import { Txs } from "./txs.ts";
import { Uptimes } from "./uptimes.ts";
import { Utxos } from "./utxos.ts";
import { ValidatorSets } from "./validator-sets.ts";

/**
 * The tables of one chain, and the part of its state that is in memory: for the process that writes the chain and for those
 * that read it.
 */
export abstract class ChainTables implements ChainQueries {
  protected hot = new MemoryState();
  protected readonly stakers: Stakers;
  protected readonly l1Validators: L1Validators;
  protected readonly tip: Tip;
  readonly #database: SqliteDatabase;

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
  /** How far back it goes. */
  readonly history: History;
  abstract readonly ledgerQueries: LedgerQueries;

  /** Without `keepsOwners`, nothing may ask for UTXOs by address. */
  constructor(database: SqliteDatabase, keepsOwners: boolean) {
    this.#database = database;
    this.metadata = new Metadata(database);
    this.history = new History(this.metadata);
    this.blocks = new Blocks(database, this.history);
    this.blockTimes = new BlockTimes(database, this.history);
    this.txs = new Txs(database, this.history);
    this.utxos = new Utxos(database, keepsOwners);
    this.stakes = new StakedOutputs(database);
    this.subnets = new Subnets(database);
    this.chains = new Chains(database);
    this.atomicUtxos = new AtomicUtxos(database);
    this.uptimes = new Uptimes(database);
    this.observatory = new Observatory(database);
    this.validators = new ValidatorSets(database, this.#height(), this.history);
    this.stakers = new Stakers(database);
    this.l1Validators = new L1Validators(database);
    this.tip = new Tip(database);
    this.state = new ChainState(this.hot, this);
  }

  /** For modules with tables of their own. */
  database(): SqliteDatabase {
    return this.#database;
  }

  /** Reads the state in memory from the tables. */
  protected load(): void {
    this.tip.load(this.hot);
    this.subnets.load(this.hot, (txID) => this.txs.byID(txID)!.tx);
    this.stakers.load(this.hot);
    this.l1Validators.load(this.hot);
  }

  /** Reads memory again after the database became another state. */
  protected reload(): void {
    this.history.reload();
    this.blocks.reload();
    this.txs.clearCache();
    this.utxos.clearCache();
    this.validators.reload(this.#height());
    this.hot = new MemoryState();
    this.load();
    this.state.replaceHot(this.hot);
  }

  /** -1 without a genesis. */
  #height(): bigint {
    return this.blocks.isEmpty() ? -1n : this.blocks.lastAccepted().height;
  }
}

import type { Id } from "../formats/bytes.ts";
import { type ChangeSet, transformedSubnetID } from "../pchain/state/changes.ts";
import type { MutableState } from "../pchain/state/state.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { SubnetQueries } from "./chain-queries.ts";
import { decodeOutputOwners, encodeOutputOwners } from "./encoding.ts";
import type { TableModule } from "./migrations.ts";
import { fromInteger, type SqliteDatabase, type SqliteStatement, toInteger } from "./sqlite.ts";

export const subnetTables: TableModule = {
  name: "subnets",
  migrations: [
    `CREATE TABLE subnets (
      position INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE subnet_owners (
      subnet_id BLOB PRIMARY KEY,
      owner BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE subnet_transformations (
      subnet_id BLOB PRIMARY KEY,
      tx_id BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE subnet_conversions (
      subnet_id BLOB PRIMARY KEY,
      conversion_id BLOB NOT NULL,
      manager_chain_id BLOB NOT NULL,
      manager_address BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE subnet_supplies (
      subnet_id BLOB PRIMARY KEY,
      supply INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;`,
  ],
};

/** Subnets and their properties. Everything except the list of IDs is also in memory. */
export class Subnets implements SubnetQueries {
  readonly #database: SqliteDatabase;
  readonly #ids: SqliteStatement;
  readonly #has: SqliteStatement;
  readonly #insert: SqliteStatement;
  readonly #putOwner: SqliteStatement;
  readonly #putTransformation: SqliteStatement;
  readonly #putConversion: SqliteStatement;
  readonly #putSupply: SqliteStatement;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#ids = database.prepare("SELECT id FROM subnets ORDER BY position").pluck();
    this.#has = database.prepare("SELECT 1 FROM subnets WHERE id = ?").pluck();
    this.#insert = database.prepare("INSERT INTO subnets (id) VALUES (?)");
    this.#putOwner = database.prepare(
      "INSERT OR REPLACE INTO subnet_owners (subnet_id, owner) VALUES (?, ?)",
    );
    this.#putTransformation = database.prepare(
      "INSERT OR REPLACE INTO subnet_transformations (subnet_id, tx_id) VALUES (?, ?)",
    );
    this.#putConversion = database.prepare(
      "INSERT OR REPLACE INTO subnet_conversions (subnet_id, conversion_id, manager_chain_id, manager_address) VALUES (?, ?, ?, ?)",
    );
    this.#putSupply = database.prepare(
      "INSERT OR REPLACE INTO subnet_supplies (subnet_id, supply) VALUES (?, ?)",
    );
  }

  ids(): readonly Id[] {
    return this.#ids.all() as Id[];
  }

  has(subnetID: Id): boolean {
    return this.#has.get(subnetID) !== undefined;
  }

  write(changes: ChangeSet): void {
    for (const subnetID of changes.subnets) this.#insert.run(subnetID);
    for (const { subnetID, owner } of changes.subnetOwners) {
      this.#putOwner.run(subnetID, encodeOutputOwners(owner));
    }
    for (const tx of changes.subnetTransformations) {
      this.#putTransformation.run(transformedSubnetID(tx), tx.id);
    }
    for (const { subnetID, conversion } of changes.subnetConversions) {
      const { conversionID, managerChainID, managerAddress } = conversion;
      this.#putConversion.run(subnetID, conversionID, managerChainID, managerAddress);
    }
    for (const { subnetID, supply } of changes.supplies) {
      this.#putSupply.run(subnetID, toInteger(supply));
    }
  }

  load(target: MutableState, findTx: (txID: Id) => Tx): void {
    for (const [subnetID, owner] of this.#rows<[Id, Uint8Array]>("subnet_owners")) {
      target.setSubnetOwner(subnetID, decodeOutputOwners(owner));
    }
    for (const [, txID] of this.#rows<[Id, Id]>("subnet_transformations")) {
      target.addSubnetTransformation(findTx(txID));
    }
    for (const row of this.#rows<[Id, Id, Id, Uint8Array]>("subnet_conversions")) {
      const [subnetID, conversionID, managerChainID, managerAddress] = row;
      target.setSubnetConversion(subnetID, { conversionID, managerChainID, managerAddress });
    }
    for (const [subnetID, supply] of this.#rows<[Id, bigint]>("subnet_supplies")) {
      target.setCurrentSupply(subnetID, fromInteger(supply));
    }
  }

  #rows<Row extends unknown[]>(table: string): Row[] {
    return this.#database.prepare(`SELECT * FROM ${table}`).raw().safeIntegers().all() as Row[];
  }
}

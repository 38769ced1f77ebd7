import type { Id } from "../formats/bytes.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { Chain, ChainListQueries } from "./chain-queries.ts";
import type { TableModule } from "./migrations.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";

export const chainTables: TableModule = {
  name: "chains",
  migrations: [
    // Chains of the genesis have negative positions: they are listed first, newest first.
    `CREATE TABLE chains (
      position INTEGER PRIMARY KEY,
      subnet_id BLOB NOT NULL,
      id BLOB NOT NULL UNIQUE,
      name TEXT NOT NULL,
      vm_id BLOB NOT NULL
    ) STRICT;
    CREATE INDEX chains_by_subnet ON chains (subnet_id, position);`,
  ],
};

export class Chains implements ChainListQueries {
  readonly #byID: SqliteStatement;
  readonly #bySubnet: SqliteStatement;
  readonly #all: SqliteStatement;
  readonly #insert: SqliteStatement;

  constructor(database: SqliteDatabase) {
    const select = "SELECT id, subnet_id AS subnetID, name, vm_id AS vmID FROM chains";
    this.#byID = database.prepare(`${select} WHERE id = ?`);
    this.#bySubnet = database.prepare(`${select} WHERE subnet_id = ? ORDER BY position`);
    // Positions of genesis chains count down.
    this.#all = database
      .prepare(
        "SELECT subnet_id, id FROM chains ORDER BY subnet_id, position > 0, iif(position < 0, -position, position)",
      )
      .raw();
    this.#insert = database.prepare(
      `INSERT INTO chains (position, subnet_id, id, name, vm_id)
      SELECT iif(@isGenesis, min(0, ifnull(min(position), 0)) - 1, max(0, ifnull(max(position), 0)) + 1),
        @subnetID, @id, @name, @vmID
      FROM chains`,
    );
  }

  byID(chainID: Id): Chain | undefined {
    return this.#byID.get(chainID) as Chain | undefined;
  }

  bySubnet(subnetID: Id): readonly Chain[] {
    return this.#bySubnet.all(subnetID) as Chain[];
  }

  /** By subnet, then in the order of creation. */
  *all(): Iterable<readonly [subnetID: Id, chainID: Id]> {
    yield* this.#all.iterate() as Iterable<[Id, Id]>;
  }

  insert({ id, unsigned }: Tx, options: { readonly isGenesis: boolean }): void {
    if (unsigned.kind !== "CreateChainTx") throw new Error(`A ${unsigned.kind} creates no chain.`);
    this.#insert.run({
      isGenesis: Number(options.isGenesis),
      subnetID: unsigned.subnetID,
      id,
      name: unsigned.chainName,
      vmID: unsigned.vmID,
    });
  }
}

import type { Id, NodeId } from "../formats/bytes.ts";
import type { StakerChanges } from "../pchain/state/changes.ts";
import type { TableModule } from "./migrations.ts";
import { fromInteger, type SqliteDatabase, type SqliteStatement, toInteger } from "./sqlite.ts";

export const uptimeTables: TableModule = {
  name: "uptimes",
  migrations: [
    `CREATE TABLE uptimes (
      subnet_id BLOB NOT NULL,
      node_id BLOB NOT NULL,
      up_seconds INTEGER NOT NULL,
      last_updated INTEGER NOT NULL,
      PRIMARY KEY (subnet_id, node_id)
    ) STRICT, WITHOUT ROWID;`,
  ],
};

/** How long this node observed a validator up, until a time in Unix seconds. */
export type Uptime = { readonly upSeconds: bigint; readonly lastUpdated: bigint };

/** The uptimes that this node observed. They are not part of the chain state. avalanchego vms/platformvm/state/metadata_validator.go @ v1.12.1 */
export class Uptimes {
  readonly #find: SqliteStatement;
  readonly #set: SqliteStatement;
  readonly #delete: SqliteStatement;

  constructor(database: SqliteDatabase) {
    this.#find = database
      .prepare("SELECT up_seconds, last_updated FROM uptimes WHERE subnet_id = ? AND node_id = ?")
      .raw()
      .safeIntegers();
    this.#set = database.prepare(
      "INSERT OR REPLACE INTO uptimes (subnet_id, node_id, up_seconds, last_updated) VALUES (?, ?, ?, ?)",
    );
    this.#delete = database.prepare("DELETE FROM uptimes WHERE subnet_id = ? AND node_id = ?");
  }

  /** Undefined if the node is not a current staker of the subnet. */
  find(subnetID: Id, nodeID: NodeId): Uptime | undefined {
    const row = this.#find.get(subnetID, nodeID) as [bigint, bigint] | undefined;
    return row && { upSeconds: fromInteger(row[0]), lastUpdated: fromInteger(row[1]) };
  }

  set(subnetID: Id, nodeID: NodeId, { upSeconds, lastUpdated }: Uptime): void {
    this.#set.run(subnetID, nodeID, toInteger(upSeconds), toInteger(lastUpdated));
  }

  /** Adds new validators and removes those that left. */
  write({ addedValidators, deletedValidators }: StakerChanges): void {
    for (const { subnetID, nodeID } of deletedValidators) this.#delete.run(subnetID, nodeID);
    for (const { subnetID, nodeID, startTime } of addedValidators) {
      this.set(subnetID, nodeID, { upSeconds: 0n, lastUpdated: startTime });
    }
  }
}

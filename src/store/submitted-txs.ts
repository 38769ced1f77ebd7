import type { Id } from "../formats/bytes.ts";
import { parseTx, type Tx } from "../pchain/txs/tx.ts";
import { storedBytesMax } from "./encoding.ts";
import type { TableModule } from "./migrations.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";

export const submittedTxTables: TableModule = {
  name: "submitted-txs",
  migrations: [
    `CREATE TABLE submitted_txs (
      number INTEGER PRIMARY KEY,
      tx_id BLOB NOT NULL UNIQUE,
      bytes BLOB NOT NULL
    ) STRICT;`,
  ],
};

/** Transactions that were issued at this node and that the network has not accepted yet. */
export class SubmittedTxs {
  readonly #all: SqliteStatement;
  readonly #put: SqliteStatement;
  readonly #delete: SqliteStatement;

  constructor(database: SqliteDatabase) {
    this.#all = database.prepare("SELECT bytes FROM submitted_txs ORDER BY number").pluck();
    this.#put = database.prepare(
      "INSERT OR IGNORE INTO submitted_txs (tx_id, bytes) VALUES (?, ?)",
    );
    this.#delete = database.prepare("DELETE FROM submitted_txs WHERE tx_id = ?");
  }

  /** Oldest first. */
  all(): readonly Tx[] {
    return (this.#all.all() as Uint8Array[]).map((bytes) =>
      parseTx(new Uint8Array(bytes), { bytesMax: storedBytesMax }),
    );
  }

  put({ id, bytes }: Tx): void {
    this.#put.run(id, bytes);
  }

  delete(txID: Id): void {
    this.#delete.run(txID);
  }
}

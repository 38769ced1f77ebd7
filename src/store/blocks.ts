import { sha256 } from "../crypto/hash.ts";
import type { Id } from "../formats/bytes.ts";
import type { AcceptedBlock, BlockQueries } from "./chain-queries.ts";
import { verifyStoredID } from "./encoding.ts";
import { History } from "./history.ts";
import type { TableModule } from "./migrations.ts";
import { limitParameter, type SqliteDatabase, type SqliteStatement } from "./sqlite.ts";

export const blockTables: TableModule = {
  name: "blocks",
  migrations: [
    `CREATE TABLE blocks (
      height INTEGER PRIMARY KEY,
      id BLOB NOT NULL,
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX blocks_by_id ON blocks (id);`,
  ],
};

type BlockRow = [height: number, id: Uint8Array, bytes: Uint8Array];

/** Accepted blocks. The genesis block has height 0. */
export class Blocks implements BlockQueries {
  readonly #last: SqliteStatement;
  readonly #byID: SqliteStatement;
  readonly #byHeight: SqliteStatement;
  readonly #from: SqliteStatement;
  readonly #insert: SqliteStatement;
  readonly #history: History;
  #lastAccepted: { readonly id: Id; readonly height: bigint } | undefined;

  constructor(database: SqliteDatabase, history = new History()) {
    this.#history = history;
    const select = "SELECT height, id, bytes FROM blocks";
    this.#last = database
      .prepare("SELECT height, id FROM blocks ORDER BY height DESC LIMIT 1")
      .raw();
    this.#byID = database.prepare(`${select} WHERE id = ?`).raw();
    this.#byHeight = database.prepare(`${select} WHERE height = ?`).raw();
    this.#from = database
      .prepare(`${select} WHERE height >= ? ORDER BY height ${limitParameter}`)
      .raw();
    this.#insert = database.prepare("INSERT INTO blocks (height, id, bytes) VALUES (?, ?, ?)");
    this.reload();
  }

  lastAccepted(): { readonly id: Id; readonly height: bigint } {
    if (this.#lastAccepted === undefined) throw new Error("The store has no genesis yet.");
    return this.#lastAccepted;
  }

  isEmpty(): boolean {
    return this.#lastAccepted === undefined;
  }

  byID(blockID: Id): AcceptedBlock | undefined {
    const found = acceptedBlock(this.#byID.get(blockID) as BlockRow | undefined);
    if (found === undefined) this.#history.verifyComplete();
    return found;
  }

  byHeight(height: bigint): AcceptedBlock | undefined {
    if (this.#lastAccepted === undefined || height > this.#lastAccepted.height) return undefined;
    const found = acceptedBlock(this.#byHeight.get(height) as BlockRow | undefined);
    if (found === undefined) this.#history.verifyBlockAt(height);
    return found;
  }

  *from(height: bigint): IterableIterator<AcceptedBlock> {
    // Reads pages, because an open cursor would block writes between two blocks.
    const pageSize = 64;
    this.#history.verifyBlockAt(height === 0n ? 1n : height);
    let next = height;
    while (this.#lastAccepted !== undefined && next <= this.#lastAccepted.height) {
      for (const row of this.#from.all(next, pageSize) as BlockRow[]) {
        const block = blockOf(row);
        yield block;
        next = block.height + 1n;
      }
    }
  }

  insert(block: AcceptedBlock): void {
    this.#insert.run(block.height, block.id, block.bytes);
    this.#lastAccepted = { id: block.id, height: block.height };
  }

  /** Reads the last accepted block again after a write may have been undone. */
  reload(): void {
    const row = this.#last.get() as [height: number, id: Uint8Array] | undefined;
    this.#lastAccepted = row && { height: BigInt(row[0]), id: row[1] };
  }
}

/** Throws StoreDamaged if the bytes are not those of the ID. */
function acceptedBlock(row: BlockRow | undefined): AcceptedBlock | undefined {
  if (row === undefined) return undefined;
  const block = blockOf(row);
  verifyStoredID("the block", block.id, sha256(block.bytes));
  return block;
}

function blockOf([height, id, bytes]: BlockRow): AcceptedBlock {
  return { height: BigInt(height), id, bytes };
}

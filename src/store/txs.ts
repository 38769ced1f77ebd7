import { BoundedCache } from "../cache/bounded-cache.ts";
import { type BytesKey, type Id, keyOf } from "../formats/bytes.ts";
import { type Block, blockTxs } from "../pchain/blocks/block.ts";
import type { StoredTx, TxStatus } from "../pchain/state/state.ts";
import { parseTx } from "../pchain/txs/tx.ts";
import type { AcceptedTx, TxQueries } from "./chain-queries.ts";
import { readStored, storedBytesMax, verifyStoredID } from "./encoding.ts";
import { History } from "./history.ts";
import type { TableModule } from "./migrations.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";

/**
 * A row has the position of the transaction's bytes in its block. Only genesis transactions, which are in no block, have
 * bytes of their own.
 */
export const txTables: TableModule = {
  name: "txs",
  migrations: [
    `CREATE TABLE txs (
      id BLOB PRIMARY KEY,
      height INTEGER NOT NULL REFERENCES blocks (height),
      status TEXT NOT NULL CHECK (status IN ('Committed', 'Aborted')),
      block_offset INTEGER,
      byte_count INTEGER,
      bytes BLOB,
      CHECK ((bytes IS NULL) = (block_offset IS NOT NULL AND byte_count IS NOT NULL))
    ) STRICT, WITHOUT ROWID;`,
  ],
};

/** Codec version 0. A block contains its transactions without it. */
const versionBytes = Buffer.from([0, 0]);

const cachedTxsMax = 1024;
const cachedTxBytesMax = 64 * 1024;

type TxRow = [
  height: number,
  status: TxStatus,
  ownBytes: Buffer | null,
  blockOffset: number,
  byteCount: number,
];

export class Txs implements TxQueries {
  readonly #cache = new BoundedCache<BytesKey, AcceptedTx>(cachedTxsMax);
  /** The block that was read last: lists ask for the transactions of one in a row. */
  #block: BlockBytes | undefined;
  readonly #find: SqliteStatement;
  readonly #findBlock: SqliteStatement;
  readonly #statuses: SqliteStatement;
  readonly #insert: SqliteStatement;

  readonly #history: History;
  readonly #status: SqliteStatement;

  constructor(database: SqliteDatabase, history = new History()) {
    this.#history = history;
    this.#status = database.prepare("SELECT status FROM txs WHERE id = ?").pluck();
    this.#find = database
      .prepare("SELECT height, status, bytes, block_offset, byte_count FROM txs WHERE id = ?")
      .raw();
    this.#findBlock = database.prepare("SELECT bytes FROM blocks WHERE height = ?").pluck();
    this.#statuses = database.prepare("SELECT id, status FROM txs ORDER BY id").raw();
    // Before Banff, an aborted proposal could be issued again with the same bytes.
    this.#insert = database.prepare(
      "INSERT OR REPLACE INTO txs (id, height, status, block_offset, byte_count, bytes) VALUES (?, ?, ?, ?, ?, ?)",
    );
  }

  byID(txID: Id): AcceptedTx | undefined {
    const cached = this.#cache.get(keyOf(txID));
    if (cached !== undefined) return cached;
    const row = this.#find.get(txID) as TxRow | undefined;
    if (row === undefined) return undefined;
    const [height, status, ownBytes, offset, byteCount] = row;
    const block = ownBytes === null ? this.#blockAt(height) : this.#block;
    const bytes = ownBytes ?? bytesIn(block!, offset, byteCount);
    const tx = readStored("a transaction", () => parseTx(bytes, { bytesMax: storedBytesMax }));
    verifyStoredID("the transaction", txID, tx.id);
    // Only now: a damaged block may be replaced.
    this.#block = block;
    const found = { tx, status, height: BigInt(height) };
    this.#remember(found);
    return found;
  }

  /** Also of a transaction whose block is missing. */
  statusOf(txID: Id): TxStatus | undefined {
    return this.#cache.get(keyOf(txID))?.status ?? (this.#status.get(txID) as TxStatus | undefined);
  }

  /** Ascending by ID. */
  statuses(): Iterable<readonly [txID: Id, status: TxStatus]> {
    return this.#statuses.iterate() as Iterable<[Id, TxStatus]>;
  }

  insert({ tx, status }: StoredTx, place: TxPlace): void {
    const { height } = place;
    if (place.kind === "in-block") {
      this.#insert.run(tx.id, height, status, place.offset, tx.bytes.length - 2, null);
    } else {
      this.#insert.run(tx.id, height, status, null, null, tx.bytes);
    }
    this.#remember({ tx, status, height });
  }

  /** Removes from the cache what another process has changed. */
  forget(txIDs: readonly Id[]): void {
    for (const txID of txIDs) this.#cache.delete(keyOf(txID));
    this.#block = undefined;
  }

  /** Clears the cache after a write may have been undone. */
  clearCache(): void {
    this.#cache.clear();
    this.#block = undefined;
  }

  #blockAt(height: number): BlockBytes {
    if (this.#block?.height === height) return this.#block;
    const bytes = this.#findBlock.get(height) as Buffer | undefined;
    if (bytes === undefined) this.#history.verifyBlockAt(BigInt(height));
    return { height, bytes: bytes! };
  }

  #remember(accepted: AcceptedTx): void {
    const { id, bytes } = accepted.tx;
    if (bytes.length <= cachedTxBytesMax) this.#cache.set(keyOf(id), accepted);
  }
}

type BlockBytes = { readonly height: number; readonly bytes: Buffer };

function bytesIn({ bytes }: BlockBytes, offset: number, byteCount: number): Buffer {
  return Buffer.concat([versionBytes, bytes.subarray(offset, offset + byteCount)]);
}

export type TxPlace =
  | { readonly kind: "in-block"; readonly height: bigint; readonly offset: number }
  | { readonly kind: "outside"; readonly height: bigint };

/** The positions of the transactions in their blocks, by transaction ID. */
export function placesOfTxs(blocks: readonly Block[]): Map<BytesKey, TxPlace> {
  const places = new Map<BytesKey, TxPlace>();
  for (const block of blocks) {
    const { height, bytes } = block;
    const blockBytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let searchFrom = 0;
    for (const tx of blockTxs(block)) {
      const offset = blockBytes.indexOf(tx.bytes.subarray(versionBytes.length), searchFrom);
      if (offset !== -1) {
        places.set(keyOf(tx.id), { kind: "in-block", height, offset });
        searchFrom = offset + tx.bytes.length - versionBytes.length;
      }
    }
  }
  return places;
}

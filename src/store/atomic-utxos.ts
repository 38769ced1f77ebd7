import { emptyId, type Id, type ShortId } from "../formats/bytes.ts";
import { encodeUtxo, type Utxo, utxoID } from "../pchain/components/utxo.ts";
import type { AtomicRequests, SharedMemory } from "../pchain/executor/context.ts";
import type { AtomicUtxoQueries, UtxoBytes } from "./chain-queries.ts";
import { decodeUtxo } from "./encoding.ts";
import type { TableModule } from "./migrations.ts";
import { lockedOutput } from "./outputs.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";
import { utxosOf } from "./utxos.ts";

/** A row without bytes marks a UTXO that was removed before it was put. The put then deletes the row. */
export const atomicUtxoTables: TableModule = {
  name: "atomic-utxos",
  migrations: [
    `CREATE TABLE atomic_utxos (
      source_chain BLOB NOT NULL,
      destination_chain BLOB NOT NULL,
      utxo_id BLOB NOT NULL,
      position INTEGER NOT NULL,
      bytes BLOB,
      PRIMARY KEY (source_chain, destination_chain, utxo_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE atomic_utxo_owners (
      source_chain BLOB NOT NULL,
      destination_chain BLOB NOT NULL,
      address BLOB NOT NULL,
      position INTEGER NOT NULL,
      utxo_id BLOB NOT NULL,
      PRIMARY KEY (source_chain, destination_chain, address, position DESC, utxo_id)
    ) STRICT, WITHOUT ROWID;`,
  ],
};

const platformChainID = emptyId;

type AtomicRow = [bytes: Uint8Array | null, position: number];

/** UTXOs in transit between chains. avalanchego chains/atomic/state.go @ v1.12.1 */
export class AtomicUtxos implements AtomicUtxoQueries, SharedMemory {
  readonly #find: SqliteStatement;
  readonly #insert: SqliteStatement;
  readonly #delete: SqliteStatement;
  readonly #insertOwner: SqliteStatement;
  readonly #deleteOwner: SqliteStatement;
  readonly #ownedAt: SqliteStatement;
  readonly #ownedBelow: SqliteStatement;
  readonly #unfounded: SqliteStatement;

  constructor(database: SqliteDatabase) {
    const key = "source_chain = ? AND destination_chain = ?";
    this.#find = database
      .prepare(`SELECT bytes, position FROM atomic_utxos WHERE ${key} AND utxo_id = ?`)
      .raw();
    this.#insert = database.prepare("INSERT INTO atomic_utxos VALUES (?, ?, ?, ?, ?)");
    this.#delete = database.prepare(`DELETE FROM atomic_utxos WHERE ${key} AND utxo_id = ?`);
    this.#insertOwner = database.prepare("INSERT INTO atomic_utxo_owners VALUES (?, ?, ?, ?, ?)");
    this.#deleteOwner = database.prepare(
      `DELETE FROM atomic_utxo_owners WHERE ${key} AND address = ? AND position = ? AND utxo_id = ?`,
    );
    this.#unfounded = database
      .prepare(
        `SELECT utxo_id FROM atomic_utxos WHERE ${key} AND bytes IS NULL AND position <= ? LIMIT 1`,
      )
      .pluck();
    const selectOwned = `SELECT utxo_id, bytes FROM atomic_utxo_owners AS owners
      CROSS JOIN atomic_utxos USING (source_chain, destination_chain, utxo_id)
      WHERE ${key} AND address = ?`;
    this.#ownedAt = database
      .prepare(`${selectOwned} AND owners.position = ? AND utxo_id > ? ORDER BY utxo_id`)
      .raw();
    this.#ownedBelow = database
      .prepare(`${selectOwned} AND owners.position < ? ORDER BY owners.position DESC, utxo_id`)
      .raw();
  }

  atomicUtxo(sourceChain: Id, utxoID: Id): Utxo | undefined {
    const bytes = this.#row(sourceChain, platformChainID, utxoID)?.[0];
    return bytes ? decodeUtxo(bytes) : undefined;
  }

  ownedBy(source: Id, address: ShortId, after?: Id): Iterable<UtxoBytes> {
    return this.#owned(source, platformChainID, address, after);
  }

  inTransit(source: Id, destination: Id, address: ShortId, after?: Id): Iterable<UtxoBytes> {
    return this.#owned(source, destination, address, after);
  }

  exportedTo(destination: Id, address: ShortId, after?: Id): Iterable<UtxoBytes> {
    return this.#owned(platformChainID, destination, address, after);
  }

  *#owned(source: Id, destination: Id, address: ShortId, after?: Id): Iterable<UtxoBytes> {
    const position = after && this.#row(source, destination, after)?.[1];
    const owner = [source, destination, address];
    if (position === undefined) {
      yield* utxosOf(this.#ownedBelow, ...owner, Number.MAX_SAFE_INTEGER);
      return;
    }
    yield* utxosOf(this.#ownedAt, ...owner, position, after);
    yield* utxosOf(this.#ownedBelow, ...owner, position);
  }

  /** A UTXO that the P-chain imported up to a height, and that the source chain has not exported yet. */
  importedUnfounded(source: Id, height: bigint): Id | undefined {
    const id = this.#unfounded.get(source, platformChainID, height) as Uint8Array | undefined;
    return id && new Uint8Array(id);
  }

  /** Adds a UTXO that another chain exports to the P-chain at a last accepted height. */
  put(sourceChain: Id, utxo: Utxo, height: bigint): void {
    this.#put(sourceChain, platformChainID, utxo, height);
  }

  /**
   * Changes that follow from blocks that a chain accepted, the P-chain by default. The chains have no common order: a
   * removal may come before the put that it undoes. `height` is the P-chain's last accepted one.
   */
  write(requests: AtomicRequests, height: bigint, chainID: Id = platformChainID): void {
    for (const request of requests) {
      if (request.kind === "put") {
        this.#put(chainID, request.destinationChain, request.utxo, height);
      } else this.#remove(request.sourceChain, chainID, request.utxoID, height);
    }
  }

  #put(source: Id, destination: Id, utxo: Utxo, height: bigint): void {
    const id = utxoID(utxo);
    const row = this.#row(source, destination, id);
    if (row !== undefined) {
      if (row[0] !== null) throw new Error("An atomic UTXO was put twice.");
      this.#delete.run(source, destination, id);
      return;
    }
    this.#insert.run(source, destination, id, height, encodeUtxo(utxo));
    for (const address of lockedOutput(utxo.output).addresses) {
      this.#insertOwner.run(source, destination, address, height, id);
    }
  }

  #remove(source: Id, destination: Id, id: Id, height: bigint): void {
    const row = this.#row(source, destination, id);
    if (row === undefined) {
      this.#insert.run(source, destination, id, height, null);
      return;
    }
    const [bytes, position] = row;
    if (bytes === null) throw new Error("An atomic UTXO was removed twice.");
    for (const address of lockedOutput(decodeUtxo(bytes).output).addresses) {
      this.#deleteOwner.run(source, destination, address, position, id);
    }
    this.#delete.run(source, destination, id);
  }

  #row(source: Id, destination: Id, utxoID: Id): AtomicRow | undefined {
    return this.#find.get(source, destination, utxoID) as AtomicRow | undefined;
  }
}

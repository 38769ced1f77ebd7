import { BoundedCache } from "../cache/bounded-cache.ts";
import { type BytesKey, type Id, keyOf, type ShortId } from "../formats/bytes.ts";
import { encodeUtxo, type Utxo, utxoID } from "../pchain/components/utxo.ts";
import type { ColdChanges } from "../pchain/state/changes.ts";
import type { Balance, UtxoBytes, UtxoList, UtxoQueries } from "./chain-queries.ts";
import { decodeUtxo } from "./encoding.ts";
import type { TableModule } from "./migrations.ts";
import { lockedOutput } from "./outputs.ts";
import { OwnedUtxos } from "./owned-utxos.ts";
import { limitParameter, type SqliteDatabase, type SqliteStatement } from "./sqlite.ts";

export const utxoTables: TableModule = {
  name: "utxos",
  migrations: [
    `CREATE TABLE utxos (
      id BLOB PRIMARY KEY,
      height INTEGER NOT NULL,
      bytes BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE reward_utxos (
      position INTEGER PRIMARY KEY,
      staker_tx_id BLOB NOT NULL,
      utxo_id BLOB NOT NULL,
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE INDEX reward_utxos_by_staker ON reward_utxos (staker_tx_id, position);`,
  ],
};

const cachedUtxosMax = 4096;

/** The UTXOs of all cached lists, about 700 bytes each with their formatted text. */
const listedUtxosMax = 32_768;
/** Longer lists are not cached: each page reads them again. */
const listLengthMax = 64;

type ListRow = [utxoID: Id, bytes: Uint8Array, ownerCount: number];

type StoredUtxo = { readonly utxo: Utxo; readonly height: bigint };

/** Unspent outputs, by ID and by the addresses that own them. */
export class Utxos implements UtxoQueries {
  readonly #cache = new BoundedCache<BytesKey, StoredUtxo>(cachedUtxosMax);
  /** The UTXOs of an address, in the order of `ownedBy`. */
  readonly #lists = new BoundedCache<BytesKey, UtxoList>(
    listedUtxosMax,
    ({ utxos }) => 1 + utxos.length,
  );
  readonly #owned: OwnedUtxos;
  readonly #keepsOwners: boolean;
  readonly #find: SqliteStatement;
  readonly #insert: SqliteStatement;
  readonly #delete: SqliteStatement;
  readonly #ownedAtHeight: SqliteStatement;
  readonly #ownedBelow: SqliteStatement;
  readonly #ownedFirst: SqliteStatement;
  readonly #all: SqliteStatement;
  readonly #insertReward: SqliteStatement;
  readonly #rewards: SqliteStatement;
  readonly #allRewards: SqliteStatement;

  /** Without `keepsOwners`, nothing may ask by address. */
  constructor(database: SqliteDatabase, keepsOwners = true) {
    this.#keepsOwners = keepsOwners;
    this.#owned = new OwnedUtxos(database);
    this.#find = database.prepare("SELECT bytes, height FROM utxos WHERE id = ?").raw();
    this.#insert = database.prepare(
      "INSERT INTO utxos (id, height, bytes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    );
    this.#delete = database.prepare("DELETE FROM utxos WHERE id = ?");
    const selectOwned = `SELECT utxo_id, bytes FROM utxo_owners
      CROSS JOIN utxos ON utxos.id = utxo_id WHERE address = ?`;
    this.#ownedAtHeight = database
      .prepare(`${selectOwned} AND utxo_owners.height = ? AND utxo_id > ? ORDER BY utxo_id`)
      .raw();
    this.#ownedBelow = database
      .prepare(
        `${selectOwned} AND utxo_owners.height < ? ORDER BY utxo_owners.height DESC, utxo_id`,
      )
      .raw();
    this.#ownedFirst = database
      .prepare(
        `SELECT utxo_id, bytes, owner_count FROM utxo_owners
        CROSS JOIN utxos ON utxos.id = utxo_id WHERE address = ?
        ORDER BY utxo_owners.height DESC, utxo_id ${limitParameter}`,
      )
      .raw();
    this.#all = database.prepare("SELECT id, bytes FROM utxos ORDER BY id").raw();
    this.#insertReward = database.prepare(
      "INSERT INTO reward_utxos (staker_tx_id, utxo_id, bytes) VALUES (?, ?, ?)",
    );
    this.#rewards = database
      .prepare("SELECT utxo_id, bytes FROM reward_utxos WHERE staker_tx_id = ? ORDER BY position")
      .raw();
    this.#allRewards = database
      .prepare("SELECT staker_tx_id, bytes FROM reward_utxos ORDER BY staker_tx_id, position")
      .raw();
  }

  byID(utxoID: Id): Utxo | undefined {
    return this.#stored(utxoID)?.utxo;
  }

  /** The height of the block that created the UTXO. */
  heightOf(utxoID: Id): bigint | undefined {
    return this.#stored(utxoID)?.height;
  }

  ownedBy(address: ShortId, after?: Id): Iterable<UtxoBytes> {
    const height = after && this.heightOf(after);
    if (height !== undefined) return this.#walkAfter(address, height, after!);
    return (
      this.listOf(address)?.utxos ?? utxosOf(this.#ownedBelow, address, Number.MAX_SAFE_INTEGER)
    );
  }

  listOf(address: ShortId): UtxoList | undefined {
    const key = keyOf(address);
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const rows = this.#ownedFirst.all(address, listLengthMax + 1) as ListRow[];
    if (rows.length > listLengthMax) return undefined;
    const utxos = rows.map(([utxoID, bytes]) => ({ utxoID, bytes }));
    const list = { utxos, isShared: rows.some(([, , ownerCount]) => ownerCount > 1) };
    this.#lists.set(key, list);
    return list;
  }

  balance(addresses: readonly ShortId[], now: bigint): Balance {
    return this.#owned.balance(addresses, now);
  }

  rewards(stakerTxID: Id): readonly UtxoBytes[] {
    const rows = this.#rewards.all(stakerTxID) as [utxoID: Id, bytes: Uint8Array][];
    return rows.map(([utxoID, bytes]) => ({ utxoID, bytes }));
  }

  /** Ascending by UTXO ID. */
  all(): Iterable<readonly [utxoID: Id, bytes: Uint8Array]> {
    return this.#all.iterate() as Iterable<[Id, Uint8Array]>;
  }

  /** By staker transaction, then in the order of payment. */
  allRewards(): Iterable<readonly [stakerTxID: Id, bytes: Uint8Array]> {
    return this.#allRewards.iterate() as Iterable<[Id, Uint8Array]>;
  }

  write({ addedUtxos, deletedUtxos, rewardUtxos }: ColdChanges, height: bigint): void {
    for (const utxoID of deletedUtxos) this.#deleteUtxo(utxoID);
    for (const { utxoID, utxo } of addedUtxos) this.#insertUtxo(utxoID, { utxo, height });
    for (const { stakerTxID, utxo } of rewardUtxos) {
      this.#insertReward.run(stakerTxID, utxoID(utxo), encodeUtxo(utxo));
    }
  }

  /** Removes from the caches what another process has changed. */
  forget(utxoIDs: readonly Id[], addresses: readonly ShortId[]): void {
    for (const utxoID of utxoIDs) this.#cache.delete(keyOf(utxoID));
    for (const address of addresses) this.#lists.delete(keyOf(address));
    this.#owned.forget(addresses);
  }

  /** Clears the caches after a write may have been undone. */
  clearCache(): void {
    this.#cache.clear();
    this.#lists.clear();
    this.#owned.clearCache();
  }

  #stored(utxoID: Id): StoredUtxo | undefined {
    const key = keyOf(utxoID);
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const row = this.#find.get(utxoID) as [bytes: Uint8Array, height: number] | undefined;
    if (row === undefined) return undefined;
    const found = { utxo: decodeUtxo(row[0]), height: BigInt(row[1]) };
    this.#cache.set(key, found);
    return found;
  }

  #insertUtxo(utxoID: Id, stored: StoredUtxo): void {
    const { utxo, height } = stored;
    const bytes = encodeUtxo(utxo);
    if (this.#insert.run(utxoID, height, bytes).changes === 0) {
      // An output that is created again replaces the old one, as in a key-value store.
      this.#deleteUtxo(utxoID);
      this.#insert.run(utxoID, height, bytes);
    }
    this.#cache.set(keyOf(utxoID), stored);
    this.#forgetLists(utxo);
    if (this.#keepsOwners) this.#owned.insert(utxoID, utxo, height);
  }

  #deleteUtxo(utxoID: Id): void {
    const stored = this.#stored(utxoID);
    if (stored === undefined) return;
    this.#forgetLists(stored.utxo);
    if (this.#keepsOwners) this.#owned.delete(utxoID, stored.utxo, stored.height);
    this.#delete.run(utxoID);
    this.#cache.delete(keyOf(utxoID));
  }

  #forgetLists({ output }: Utxo): void {
    for (const address of lockedOutput(output).addresses) this.#lists.delete(keyOf(address));
  }

  *#walkAfter(address: ShortId, height: bigint, after: Id): Iterable<UtxoBytes> {
    yield* utxosOf(this.#ownedAtHeight, address, height, after);
    yield* utxosOf(this.#ownedBelow, address, height);
  }
}

/** The UTXOs in the rows of a statement with two columns, ID and bytes. */
export function* utxosOf(
  statement: SqliteStatement,
  ...params: readonly unknown[]
): Iterable<UtxoBytes> {
  const rows = statement.iterate(...params) as Iterable<[utxoID: Id, bytes: Uint8Array]>;
  for (const [utxoID, bytes] of rows) yield { utxoID, bytes };
}

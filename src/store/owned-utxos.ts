import { BoundedCache } from "../cache/bounded-cache.ts";
import {
  type BytesKey,
  emptyId,
  type Id,
  keyOf,
  type ShortId,
  sortedUnique,
} from "../formats/bytes.ts";
import type { Utxo } from "../pchain/components/utxo.ts";
import { AssetSums } from "./asset-sums.ts";
import type { Balance, OutputReference } from "./chain-queries.ts";
import type { TableModule } from "./migrations.ts";
import { lockedOutput } from "./outputs.ts";
import {
  fromInteger,
  type SqliteDatabase,
  type SqliteStatement,
  toComparableTime,
  toInteger,
} from "./sqlite.ts";

/**
 * A row has all that a balance needs, and rows are in the order of `ownedBy`, so that one index range covers an address.
 * The locktimes are for comparison; the exact ones are in the UTXO's bytes.
 */
export const ownedUtxoTables: TableModule = {
  name: "owned-utxos",
  migrations: [
    `CREATE TABLE utxo_owners (
      address BLOB NOT NULL,
      height INTEGER NOT NULL,
      utxo_id BLOB NOT NULL,
      owner_count INTEGER NOT NULL,
      tx_id BLOB NOT NULL,
      output_index INTEGER NOT NULL,
      asset_id BLOB NOT NULL,
      amount INTEGER NOT NULL,
      stake_locktime INTEGER NOT NULL,
      locktime INTEGER NOT NULL,
      PRIMARY KEY (address, height DESC, utxo_id)
    ) STRICT, WITHOUT ROWID;`,
  ],
};

/** The UTXOs of all cached purses, about 150 bytes each. */
const cachedUtxosMax = 50_000;

type Amount = {
  readonly assetID: Id;
  readonly amount: bigint;
  readonly stakeLocktime: bigint;
  readonly locktime: bigint;
};

/** The UTXOs of one address. */
type Purse = {
  readonly utxos: readonly OutputReference[];
  /** One sum per asset and pair of locktimes, of UTXOs with a single owner. */
  readonly sums: readonly Amount[];
  /** UTXOs with several owners, by position in `utxos`. */
  readonly shared: ReadonlyMap<number, Amount & { readonly key: BytesKey }> | undefined;
};

type OwnedRow = [
  /** Null unless there are several owners. */
  utxoID: Uint8Array | null,
  txID: Uint8Array,
  outputIndex: bigint,
  /** Null if it is the one that the query names. */
  assetID: Uint8Array | null,
  amount: bigint,
  stakeLocktime: bigint,
  locktime: bigint,
];

/** UTXOs by owner, and balances. */
export class OwnedUtxos {
  readonly #purses = new BoundedCache<BytesKey, Purse>(
    cachedUtxosMax,
    (purse) => 1 + purse.utxos.length,
  );
  /** Cached, because nearly all UTXOs have the same asset, and reading its ID takes as long as reading the rest of a row. */
  #lastAssetID: Id = emptyId;
  readonly #insert: SqliteStatement;
  readonly #delete: SqliteStatement;
  readonly #byAddress: SqliteStatement;

  constructor(database: SqliteDatabase) {
    this.#insert = database.prepare(
      "INSERT INTO utxo_owners VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    );
    this.#delete = database.prepare(
      "DELETE FROM utxo_owners WHERE address = ? AND height = ? AND utxo_id = ?",
    );
    this.#byAddress = database
      .prepare(
        `SELECT iif(owner_count > 1, utxo_id, NULL), tx_id, output_index, nullif(asset_id, ?), amount,
          stake_locktime, locktime
        FROM utxo_owners WHERE address = ? ORDER BY height DESC, utxo_id`,
      )
      .raw()
      .safeIntegers();
  }

  balance(addresses: readonly ShortId[], now: bigint): Balance {
    const time = toComparableTime(now);
    const sums = new AssetSums(["unlocked", "lockedStakeable", "lockedNotStakeable"]);
    const counted = new Set<BytesKey>();
    const utxos: (readonly OutputReference[])[] = [];
    for (const address of sortedUnique(addresses)) {
      const purse = this.#purse(address);
      for (const sum of purse.sums) sums.add(sum.assetID, lockState(sum, time), sum.amount);
      if (purse.shared === undefined) {
        utxos.push(purse.utxos);
        continue;
      }
      const repeated = new Set<number>();
      for (const [place, shared] of purse.shared) {
        if (counted.has(shared.key)) repeated.add(place);
        else {
          counted.add(shared.key);
          sums.add(shared.assetID, lockState(shared, time), shared.amount);
        }
      }
      const { size } = repeated;
      utxos.push(size === 0 ? purse.utxos : purse.utxos.filter((_, place) => !repeated.has(place)));
    }
    return { assets: sums.totals(), utxos };
  }

  insert(utxoID: Id, utxo: Utxo, height: bigint): void {
    const { amount, stakeLocktime, locktime, addresses } = lockedOutput(utxo.output);
    for (const address of addresses) {
      this.#purses.delete(keyOf(address));
      this.#insert.run(
        address,
        height,
        utxoID,
        addresses.length,
        utxo.txID,
        utxo.outputIndex,
        utxo.assetID,
        toInteger(amount),
        toComparableTime(stakeLocktime),
        toComparableTime(locktime),
      );
    }
  }

  delete(utxoID: Id, utxo: Utxo, height: bigint): void {
    for (const address of lockedOutput(utxo.output).addresses) {
      this.#purses.delete(keyOf(address));
      this.#delete.run(address, height, utxoID);
    }
  }

  forget(addresses: readonly ShortId[]): void {
    for (const address of addresses) this.#purses.delete(keyOf(address));
  }

  /** Clears the cache after a write may have been undone. */
  clearCache(): void {
    this.#purses.clear();
  }

  #purse(address: ShortId): Purse {
    const key = keyOf(address);
    let purse = this.#purses.get(key);
    if (purse === undefined) {
      purse = this.#purseOf(this.#byAddress.all(this.#lastAssetID, address) as OwnedRow[]);
      this.#purses.set(key, purse);
    }
    return purse;
  }

  #purseOf(rows: readonly OwnedRow[]): Purse {
    const asked = this.#lastAssetID;
    const sums = new Sums();
    const shared = new Map<number, Amount & { readonly key: BytesKey }>();
    const utxos = rows.map((row, place) => {
      const [utxoID, txID, outputIndex, foundAssetID, amount, stakeLocktime, locktime] = row;
      const assetID = foundAssetID ?? asked;
      if (foundAssetID !== null) this.#lastAssetID = foundAssetID;
      const own = { assetID, amount: fromInteger(amount), stakeLocktime, locktime };
      if (utxoID !== null) shared.set(place, { ...own, key: keyOf(utxoID) });
      else sums.add(own);
      return { txID, outputIndex: Number(outputIndex) };
    });
    return { utxos, sums: sums.all(), shared: shared.size === 0 ? undefined : shared };
  }
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Adds to the sum of the same asset and locktimes. Neighbours are alike as a rule, which saves a look-up. */
class Sums {
  readonly #sums = new Map<string, Writable<Amount>>();
  #last: Writable<Amount> | undefined;

  add({ assetID, amount, stakeLocktime, locktime }: Amount): void {
    const last = this.#last;
    if (
      last?.assetID === assetID &&
      last.stakeLocktime === stakeLocktime &&
      last.locktime === locktime
    ) {
      last.amount += amount;
      return;
    }
    const key = `${stakeLocktime} ${locktime} ${keyOf(assetID)}`;
    this.#last = this.#sums.get(key);
    if (this.#last !== undefined) this.#last.amount += amount;
    else {
      this.#last = { assetID, amount, stakeLocktime, locktime };
      this.#sums.set(key, this.#last);
    }
  }

  all(): readonly Amount[] {
    return [...this.#sums.values()];
  }
}

type LockState = "unlocked" | "lockedStakeable" | "lockedNotStakeable";

/** avalanchego vms/platformvm/service.go (GetBalance) @ v1.12.1 */
export function lockState(
  { stakeLocktime, locktime }: Pick<Amount, "stakeLocktime" | "locktime">,
  time: bigint,
): LockState {
  if (locktime > time) return "lockedNotStakeable";
  return stakeLocktime > time ? "lockedStakeable" : "unlocked";
}

import {
  type BytesKey,
  compareBytes,
  emptyId,
  type Id,
  keyOf,
  type ShortId,
  sortedUnique,
} from "../../formats/bytes.ts";
import { AssetSums } from "../asset-sums.ts";
import type { Balance, OutputReference } from "../chain-queries.ts";
import { forksOf } from "../interval-tree.ts";
import { lockState } from "../owned-utxos.ts";
import { fromInteger, type SqliteDatabase, type SqliteStatement } from "../sqlite.ts";
import { eachRead } from "./queries/unread.ts";
import { openFork } from "./schema.ts";

export type HoldingRow<AssetID = Id> = [
  txID: Id,
  outputIndex: bigint,
  fromHeight: bigint,
  assetID: AssetID,
  amount: bigint,
  locktime: bigint,
  stakeLocktime: bigint,
  ownerCount: bigint,
];

/** An output that an address held from a height on. */
export type HeldOutput = OutputReference & { readonly fromHeight: number };

/** Reads the rows of UTXOs that an address held. */
export interface HoldingRows {
  /** After a block, newest first, then by output. */
  at(address: ShortId, height: number): readonly HoldingRow[];
  /** After a block or any before it, in no order. */
  by(address: ShortId, height: number): readonly HoldingRow[];
}

export class SqliteHoldingRows implements HoldingRows {
  /** Nearly all UTXOs have the same asset, and reading its ID takes as long as half of a row. */
  #lastAssetID: Id = emptyId;
  readonly #at: SqliteStatement;
  readonly #by: SqliteStatement;

  constructor(database: SqliteDatabase) {
    const select = `SELECT tx_id, output_index, from_height, nullif(asset_id, @assetID), amount,
      locktime, stake_locktime, owner_count
      FROM ledger_holdings WHERE address = @address AND is_staked = 0`;
    this.#at = database
      .prepare(
        `${select} AND fork = ${openFork} AND from_height <= @height
        UNION ALL
        ${select} AND fork IN (SELECT value FROM json_each(@lower)) AND to_height >= @height
        UNION ALL
        ${select} AND fork IN (SELECT value FROM json_each(@upper)) AND from_height <= @height`,
      )
      .raw()
      .safeIntegers();
    this.#by = database.prepare(`${select} AND from_height <= @height`).raw().safeIntegers();
  }

  at(address: ShortId, height: number): HoldingRow[] {
    const { lower, upper } = forksOf(height);
    const forks = { lower: JSON.stringify(lower), upper: JSON.stringify(upper) };
    // SQLite takes longer to sort them.
    return this.#read(this.#at, { address, height, ...forks }).sort(newestFirst);
  }

  by(address: ShortId, height: number): HoldingRow[] {
    return this.#read(this.#by, { address, height });
  }

  #read(statement: SqliteStatement, bound: object): HoldingRow[] {
    const asked = this.#lastAssetID;
    const rows = statement.all({ assetID: asked, ...bound }) as HoldingRow<Id | null>[];
    for (const row of rows) {
      if (row[3] === null) row[3] = asked;
      else this.#lastAssetID = row[3];
    }
    return rows as HoldingRow[];
  }
}

function newestFirst(a: HoldingRow, b: HoldingRow): number {
  const [aTxID, aIndex, aFrom] = a;
  const [bTxID, bIndex, bFrom] = b;
  if (aFrom !== bFrom) return aFrom > bFrom ? -1 : 1;
  return compareBytes(aTxID, bTxID) || (aIndex < bIndex ? -1 : 1);
}

/** What addresses owned after a block. Heights must be complete: see `Ledger.gaps`. */
export class Holdings {
  readonly #rows: HoldingRows;

  constructor(rows: HoldingRows) {
    this.#rows = rows;
  }

  /** The outputs that an address held after a block, or also those that were spent by then. */
  of(address: ShortId, height: number, includesSpent: boolean): HeldOutput[] {
    const rows = includesSpent ? this.#rows.by(address, height) : this.#rows.at(address, height);
    return rows.map(([txID, outputIndex, fromHeight]) => ({
      txID,
      outputIndex: Number(outputIndex),
      fromHeight: Number(fromHeight),
    }));
  }

  /**
   * The balance of several addresses after the block at a height. Counts a shared output once; `now`, in Unix seconds,
   * decides which outputs are locked. Lists of outputs are in the order of the addresses' bytes, newest first.
   */
  balance(addresses: readonly ShortId[], height: number, now: bigint): Balance {
    const sums = new AssetSums(["unlocked", "lockedStakeable", "lockedNotStakeable"]);
    const counted = new Set<`${BytesKey} ${number}`>();
    const utxos = eachRead(sortedUnique(addresses), (address) => {
      const references: OutputReference[] = [];
      for (const row of this.#rows.at(address, height)) {
        const [txID, index, , assetID, amount, locktime, stakeLocktime, ownerCount] = row;
        const outputIndex = Number(index);
        if (ownerCount > 1n) {
          const key = `${keyOf(txID)} ${outputIndex}` as const;
          if (counted.has(key)) continue;
          counted.add(key);
        }
        references.push({ txID, outputIndex });
        const locks = {
          locktime: fromInteger(locktime),
          stakeLocktime: fromInteger(stakeLocktime),
        };
        sums.add(assetID, lockState(locks, now), fromInteger(amount));
      }
      return references;
    });
    return { assets: sums.totals(), utxos };
  }
}

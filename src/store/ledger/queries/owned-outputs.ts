import type { Id, ShortId } from "../../../formats/bytes.ts";
import { type BytesKey, keyOf, sortedUnique } from "../../../formats/bytes.ts";
import { forksOf } from "../../interval-tree.ts";
import { fromInteger, type SqliteDatabase, type SqliteStatement } from "../../sqlite.ts";
import { openFork } from "../schema.ts";
import type { OwnedOptions, OwnedOutput } from "./ledger-queries.ts";
import { eachRead } from "./unread.ts";

export type OwnedRow = [
  txID: Id,
  outputIndex: bigint,
  isStaked: bigint,
  assetID: Id,
  amount: bigint,
  locktime: bigint,
  stakeLocktime: bigint,
  ownerCount: bigint,
  createdHeight: bigint,
];

/** Reads what an address held, with its stake, in no order. */
export interface OwnedRows {
  /** As `OwnedOptions` say. */
  of(address: ShortId, options: OwnedOptions): readonly OwnedRow[];
}

export class SqliteOwnedRows implements OwnedRows {
  readonly #now: SqliteStatement;
  readonly #at: SqliteStatement;
  readonly #by: SqliteStatement;

  constructor(database: SqliteDatabase) {
    const select = `SELECT h.tx_id, h.output_index, h.is_staked, h.asset_id, h.amount, h.locktime,
      h.stake_locktime, h.owner_count, o.created_height
      FROM ledger_holdings h JOIN ledger_outputs o USING (tx_id, output_index)
      WHERE h.address = @address AND h.is_staked IN (0, 1)`;
    const open = `${select} AND h.fork = ${openFork}`;
    const prepare = (sql: string) => database.prepare(sql).raw().safeIntegers();
    this.#now = prepare(open);
    this.#at = prepare(`${open} AND h.from_height <= @height
      UNION ALL
      ${select} AND h.fork IN (SELECT value FROM json_each(@lower)) AND h.to_height >= @height
      UNION ALL
      ${select} AND h.fork IN (SELECT value FROM json_each(@upper)) AND h.from_height <= @height`);
    this.#by = prepare(`${select} AND h.from_height <= @height`);
  }

  of(address: ShortId, options: OwnedOptions): readonly OwnedRow[] {
    const { statement, bound } = this.#select(options);
    return statement.all({ address, ...bound }) as OwnedRow[];
  }

  #select({ height, includesSpent }: OwnedOptions) {
    if (includesSpent) {
      return { statement: this.#by, bound: { height: height ?? Number.MAX_SAFE_INTEGER } };
    }
    if (height === undefined) return { statement: this.#now, bound: {} };
    const { lower, upper } = forksOf(height);
    const forks = { lower: JSON.stringify(lower), upper: JSON.stringify(upper) };
    return { statement: this.#at, bound: { height, ...forks } };
  }
}

/** What addresses held after a block, with their stake. Heights must be complete: see `LedgerCoverage`. */
export class OwnedOutputs {
  readonly #rows: OwnedRows;

  constructor(rows: OwnedRows) {
    this.#rows = rows;
  }

  /** Each output once. */
  of(addresses: readonly ShortId[], options: OwnedOptions): OwnedOutput[] {
    const { includesSpent } = options;
    const counted = new Set<`${BytesKey} ${bigint}`>();
    const owned: OwnedOutput[] = [];
    const read = (address: ShortId) => this.#rows.of(address, options);
    for (const rows of eachRead(sortedUnique(addresses), read)) {
      for (const row of rows) {
        const [txID, outputIndex, isStaked, assetID, amount, locktime, stakeLocktime] = row;
        const ownerCount = row[7];
        // One output has a row as stake and another one as a UTXO.
        if (ownerCount > 1n || includesSpent) {
          const key = `${keyOf(txID)} ${outputIndex}` as const;
          if (counted.has(key)) continue;
          counted.add(key);
        }
        owned.push({
          txID,
          outputIndex: Number(outputIndex),
          isStaked: isStaked === 1n,
          assetID,
          amount: fromInteger(amount),
          locktime: fromInteger(locktime),
          stakeLocktime: fromInteger(stakeLocktime),
          createdHeight: Number(row[8]),
          ownerCount: Number(ownerCount),
        });
      }
    }
    return owned;
  }
}

import {
  type BytesKey,
  compareBytes,
  type Id,
  keyOf,
  type ShortId,
  sortedUnique,
} from "../formats/bytes.ts";
import type { HotChanges } from "../pchain/state/changes.ts";
import type { Staker, StakerPriority } from "../pchain/state/staker.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import { AssetSums } from "./asset-sums.ts";
import type { Stake, StakeQueries } from "./chain-queries.ts";
import { encodeTransferableOutput } from "./encoding.ts";
import type { TableModule } from "./migrations.ts";
import { lockedOutput, stakeOutputs } from "./outputs.ts";
import { fromInteger, type SqliteDatabase, type SqliteStatement, toInteger } from "./sqlite.ts";
import { isDelegator } from "./stakers.ts";

export const stakedOutputTables: TableModule = {
  name: "stakes",
  migrations: [
    // The key is the address and then the staker order, so that one index range covers an address.
    `CREATE TABLE stake_owners (
      address BLOB NOT NULL,
      is_pending INTEGER NOT NULL,
      next_time INTEGER NOT NULL,
      priority INTEGER NOT NULL,
      tx_id BLOB NOT NULL,
      output_index INTEGER NOT NULL,
      is_delegator INTEGER NOT NULL,
      asset_id BLOB NOT NULL,
      amount INTEGER NOT NULL,
      output BLOB NOT NULL,
      PRIMARY KEY (address, is_pending, next_time, priority, tx_id, output_index)
    ) STRICT, WITHOUT ROWID;`,
  ],
};

type StakeKey = [
  isPending: bigint,
  nextTime: bigint,
  priority: bigint,
  txID: Uint8Array,
  outputIndex: bigint,
];
type StakeRow = [
  ...key: StakeKey,
  isDelegator: bigint,
  assetID: Uint8Array,
  amount: bigint,
  output: Uint8Array,
];

/** Stake outputs by owner, for getStake. */
export class StakedOutputs implements StakeQueries {
  readonly #byAddress: SqliteStatement;
  readonly #insert: SqliteStatement;
  readonly #delete: SqliteStatement;

  constructor(database: SqliteDatabase) {
    this.#byAddress = database
      .prepare(
        `SELECT is_pending, next_time, priority, tx_id, output_index, is_delegator, asset_id, amount,
          output
        FROM stake_owners WHERE address = ?`,
      )
      .raw()
      .safeIntegers();
    this.#insert = database.prepare(
      "INSERT INTO stake_owners VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    );
    this.#delete = database.prepare(
      `DELETE FROM stake_owners WHERE address = ? AND is_pending = ? AND next_time = ?
        AND priority = ? AND tx_id = ? AND output_index = ?`,
    );
  }

  byAddresses(addresses: readonly ShortId[], options: { readonly validatorsOnly: boolean }): Stake {
    const rows = new Map<BytesKey, StakeRow>();
    for (const address of sortedUnique(addresses)) {
      for (const row of this.#byAddress.all(address) as StakeRow[]) {
        const [, , , txID, outputIndex, isDelegatorFlag] = row;
        if (options.validatorsOnly && isDelegatorFlag === 1n) continue;
        rows.set(`${keyOf(txID)}${outputIndex}` as BytesKey, row);
      }
    }
    const ordered = [...rows.values()].sort(compareRows);
    const sums = new AssetSums(["staked"]);
    for (const row of ordered) sums.add(row[6], "staked", fromInteger(row[7]));
    return { assets: sums.totals(), outputs: ordered.map((row) => row[8]) };
  }

  /** `txOf` returns the transaction of an added or removed staker. */
  write(
    { currentStakers, pendingStakers }: Pick<HotChanges, "currentStakers" | "pendingStakers">,
    txOf: (staker: Staker) => Tx,
  ): void {
    for (const [changes, isPending] of [
      [pendingStakers, 1],
      [currentStakers, 0],
    ] as const) {
      for (const staker of changes.deletedValidators) this.#remove(staker, isPending, txOf(staker));
      for (const staker of changes.addedValidators) this.#add(staker, isPending, txOf(staker));
      for (const staker of changes.addedDelegators) this.#add(staker, isPending, txOf(staker));
      for (const staker of changes.deletedDelegators) this.#remove(staker, isPending, txOf(staker));
    }
  }

  #add(staker: Staker, isPending: 0 | 1, tx: Tx): void {
    for (const [index, output] of stakeOutputs(tx).entries()) {
      const { addresses, amount } = lockedOutput(output.output);
      for (const address of addresses) {
        this.#insert.run(
          ...ownerKey(address, staker, isPending, index),
          Number(isDelegator(staker)),
          output.assetID,
          toInteger(amount),
          encodeTransferableOutput(output),
        );
      }
    }
  }

  #remove(staker: Staker, isPending: 0 | 1, tx: Tx): void {
    for (const [index, output] of stakeOutputs(tx).entries()) {
      for (const address of lockedOutput(output.output).addresses) {
        this.#delete.run(...ownerKey(address, staker, isPending, index));
      }
    }
  }
}

function ownerKey(
  address: ShortId,
  { nextTime, priority, txID }: Staker,
  isPending: 0 | 1,
  index: number,
): [ShortId, number, bigint, StakerPriority, Id, number] {
  return [address, isPending, toInteger(nextTime), priority, txID, index];
}

function compareRows(a: StakeRow, b: StakeRow): number {
  for (const column of [0, 1, 2] as const) {
    if (a[column] !== b[column]) return a[column] < b[column] ? -1 : 1;
  }
  return compareBytes(a[3], b[3]) || Number(a[4] - b[4]);
}

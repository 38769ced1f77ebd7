import type { HotChanges } from "../pchain/state/changes.ts";
import type { MutableState } from "../pchain/state/state.ts";
import type { TableModule } from "./migrations.ts";
import { fromInteger, type SqliteDatabase, type SqliteStatement, toInteger } from "./sqlite.ts";

export const tipTables: TableModule = {
  name: "tip",
  migrations: [
    `CREATE TABLE tip (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
      timestamp INTEGER NOT NULL,
      fee_capacity INTEGER NOT NULL,
      fee_excess INTEGER NOT NULL,
      l1_validator_excess INTEGER NOT NULL,
      accrued_fees INTEGER NOT NULL
    ) STRICT;`,
  ],
};

type TipRow = [
  timestamp: bigint,
  feeCapacity: bigint,
  feeExcess: bigint,
  l1ValidatorExcess: bigint,
  accruedFees: bigint,
];

/** The scalar values of the chain state after the last accepted block. */
export class Tip {
  readonly #put: SqliteStatement;
  readonly #get: SqliteStatement;

  constructor(database: SqliteDatabase) {
    this.#put = database.prepare("INSERT OR REPLACE INTO tip VALUES (1, ?, ?, ?, ?, ?)");
    this.#get = database
      .prepare(
        "SELECT timestamp, fee_capacity, fee_excess, l1_validator_excess, accrued_fees FROM tip",
      )
      .raw()
      .safeIntegers();
  }

  write({ timestamp, feeState, l1ValidatorExcess, accruedFees }: HotChanges): void {
    this.#put.run(
      toInteger(timestamp),
      toInteger(feeState.capacity),
      toInteger(feeState.excess),
      toInteger(l1ValidatorExcess),
      toInteger(accruedFees),
    );
  }

  load(target: MutableState): void {
    const row = this.#get.get() as TipRow | undefined;
    if (row === undefined) return;
    const [timestamp, capacity, excess, l1ValidatorExcess, accruedFees] = row;
    target.setTimestamp(fromInteger(timestamp));
    target.setFeeState({ capacity: fromInteger(capacity), excess: fromInteger(excess) });
    target.setL1ValidatorExcess(fromInteger(l1ValidatorExcess));
    target.setAccruedFees(fromInteger(accruedFees));
  }
}

import type { HotChanges } from "../pchain/state/changes.ts";
import type { L1Validator } from "../pchain/state/l1-validator.ts";
import type { Expiry, MutableState } from "../pchain/state/state.ts";
import { decodePChainOwner, encodePChainOwner } from "./encoding.ts";
import type { TableModule } from "./migrations.ts";
import {
  BytesInterner,
  fromInteger,
  type SqliteDatabase,
  type SqliteStatement,
  toInteger,
} from "./sqlite.ts";

export const l1ValidatorTables: TableModule = {
  name: "l1-validators",
  migrations: [
    `CREATE TABLE l1_validators (
      validation_id BLOB PRIMARY KEY,
      subnet_id BLOB NOT NULL,
      node_id BLOB NOT NULL,
      public_key BLOB NOT NULL,
      remaining_balance_owner BLOB NOT NULL,
      deactivation_owner BLOB NOT NULL,
      start_time INTEGER NOT NULL,
      weight INTEGER NOT NULL,
      min_nonce INTEGER NOT NULL,
      end_accumulated_fee INTEGER NOT NULL,
      UNIQUE (subnet_id, node_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE expiries (
      timestamp INTEGER NOT NULL,
      validation_id BLOB NOT NULL,
      PRIMARY KEY (timestamp, validation_id)
    ) STRICT, WITHOUT ROWID;`,
  ],
};

type L1ValidatorRow = [
  validationID: Uint8Array,
  subnetID: Uint8Array,
  nodeID: Uint8Array,
  publicKey: Uint8Array,
  remainingBalanceOwner: Uint8Array,
  deactivationOwner: Uint8Array,
  startTime: bigint,
  weight: bigint,
  minNonce: bigint,
  endAccumulatedFee: bigint,
];

/** L1 validators and used registration messages, loaded when the store opens. */
export class L1Validators {
  readonly #database: SqliteDatabase;
  readonly #put: SqliteStatement;
  readonly #delete: SqliteStatement;
  readonly #putExpiry: SqliteStatement;
  readonly #deleteExpiry: SqliteStatement;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#put = database.prepare(
      `INSERT INTO l1_validators VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (validation_id) DO UPDATE SET
        weight = excluded.weight,
        min_nonce = excluded.min_nonce,
        end_accumulated_fee = excluded.end_accumulated_fee`,
    );
    this.#delete = database.prepare("DELETE FROM l1_validators WHERE validation_id = ?");
    this.#putExpiry = database.prepare("INSERT OR REPLACE INTO expiries VALUES (?, ?)");
    this.#deleteExpiry = database.prepare(
      "DELETE FROM expiries WHERE timestamp = ? AND validation_id = ?",
    );
  }

  write({ l1Validators, addedExpiries, deletedExpiries }: HotChanges): void {
    for (const { weight, validationID } of l1Validators) {
      if (weight === 0n) this.#delete.run(validationID);
    }
    for (const validator of l1Validators) {
      if (validator.weight !== 0n) this.#putValidator(validator);
    }
    for (const { timestamp, validationID } of addedExpiries) {
      this.#putExpiry.run(toInteger(timestamp), validationID);
    }
    for (const { timestamp, validationID } of deletedExpiries) {
      this.#deleteExpiry.run(toInteger(timestamp), validationID);
    }
  }

  load(target: MutableState): void {
    const interner = new BytesInterner();
    const validators = this.#database.prepare("SELECT * FROM l1_validators").raw().safeIntegers();
    for (const row of validators.iterate() as Iterable<L1ValidatorRow>) {
      target.putL1Validator(l1ValidatorOf(row, interner));
    }
    const expiries = this.#database.prepare("SELECT * FROM expiries").raw().safeIntegers();
    for (const [timestamp, validationID] of expiries.iterate() as Iterable<[bigint, Uint8Array]>) {
      const expiry: Expiry = {
        timestamp: fromInteger(timestamp),
        validationID: new Uint8Array(validationID),
      };
      target.putExpiry(expiry);
    }
  }

  #putValidator(validator: L1Validator): void {
    this.#put.run(
      validator.validationID,
      validator.subnetID,
      validator.nodeID,
      validator.publicKey,
      encodePChainOwner(validator.remainingBalanceOwner),
      encodePChainOwner(validator.deactivationOwner),
      toInteger(validator.startTime),
      toInteger(validator.weight),
      toInteger(validator.minNonce),
      toInteger(validator.endAccumulatedFee),
    );
  }
}

function l1ValidatorOf(row: L1ValidatorRow, interner: BytesInterner): L1Validator {
  const [validationID, subnetID, nodeID, publicKey, remaining, deactivation, ...numbers] = row;
  const [startTime, weight, minNonce, endAccumulatedFee] = numbers;
  return {
    validationID: new Uint8Array(validationID),
    subnetID: interner.intern(subnetID),
    nodeID: interner.intern(nodeID),
    publicKey: new Uint8Array(publicKey),
    remainingBalanceOwner: decodePChainOwner(remaining),
    deactivationOwner: decodePChainOwner(deactivation),
    startTime: fromInteger(startTime),
    weight: fromInteger(weight),
    minNonce: fromInteger(minNonce),
    endAccumulatedFee: fromInteger(endAccumulatedFee),
  };
}

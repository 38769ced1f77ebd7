import type { Id, NodeId } from "../formats/bytes.ts";
import type { HotChanges, StakerChanges } from "../pchain/state/changes.ts";
import { type Staker, type StakerPriority, stakerKind } from "../pchain/state/staker.ts";
import type { MutableState } from "../pchain/state/state.ts";
import type { TableModule } from "./migrations.ts";
import {
  BytesInterner,
  fromInteger,
  type SqliteDatabase,
  type SqliteStatement,
  toInteger,
} from "./sqlite.ts";

export const stakerTables: TableModule = {
  name: "stakers",
  migrations: [
    `CREATE TABLE stakers (
      is_pending INTEGER NOT NULL,
      tx_id BLOB NOT NULL,
      node_id BLOB NOT NULL,
      public_key BLOB,
      subnet_id BLOB NOT NULL,
      weight INTEGER NOT NULL,
      start_time INTEGER NOT NULL,
      end_time INTEGER NOT NULL,
      potential_reward INTEGER NOT NULL,
      next_time INTEGER NOT NULL,
      priority INTEGER NOT NULL,
      PRIMARY KEY (is_pending, tx_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE delegatee_rewards (
      subnet_id BLOB NOT NULL,
      node_id BLOB NOT NULL,
      reward INTEGER NOT NULL,
      PRIMARY KEY (subnet_id, node_id)
    ) STRICT, WITHOUT ROWID;`,
  ],
};

type StakerRow = [
  isPending: bigint,
  txID: Uint8Array,
  nodeID: Uint8Array,
  publicKey: Uint8Array | null,
  subnetID: Uint8Array,
  weight: bigint,
  startTime: bigint,
  endTime: bigint,
  potentialReward: bigint,
  nextTime: bigint,
  priority: bigint,
];

export function isDelegator(staker: Staker): boolean {
  return stakerKind(staker) === "delegator";
}

/** Current and pending stakers, loaded when the store opens. */
export class Stakers {
  readonly #database: SqliteDatabase;
  readonly #insert: SqliteStatement;
  readonly #delete: SqliteStatement;
  readonly #putReward: SqliteStatement;
  readonly #deleteReward: SqliteStatement;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#insert = database.prepare("INSERT INTO stakers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    this.#delete = database.prepare("DELETE FROM stakers WHERE is_pending = ? AND tx_id = ?");
    this.#putReward = database.prepare("INSERT OR REPLACE INTO delegatee_rewards VALUES (?, ?, ?)");
    this.#deleteReward = database.prepare(
      "DELETE FROM delegatee_rewards WHERE subnet_id = ? AND node_id = ?",
    );
  }

  write({ currentStakers, pendingStakers, delegateeRewards }: HotChanges): void {
    this.#writeStakers(pendingStakers, 1);
    this.#writeStakers(currentStakers, 0);
    for (const staker of currentStakers.addedValidators) this.#deleteRewardOf(staker);
    for (const staker of currentStakers.deletedValidators) this.#deleteRewardOf(staker);
    for (const { subnetID, nodeID, rewardNavax } of delegateeRewards) {
      this.#putReward.run(subnetID, nodeID, toInteger(rewardNavax));
    }
  }

  load(target: MutableState): void {
    const interner = new BytesInterner();
    const stakers = this.#database.prepare("SELECT * FROM stakers").raw().safeIntegers();
    for (const row of stakers.iterate() as Iterable<StakerRow>) {
      const staker = stakerOf(row, interner);
      if (row[0] === 1n) {
        if (isDelegator(staker)) target.putPendingDelegator(staker);
        else target.putPendingValidator(staker);
      } else if (isDelegator(staker)) target.putCurrentDelegator(staker);
      else target.putCurrentValidator(staker);
    }
    const rewards = this.#database.prepare("SELECT * FROM delegatee_rewards").raw().safeIntegers();
    for (const row of rewards.iterate() as Iterable<[Id, NodeId, bigint]>) {
      const [subnetID, nodeID, reward] = row;
      target.setDelegateeReward(
        interner.intern(subnetID),
        interner.intern(nodeID),
        fromInteger(reward),
      );
    }
  }

  #writeStakers(changes: StakerChanges, isPending: 0 | 1): void {
    for (const staker of changes.addedValidators) this.#insertStaker(staker, isPending);
    for (const { txID } of changes.deletedValidators) this.#delete.run(isPending, txID);
    for (const staker of changes.addedDelegators) this.#insertStaker(staker, isPending);
    for (const { txID } of changes.deletedDelegators) this.#delete.run(isPending, txID);
  }

  #insertStaker(staker: Staker, isPending: 0 | 1): void {
    this.#insert.run(
      isPending,
      staker.txID,
      staker.nodeID,
      staker.publicKey ?? null,
      staker.subnetID,
      toInteger(staker.weight),
      toInteger(staker.startTime),
      toInteger(staker.endTime),
      toInteger(staker.potentialReward),
      toInteger(staker.nextTime),
      staker.priority,
    );
  }

  #deleteRewardOf({ subnetID, nodeID }: Staker): void {
    this.#deleteReward.run(subnetID, nodeID);
  }
}

function stakerOf(row: StakerRow, interner: BytesInterner): Staker {
  const [, txID, nodeID, publicKey, subnetID, weight, start, end, reward, next, priority] = row;
  return {
    txID: new Uint8Array(txID),
    nodeID: interner.intern(nodeID),
    publicKey: publicKey === null ? undefined : new Uint8Array(publicKey),
    subnetID: interner.intern(subnetID),
    weight: fromInteger(weight),
    startTime: fromInteger(start),
    endTime: fromInteger(end),
    potentialReward: fromInteger(reward),
    nextTime: fromInteger(next),
    priority: Number(priority) as StakerPriority,
  };
}

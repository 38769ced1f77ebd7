import {
  type BytesKey,
  emptyId,
  equalBytes,
  type Id,
  keyOf,
  type NodeId,
} from "../formats/bytes.ts";
import type { ValidatorSetChange } from "../pchain/state/validator-set-changes.ts";
import type {
  Validator,
  ValidatorChange,
  ValidatorQueries,
  ValidatorSet,
} from "./chain-queries.ts";
import { History } from "./history.ts";
import { forkOf, forksOf } from "./interval-tree.ts";
import type { TableModule } from "./migrations.ts";
import { fromInteger, type SqliteDatabase, type SqliteStatement, toInteger } from "./sqlite.ts";
import { type ValidatorNode, ValidatorRefs, type ValidatorSubnet } from "./validator-refs.ts";

/**
 * The history of validator sets: which node validated which subnet, with which weight and key, as intervals of heights.
 * Running intervals are in memory. Ended ones are stored for the query "which contain height h" (interval-tree.ts).
 */
export const validatorSetTables: TableModule = {
  name: "validator-sets",
  migrations: [
    `CREATE TABLE running_validators (
      subnet_ref INTEGER NOT NULL,
      node_ref INTEGER NOT NULL,
      from_height INTEGER NOT NULL,
      weight INTEGER NOT NULL,
      PRIMARY KEY (subnet_ref, node_ref)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE ended_validators (
      subnet_ref INTEGER NOT NULL,
      fork INTEGER NOT NULL,
      to_height INTEGER NOT NULL,
      node_ref INTEGER NOT NULL,
      from_height INTEGER NOT NULL,
      weight INTEGER NOT NULL,
      PRIMARY KEY (subnet_ref, fork, to_height, node_ref)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ended_validators_by_start ON ended_validators (subnet_ref, fork, from_height);`,
    `CREATE INDEX running_validators_by_begin ON running_validators (from_height);
    CREATE INDEX ended_validators_by_begin ON ended_validators (from_height);
    CREATE INDEX ended_validators_by_end ON ended_validators (to_height);`,
  ],
};

type Running = Validator & { readonly ref: number; readonly fromHeight: number };
type RunningSet = { readonly nodes: Map<BytesKey, Running>; totalWeight: bigint };
type RunningRow = [subnetRef: bigint, nodeRef: bigint, fromHeight: bigint, weight: bigint];

type ChangeRow = [subnetRef: bigint, nodeRef: bigint, weight: bigint, previousWeight: bigint];

type NodeMove = {
  readonly subnet: ValidatorSubnet;
  readonly running: Running | undefined;
  readonly next: Running | undefined;
};

/** The changes in memory after the rows of a block are written. */
export type ValidatorSetMove = { readonly height: number; readonly nodes: readonly NodeMove[] };

export class ValidatorSets implements ValidatorQueries {
  readonly #database: SqliteDatabase;
  readonly #refs: ValidatorRefs;
  /** By subnet ref. */
  readonly #sets = new Map<number, RunningSet>();
  /** The last accepted height. From it on, only running intervals count. */
  #height: number;
  readonly #insertRunning: SqliteStatement;
  readonly #deleteRunning: SqliteStatement;
  readonly #insertEnded: SqliteStatement;
  readonly #endedAt: SqliteStatement;
  readonly #begunAndEnded: SqliteStatement;

  readonly #history: History;

  constructor(database: SqliteDatabase, lastAcceptedHeight: bigint, history = new History()) {
    this.#history = history;
    this.#database = database;
    this.#refs = new ValidatorRefs(database);
    this.#height = Number(lastAcceptedHeight);
    this.#insertRunning = database.prepare("INSERT INTO running_validators VALUES (?, ?, ?, ?)");
    this.#deleteRunning = database.prepare(
      "DELETE FROM running_validators WHERE subnet_ref = ? AND node_ref = ?",
    );
    this.#insertEnded = database.prepare("INSERT INTO ended_validators VALUES (?, ?, ?, ?, ?, ?)");
    // CROSS JOIN fixes the join order: one index lookup per fork.
    this.#endedAt = database
      .prepare(
        `SELECT node_ref, weight FROM json_each(@lower) AS forks
          CROSS JOIN ended_validators
          WHERE subnet_ref = @ref AND fork = forks.value AND to_height >= @height
        UNION ALL SELECT node_ref, weight FROM json_each(@upper) AS forks
          CROSS JOIN ended_validators INDEXED BY ended_validators_by_start
          WHERE subnet_ref = @ref AND fork = forks.value AND from_height <= @height`,
      )
      .raw()
      .safeIntegers();
    this.#begunAndEnded = database
      .prepare(
        `SELECT subnet_ref, node_ref, weight, 0 FROM running_validators WHERE from_height = @height
        UNION ALL SELECT subnet_ref, node_ref, weight, 0 FROM ended_validators
          WHERE from_height = @height
        UNION ALL SELECT subnet_ref, node_ref, 0, weight FROM ended_validators
          WHERE to_height = @height - 1`,
      )
      .raw()
      .safeIntegers();
    this.#load();
  }

  setAt(subnetID: Id, height: bigint): readonly Validator[] {
    this.#history.verifyValidatorsAt(height);
    const subnet = this.#refs.subnet(subnetID);
    return subnet === undefined ? [] : this.#setAt(subnet, Number(height));
  }

  allSetsAt(height: bigint): readonly ValidatorSet[] {
    this.#history.verifyValidatorsAt(height);
    const primary = this.#refs.subnet(emptyId);
    const others = [...this.#refs.subnets()].filter((subnet) => subnet !== primary);
    return (primary === undefined ? others : [primary, ...others]).flatMap((subnet) => {
      const validators = this.#setAt(subnet, Number(height));
      return validators.length === 0 ? [] : [{ subnetID: subnet.subnetID, validators }];
    });
  }

  changesAt(height: bigint): readonly ValidatorChange[] {
    // The sets on both sides of the block decide.
    if (height > 0n) this.#history.verifyValidatorsAt(height - 1n);
    const changes = new Map<string, ValidatorChange>();
    const subnets = new Map([...this.#refs.subnets()].map(({ ref, subnetID }) => [ref, subnetID]));
    for (const row of this.#begunAndEnded.all({ height }) as ChangeRow[]) {
      const [subnetRef, nodeRef, weight, previousWeight] = row;
      const subnetID = subnets.get(Number(subnetRef))!;
      const { nodeID } = this.#refs.node(Number(nodeRef));
      // A key change ends one row and starts another.
      const key = keyOf(subnetID) + keyOf(nodeID);
      const other = changes.get(key);
      changes.set(key, {
        subnetID,
        nodeID,
        weight: (other?.weight ?? 0n) + fromInteger(weight),
        previousWeight: (other?.previousWeight ?? 0n) + fromInteger(previousWeight),
      });
    }
    return [...changes.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
  }

  totalWeight(subnetID: Id): bigint {
    return this.#set(subnetID)?.totalWeight ?? 0n;
  }

  has(subnetID: Id, nodeID: NodeId): boolean {
    return this.#set(subnetID)?.nodes.has(keyOf(nodeID)) ?? false;
  }

  /** Writes the rows of a block. Readers see them after `move`. */
  write(changes: readonly ValidatorSetChange[], height: bigint): ValidatorSetMove {
    const nodes: NodeMove[] = [];
    for (const change of changes) {
      const running = this.#set(change.subnetID)?.nodes.get(keyOf(change.nodeID));
      const next = this.#next(running, change, Number(height));
      if (next === running) continue;
      const subnet = this.#refs.addSubnet(change.subnetID);
      this.#writeNode(subnet, running, next, Number(height));
      nodes.push({ subnet, running, next });
    }
    return { height: Number(height), nodes };
  }

  /** Like `write`, after another process wrote the rows. */
  read(changes: readonly ValidatorSetChange[], height: bigint): ValidatorSetMove {
    const nodes: NodeMove[] = [];
    for (const change of changes) {
      const running = this.#set(change.subnetID)?.nodes.get(keyOf(change.nodeID));
      const next = this.#next(running, change, Number(height));
      if (next === running) continue;
      nodes.push({ subnet: this.#refs.addSubnet(change.subnetID), running, next });
    }
    return { height: Number(height), nodes };
  }

  move({ height, nodes }: ValidatorSetMove): void {
    this.#height = height;
    for (const { subnet, running, next } of nodes) {
      const set = this.#runningSet(subnet.ref);
      set.totalWeight += (next?.weight ?? 0n) - (running?.weight ?? 0n);
      if (next !== undefined) set.nodes.set(keyOf(next.nodeID), next);
      else if (running !== undefined) set.nodes.delete(keyOf(running.nodeID));
    }
  }

  /** Discards writes that were undone before `move`. */
  forgetWritten(): void {
    this.#refs.reload();
  }

  /** Reads the sets again after the database was set to another state. */
  reload(lastAcceptedHeight: bigint): void {
    this.#refs.reload();
    this.#sets.clear();
    this.#height = Number(lastAcceptedHeight);
    this.#load();
  }

  #set(subnetID: Id): RunningSet | undefined {
    const subnet = this.#refs.subnet(subnetID);
    return subnet && this.#sets.get(subnet.ref);
  }

  #runningSet(ref: number): RunningSet {
    let set = this.#sets.get(ref);
    if (set === undefined) {
      set = { nodes: new Map(), totalWeight: 0n };
      this.#sets.set(ref, set);
    }
    return set;
  }

  #setAt({ ref }: ValidatorSubnet, height: number): readonly Validator[] {
    const running = [...(this.#sets.get(ref)?.nodes.values() ?? [])];
    if (height >= this.#height) return running;
    const validators: Validator[] = running.filter(({ fromHeight }) => fromHeight <= height);
    const { lower, upper } = forksOf(height);
    const rows = this.#endedAt.all({
      ref,
      height,
      lower: JSON.stringify(lower),
      upper: JSON.stringify(upper),
    }) as [nodeRef: bigint, weight: bigint][];
    for (const [nodeRef, weight] of rows) {
      const { nodeID, publicKey } = this.#refs.node(Number(nodeRef));
      validators.push({ nodeID, weight: fromInteger(weight), publicKey });
    }
    return validators;
  }

  /** Returns the same object if nothing changes, undefined if the node no longer validates. */
  #next(
    running: Running | undefined,
    { nodeID, weightDelta, publicKey }: ValidatorSetChange,
    fromHeight: number,
  ): Running | undefined {
    const weight = (running?.weight ?? 0n) + weightDelta;
    if (weight < 0n) throw new Error("A validator's weight is below zero.");
    if (weight === 0n) return undefined;
    const nextKey = publicKey === "unchanged" ? running?.publicKey : publicKey;
    if (running !== undefined && sameKey(running.publicKey, nextKey)) {
      return weightDelta === 0n ? running : { ...running, weight, fromHeight };
    }
    return runningOf(this.#refs.addNode(nodeID, nextKey), weight, fromHeight);
  }

  #writeNode(
    subnet: ValidatorSubnet,
    running: Running | undefined,
    next: Running | undefined,
    height: number,
  ): void {
    if (running !== undefined) {
      this.#deleteRunning.run(subnet.ref, running.ref);
      this.#writeEnded(subnet, running, height - 1);
    }
    if (next !== undefined) {
      this.#insertRunning.run(subnet.ref, next.ref, height, toInteger(next.weight));
    }
  }

  #writeEnded(subnet: ValidatorSubnet, { ref, fromHeight, weight }: Running, to: number): void {
    // An interval that starts and ends in the same block was never visible.
    if (to < fromHeight) return;
    const fork = forkOf(fromHeight, to);
    this.#insertEnded.run(subnet.ref, fork, to, ref, fromHeight, toInteger(weight));
  }

  #load(): void {
    const rows = this.#database
      .prepare("SELECT subnet_ref, node_ref, from_height, weight FROM running_validators")
      .raw()
      .safeIntegers();
    for (const [subnetRef, ref, fromHeight, weight] of rows.iterate() as Iterable<RunningRow>) {
      const node = this.#refs.node(Number(ref));
      const running = runningOf(node, fromInteger(weight), Number(fromHeight));
      const set = this.#runningSet(Number(subnetRef));
      set.nodes.set(keyOf(node.nodeID), running);
      set.totalWeight += running.weight;
    }
  }
}

function runningOf(node: ValidatorNode, weight: bigint, fromHeight: number): Running {
  return { ref: node.ref, nodeID: node.nodeID, publicKey: node.publicKey, weight, fromHeight };
}

function sameKey(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return equalBytes(a, b);
}

import { BoundedCache } from "../cache/bounded-cache.ts";
import { type BytesKey, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import type { TableModule } from "./migrations.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";

/** Numbers for subnets and for nodes with their keys, which the history of validators repeats. */
export const validatorRefTables: TableModule = {
  name: "validator-refs",
  migrations: [
    `CREATE TABLE validator_subnets (
      ref INTEGER PRIMARY KEY,
      subnet_id BLOB NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE validator_nodes (
      ref INTEGER PRIMARY KEY,
      node_id BLOB NOT NULL,
      public_key BLOB
    ) STRICT;
    CREATE INDEX validator_nodes_by_id ON validator_nodes (node_id);`,
  ],
};

/** A validator node with a key, or without one. */
export type ValidatorNode = {
  readonly ref: number;
  readonly nodeID: NodeId;
  readonly publicKey: Uint8Array | undefined;
};

export type ValidatorSubnet = { readonly ref: number; readonly subnetID: Id };

const cachedNodesMax = 10_000;

type NodeRow = [ref: number, nodeID: Uint8Array, publicKey: Uint8Array | null];

/** Subnets are in memory, nodes in a cache. */
export class ValidatorRefs {
  readonly #database: SqliteDatabase;
  readonly #findSubnet: SqliteStatement;
  readonly #insertSubnet: SqliteStatement;
  readonly #insertNode: SqliteStatement;
  readonly #nodeByRef: SqliteStatement;
  readonly #nodeByID: SqliteStatement;
  readonly #subnets = new Map<BytesKey, ValidatorSubnet>();
  readonly #nodes = new BoundedCache<number, ValidatorNode>(cachedNodesMax);

  constructor(database: SqliteDatabase) {
    this.#database = database;
    // Another process may have added it.
    this.#findSubnet = database
      .prepare("SELECT ref FROM validator_subnets WHERE subnet_id = ?")
      .pluck();
    this.#insertSubnet = database.prepare("INSERT INTO validator_subnets (subnet_id) VALUES (?)");
    this.#insertNode = database.prepare(
      "INSERT INTO validator_nodes (node_id, public_key) VALUES (?, ?)",
    );
    const selectNode = "SELECT ref, node_id, public_key FROM validator_nodes";
    this.#nodeByRef = database.prepare(`${selectNode} WHERE ref = ?`).raw();
    this.#nodeByID = database.prepare(`${selectNode} WHERE node_id = ? AND public_key IS ?`).raw();
    this.reload();
  }

  subnets(): Iterable<ValidatorSubnet> {
    return this.#subnets.values();
  }

  subnet(subnetID: Id): ValidatorSubnet | undefined {
    return this.#subnets.get(keyOf(subnetID));
  }

  node(ref: number): ValidatorNode {
    return this.#nodes.get(ref) ?? this.#keepNode(this.#nodeByRef.get(ref) as NodeRow);
  }

  addSubnet(subnetID: Id): ValidatorSubnet {
    const found = this.subnet(subnetID);
    if (found !== undefined) return found;
    const known = this.#findSubnet.get(subnetID) as number | undefined;
    const ref = known ?? Number(this.#insertSubnet.run(subnetID).lastInsertRowid);
    const subnet = { ref, subnetID };
    this.#subnets.set(keyOf(subnetID), subnet);
    return subnet;
  }

  addNode(nodeID: NodeId, publicKey: Uint8Array | undefined): ValidatorNode {
    const key = publicKey ?? null;
    const found = this.#nodeByID.get(nodeID, key) as NodeRow | undefined;
    if (found !== undefined) return this.#nodes.get(found[0]) ?? this.#keepNode(found);
    const ref = Number(this.#insertNode.run(nodeID, key).lastInsertRowid);
    return this.#keepNode([ref, nodeID, key]);
  }

  /** Reads the subnets again after a write may have been undone. */
  reload(): void {
    this.#nodes.clear();
    this.#subnets.clear();
    const rows = this.#database.prepare("SELECT ref, subnet_id FROM validator_subnets").raw();
    for (const [ref, subnetID] of rows.iterate() as Iterable<[number, Uint8Array]>) {
      this.#subnets.set(keyOf(subnetID), { ref, subnetID: new Uint8Array(subnetID) });
    }
  }

  #keepNode([ref, nodeID, publicKey]: NodeRow): ValidatorNode {
    const node: ValidatorNode = {
      ref,
      nodeID: new Uint8Array(nodeID),
      publicKey: publicKey === null ? undefined : new Uint8Array(publicKey),
    };
    this.#nodes.set(ref, node);
    return node;
  }
}

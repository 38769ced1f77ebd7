import { equalBytes, type Id } from "../../formats/bytes.ts";
import { parseTx } from "../../pchain/txs/tx.ts";
import { decodeUtxo, storedBytesMax } from "../encoding.ts";
import { forkOf } from "../interval-tree.ts";
import { OwnedUtxos } from "../owned-utxos.ts";
import { fromInteger, type SqliteDatabase, toInteger } from "../sqlite.ts";
import { ValidatorRefs } from "../validator-refs.ts";

/** Content that is not that of a snapshot. */
export class SnapshotMalformed extends Error {
  override readonly name = "SnapshotMalformed";
}

/** The type of a column: an unsigned or signed decimal number of 64 bits, hex, or text. */
export type ColumnKind = "uint" | "int" | "bytes" | "text";

/** A value as SQLite has it. */
export type Cell = bigint | Uint8Array | string | null;
export type Row = readonly Cell[];

/** The height of a snapshot's state, and the lowest height of its validator sets. */
export type SnapshotHeights = { readonly height: bigint; readonly validators: bigint };

/** One kind of row, in the order in which it is written. docs/snapshot-format.md describes each. */
export type Section = {
  readonly name: string;
  readonly columns: readonly ColumnKind[];
  /** Selects the columns in their only order. */
  readonly select: string;
  /** The numbers for the placeholders of `select`. */
  readonly bind?: (heights: SnapshotHeights) => readonly bigint[];
  /** Returns what writes a row. */
  readonly insert: (database: SqliteDatabase) => (row: Row) => void;
};

const table = (
  name: string,
  columns: Readonly<Record<string, ColumnKind>>,
  select: string,
  into = name,
): Section => ({
  name: name.replaceAll("_", " "),
  columns: Object.values(columns),
  select,
  insert: inserting(into, Object.keys(columns)),
});

function inserting(name: string, columns: readonly string[]): Section["insert"] {
  return (database) => {
    const places = columns.map(() => "?").join(", ");
    const statement = database.prepare(
      `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${places})`,
    );
    return (row) => void statement.run(...row);
  };
}

const ordered = (
  name: string,
  columns: Readonly<Record<string, ColumnKind>>,
  order: string,
): Section =>
  table(name, columns, `SELECT ${Object.keys(columns).join(", ")} FROM ${name} ORDER BY ${order}`);

/** A table with one row. */
const single = (name: string, columns: Readonly<Record<string, ColumnKind>>): Section => ({
  ...ordered(name, columns, "only_row"),
  insert: (database) => {
    const insert = inserting(name, ["only_row", ...Object.keys(columns)])(database);
    return (row) => insert([1n, ...row]);
  },
});

/** Transactions that later blocks and queries read: of stakers, subnets, chains, transformations and the genesis. */
const keptTxs = `SELECT tx_id FROM stakers UNION SELECT id FROM subnets UNION SELECT id FROM chains
  UNION SELECT tx_id FROM subnet_transformations UNION SELECT id FROM txs WHERE height = 0`;

/** The codec version, which transactions in blocks lack. */
const ownBytes = `iif(txs.id IN (${keptTxs}),
  ifnull(txs.bytes, CAST(x'0000' || substr(blocks.bytes, block_offset + 1, byte_count) AS BLOB)), NULL)`;

const txs: Section = {
  name: "tx",
  columns: ["bytes", "uint", "text", "uint", "uint", "bytes"],
  select: `SELECT txs.id, txs.height, txs.status, block_offset, byte_count, ${ownBytes}
    FROM txs LEFT JOIN blocks ON blocks.height = txs.height AND txs.bytes IS NULL
    ORDER BY txs.id`,
  insert: (database) => {
    const insert = inserting("txs", [
      "id",
      "height",
      "status",
      "block_offset",
      "byte_count",
      "bytes",
    ])(database);
    return ([id, height, status, offset, count, bytes]) => {
      if (bytes === null) insert([id!, height!, status!, offset!, count!, null]);
      else {
        const tx = parseTx(plain(bytes), { bytesMax: storedBytesMax });
        if (!equalBytes(tx.id, id as Id))
          throw new SnapshotMalformed("a transaction has another ID");
        insert([id!, height!, status!, null, null, bytes!]);
      }
    };
  },
};

const utxos: Section = {
  name: "utxo",
  columns: ["bytes", "uint", "bytes"],
  select: "SELECT id, height, bytes FROM utxos ORDER BY id",
  insert: (database) => {
    const insert = inserting("utxos", ["id", "height", "bytes"])(database);
    const owned = new OwnedUtxos(database);
    return (row) => {
      insert(row);
      const [id, height, bytes] = row;
      owned.insert(id as Id, decodeUtxo(plain(bytes)), height as bigint);
    };
  },
};

const runningValidators: Section = {
  name: "validator",
  columns: ["bytes", "bytes", "bytes", "uint", "uint"],
  select: `SELECT subnet_id, node_id, public_key, from_height, weight FROM running_validators
    JOIN validator_subnets ON validator_subnets.ref = subnet_ref
    JOIN validator_nodes ON validator_nodes.ref = node_ref
    ORDER BY subnet_id, node_id, public_key`,
  insert: (database) => {
    const refs = new ValidatorRefs(database);
    const insert = inserting("running_validators", [
      "subnet_ref",
      "node_ref",
      "from_height",
      "weight",
    ])(database);
    return ([subnetID, nodeID, key, from, weight]) => {
      const { ref } = refs.addSubnet(plain(subnetID));
      const node = refs.addNode(plain(nodeID), key === null ? undefined : plain(key));
      insert([BigInt(ref), BigInt(node.ref), from!, weight!]);
    };
  },
};

const endedValidators: Section = {
  name: "past validator",
  columns: ["bytes", "bytes", "bytes", "uint", "uint", "uint"],
  select: `SELECT subnet_id, node_id, public_key, from_height, to_height, weight FROM ended_validators
    JOIN validator_subnets ON validator_subnets.ref = subnet_ref
    JOIN validator_nodes ON validator_nodes.ref = node_ref
    WHERE to_height >= ? ORDER BY subnet_id, node_id, from_height`,
  bind: ({ validators }) => [validators],
  insert: (database) => {
    const insert = insertEnded(database);
    return (row) => void insert(row);
  },
};

/** Writes an interval in which a node validated, unless it is there. */
export function insertEnded(database: SqliteDatabase): (row: Row) => void {
  const refs = new ValidatorRefs(database);
  const insert = database.prepare(
    `INSERT OR IGNORE INTO ended_validators (subnet_ref, fork, to_height, node_ref, from_height, weight)
    VALUES (?, ?, ?, ?, ?, ?)`,
  );
  return ([subnetID, nodeID, key, from, to, weight]) => {
    const { ref } = refs.addSubnet(plain(subnetID));
    const node = refs.addNode(plain(nodeID), key === null ? undefined : plain(key));
    const fork = forkOf(Number(from), Number(to));
    insert.run(ref, fork, to, node.ref, from, weight);
  };
}

/** A copy that is not a Buffer, as the codec needs it. */
function plain(cell: Cell | undefined): Uint8Array {
  if (!(cell instanceof Uint8Array)) throw new SnapshotMalformed("bytes are missing");
  return new Uint8Array(cell);
}

/** Everything that a node needs at a height, in the order of the file. */
export const sections: readonly Section[] = [
  {
    name: "block",
    columns: ["uint", "bytes", "bytes"],
    select: "SELECT height, id, bytes FROM blocks WHERE height IN (0, ?) ORDER BY height",
    bind: ({ height }) => [height],
    insert: inserting("blocks", ["height", "id", "bytes"]),
  },
  single("proposer_tip", {
    id: "bytes",
    inner_id: "bytes",
    timestamp: "int",
    p_chain_height: "uint",
    is_wrapped: "uint",
    epoch_height: "uint",
    epoch_number: "uint",
    epoch_start: "int",
  }),
  single("tip", {
    timestamp: "uint",
    fee_capacity: "uint",
    fee_excess: "uint",
    l1_validator_excess: "uint",
    accrued_fees: "uint",
  }),
  txs,
  utxos,
  table(
    "reward_utxo",
    { staker_tx_id: "bytes", utxo_id: "bytes", bytes: "bytes" },
    "SELECT staker_tx_id, utxo_id, bytes FROM reward_utxos ORDER BY position",
    "reward_utxos",
  ),
  ordered(
    "stakers",
    {
      is_pending: "uint",
      tx_id: "bytes",
      node_id: "bytes",
      public_key: "bytes",
      subnet_id: "bytes",
      weight: "uint",
      start_time: "uint",
      end_time: "uint",
      potential_reward: "uint",
      next_time: "uint",
      priority: "uint",
    },
    "is_pending, tx_id",
  ),
  ordered(
    "delegatee_rewards",
    { subnet_id: "bytes", node_id: "bytes", reward: "uint" },
    "subnet_id, node_id",
  ),
  ordered(
    "auto_renewals",
    {
      node_id: "bytes",
      accrued_validation_rewards: "uint",
      accrued_delegatee_rewards: "uint",
      auto_compound_reward_shares: "uint",
      next_period: "uint",
    },
    "node_id",
  ),
  ordered(
    "l1_validators",
    {
      validation_id: "bytes",
      subnet_id: "bytes",
      node_id: "bytes",
      public_key: "bytes",
      remaining_balance_owner: "bytes",
      deactivation_owner: "bytes",
      start_time: "uint",
      weight: "uint",
      min_nonce: "uint",
      end_accumulated_fee: "uint",
    },
    "validation_id",
  ),
  ordered("expiries", { timestamp: "uint", validation_id: "bytes" }, "timestamp, validation_id"),
  ordered("subnets", { position: "uint", id: "bytes" }, "position"),
  ordered("subnet_owners", { subnet_id: "bytes", owner: "bytes" }, "subnet_id"),
  ordered("subnet_transformations", { subnet_id: "bytes", tx_id: "bytes" }, "subnet_id"),
  ordered(
    "subnet_conversions",
    {
      subnet_id: "bytes",
      conversion_id: "bytes",
      manager_chain_id: "bytes",
      manager_address: "bytes",
    },
    "subnet_id",
  ),
  ordered("subnet_supplies", { subnet_id: "bytes", supply: "uint" }, "subnet_id"),
  ordered(
    "chains",
    { position: "int", subnet_id: "bytes", id: "bytes", name: "text", vm_id: "bytes" },
    "position",
  ),
  runningValidators,
  endedValidators,
];

/** The rows of a section, read as they are taken. */
export function* rowsOf(
  section: Section,
  database: SqliteDatabase,
  heights: SnapshotHeights,
): Iterable<Row> {
  const statement = database.prepare(section.select).raw().safeIntegers();
  yield* statement.iterate(...(section.bind?.(heights) ?? [])) as Iterable<Row>;
}

/** `["utxo","0a...","12","00..."]` */
export function formatRow({ name, columns }: Section, row: Row): string {
  return JSON.stringify([name, ...row.map((cell, i) => formatCell(cell, columns[i]!))]);
}

export function parseCells({ name, columns }: Section, cells: readonly unknown[]): Row {
  if (cells.length !== columns.length) {
    throw new SnapshotMalformed(`a ${name} has ${cells.length} values, not ${columns.length}`);
  }
  return cells.map((cell, i) => parseCell(cell, columns[i]!));
}

function formatCell(cell: Cell, kind: ColumnKind): string | null {
  if (cell === null) return null;
  if (cell instanceof Uint8Array) return Buffer.from(cell).toString("hex");
  if (typeof cell === "string") return cell;
  return (kind === "uint" ? fromInteger(cell) : cell).toString();
}

function parseCell(cell: unknown, kind: ColumnKind): Cell {
  if (cell === null) return null;
  if (typeof cell !== "string") throw new SnapshotMalformed(`${JSON.stringify(cell)} is not text`);
  if (kind === "text") return cell;
  if (kind === "bytes") {
    const bytes = Buffer.from(cell, "hex");
    if (bytes.length * 2 !== cell.length) throw new SnapshotMalformed("a value is not hex");
    return bytes;
  }
  if (!/^-?\d{1,20}$/.test(cell)) throw new SnapshotMalformed("a value is not a number");
  return toInteger(BigInt(cell));
}

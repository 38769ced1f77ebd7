import type { ChainStore } from "../chain-store.ts";
import { Containers } from "../containers.ts";
import { limitParameter, type SqliteDatabase } from "../sqlite.ts";
import { insertEnded, type Row, type SnapshotHeights } from "./sections.ts";

const blocksTogether = 256;
const rowsTogether = 1_024;
const containerRowsTogether = 32;

/**
 * Copies what a snapshot lacks from a store that executed all blocks up to the height of the snapshot: blocks, the bytes of
 * transactions, containers, validator sets and UTXOs in transit. Each step is one transaction of a few milliseconds; an
 * interrupted copy can be repeated.
 */
export function* completingHistory(
  store: ChainStore,
  replayed: SqliteDatabase,
  { height }: SnapshotHeights,
): Generator<void, void, void> {
  const target = store.database();
  for (const step of [
    () => copyBlocks(target, replayed, height),
    () => copyKeptTxs(target, replayed, height),
    () => copyContainers(target, replayed, height),
    () => copyValidators(target, replayed),
    () => copyRows(target, replayed, "atomic_utxos"),
    () => copyRows(target, replayed, "atomic_utxo_owners"),
  ]) {
    const parts = step();
    while (store.together(() => parts.next()).done !== true) yield;
  }
}

function* copyBlocks(
  target: SqliteDatabase,
  replayed: SqliteDatabase,
  height: bigint,
): Generator<void, void, void> {
  const select = replayed
    .prepare(
      `SELECT height, id, bytes FROM blocks WHERE height > ? AND height < ? ORDER BY height ${limitParameter}`,
    )
    .raw();
  const insert = target.prepare(
    "INSERT OR IGNORE INTO blocks (height, id, bytes) VALUES (?, ?, ?)",
  );
  for (let next = 0; ; ) {
    const rows = select.all(next, height, blocksTogether) as [number, Buffer, Buffer][];
    for (const row of rows) insert.run(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    next = last[0];
    yield;
  }
}

/** Their bytes are in their blocks now. */
function* copyKeptTxs(
  target: SqliteDatabase,
  replayed: SqliteDatabase,
  height: bigint,
): Generator<void, void, void> {
  const kept = target
    .prepare("SELECT id, height FROM txs WHERE bytes IS NOT NULL AND height BETWEEN 1 AND ?")
    .raw()
    .all(height) as [Buffer, number][];
  const find = replayed
    .prepare("SELECT block_offset, byte_count FROM txs WHERE id = ? AND height = ?")
    .raw();
  const update = target.prepare(
    "UPDATE txs SET block_offset = ?, byte_count = ?, bytes = NULL WHERE id = ?",
  );
  for (const [index, [id, at]] of kept.entries()) {
    const place = find.get(id, at) as [number | null, number | null] | undefined;
    if (place !== undefined && place[0] !== null) update.run(...place, id);
    if (index % rowsTogether === rowsTogether - 1) yield;
  }
}

/** From the newest to the oldest, so that the log never has a gap. */
function* copyContainers(
  target: SqliteDatabase,
  replayed: SqliteDatabase,
  height: bigint,
): Generator<void, void, void> {
  const log = new Containers(target, "P/block");
  const source = new Containers(replayed, "P/block");
  if (log.count() === 0n || source.count() === 0n) return;
  for (let before = log.first(); before > 0n; before = log.first()) {
    log.prepend(source, before, containerRowsTogether);
    yield;
  }
  const positions = replayed
    .prepare(
      `SELECT id_start, position FROM container_positions_p_block
      WHERE (id_start, position) > (?, ?) ORDER BY id_start, position ${limitParameter}`,
    )
    .raw()
    .safeIntegers();
  const insert = target.prepare(
    "INSERT OR IGNORE INTO container_positions_p_block (id_start, position) VALUES (?, ?)",
  );
  for (let after: [bigint, bigint] = [-(2n ** 63n), -1n]; ; ) {
    const rows = positions.all(...after, rowsTogether) as [bigint, bigint][];
    for (const row of rows) if (row[1] < height) insert.run(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
    yield;
  }
}

function* copyValidators(
  target: SqliteDatabase,
  replayed: SqliteDatabase,
): Generator<void, void, void> {
  const insert = insertEnded(target);
  const select = replayed
    .prepare(
      `SELECT subnet_ref, fork, to_height, node_ref, subnet_id, node_id, public_key, from_height, to_height, weight
      FROM ended_validators
      JOIN validator_subnets ON validator_subnets.ref = subnet_ref
      JOIN validator_nodes ON validator_nodes.ref = node_ref
      WHERE (subnet_ref, fork, to_height, node_ref) > (?, ?, ?, ?)
      ORDER BY subnet_ref, fork, to_height, node_ref ${limitParameter}`,
    )
    .raw()
    .safeIntegers();
  for (let after: readonly unknown[] = [-1n, -1n, -1n, -1n]; ; ) {
    const rows = select.all(...after, rowsTogether) as Row[];
    for (const row of rows) insert(row.slice(4));
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.slice(0, 4);
    yield;
  }
}

/** Of a table that has a primary key. */
function* copyRows(
  target: SqliteDatabase,
  replayed: SqliteDatabase,
  table: "atomic_utxos" | "atomic_utxo_owners",
): Generator<void, void, void> {
  const select = replayed.prepare(`SELECT * FROM ${table}`).raw().safeIntegers();
  const places = select.columns().map(() => "?");
  const insert = target.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${places.join(", ")})`);
  let count = 0;
  // The replayed store is not written meanwhile, so its cursor may stay open.
  for (const row of select.iterate() as Iterable<unknown[]>) {
    insert.run(...row);
    count += 1;
    if (count % rowsTogether === 0) yield;
  }
}

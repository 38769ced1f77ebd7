import { staying } from "./ledger/pruning.ts";
import { ledgerSchema } from "./ledger/schema.ts";
import type { SqliteDatabase } from "./sqlite.ts";

/** What a table has that the same table of another database has not. */
export type TableDifference = {
  readonly table: string;
  /** Rows that are only here. */
  readonly surplus: number;
  /** Rows that are only there. */
  readonly missing: number;
  /** The first surplus or missing row. */
  readonly example: string;
};

/** Tables that do not follow from the blocks alone. */
const ownTables =
  /^(sqlite_.*|migrations|metadata|users|user_entries|containers_.*|container_.*|.*bootstrap.*|uptimes|submitted_.*|atomic_.*|block_times|proposer.*|reader_.*|validator_.*|ledger_outbox|ledger_crossings|ledger_crossing_owners|observatory_.*)$/;

/** Numbers for subnets and nodes depend on when a store first saw them, and a snapshot has another order. */
const withoutRefs: Readonly<Record<string, string>> = {
  running_validators: validatorRows("running_validators", "from_height, weight"),
  ended_validators: validatorRows("ended_validators", "from_height, to_height, weight"),
  // What depends on containers and on what a node observed does not follow from the blocks.
  ledger_blocks: ledgerRows("blocks", ["container_id", "proposer"]),
  ledger_staking_periods: ledgerRows("staking_periods", ["uptime"]),
};

function ledgerRows(name: "blocks" | "staking_periods", left: readonly string[]): string {
  const { columns, key } = ledgerSchema[name];
  const compared = Object.keys(columns).filter((column) => !left.includes(column));
  return `SELECT ${compared.join(", ")} FROM ledger_${name} ORDER BY ${key.join(", ")}`;
}

function validatorRows(table: string, columns: string): string {
  return `SELECT subnet_id, node_id, public_key, ${columns} FROM ${table}
    JOIN validator_subnets ON validator_subnets.ref = subnet_ref
    JOIN validator_nodes ON validator_nodes.ref = node_ref
    ORDER BY subnet_id, node_id, from_height, public_key`;
}

/**
 * Compares the tables that follow from the blocks, row by row, with those of a store that executed the same blocks. Without
 * `hasLedger`, those of the ledger are left out; rows of heights below `ledgerFrom` that may be removed are, too.
 */
export function* compareTables(
  found: SqliteDatabase,
  expected: SqliteDatabase,
  { hasLedger, ledgerFrom = 0 }: { readonly hasLedger: boolean; readonly ledgerFrom?: number },
): Iterable<TableDifference | { readonly table: string; readonly unreadable: string }> {
  const names = expected
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];
  const isCompared = (name: string) =>
    !ownTables.test(name) && (hasLedger || !name.startsWith("ledger_"));
  for (const table of names.filter(isCompared)) {
    try {
      const difference = compareTable(selectOf(table, ledgerFrom), { table, found, expected });
      if (difference !== undefined) yield difference;
    } catch (error) {
      yield { table, unreadable: (error as Error).message };
    }
  }
}

function selectOf(table: string, ledgerFrom: number): string {
  const all = withoutRefs[table] ?? `SELECT * FROM ${table}`;
  const condition = ledgerFrom === 0 ? undefined : staying(ledgerFrom).get(table);
  return condition === undefined ? all : `SELECT * FROM (${all}) WHERE ${condition}`;
}

function compareTable(
  select: string,
  {
    table,
    found,
    expected,
  }: {
    readonly table: string;
    readonly found: SqliteDatabase;
    readonly expected: SqliteDatabase;
  },
): TableDifference | undefined {
  const surplus = new Map<string, number>();
  // Rows of both usually arrive in the same order, so that only differences stay in memory.
  const ours = rowsOf(found, select);
  const theirs = rowsOf(expected, select);
  for (;;) {
    const one = ours.next();
    const other = theirs.next();
    if (one.done === true && other.done === true) break;
    if (one.value === other.value) continue;
    if (one.done !== true) count(surplus, one.value, 1);
    if (other.done !== true) count(surplus, other.value, -1);
  }
  const [first] = surplus;
  if (first === undefined) return undefined;
  const counts = [...surplus.values()];
  return {
    table,
    surplus: counts.filter((each) => each > 0).length,
    missing: counts.filter((each) => each < 0).length,
    example: first[0],
  };
}

function count(counts: Map<string, number>, row: string, by: number): void {
  const now = (counts.get(row) ?? 0) + by;
  if (now === 0) counts.delete(row);
  else counts.set(row, now);
}

function* rowsOf(database: SqliteDatabase, select: string): Generator<string, undefined> {
  const rows = database.prepare(select).raw().safeIntegers();
  for (const row of rows.iterate() as Iterable<unknown[]>) yield row.map(textOf).join(" ");
  return undefined;
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : String(value);
}

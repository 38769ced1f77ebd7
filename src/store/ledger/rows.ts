import { formatHex } from "../../formats/hex.ts";
import type { SqliteDatabase } from "../sqlite.ts";
import type { ColumnType, TableSchema } from "./column.ts";
import { type LedgerRow, type LedgerTableName, ledgerSchema, openEnd, openFork } from "./schema.ts";

/** The tables that say what happened. `gaps` says what one store lacks. */
export type RowTable = Exclude<LedgerTableName, "gaps">;

export const rowTables = Object.keys(ledgerSchema).filter((name) => name !== "gaps") as RowTable[];

export type RowRange = {
  /** Rows that began at these heights, both included. */
  readonly from: number;
  readonly to: number;
  /** Rows as they were after this block, without what happened later. Default: `to`. */
  readonly asOf?: number;
  /** Default: by the height at which a row began, then by key. */
  readonly order?: "height" | "key";
};

/**
 * The rows of a table in an order that does not depend on the store. The heights must be complete: see `LedgerCoverage`.
 * A row says the same however far the store has come since, so that a range can be read in several steps.
 */
export function* ledgerRows<Name extends RowTable>(
  database: SqliteDatabase,
  name: Name,
  { from, to, asOf = to, order = "height" }: RowRange,
): Generator<LedgerRow<Name>, undefined> {
  const { columns }: TableSchema = ledgerSchema[name];
  const statement = database.prepare(selectRows(name, order)).raw().safeIntegers();
  const decoders = Object.entries(columns).map(
    ([column, { type }]) => [column, decoderOf[type]] as const,
  );
  for (const values of statement.iterate({ from, to, asOf }) as Iterable<unknown[]>) {
    const row: Record<string, unknown> = {};
    for (const [index, [column, decode]] of decoders.entries()) {
      const value = values[index];
      row[column] = value === null ? null : decode(value);
    }
    yield row as LedgerRow<Name>;
  }
  return undefined;
}

/** What a node saw of a network, which other honest nodes may not have seen. */
const observedColumns: Readonly<Partial<Record<RowTable, readonly string[]>>> = {
  blocks: ["container_id", "proposer"],
  staking_periods: ["uptime"],
};

/** The columns in which all honest nodes have the same, in the order of the schema. */
export function canonicalColumns(name: RowTable): readonly string[] {
  const observed = observedColumns[name] ?? [];
  return Object.keys(ledgerSchema[name].columns).filter((column) => !observed.includes(column));
}

/**
 * The canonical columns of a row as a JSON array: bytes as hex, exact amounts as decimal text. Digests are computed over
 * these texts.
 */
export function canonicalText<Name extends RowTable>(name: Name, row: LedgerRow<Name>): string {
  const values = row as Readonly<Record<string, unknown>>;
  return JSON.stringify(canonicalColumns(name).map((column) => jsonOf(values[column])));
}

function jsonOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return formatHex(value);
  return typeof value === "bigint" ? String(value) : value;
}

const decoderOf: Readonly<Record<ColumnType, (value: unknown) => unknown>> = {
  integer: Number,
  uint64: (value) => BigInt.asUintN(64, value as bigint),
  delta: (value) => value,
  real: (value) => value,
  bytes: (value) => value,
  text: (value) => value,
};

type Source = {
  /** The height at which a row began. */
  readonly began: string;
  /** What a column was after the block `@asOf`. */
  readonly columns?: Readonly<Record<string, string>>;
};

const until = (height: string, columns: readonly string[]) =>
  Object.fromEntries(
    [height, ...columns].map((column) => [column, `iif(${height} <= @asOf, ${column}, NULL)`]),
  );

/** A block adds to the row of its day. */
const daySum = (column: string, sum: string) => ({
  [column]: `iif(last_height <= @asOf, ${column}, (SELECT ${sum} FROM ledger_blocks AS b
    WHERE b.height >= first_height AND b.height <= @asOf))`,
});

const byHeight: Source = { began: "height" };

const sources: Readonly<Record<RowTable, Source>> = {
  blocks: byHeight,
  txs: byHeight,
  outputs: {
    began: "created_height",
    columns: {
      ...until("spendable_height", ["spendable_position"]),
      ...until("spent_height", ["spent_position", "spent_input"]),
    },
  },
  holdings: {
    began: "from_height",
    columns: {
      fork: `iif(to_height < @asOf, fork, ${openFork})`,
      to_height: `iif(to_height < @asOf, to_height, ${openEnd})`,
    },
  },
  imports: byHeight,
  address_txs: byHeight,
  staking_periods: {
    began: "added_height",
    columns: {
      ...until("began_height", ["began_time"]),
      ...until("ended_height", [
        "ended_position",
        "ended_time",
        "end_reason",
        "reward",
        "delegatee_reward",
        "restaked",
        "uptime",
      ]),
      // Of a pending staker it is not known.
      potential_reward: "iif(began_height <= @asOf, potential_reward, 0)",
    },
  },
  rewards: byHeight,
  validator_changes: byHeight,
  subnets: {
    began: "height",
    columns: {
      ...until("transformed_height", ["elastic_asset_id"]),
      ...until("converted_height", ["conversion_id", "manager_chain_id", "manager_address"]),
    },
  },
  subnet_owners: byHeight,
  chains: byHeight,
  l1_validators: {
    began: `(SELECT min(height) FROM ledger_l1_events AS e
      WHERE e.validation_id = ledger_l1_validators.validation_id)`,
  },
  l1_events: byHeight,
  warp_messages: byHeight,
  days: {
    began: "first_height",
    columns: {
      ...daySum("last_height", "max(height)"),
      ...daySum("blocks", "count(*)"),
      ...daySum("txs", "sum(tx_count)"),
      ...daySum("rewards", "sum(b.rewards)"),
      ...daySum("burned", "sum(b.burned)"),
      ...daySum("l1_fees", "sum(b.l1_fees)"),
    },
  },
};

function selectRows(name: RowTable, order: "height" | "key"): string {
  const { columns, key }: TableSchema = ledgerSchema[name];
  const { began, columns: asOf = {} } = sources[name];
  const selected = Object.keys(columns).map((column) =>
    Object.hasOwn(asOf, column) ? `${asOf[column]} AS ${column}` : column,
  );
  // A number stands for a selected column, which is as of the block.
  const keys = key.map((column) => Object.keys(columns).indexOf(column) + 1);
  return `SELECT ${selected.join(", ")} FROM ledger_${name}
    WHERE ${began} BETWEEN @from AND @to
    ORDER BY ${(order === "height" ? [began, ...keys] : keys).join(", ")}`;
}

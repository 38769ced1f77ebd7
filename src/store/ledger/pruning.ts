import type { SqliteDatabase, SqliteStatement } from "../sqlite.ts";
import type { TableSchema } from "./column.ts";
import type { LocalHeights } from "./local-heights.ts";
import { ledgerSchema } from "./schema.ts";

/** What blocks add to with each transaction. The other tables are small, and stay. */
const heightTables = ["blocks", "txs", "imports", "rewards", "warp_messages"] as const;

/** Their keys do not begin with a height. What the rows that later blocks change, or that show a state, have is not past. */
const sweptTables = {
  outputs: "spent_height < @past OR (exported_to IS NOT NULL AND created_height < @past)",
  holdings: "to_height < @past",
  address_txs: "height < @past",
} as const;

/**
 * The conditions of rows that stay when those of heights below one are removed, by table. Others may still wait for their
 * removal; tables without a condition keep all rows.
 */
export function staying(from: number): ReadonlyMap<string, string> {
  const swept = Object.entries(sweptTables).map(
    ([name, past]) =>
      [`ledger_${name}`, `(${past.replaceAll("@past", String(from))}) IS NOT TRUE`] as const,
  );
  const others = heightTables.map((name) => [`ledger_${name}`, `height >= ${from}`] as const);
  return new Map([...swept, ...others]);
}

/** About how many transactions a step removes. */
const stepTxs = 32;
/** How many blocks without transactions a step removes. */
const stepHeights = 64;
/** How many rows a step looks at. */
const sweptRows = 256;

/** How many heights are added to the past until the tables are swept again. */
const usualSweptEvery = 1_000;

type Place = readonly unknown[];

/** Removes rows of the past that another database has, in small steps within the caller's transactions. */
export class LedgerPruning {
  readonly #local: LocalHeights;
  readonly #txCounts: SqliteStatement;
  readonly #deletes: readonly SqliteStatement[];
  readonly #sweeps: readonly Sweep[];
  readonly #dayStart: SqliteStatement;
  /** Up to which height the tables were swept, or are. */
  #sweptTo: number;
  /** The sweep that is under way. */
  #sweeping: number;

  constructor(database: SqliteDatabase, local: LocalHeights) {
    this.#local = local;
    this.#txCounts = database
      .prepare(
        `SELECT height, tx_count FROM ledger_blocks WHERE height >= ? ORDER BY height LIMIT ${stepHeights}`,
      )
      .raw();
    this.#deletes = heightTables.map((name) =>
      database.prepare(`DELETE FROM ledger_${name} WHERE height >= ? AND height < ?`),
    );
    this.#dayStart = database
      .prepare("SELECT first_height FROM ledger_days WHERE last_height >= ? ORDER BY day LIMIT 1")
      .pluck();
    this.#sweeps = (Object.keys(sweptTables) as (keyof typeof sweptTables)[]).map(
      (name) => new Sweep(database, name),
    );
    this.#sweptTo = 0;
    this.#sweeping = this.#sweeps.length;
  }

  /**
   * The height below which rows may be removed if another database has all of them up to `copied`: the sums of a day are
   * read from its blocks while it is not over there.
   */
  removableBelow(wanted: number, copied: number): number {
    const dayStart = this.#dayStart.get(copied) as number | undefined;
    return Math.min(wanted, dayStart ?? 0);
  }

  /**
   * Removes some rows of heights below one. Returns whether more may follow. Call it in a transaction. Tables that are not
   * sorted by height are swept whenever `sweptEvery` heights were removed from the others.
   */
  step(below: number, sweptEvery = usualSweptEvery): boolean {
    const { from } = this.#local;
    if (from < below) {
      const to = Math.min(below, this.#stepFrom(from));
      this.#local.note(to);
      for (const statement of this.#deletes) statement.run(from, to);
      return true;
    }
    return this.#sweep(from, sweptEvery);
  }

  #stepFrom(from: number): number {
    let txs = 0;
    let to = from;
    for (const [height, count] of this.#txCounts.all(from) as [number, number][]) {
      if (to > from && txs + count > stepTxs) break;
      txs += count;
      to = height + 1;
    }
    return Math.max(to, from + 1);
  }

  #sweep(past: number, sweptEvery: number): boolean {
    const sweep = this.#sweeps[this.#sweeping];
    if (sweep === undefined) {
      if (past - this.#sweptTo < sweptEvery) return false;
      this.#sweptTo = past;
      this.#sweeping = 0;
      return true;
    }
    if (!sweep.step(this.#sweptTo)) this.#sweeping += 1;
    return true;
  }
}

/** Walks over a table by key, a few rows at a time. */
class Sweep {
  readonly #first: SqliteStatement;
  readonly #next: SqliteStatement;
  readonly #removeFirst: SqliteStatement;
  readonly #remove: SqliteStatement;
  readonly #removeLast: SqliteStatement;
  readonly #key: readonly string[];
  #place: Place | undefined;

  constructor(database: SqliteDatabase, name: keyof typeof sweptTables) {
    const { key }: TableSchema = ledgerSchema[name];
    this.#key = key;
    const columns = key.join(", ");
    const bound = (prefix: string) => key.map((_, part) => `@${prefix}${part}`).join(", ");
    const after = `(${columns}) > (${bound("after")})`;
    const to = `(${columns}) <= (${bound("to")})`;
    const table = `ledger_${name}`;
    const end = `ORDER BY ${columns} LIMIT 1 OFFSET ${sweptRows - 1}`;
    this.#first = database.prepare(`SELECT ${columns} FROM ${table} ${end}`).raw();
    this.#next = database.prepare(`SELECT ${columns} FROM ${table} WHERE ${after} ${end}`).raw();
    const remove = (where: string) =>
      database.prepare(`DELETE FROM ${table} WHERE ${where}(${sweptTables[name]})`);
    this.#removeFirst = remove(`${to} AND `);
    this.#remove = remove(`${after} AND ${to} AND `);
    this.#removeLast = remove(`${after} AND `);
  }

  /** Removes those of the next rows that are past. Returns whether rows follow; then begins again. */
  step(past: number): boolean {
    const after = this.#named("after", this.#place);
    const end = (this.#place === undefined ? this.#first.get() : this.#next.get(after)) as
      | Place
      | undefined;
    if (end === undefined) {
      // Of a table with fewer rows than a step, the first key is not known.
      if (this.#place !== undefined) this.#removeLast.run({ ...after, past });
      this.#place = undefined;
      return false;
    }
    const remove = this.#place === undefined ? this.#removeFirst : this.#remove;
    remove.run({ ...after, ...this.#named("to", end), past });
    this.#place = end;
    return true;
  }

  #named(prefix: string, place: Place | undefined): Readonly<Record<string, unknown>> {
    if (place === undefined) return {};
    return Object.fromEntries(this.#key.map((_, part) => [`${prefix}${part}`, place[part]]));
  }
}

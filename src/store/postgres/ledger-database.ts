import type { Id } from "../../formats/bytes.ts";
import { tableHistories } from "../ledger/as-of.ts";
import type { ColumnType, TableSchema } from "../ledger/column.ts";
import type { CrossingPlace, CrossingStream } from "../ledger/crossings.ts";
import { holdingsOf } from "../ledger/holding-writer.ts";
import type { RowTable } from "../ledger/rows.ts";
import { rowTables } from "../ledger/rows.ts";
import { type LedgerRow, ledgerSchema, openEnd } from "../ledger/schema.ts";
import { ArchiveRefused } from "./archive-errors.ts";
import type { Connection, Session } from "./connection.ts";
import { copyText } from "./copy-in.ts";
import { bytesOf, bytesText } from "./values.ts";

/** The last block whose rows are in the database; height -1 without any. */
export type LedgerCursor = { readonly height: number; readonly blockID: Id | undefined };

/** Rows of tables. Of an output, who holds it follows. */
export type RowSet = Partial<{ readonly [Name in RowTable]: readonly LedgerRow<Name>[] }>;

export type LedgerDatabaseOptions = {
  readonly avaxAssetID: Id;
  readonly hrp: string;
  /** Changes when the rows of old blocks do, so that all must be copied again. */
  readonly epoch: string;
};

/** Notified with each block; the payload is its height. */
export const notifyChannel = "couloir_ledger";

/** Rows that later blocks change, or that are copied with others. */
const replacedTables = ["staking_periods", "subnets", "l1_validators", "days"] as const;
type ReplacedTable = (typeof replacedTables)[number];

const readRows = 5_000;

/** The ledger of a store in PostgreSQL: the rows of all blocks up to its cursor, whole blocks only. */
export class LedgerDatabase {
  readonly #connection: Connection;
  readonly #options: LedgerDatabaseOptions;

  constructor(connection: Connection, options: LedgerDatabaseOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  get epoch(): string {
    return this.#options.epoch;
  }

  /**
   * Reads the cursor, and begins again if the rows are of another epoch. If it may not, the cursor is then that of an empty
   * database. Throws LogUnavailable.
   */
  cursor(mayBeginAgain = true): Promise<LedgerCursor> {
    const { epoch, avaxAssetID, hrp } = this.#options;
    return this.#connection.transaction(async ({ rows, longRows }) => {
      const [known] = await rows("SELECT epoch, height, block_id FROM couloir_ledger FOR UPDATE");
      if (known !== undefined && known[0] === epoch) {
        return {
          height: Number(known[1]),
          blockID: known[2] === null ? undefined : bytesOf(known[2]!),
        };
      }
      if (!mayBeginAgain) return { height: -1, blockID: undefined };
      const tables = [...rowTables, "crossings"].map((name) => `ledger_${name}`);
      await longRows(`TRUNCATE ${tables.join(", ")}`);
      await rows("DELETE FROM couloir_ledger");
      await rows(
        "INSERT INTO couloir_ledger (epoch, height, avax_asset_id, hrp) VALUES ($1, -1, $2, $3)",
        [epoch, bytesText(avaxAssetID), hrp],
      );
      return { height: -1, blockID: undefined };
    });
  }

  /** The ID of a block whose rows are in the database. */
  async blockID(height: number): Promise<Id | undefined> {
    const [row] = await this.#connection.rows("SELECT id FROM ledger_blocks WHERE height = $1", [
      height,
    ]);
    return row && bytesOf(row[0]!);
  }

  /**
   * Adds the rows of blocks and moves the cursor, in one transaction. Rows that have a row already replace it. Throws
   * LogUnavailable, and ArchiveRefused if another program moved the cursor.
   */
  append(
    from: LedgerCursor,
    to: Required<LedgerCursor>,
    parts: Iterable<RowSet>,
    notifiedFrom = to.height,
  ): Promise<void> {
    return this.#connection.transaction(async (session) => {
      await this.#move(session, from, to);
      for (const part of parts) await insertRows(session, part, from.height);
      await session.rows(
        `SELECT pg_notify('${notifyChannel}', height::text) FROM generate_series($1::bigint, $2::bigint) AS height`,
        [notifiedFrom, to.height],
      );
    });
  }

  /** Counts what is in the tables: without it, PostgreSQL reads them as a whole until its own statistics follow. */
  async analyze(): Promise<void> {
    const tables = [...rowTables, "crossings"].map((name) => `ledger_${name}`);
    await this.#connection.transaction(({ longRows }) => longRows(`ANALYZE ${tables.join(", ")}`));
  }

  /** Takes back what happened above a height. */
  undo(from: LedgerCursor, to: LedgerCursor): Promise<void> {
    return this.#connection.transaction(async (session) => {
      await this.#move(session, from, to);
      for (const name of undoOrder) {
        for (const sql of undoStatements(name, to.height)) await session.longRows(sql);
      }
      await session.rows("SELECT pg_notify($1, $2)", [notifyChannel, String(to.height)]);
    });
  }

  /** The last row of a stream that is here; undefined without any. */
  async lastCrossing({ chainID, isDag }: CrossingStream): Promise<CrossingPlace | undefined> {
    const [row] = await this.#connection.rows(
      `SELECT height, position, ordinal FROM ledger_crossings
      WHERE chain_id = $1 AND height ${isDag ? "= 0" : "> 0"}
      ORDER BY height DESC, position DESC, ordinal DESC LIMIT 1`,
      [bytesText(chainID)],
    );
    return row && [Number(row[0]), Number(row[1]), Number(row[2])];
  }

  /** Adds the next rows of a stream. Throws LogUnavailable, and ArchiveRefused if another program moved the cursor. */
  addCrossings(cursor: LedgerCursor, rows: readonly LedgerRow<"crossings">[]): Promise<void> {
    return this.#connection.transaction(async (session) => {
      await this.#move(session, cursor, cursor);
      await copyRows(session, "crossings", rows);
    });
  }

  /** The rows of a table up to a height as they were after its block, by key. */
  async *rows<Name extends RowTable>(name: Name, height: number): AsyncGenerator<LedgerRow<Name>> {
    const { columns }: TableSchema = ledgerSchema[name];
    const history = tableHistories[name];
    const asOf = history.columns(String(height));
    const selected = Object.keys(columns).map((column) =>
      Object.hasOwn(asOf, column) ? `${asOf[column]} AS ${column}` : column,
    );
    yield* this.#byKey(
      name,
      `SELECT ${selected.join(", ")} FROM ledger_${name} WHERE ${history.began} <= ${height}`,
    );
  }

  /** How many rows of a table name a height above the cursor, and the cursor. No block has brought them here, and `rows` hides them. */
  async above(name: RowTable): Promise<{ readonly rows: number; readonly height: number }> {
    const { began, changed } = tableHistories[name];
    const isAbove = [began, ...changed].map((height) =>
      height === "to_height" ? `to_height > last AND to_height < ${openEnd}` : `${height} > last`,
    );
    // One statement, because the node may move the cursor meanwhile.
    const sql = `WITH cursor AS (SELECT height AS last FROM couloir_ledger) SELECT
      (SELECT count(*) FROM ledger_${name}, cursor WHERE ${isAbove.join(" OR ")}), last FROM cursor`;
    return this.#connection.transaction(async ({ longRows }) => {
      const [row] = await longRows(sql);
      return { rows: Number(row![0]), height: Number(row![1]) };
    });
  }

  /** What crossed between chains, by key. */
  crossings(): AsyncGenerator<LedgerRow<"crossings">> {
    const columns = Object.keys(ledgerSchema.crossings.columns);
    return this.#byKey("crossings", `SELECT ${columns.join(", ")} FROM ledger_crossings`);
  }

  async *#byKey<Name extends RowTable | "crossings">(
    name: Name,
    select: string,
  ): AsyncGenerator<LedgerRow<Name>> {
    const { columns, key }: TableSchema = ledgerSchema[name];
    const types = Object.values(columns).map(({ type }) => type);
    const names = Object.keys(columns);
    let place: readonly string[] | undefined;
    for (;;) {
      const follows =
        place === undefined
          ? ""
          : `WHERE (${key.join(", ")}) > (${key.map((_, part) => `$${part + 1}`).join(", ")})`;
      const rows = await this.#connection.rows(
        `SELECT * FROM (${select}) AS selected
        ${follows} ORDER BY ${key.join(", ")} LIMIT ${readRows}`,
        place ?? [],
      );
      for (const row of rows) {
        yield Object.fromEntries(
          names.map((column, index) => [column, decoded(row[index] ?? null, types[index]!)]),
        ) as LedgerRow<Name>;
      }
      if (rows.length < readRows) return;
      const last = rows.at(-1)!;
      place = key.map((column) => last[names.indexOf(column)]!);
    }
  }

  /** The last height whose rows are in the database, if they are of this epoch. Changes nothing. Throws LogUnavailable. */
  async height(): Promise<number | undefined> {
    const [row] = await this.#connection.rows(
      "SELECT height FROM couloir_ledger WHERE epoch = $1",
      [this.#options.epoch],
    );
    return row && Number(row[0]);
  }

  /** Throws LogUnavailable if the server does not respond. */
  async ping(): Promise<void> {
    await this.#connection.rows("SELECT 1");
  }

  async #move({ write }: Session, from: LedgerCursor, to: LedgerCursor): Promise<void> {
    const moved = await write(
      `UPDATE couloir_ledger SET height = $1, block_id = $2, updated_at = now()
      WHERE height = $3 AND epoch = $4`,
      [
        to.height,
        to.blockID === undefined ? null : bytesText(to.blockID),
        from.height,
        this.#options.epoch,
      ],
    );
    if (moved === 1) return;
    throw new ArchiveRefused(
      `The ledger in the database ${this.#connection.place} has changed since this node last wrote it: it does not end at height ${from.height}.`,
    );
  }
}

async function insertRows(session: Session, part: RowSet, above: number): Promise<void> {
  for (const name of replacedTables) {
    const rows = (part[name] ?? []) as readonly LedgerRow<ReplacedTable>[];
    if (above >= 0) await deleteRows(session, name, rows);
  }
  const outputs = part.outputs ?? [];
  if (above >= 0) await deleteOutputs(session, outputs, above);
  const holdings = outputs.flatMap(holdingsOf);
  for (const name of rowTables) {
    await copyRows(session, name, name === "holdings" ? holdings : (part[name] ?? []));
  }
}

/** Outputs that were there before, and who held them then. */
async function deleteOutputs(
  session: Session,
  outputs: readonly LedgerRow<"outputs">[],
  height: number,
): Promise<void> {
  const before = outputs.flatMap((output) => outputAt(output, height) ?? []);
  await deleteRows(session, "outputs", before);
  await deleteRows(session, "holdings", before.flatMap(holdingsOf));
}

/** An output as it was after a block; undefined before it was created. */
function outputAt(output: LedgerRow<"outputs">, height: number): LedgerRow<"outputs"> | undefined {
  if (output.created_height > height) return undefined;
  const isSpendable = output.spendable_height !== null && output.spendable_height <= height;
  const isSpent = output.spent_height !== null && output.spent_height <= height;
  return {
    ...output,
    spendable_height: isSpendable ? output.spendable_height : null,
    spent_height: isSpent ? output.spent_height : null,
  };
}

const postgresTypes: Readonly<Record<ColumnType, string>> = {
  integer: "bigint",
  uint64: "numeric",
  delta: "numeric",
  real: "double precision",
  bytes: "bytea",
  text: "text",
};

async function deleteRows<Name extends RowTable>(
  { write }: Session,
  name: Name,
  rows: readonly LedgerRow<Name>[],
): Promise<void> {
  if (rows.length === 0) return;
  const { columns, key }: TableSchema = ledgerSchema[name];
  const arrays = key.map(
    (column, part) => `$${part + 1}::${postgresTypes[columns[column]!.type]}[]`,
  );
  const isKey = key.map((column) => `old.${column} = keys.${column}`).join(" AND ");
  const values = key.map((column) =>
    rows.map((row) => {
      const value = (row as Readonly<Record<string, unknown>>)[column];
      return value instanceof Uint8Array ? bytesText(value) : String(value);
    }),
  );
  await write(
    `DELETE FROM ledger_${name} AS old USING unnest(${arrays.join(", ")}) AS keys (${key.join(", ")})
    WHERE ${isKey}`,
    values,
  );
}

async function copyRows<Name extends RowTable | "crossings">(
  { copy }: Session,
  name: Name,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(ledgerSchema[name].columns);
  const lines = (rows as readonly Readonly<Record<string, unknown>>[]).map(
    (row) => `${columns.map((column) => copyText(row[column])).join("\t")}\n`,
  );
  await copy(`ledger_${name} (${columns.join(", ")})`, lines.join(""));
}

/** What others are computed from comes last. */
const undoOrder: readonly RowTable[] = [
  "l1_validators",
  "days",
  ...rowTables.filter((name) => name !== "l1_validators" && name !== "days"),
];

function undoStatements(name: RowTable, height: number): readonly string[] {
  const { began, changed, columns } = tableHistories[name];
  const remove = `DELETE FROM ledger_${name} WHERE ${began} > ${height}`;
  if (changed.length === 0) return [remove];
  const before = Object.entries(columns(String(height))).map(
    ([column, value]) => `${column} = ${value}`,
  );
  const isChanged =
    name === "holdings"
      ? // What ended was held until the block before.
        `to_height >= ${height} AND to_height < ${openEnd}`
      : changed.map((column) => `${column} > ${height}`).join(" OR ");
  return [remove, `UPDATE ledger_${name} SET ${before.join(", ")} WHERE ${isChanged}`];
}

function decoded(text: string | null, type: ColumnType): unknown {
  if (text === null) return null;
  switch (type) {
    case "integer":
    case "real":
      return Number(text);
    case "uint64":
    case "delta":
      return BigInt(text);
    case "bytes":
      return bytesOf(text);
    case "text":
      return text;
  }
}

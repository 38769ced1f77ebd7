import type { Id } from "../../formats/bytes.ts";
import { limitParameter, type SqliteDatabase, type SqliteStatement } from "../sqlite.ts";
import { decoderOfRows } from "./rows.ts";
import { addressesOf, type LedgerRow, ledgerSchema } from "./schema.ts";
import { RowInsert } from "./statements.ts";

type Row = LedgerRow<"crossings">;

/** Rows of one chain that came in the order of their keys: those of its DAG, or those of its blocks. */
export type CrossingStream = { readonly chainID: Id; readonly isDag: boolean };

/** What crossed between the P-chain and chains that this node stores. Rows never change. */
export class Crossings {
  readonly #database: SqliteDatabase;
  #insert: RowInsert<"crossings"> | undefined;
  #insertOwners: RowInsert<"crossing_owners"> | undefined;
  #page: SqliteStatement | undefined;
  #onAdded: () => void = () => {};

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  /** Calls a function with each addition, within its transaction. */
  onAdded(added: () => void): void {
    this.#onAdded = added;
  }

  /** Adds what a container moved. Call it in the transaction that stores it; rows that are there stay. */
  add(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    this.#insert ??= new RowInsert(this.#database, "crossings", "ON CONFLICT DO NOTHING");
    this.#insert.runAll(rows);
    this.#insertOwners ??= new RowInsert(
      this.#database,
      "crossing_owners",
      "ON CONFLICT DO NOTHING",
    );
    this.#insertOwners.runAll(rows.flatMap(ownersOf));
    this.#onAdded();
  }

  /** Those that have rows. */
  streams(): readonly CrossingStream[] {
    const next = this.#database
      .prepare("SELECT min(chain_id) FROM ledger_crossings WHERE chain_id > ?")
      .pluck();
    const chainIDs: Id[] = [];
    for (let id = next.get(new Uint8Array()); id !== null; id = next.get(id)) {
      chainIDs.push(id as Id);
    }
    return chainIDs
      .flatMap((chainID) => [true, false].map((isDag) => ({ chainID, isDag })))
      .filter((stream) => this.after(stream, undefined, 1).length > 0);
  }

  /** All rows, by key. */
  *all(): Generator<Row, undefined> {
    const statement = this.#database
      .prepare(`SELECT ${columns.join(", ")} FROM ledger_crossings ORDER BY ${key.join(", ")}`)
      .raw()
      .safeIntegers();
    for (const values of statement.iterate() as Iterable<unknown[]>) yield decode(values);
    return undefined;
  }

  /** The rows of a stream after one, in the order of their keys. */
  after({ chainID, isDag }: CrossingStream, last: CrossingPlace | undefined, limit: number): Row[] {
    this.#page ??= this.#database
      .prepare(
        `SELECT ${columns.join(", ")} FROM ledger_crossings
        WHERE chain_id = ? AND (height, position, ordinal) > (?, ?, ?) AND height <= ?
        ORDER BY height, position, ordinal ${limitParameter}`,
      )
      .raw()
      .safeIntegers();
    const [height, position, ordinal] = last ?? [isDag ? 0 : 1, -1, -1];
    const heightMax = isDag ? 0 : Number.MAX_SAFE_INTEGER;
    const rows = this.#page.all(chainID, height, position, ordinal, heightMax, limit);
    return (rows as unknown[][]).map(decode);
  }
}

export type CrossingPlace = readonly [height: number, position: number, ordinal: number];

export function placeOf({ height, position, ordinal }: Row): CrossingPlace {
  return [height, position, ordinal];
}

/** Rows that find an export by its owners. An import has the owners of the output that the P-chain exported. */
function ownersOf(row: Row): LedgerRow<"crossing_owners">[] {
  if (row.addresses === null) return [];
  const { chain_id, height, position, ordinal } = row;
  return addressesOf(row.addresses).map((address) => ({
    address,
    chain_id,
    height,
    position,
    ordinal,
  }));
}

const columns = Object.keys(ledgerSchema.crossings.columns);
const { key } = ledgerSchema.crossings;
const decode = decoderOfRows("crossings");

import { existsSync, rmSync } from "node:fs";
import { equalBytes, type Id } from "../formats/bytes.ts";
import { limitParameter, openSqlite, type SqliteDatabase, type SqliteStatement } from "./sqlite.ts";

/** A vertex that was fetched, and where the transactions are in its bytes. */
export type StagedVertex = {
  readonly id: Id;
  readonly bytes: Uint8Array;
  readonly height: bigint;
  readonly parentIDs: readonly Id[];
  readonly txs: readonly StagedTx[];
};

export type StagedTx = { readonly id: Id; readonly start: number; readonly length: number };

/** A vertex that is named and not fetched, and the one that builds on it, of several the highest and then the one with most parents. */
export type MissingVertex = { readonly id: Id; readonly childID: Id | undefined };

export type DagPlace = { readonly depth: number; readonly id: Id };

export type StagedDagPart = "vertices" | "txs";

type Row = [number: number, id: Uint8Array, bytes: Uint8Array];

/** How many members are read or written at once. */
const pageMax = 512;

const walBytesMax = 32 * 1024 * 1024;
/** A vertex has at most 128 parents. */
const parentsMax = 256;
const heightMax = BigInt(Math.floor(Number.MAX_SAFE_INTEGER / parentsMax)) - 1n;

/** By part, the table and its rows with their bytes. A vertex without bytes is still to be fetched. */
const parts = {
  vertices: { table: "vertices", rows: "vertices AS m", bytes: "m.bytes" },
  txs: {
    table: "txs",
    rows: "txs AS m JOIN vertices AS v ON v.number = m.vertex",
    bytes: "substr(v.bytes, m.start + 1, m.length)",
  },
} as const satisfies Record<StagedDagPart, object>;

/**
 * A DAG that is fetched from its last vertex down, in a file of its own. It survives a crash of the process at any moment;
 * what is lost in a crash of the machine is fetched again.
 */
export class StagedDag {
  readonly #path: string;
  readonly #database: SqliteDatabase;
  readonly #add: SqliteStatement;
  readonly #fill: SqliteStatement;
  readonly #addTx: SqliteStatement;
  readonly #missing: SqliteStatement;
  readonly #has: SqliteStatement;
  #vertexCount: number;
  #txCount: number;

  /** Forgets what is in the file if it is below another vertex. `:memory:` for a DAG that ends with the process. */
  constructor(path: string, lastID: Id) {
    this.#path = path;
    const database = openSqlite(path);
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    database.pragma(`journal_size_limit = ${walBytesMax}`);
    this.#database = database;
    this.#createTables();
    const first = database.prepare("SELECT id FROM vertices WHERE number = 1").pluck().get();
    if (first !== undefined && !equalBytes(first as Uint8Array, lastID)) {
      database.exec("DELETE FROM txs; DELETE FROM vertices");
    }
    this.#add = database.prepare(
      `INSERT INTO vertices (id, child_rank, child) VALUES (?, ?, (SELECT number FROM vertices WHERE id = ?))
        ON CONFLICT (id) DO UPDATE SET child_rank = excluded.child_rank, child = excluded.child
          WHERE bytes IS NULL AND child_rank < excluded.child_rank`,
    );
    this.#fill = database.prepare("UPDATE vertices SET bytes = ? WHERE id = ? AND bytes IS NULL");
    this.#addTx = database.prepare(
      `INSERT OR IGNORE INTO txs (id, vertex, start, length)
        VALUES (?, (SELECT number FROM vertices WHERE id = ?), ?, ?)`,
    );
    this.#missing = database
      .prepare(
        `SELECT v.id, child.id FROM vertices AS v LEFT JOIN vertices AS child ON child.number = v.child
          WHERE v.bytes IS NULL ORDER BY v.child_rank DESC ${limitParameter}`,
      )
      .raw();
    this.#has = database
      .prepare("SELECT 1 FROM vertices WHERE id = ? AND bytes IS NOT NULL")
      .pluck();
    this.#add.run(lastID, 0, null);
    const count = (rows: string) =>
      database.prepare(`SELECT count(*) FROM ${rows}`).pluck().get() as number;
    this.#vertexCount = count("vertices") - count("vertices WHERE bytes IS NULL");
    this.#txCount = count("txs");
  }

  /** Vertices to fetch, those below the highest ones first: others may be among their ancestors. */
  missing(count: number): readonly MissingVertex[] {
    const rows = this.#missing.all(count) as [id: Uint8Array, childID: Uint8Array | null][];
    return rows.map(([id, childID]) => ({
      id: new Uint8Array(id),
      childID: childID === null ? undefined : new Uint8Array(childID),
    }));
  }

  /** Whether a vertex is fetched. */
  has(id: Id): boolean {
    return this.#has.get(id) !== undefined;
  }

  /** Writes vertices that are missing, all or none; others are skipped. Returns how many were. */
  put(vertices: readonly StagedVertex[]): number {
    let count = 0;
    let txCount = 0;
    this.#database.transaction(() => {
      for (const { id, bytes, height, parentIDs, txs } of vertices) {
        if (this.#fill.run(bytes, id).changes === 0) continue;
        count += 1;
        const rank = rankOf(height, parentIDs.length);
        for (const parentID of parentIDs) this.#add.run(parentID, rank, id);
        for (const tx of txs) {
          txCount += this.#addTx.run(tx.id, id, tx.start, tx.length).changes;
        }
      }
    })();
    this.#vertexCount += count;
    this.#txCount += txCount;
    return count;
  }

  /** How many are fetched. */
  counts(): Readonly<Record<StagedDagPart, number>> {
    return { vertices: this.#vertexCount, txs: this.#txCount };
  }

  /** The members of a part by row. */
  membersOf(part: StagedDagPart) {
    const { table, rows, bytes } = parts[part];
    const after = this.#database
      .prepare(
        `SELECT m.number, m.id, ${bytes} FROM ${rows} WHERE m.number > ? ORDER BY m.number LIMIT ${pageMax}`,
      )
      .raw();
    const rowOf = this.#database.prepare(`SELECT number FROM ${table} WHERE id = ?`).pluck();
    const rowMax = this.#database.prepare(`SELECT max(number) FROM ${table}`).pluck();
    return {
      rowMax: (rowMax.get() as number | null) ?? 0,
      after: (row: number) => (after.all(row) as Row[]).map(memberOf),
      rowOf: (id: Id) => rowOf.get(id) as number | undefined,
    };
  }

  /** Sets the depths of up to 512 rows from one on; returns the next row, or undefined at the end. */
  setDepths(part: StagedDagPart, from: number, depths: Int32Array): number | undefined {
    const set = this.#database.prepare(
      `UPDATE ${parts[part].table} SET depth = ? WHERE number = ?`,
    );
    const end = Math.min(from + pageMax, depths.length);
    this.#database.transaction(() => {
      for (let row = from; row < end; row++) set.run(depths[row], row);
    })();
    return end === depths.length ? undefined : end;
  }

  /** Where a member is in the order by depth and then by ID, of which the first one is at 0; undefined at the end. */
  placeAt(part: StagedDagPart, index: number): DagPlace | undefined {
    const { table } = parts[part];
    const row = this.#database
      .prepare(
        `SELECT depth, id FROM ${table} WHERE depth IS NOT NULL ORDER BY depth, id LIMIT 1 OFFSET ?`,
      )
      .raw()
      .get(index) as [depth: number, id: Uint8Array] | undefined;
    return row && { depth: row[0], id: new Uint8Array(row[1]) };
  }

  /** Members in this order behind a place, a page at a time. */
  *ordered(
    part: StagedDagPart,
    behind: DagPlace = { depth: -1, id: new Uint8Array() },
  ): Iterable<readonly { readonly id: Id; readonly bytes: Uint8Array }[]> {
    const { rows, bytes } = parts[part];
    const next = this.#database
      .prepare(
        `SELECT m.depth, m.id, ${bytes} FROM ${rows} WHERE m.depth IS NOT NULL AND (m.depth, m.id) > (?, ?)
          ORDER BY m.depth, m.id LIMIT ${pageMax}`,
      )
      .raw();
    let last: [depth: number, id: Uint8Array] = [behind.depth, behind.id];
    while (true) {
      const page = next.all(...last) as Row[];
      const end = page.at(-1);
      if (end === undefined) return;
      last = [end[0], end[1]];
      yield page.map(memberOf);
    }
  }

  close(): void {
    this.#database.close();
  }

  /** Closes the file and deletes it. */
  remove(): void {
    this.close();
    if (this.#path === ":memory:") return;
    for (const suffix of ["", "-wal", "-shm"]) {
      if (existsSync(this.#path + suffix)) rmSync(this.#path + suffix);
    }
  }

  #createTables(): void {
    this.#database.exec(
      `CREATE TABLE IF NOT EXISTS vertices (
        number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, child_rank INTEGER NOT NULL, child INTEGER, depth INTEGER, bytes BLOB
      ) STRICT;
      CREATE TABLE IF NOT EXISTS txs (
        number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, depth INTEGER, vertex INTEGER NOT NULL,
        start INTEGER NOT NULL, length INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS vertices_by_depth ON vertices (depth, id) WHERE depth IS NOT NULL;
      CREATE INDEX IF NOT EXISTS txs_by_depth ON txs (depth, id) WHERE depth IS NOT NULL;
      CREATE INDEX IF NOT EXISTS missing_vertices ON vertices (child_rank) WHERE bytes IS NULL`,
    );
  }
}

function rankOf(height: bigint, parents: number): number {
  return Number(height < heightMax ? height : heightMax) * parentsMax + parents;
}

function memberOf([row, id, bytes]: Row) {
  return { row, id: new Uint8Array(id), bytes: new Uint8Array(bytes) };
}

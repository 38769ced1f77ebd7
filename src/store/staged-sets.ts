import { existsSync, rmSync } from "node:fs";
import type { Id } from "../formats/bytes.ts";
import { openSqlite, type SqliteDatabase, type SqliteStatement } from "./sqlite.ts";

export type StagedMember = { readonly id: Id; readonly bytes: Uint8Array };

/** How many members are read or written at once. */
const pageMax = 512;

/** Sets of containers that sources have, and an order of their members, in a file that is deleted at the end. */
export class StagedSets {
  readonly #path: string;
  readonly #database: SqliteDatabase;
  readonly #add: SqliteStatement;
  readonly #holders: SqliteStatement;
  readonly #after: SqliteStatement;
  readonly #rowMax: SqliteStatement;
  readonly #rowOf: SqliteStatement;
  readonly #ordered: SqliteStatement;
  readonly #setDepth: SqliteStatement;

  /** `:memory:` for a set that is never large. A file that an earlier process left is replaced. */
  constructor(path: string) {
    this.#path = path;
    this.#delete();
    const database = openSqlite(path);
    database.pragma("journal_mode = OFF");
    database.pragma("synchronous = OFF");
    database.exec(
      `CREATE TABLE members (
        number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, holders INTEGER NOT NULL, depth INTEGER,
        bytes BLOB NOT NULL
      ) STRICT`,
    );
    this.#database = database;
    this.#add = database.prepare(
      `INSERT INTO members (id, holders, bytes) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET holders = holders | excluded.holders`,
    );
    this.#holders = database
      .prepare("SELECT holders, count(*) FROM members GROUP BY holders")
      .raw();
    this.#after = database
      .prepare(
        `SELECT number, id, bytes FROM members WHERE holders & ? <> 0 AND number > ?
          ORDER BY number LIMIT ${pageMax}`,
      )
      .raw();
    this.#rowMax = database.prepare("SELECT max(number) FROM members").pluck();
    this.#rowOf = database
      .prepare("SELECT number FROM members WHERE id = ? AND holders & ? <> 0")
      .pluck();
    this.#setDepth = database.prepare("UPDATE members SET depth = ? WHERE number = ?");
    database.exec("CREATE INDEX by_depth ON members (depth, id)");
    this.#ordered = database
      .prepare(
        `SELECT depth, id, bytes FROM members WHERE holders & ? <> 0 AND (depth, id) > (?, ?)
          ORDER BY depth, id LIMIT ${pageMax}`,
      )
      .raw();
  }

  /** Notes that a source, 0 to 30, has these members. */
  add(source: number, members: readonly StagedMember[]): void {
    this.#database.transaction(() => {
      for (const { id, bytes } of members) this.#add.run(id, 2 ** source, bytes);
    })();
  }

  /** The sources that have the same set as this one. */
  equalTo(source: number, sources: readonly number[]): readonly number[] {
    const rows = this.#holders.all() as [holders: number, count: number][];
    const has = (holders: number, one: number) => (holders & (2 ** one)) !== 0;
    return sources.filter((other) =>
      rows.every(([holders]) => has(holders, source) === has(holders, other)),
    );
  }

  /** Members of a source by row. */
  membersOf(source: number) {
    return {
      rowMax: (this.#rowMax.get() as number | null) ?? 0,
      after: (row: number) =>
        (this.#after.all(2 ** source, row) as [number, Uint8Array, Uint8Array][]).map(
          ([number, ...member]) => ({ row: number, ...memberOf(member) }),
        ),
      rowOf: (id: Id) => this.#rowOf.get(id, 2 ** source) as number | undefined,
    };
  }

  /** Sets the depths of up to 512 rows from one on; returns the next row, or undefined at the end. */
  setDepths(from: number, depths: Int32Array): number | undefined {
    const end = Math.min(from + pageMax, depths.length);
    this.#database.transaction(() => {
      for (let row = from; row < end; row++) this.#setDepth.run(depths[row], row);
    })();
    return end === depths.length ? undefined : end;
  }

  /** Members of a source by depth, then by ID, a page at a time. */
  *ordered(source: number): Iterable<readonly StagedMember[]> {
    let last: [depth: number, id: Uint8Array] = [-1, new Uint8Array()];
    while (true) {
      const rows = this.#ordered.all(2 ** source, ...last) as [number, Uint8Array, Uint8Array][];
      const end = rows.at(-1);
      if (end === undefined) return;
      last = [end[0], end[1]];
      yield rows.map(([, ...member]) => memberOf(member));
    }
  }

  close(): void {
    this.#database.close();
    this.#delete();
  }

  #delete(): void {
    if (this.#path !== ":memory:" && existsSync(this.#path)) rmSync(this.#path);
  }
}

function memberOf([id, bytes]: readonly [Uint8Array, Uint8Array]): StagedMember {
  return { id: new Uint8Array(id), bytes: new Uint8Array(bytes) };
}

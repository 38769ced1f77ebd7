import { existsSync, rmSync } from "node:fs";
import type { Id } from "../formats/bytes.ts";
import { openSqlite, type SqliteDatabase, type SqliteStatement } from "./sqlite.ts";

export type StagedMember = { readonly id: Id; readonly bytes: Uint8Array };

/** Where a container goes: behind all of a lower depth, and among those of its depth by its ID. */
export type StagedDepth = { readonly id: Id; readonly depth: number };

/** Sets of containers that sources have, and an order of their members, in a file that is deleted at the end. */
export class StagedSets {
  readonly #path: string;
  readonly #database: SqliteDatabase;
  readonly #add: SqliteStatement;
  readonly #holders: SqliteStatement;
  readonly #members: SqliteStatement;
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
        id BLOB PRIMARY KEY, holders INTEGER NOT NULL, depth INTEGER, bytes BLOB NOT NULL
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
    this.#members = database.prepare("SELECT id, bytes FROM members WHERE holders & ? <> 0").raw();
    this.#setDepth = database.prepare("UPDATE members SET depth = ? WHERE id = ?");
    database.exec("CREATE INDEX by_depth ON members (depth, id)");
    this.#ordered = database
      .prepare("SELECT id, bytes FROM members WHERE holders & ? <> 0 ORDER BY depth, id")
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

  *members(source: number): Iterable<StagedMember> {
    for (const row of this.#members.iterate(2 ** source)) yield memberOf(row);
  }

  setDepths(depths: Iterable<StagedDepth>): void {
    this.#database.transaction(() => {
      for (const { id, depth } of depths) this.#setDepth.run(depth, id);
    })();
  }

  /** By depth, then by ID. */
  *ordered(source: number): Iterable<StagedMember> {
    for (const row of this.#ordered.iterate(2 ** source)) yield memberOf(row);
  }

  close(): void {
    this.#database.close();
    this.#delete();
  }

  #delete(): void {
    if (this.#path !== ":memory:" && existsSync(this.#path)) rmSync(this.#path);
  }
}

function memberOf(row: unknown): StagedMember {
  const [id, bytes] = row as [Uint8Array, Uint8Array];
  return { id: new Uint8Array(id), bytes: new Uint8Array(bytes) };
}

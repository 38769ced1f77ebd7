import { type ExpectedIdentity, readIdentity, verifyIdentity } from "./identity.ts";
import { Metadata } from "./metadata.ts";
import { migrate, type TableModule, verifyFormat } from "./migrations.ts";
import { openSqlite, type SqliteDatabase, sqliteErrorCode } from "./sqlite.ts";
import { StoreRefused } from "./store-refused.ts";

/** Bytes 18 and 19 of a SQLite file: 1 if it has no WAL. A database in memory cannot have one. */
const journalVersionsAt = 18;

/** The database as the bytes of a SQLite file, including uncommitted writes. */
export function writeImage(database: SqliteDatabase): Uint8Array {
  const image = database.serialize();
  image.fill(1, journalVersionsAt, journalVersionsAt + 2);
  return image;
}

/** A verified image of this program and network, with migrated tables. */
export type StoreImage = {
  readonly metadata: Metadata;
  readonly copyTo: (database: SqliteDatabase) => void;
  readonly close: () => void;
};

/** Throws StoreRefused. */
export function openImage(
  image: Uint8Array,
  modules: readonly TableModule[],
  expected: ExpectedIdentity,
): StoreImage {
  const name = "The state";
  const database = openSqlite(Buffer.from(image));
  try {
    verifyFormat(database, name);
    migrate(database, name, modules);
    const metadata = new Metadata(database);
    const identity = readIdentity(metadata);
    if (identity === undefined) throw new StoreRefused("not-a-store", `${name} has no genesis.`);
    verifyIdentity(identity, expected, name);
    return {
      metadata,
      copyTo: (target) => copyTables(database, target),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    if (sqliteErrorCode(error) === undefined) throw error;
    throw new StoreRefused("not-a-store", `${name} is not a SQLite database.`, { cause: error });
  }
}

/** Deletes all rows but keeps the tables and their migrations. Call it within a transaction. */
export function emptyTables(database: SqliteDatabase): void {
  database.pragma("defer_foreign_keys = ON");
  for (const table of tablesOf(database)) database.exec(`DELETE FROM ${table}`);
}

function copyTables(from: SqliteDatabase, to: SqliteDatabase): void {
  to.pragma("defer_foreign_keys = ON");
  for (const table of tablesOf(to)) {
    const rows = from.prepare(`SELECT * FROM ${table}`).raw().safeIntegers();
    const places = rows.columns().map(() => "?");
    const insert = to.prepare(`INSERT INTO ${table} VALUES (${places.join(", ")})`);
    for (const row of rows.iterate() as Iterable<unknown[]>) insert.run(...row);
  }
}

/** The tables of a migrated database. */
function tablesOf(database: SqliteDatabase): string[] {
  return database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
    )
    .pluck()
    .all() as string[];
}

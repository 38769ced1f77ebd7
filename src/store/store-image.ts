import { type ExpectedIdentity, readIdentity, verifyIdentity } from "./identity.ts";
import { Metadata } from "./metadata.ts";
import { migrate, type TableModule, verifyFormat } from "./migrations.ts";
import { openSqlite, type SqliteDatabase, sqliteErrorCode } from "./sqlite.ts";
import { StoreRefused } from "./store-refused.ts";

/** Bytes 18 and 19 of a SQLite file: 1 where it needs no log beside it, which one in memory cannot have. */
const journalVersionsAt = 18;

/** The whole database as the bytes of a SQLite file, with what open transactions have written. */
export function writeImage(database: SqliteDatabase): Uint8Array {
  const image = database.serialize();
  image.fill(1, journalVersionsAt, journalVersionsAt + 2);
  return image;
}

/** An image that was found to be of this program and network, its tables brought up to date. */
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
    throw new StoreRefused("not-a-store", `${name} is no SQLite database.`, { cause: error });
  }
}

/** Within a transaction. What tables there are, and of which version, stays. */
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

/** Both databases have the same, as both are migrated. */
function tablesOf(database: SqliteDatabase): string[] {
  return database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
    )
    .pluck()
    .all() as string[];
}
